package docs

import (
	"html"
	"regexp"
	"strings"
	"testing"
)

var (
	notText = regexp.MustCompile(`(?s)<(?:pre|code|math)\b.*?</(?:pre|code|math)>|<p class="muted">In the repository: [^<]*</p>`)
	aTag    = regexp.MustCompile(`<[^>]*>`)
	unset   = regexp.MustCompile(`\\[a-zA-Z]+|\$|\*\*|` + "`" + `|\]\(|\^|[_^][{(]|(?:^|[^\w])[A-Za-zα-ωΑ-Ω]_[\w]`)
	aNote   = regexp.MustCompile(`\b[a-z]+\.md\b`)
)

// What a reader sees of a page has no marks of Markdown or LaTeX, and no proof is called by its file.
func TestTextIsSet(t *testing.T) {
	for name, page := range pages(t) {
		if !strings.HasSuffix(name, ".html") || strings.HasPrefix(name, "docs/files/") {
			continue
		}
		_, body, _ := strings.Cut(string(page), "<article")
		text := html.UnescapeString(aTag.ReplaceAllString(notText.ReplaceAllString(body, ""), ""))
		around := func(at []int) string { return text[max(0, at[0]-40):min(len(text), at[1]+20)] }
		if at := unset.FindStringIndex(text); at != nil {
			t.Errorf("%s has marks: …%s…", name, around(at))
		}
		if at := aNote.FindStringIndex(text); at != nil && name != "docs/architecture.html" { // it tells of the files
			t.Errorf("%s names a file: …%s…", name, around(at))
		}
		if strings.Contains(body, "<!--") {
			t.Errorf("%s has a comment", name)
		}
	}
}

// Search engines are told more of a page than its title.
func TestPagesAreDescribed(t *testing.T) {
	described := regexp.MustCompile(`<title>(.+) · Last Iterate</title>\n<meta name="description" content="([^"]{20,})">`)
	for name, page := range pages(t) {
		if strings.HasSuffix(name, ".html") && !described.Match(page) {
			t.Errorf("%s has no title or no description", name)
		}
	}
}
