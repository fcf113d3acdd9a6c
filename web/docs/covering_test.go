package docs

import (
	"regexp"
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/theorem"
)

// The table of what is covered names every row that covers losses that are not smooth, learning rates that change, or random
// allocation, and no other. Of losses that are not smooth it names the upper bounds only.
func TestCoveringRowsAreNamed(t *testing.T) {
	text, err := texts.ReadFile("coverage.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n## Every part of a run\n")
	toTheorem := regexp.MustCompile(`\]\(theorems/([^)]+)\.html\)`)
	for part, covers := range map[string]func(*theorem.Theorem) bool{
		"batches":       func(row *theorem.Theorem) bool { return row.Allocates },
		"losses":        func(row *theorem.Theorem) bool { return row.Nonsmooth && row.Side == claim.Upper },
		"learning rate": func(row *theorem.Theorem) bool { return row.Schedules },
	} {
		_, line, found := strings.Cut(table, "\n| "+part+" |")
		if !found {
			t.Fatalf("the table has no line on %s", part)
		}
		line, _, _ = strings.Cut(line, "\n")
		named := map[string]bool{}
		for _, row := range toTheorem.FindAllStringSubmatch(line, -1) {
			named[row[1]] = true
		}
		for _, row := range catalog.All() {
			if named[row.ID] != covers(row) {
				t.Errorf("%s: %s: named %v, want %v, as its flag says", part, row.ID, named[row.ID], covers(row))
			}
		}
	}
}
