package attained

import (
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// TestOthersCurve: a zeroed-out example with a linear loss among parabolas of one factor, whose means and
// variances are followed step by step with every example's own curvature, none above L. Batches that erase do
// better without a projection (TestErasingMeetsTheShiftProgram).
func TestOthersCurve(t *testing.T) {
	r := run.Run{N: 24, B: 3, T: 19, Eta: 0.5, Clip: 2, Sigma: 1, Noise: run.IterateNoise, Diameter: math.Inf(1), Adjacency: run.ZeroOut,
		Scheme: run.Cyclic, Loss: run.Convex, Clipping: run.ClippingDifference, Smoothness: 1.5}
	members, ok := LinearMembers(r)
	if !ok {
		t.Fatal("no linear run")
	}
	most := losesMost(members, adversary.Linear.Mu)
	got := 0.0
	for i := range 2001 {
		// In the differing example's batch the others have more curvature, since its own loss is linear.
		curvature := r.Smoothness * float64(r.B-1) / float64(r.B) * float64(i) / 2000
		companions := curvature * float64(r.B) / float64(r.B-1)
		if companions > r.Smoothness*(1+1e-12) {
			t.Fatalf("a curvature of %v", companions)
		}
		used, zeroed, variance := 0.0, 0.0, 0.0
		for step := range r.T {
			pull, push := curvature*float64(r.B), 0.0
			if (r.T-1-step)%r.StepsPerEpoch() == 0 {
				pull, push = companions*float64(r.B-1), r.Eta/float64(r.B)*r.Clip
			}
			c := 1 - r.Eta/float64(r.B)*pull
			used, zeroed, variance = used*c+push, zeroed*c, variance*c*c+r.Sigma*r.Sigma
		}
		got = max(got, (used-zeroed)*(used-zeroed)/variance)
	}
	const alpha = 3
	want := alpha * got / 2
	if e := alpha * most.loss * most.loss / 2; !(math.Abs(e/want-1) < 1e-5) {
		t.Errorf("%v, of all curvatures at most %v", e, want)
	}
	found := claim.Bound{Question: claim.Question{Alpha: alpha}, Epsilon: want}
	if c, ok := certifiedLinear(r, len(members), most.run, found); !ok || !(math.Abs(c/want-1) < 1e-5) {
		t.Errorf("certified %v, %v", c, ok)
	}
	linear := r
	if linear.Clipping = run.ClippingNever; !(want > 1.4*rowtest.ValueOf(t, LinearAdversary, linear, found.Question)) {
		t.Error("curvature gains nothing")
	}
}
