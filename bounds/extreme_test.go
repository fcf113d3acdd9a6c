package bounds

import (
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// The search for the length of a block ends even if every further step improves the loss in
// its last digit. In these runs the noise needs millions of steps to cross the
// domain.
func TestSearchesEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	r := run.Run{N: 1, B: 1, T: 53_200_313, Eta: 0.019284985849718314, Clip: 5.9707607059763745, Sigma: 430.7087142272893,
		Noise:     run.LangevinNoise,
		Adjacency: run.Replace, Scheme: run.Reshuffle, Loss: run.StronglyConvex, Smoothness: 0.6104367487080454,
		StrongConvexity: 0.5971393331977458,
		Clipping:        run.ClippingActive}
	for _, diameter := range []float64{3e6, 3.1e6, 3.7e6} {
		for _, q := range []claim.Question{{Delta: 1e-5}, {Alpha: 8}} {
			r.Diameter = diameter
			report := tableOf(t, r, q)
			if e := report.Answer.Epsilon; !(e > 0 && e <= report.AllIterates.Epsilon) {
				t.Errorf("D = %v, %+v: ε = %v, composition %v", diameter, q, e, report.AllIterates.Epsilon)
			}
		}
	}
}
