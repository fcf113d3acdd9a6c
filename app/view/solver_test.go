package view

import (
	"html"
	"strings"
	"testing"

	"lastiterate/app/engine"
	"lastiterate/app/session"
	"lastiterate/app/view/viewtest"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

// A solution by a result of ours says so, and what published theorems alone give; one by a published theorem does not.
func TestSolutionSaysItsStanding(t *testing.T) {
	w := words.Wanted{Query: bounds.DefaultQuery(), Epsilon: 3, Field: "sigma"}
	for row, ours := range map[string]bool{"shuffled-composition": true, "composition": false} {
		page := html.UnescapeString(viewtest.HTML(t, &Solver{Query: w.Query, Search: session.Search{Wanted: w, Status: engine.Done,
			Result: protocol.SolveResult{Value: 2.89, Epsilon: 3, Row: row}, ByPublished: "By published theorems alone, it is 5."}}))
		page = strings.ReplaceAll(page, "\u00a0", " ")
		if !strings.Contains(page, "by "+bounds.NameOf(row)) {
			t.Errorf("%s is not named by %q in %s", row, bounds.NameOf(row), page)
		}
		for _, says := range []string{"(own result, unpublished, proof).", "By published theorems alone, it is 5."} {
			if strings.Contains(page, says) != ours {
				t.Errorf("%s: %q is there: %v, want %v", row, says, !ours, ours)
			}
		}
	}
}
