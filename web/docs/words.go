package docs

import (
	"html"
	"regexp"
	"slices"
	"strings"
)

var (
	mainPart = regexp.MustCompile(`(?s)<main>.*</main>`)
	anyTag   = regexp.MustCompile(`<[^>]*>`)
	anyWord  = regexp.MustCompile(`[\p{L}_][\p{L}\p{M}\d_-]{2,}|[α-ω]`)
)

// searched are the words by which a page is found besides its title and sentence: those of its text, each
// once, in lower case, and its Greek letters, which search.js reads by name. Lists of theorems and proofs are
// searched by their entries, and nobody looks for words of a licence.
func searched(address string, page []byte) string {
	if strings.HasSuffix(address, "/index.html") || address == "docs/licences.html" {
		return ""
	}
	text := html.UnescapeString(anyTag.ReplaceAllString(string(mainPart.Find(page)), " "))
	words := anyWord.FindAllString(strings.ToLower(text), -1)
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}
