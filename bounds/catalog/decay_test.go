package catalog

import (
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// A row that knows no weight decay says of a run with it what it says of the regularised losses,
// and its condition on the learning rate is that of these.
func TestRegularisedRows(t *testing.T) {
	ctx := t.Context()
	r := rowtest.Decaying()
	more := r
	more.Loss, more.Smoothness, more.StrongConvexity, more.WeightDecay = run.StronglyConvex, 1.4, 0.3, 0
	asked := 0
	for _, th := range All() {
		q := claim.Question{Alpha: 3}
		if th.Decays || !theorem.Applies(th.Hypotheses(more, q)) {
			continue
		}
		if !theorem.Applies(th.Hypotheses(r, q)) {
			t.Errorf("%s does not apply: %+v", th.ID, th.Hypotheses(r, q))
			continue
		}
		asked++
		a, errA := th.Prove(ctx, r)
		b, errB := th.Prove(ctx, more)
		if errA != nil || errB != nil {
			t.Fatal(th.ID, errA, errB)
		}
		if x, y := a.Curve(3), b.Curve(3); x != y {
			t.Errorf("%s: %v with weight decay, %v of the regularised losses", th.ID, x, y)
		}
	}
	if asked < 5 {
		t.Errorf("%d rows were asked", asked)
	}
}
