package bounds

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// A row that was stopped, or that does not apply, has no number that can be taken for a small loss, in any of its fields.
func TestNoAnswerIsNoNumber(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Diameter = 3, 2, 130, 1, 0.01, 5
	r.Adjacency, r.Scheme, r.Loss, r.Smoothness = run.ZeroOut, run.WithoutReplacement, run.Convex, 0.1
	stopped := 0
	for _, q := range []claim.Question{{Alpha: 2}, {Alpha: 1024}, {Delta: 1e-5}} {
		few := work.With(context.Background(), work.NewBudget(1<<20, nil)) // less than a row may take
		rows, err := Rows(few, r, q, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			switch {
			case row.answers():
				continue
			case row.Applies:
				stopped++
			}
			if q.Renyi() && !math.IsNaN(row.Renyi) {
				t.Errorf("%s at %v has no answer, and a Rényi divergence of %v", row.Theorem.ID, q, row.Renyi)
			}
			if row.Theorem.Side == claim.Upper && row.Epsilon < math.Inf(1) {
				t.Errorf("%s at %v has no answer, and ε = %v", row.Theorem.ID, q, row.Epsilon)
			}
		}
	}
	if stopped == 0 {
		t.Error("0 rows were stopped, want at least 1: choose a smaller budget")
	}
}
