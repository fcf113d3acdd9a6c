package docs

import (
	"fmt"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/catalog"
	"lastiterate/bounds/run"
)

// The history begins with the version that this is and its year, and tells of every row and every
// field in which version it came.
func TestHistoryTellsOfEverything(t *testing.T) {
	text, err := texts.ReadFile("history.md")
	if err != nil {
		t.Fatal(err)
	}
	history := string(text)
	begin := fmt.Sprintf("%s\n\nYear of release: %d.\n", bounds.Version, bounds.Year)
	if _, first, _ := strings.Cut(history, "\n## "); !strings.HasPrefix(first, begin) {
		t.Errorf("the history begins with %.60q, want %q, the version that this is and its year", first, begin)
	}
	for _, th := range catalog.All() {
		if !strings.Contains(history, "](theorems/"+th.ID+".html)") {
			t.Errorf("the history lacks the row %s", th.ID)
		}
	}
	for _, f := range run.Fields() {
		if !strings.Contains(history, "`"+f.Name+"`") {
			t.Errorf("the history lacks the field %s", f.Name)
		}
	}
}
