package house

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
)

// mostReadmeWords is how long the README may be: a visitor reads it whole, and the rest has
// pages of its own.
const mostReadmeWords = 900

func TestReadmeIsShort(t *testing.T) {
	if n := len(strings.Fields(read(t, "README.md"))); n > mostReadmeWords {
		t.Errorf("the README has %d words, more than %d", n, mostReadmeWords)
	}
}

var toFile = regexp.MustCompile(`\]\(([^):#]+)(?:#[^)]*)?\)`)

// Every file that the README, CONTRIBUTING and the articles link to is there. An article's
// link to a page of the site ends in .html; a test of the build follows those.
func TestDocumentsLinkToFiles(t *testing.T) {
	documents, err := filepath.Glob(filepath.Join(root, "web/docs/*.md"))
	if err != nil || len(documents) < 5 {
		t.Fatalf("articles: %v, %v", documents, err)
	}
	documents = append(documents, filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md"),
		filepath.Join(root, "SECURITY.md"))
	for _, document := range documents {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range toFile.FindAllStringSubmatch(string(text), -1) {
			if strings.HasSuffix(link[1], ".html") || strings.HasPrefix(link[1], "CALCULATOR") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(document), link[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", document, link[1])
			}
		}
	}
}

// The table of rows has every row of the catalogue, and no other.
func TestRowsAreListed(t *testing.T) {
	_, table, _ := strings.Cut(read(t, "web/docs/rows.md"), "| rows | source |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	var listed []string
	for line := range strings.Lines(table) {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " |")
		for _, word := range strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(" ,;()[]", r) }) {
			if _, known := catalog.ByID(word); known {
				listed = append(listed, word)
			}
		}
	}
	var all []string
	for _, row := range catalog.All() {
		all = append(all, row.ID)
	}
	slices.Sort(listed)
	slices.Sort(all)
	if !slices.Equal(listed, all) {
		t.Errorf("web/docs/rows.md lists\n%q\nand the catalogue has\n%q", listed, all)
	}
}
