package docs

import (
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/theorem"
)

// The link of a theorem's page opens a run that the theorem covers, where one is near the opening run.
func TestPagesOpenWhatTheyCover(t *testing.T) {
	covered := 0
	for _, row := range catalog.All() {
		state := exampleOf(row)
		if theorem.Applies(row.Hypotheses(state.Run, state.Question)) {
			covered++
		} else {
			t.Logf("%s: none found", row.ID)
		}
		if row.ID == "shift-shuffled" && state.Run.Scheme == example.Run.Scheme {
			t.Errorf("shift-shuffled opens %s batches", state.Run.Scheme)
		}
	}
	if most := len(catalog.All()); covered < most-8 {
		t.Errorf("of %d theorems %d have a run", most, covered)
	}
}
