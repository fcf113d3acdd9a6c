package docs

import (
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
)

// The table of what is covered names every upper bound that covers losses that are not smooth, and no other.
func TestNonsmoothRowsAreNamed(t *testing.T) {
	text, err := texts.ReadFile("coverage.md")
	if err != nil {
		t.Fatal(err)
	}
	_, line, _ := strings.Cut(string(text), "\n| losses |")
	line, _, _ = strings.Cut(line, "\n")
	_, list, found := strings.Cut(line, "): composition, ")
	if !found {
		t.Fatalf("the table has no list of rows in %q", line)
	}
	named := strings.FieldsFunc("composition, "+list, func(r rune) bool { return strings.ContainsRune(" ,()|", r) })
	for _, row := range catalog.All() {
		has := false
		for _, name := range named {
			has = has || name == row.ID
		}
		if row.Side == claim.Upper && has != row.Nonsmooth {
			t.Errorf("%s: named %v, want %v, as its flag Nonsmooth says", row.ID, has, row.Nonsmooth)
		}
	}
}
