package sampled

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// On long runs whose steps contract, the average over places is below composition, not below the linear
// adversary, and not below that of the same run under orders of one size, whose factor is smaller; it
// settles where composition grows.
func TestAllocatedShift(t *testing.T) {
	r := run.Run{N: 1000, B: 100, T: 1000, Eta: 0.5, Clip: 1, Sigma: 1, Noise: run.NoiseMultiplier, Diameter: math.Inf(1),
		Adjacency: run.ZeroOut,
		Scheme:    run.Allocation, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever, WeightDecay: 0.1}
	ctx := memo.Remembering(context.Background())
	at := func(row *theorem.Theorem, r run.Run, q claim.Question) float64 {
		t.Helper()
		if h := row.Hypotheses(r, q); !theorem.Applies(h) {
			t.Fatalf("%s does not apply: %+v", row.ID, h)
		}
		p, err := row.Prove(ctx, r)
		if err != nil {
			t.Fatal(err)
		}
		s, err := p.At(q)
		if err != nil {
			t.Fatal(err)
		}
		return s.Epsilon
	}
	for _, q := range []claim.Question{{Delta: 1e-5}, {Alpha: 2}} {
		hidden, composed, floor := at(AveragedShift, r, q), at(composition.Composition, r, q), at(attained.LinearAdversary, r, q)
		reshuffled := r
		reshuffled.Scheme = run.Reshuffle
		if same := at(ordered.Shift, reshuffled, q); !(hidden < composed && hidden >= floor && hidden >= same*(1-1e-6)) {
			t.Errorf("%+v: %v, composition %v, the linear adversary %v, reshuffled %v", q, hidden, composed, floor, same)
		}
		longer := r
		longer.T *= 10
		if more := at(AveragedShift, longer, q); more > hidden*1.05 || more < hidden*(1-1e-9) {
			t.Errorf("%+v: %v, of ten times as many steps %v", q, hidden, more)
		}
	}
	r.Adjacency = run.Replace
	if theorem.Applies(AveragedShift.Hypotheses(r, claim.Question{Delta: 1e-5})) {
		t.Errorf("AveragedShift applies to the adjacency %s, want it not to", r.Adjacency)
	}
}
