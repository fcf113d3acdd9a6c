package bounds

import (
	"testing"

	"lastiterate/bounds/catalog"
)

// With published theorems only, the answer is their smallest bound, and no row is our own. The changes
// that would help are found with them as well.
func TestPublishedOnly(t *testing.T) {
	r, q := DefaultRun(), DefaultQuestion()
	all, err := Evaluate(t.Context(), r, q, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Evaluate(t.Context(), r, q, Settings{PublishedOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	least := 0.0
	for _, row := range all.Rows {
		if isUpper := row.Theorem.Side == "upper" && row.Theorem.Status == "proved"; isUpper && row.Applies &&
			!row.Theorem.Source.Ours() &&
			(least == 0 || row.Epsilon < least) {
			least = row.Epsilon
		}
	}
	if got.Answer == nil || got.Answer.Epsilon != least || least <= all.Answer.Epsilon {
		t.Errorf("the answer is %+v, the smallest published one %v, ours %v", got.Answer, least, all.Answer.Epsilon)
	}
	if got.Lower != nil || got.LowerEstimate != nil {
		t.Errorf("floors of our own are told: %+v, %+v", got.Lower, got.LowerEstimate)
	}
	for _, row := range got.Rows {
		if row.Theorem.Source.Ours() {
			t.Errorf("%s is our own", row.Theorem.ID)
		}
	}
	s, err := Solve(t.Context(), r, "sigma", Target{Epsilon: 1, Question: q}, Settings{PublishedOnly: true})
	if th, known := catalog.ByID(s.Row); err != nil || !known || th.Source.Ours() {
		t.Errorf("solved by %s: %v", s.Row, err)
	}
}
