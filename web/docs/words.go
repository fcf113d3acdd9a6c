package docs

import (
	"html"
	"regexp"
	"slices"
	"strings"
)

var (
	mainPart = regexp.MustCompile(`(?s)<main>(.*)</main>`)
	anyTag   = regexp.MustCompile(`<[^>]*>`)
	anyWord  = regexp.MustCompile(`[\p{L}_][\p{L}\p{M}\d_-]{2,}`)
)

// searched are the words by which a page is found besides its title and sentence: those of its text. Lists of
// theorems and proofs are searched by their entries, and nobody looks for words of a licence.
func searched(address string, page []byte) string {
	if strings.HasSuffix(address, "/index.html") || address == "docs/licences.html" {
		return ""
	}
	return wordsOf(string(page))
}

// wordsOf are the words of a page's text, each once, in lower case, for the search of the index.
func wordsOf(page string) string {
	text := page
	if found := mainPart.FindStringSubmatch(page); found != nil {
		text = found[1]
	}
	text = html.UnescapeString(anyTag.ReplaceAllString(text, " "))
	words := anyWord.FindAllString(strings.ToLower(text), -1)
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}
