package forgetting

import (
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// Where little noise leaves finite values at a few shares of the noise only, the search finds them: ε rises gently as σ falls. A
// search between two shares of infinite values took the bound of a plan without payments, 34 in place of 0.012.
func TestProfileWithLittleNoise(t *testing.T) {
	r := run.Run{N: 10_000, B: 100, T: 2000, Eta: 0.1, Clip: 1, Noise: run.IterateNoise, Diameter: 0.03, Scheme: run.Poisson,
		Adjacency: run.AddRemove, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	before := 0.0113 // at σ = 0.00936
	for _, sigma := range []float64{0.0092, 0.0091396, 0.009, 0.008, 0.007} {
		r.Sigma = sigma
		e := rowtest.ValueOf(t, Profile, r, claim.Question{Delta: 1e-6})
		if !(e > before && e < 2*before) {
			t.Errorf("σ = %v: ε = %v, want between %v and twice that", sigma, e, before)
		}
		before = e
	}
}
