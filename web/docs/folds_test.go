package docs

import (
	"strings"
	"testing"
)

// The tables of what is covered fold, the first open. Their anchors are inside, where a link to one opens its fold.
func TestTablesOfCoverageFold(t *testing.T) {
	text, err := texts.ReadFile("coverage.md")
	if err != nil {
		t.Fatal(err)
	}
	body, err := render(string(text))
	if err != nil {
		t.Fatal(err)
	}
	folded := foldTables(body)
	if tables, open := strings.Count(folded, `<details class="tabled"`), strings.Count(folded, `<details class="tabled" open>`); tables != 6 || open != 1 ||
		strings.Index(folded, "<details") != strings.Index(folded, `<details class="tabled" open>`) {
		t.Errorf("%d tables fold, %d are open", tables, open)
	}
	for _, anchor := range []string{"zero-out-one", "replace-one", "add-or-remove-one", "zero-out-one-1", "replace-one-1", "add-or-remove-one-1"} {
		if strings.Count(folded, `id="`+anchor+`"`) != 1 || !strings.Contains(folded, `</summary><div id="`+anchor+`"><div class="scrolls"`) {
			t.Errorf("a link to %s opens no fold", anchor)
		}
	}
	if other := "<h3 id=\"a\">A</h3>\n<p>Words.</p>\n" + `<div class="scrolls"><table></table></div>`; foldTables(other) != other {
		t.Errorf("words before a table fold: %s", foldTables(other))
	}
}
