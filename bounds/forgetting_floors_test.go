package bounds

import (
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Steps that keep a 10⁻¹⁶-th of the iterate: in floating point that is 1.11·10⁻¹⁶, and the floor would have
// what two of them leave of a push 23 % too high. No floor is above an upper bound.
func TestFloorsOfStepsThatKeepLittle(t *testing.T) {
	r := run.Run{N: 1, B: 1, T: 6, Eta: 0.3, WeightDecay: 3.333333333333333, Sigma: 1, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Adjacency: run.Replace, Scheme: run.Full, After: 2, Loss: run.Convex, Clipping: run.ClippingNever}
	known := 0
	for _, r.Clip = range []float64{6472604655203.772, 1e17, 1e30} {
		for _, q := range []claim.Question{{Delta: 1e-300}, {Delta: 1e-5}, {Alpha: 2}} {
			report, err := Evaluate(t.Context(), r, q, Settings{})
			if err != nil {
				t.Fatal(err)
			}
			if c := report.Contradiction; c != nil {
				t.Errorf("C = %v, %+v: %+v", r.Clip, q, *c)
			}
			if report.Lower != nil {
				known++
			}
		}
	}
	if known < 4 {
		t.Errorf("%d floors are known", known)
	}
}
