package forgetting

import (
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// What the steps after the last use forget is written out.
func TestForgottenAtAPosition(t *testing.T) {
	r := rowtest.RowAtPosition()
	p := contractionProblem(t.Context(), r)
	order := claim.Bound{Question: claim.Question{Alpha: 2}, Epsilon: 0.001, Alpha: 2, Renyi: 0.001}
	delta := claim.Bound{Question: claim.Question{Delta: 1e-5}, Epsilon: 0.4}
	block := contraction.Cycle{Beta: 0.9, Block: 1}
	for _, c := range []struct{ text, want string }{
		{writeContraction(r, p, order, block), `\log \left( 1 + \theta_{2} \left(e^{(2 - 1) R} - 1\right) \right) = 0.001`},
		{writeProfile(r, p, delta, block), `h_{95} = h\,\theta_{2}\!\left(1 + \tfrac{\gamma-1}{h}\right), \quad \delta(0.4) \le 10^{-5}`},
		{writeProfile(r, p, delta, contraction.Cycle{Beta: 1}), `h = \delta_\mu, \quad h_{95} = `},
	} {
		if !strings.Contains(c.text, c.want) {
			t.Errorf("%s has no %s", c.text, c.want)
		}
	}
}

// A run that forgets for 56 steps after its last use, of which every step adds to short distances what it takes from long ones.
// No bound is below the floor that the interval's run has there (bounds/internal/row/attained).
func TestLongAfterTheLastUse(t *testing.T) {
	r := run.Run{N: 252, B: 4, T: 7444, Eta: 0.00416, Clip: 1.89, Sigma: 35.6, Noise: run.GradientNoise, Diameter: 0.566,
		Adjacency: run.Replace, Scheme: run.Cyclic, Position: 17, Loss: run.StronglyConvex, Smoothness: 687, StrongConvexity: 8.44,
		Clipping: run.ClippingGLM}
	for _, c := range []struct {
		claim.Question
		least, most float64
	}{
		{claim.Question{Delta: 7.11e-10}, 8.2e-8, 9.1e-5}, {claim.Question{Alpha: 2}, 3.4e-15, 2.7e-11},
		{claim.Question{Alpha: 100}, 1.7e-13, 8.2e-8}, {claim.Question{Alpha: 200}, 3.4e-13, 4.9e-5},
	} {
		if got := rowtest.ValueOf(t, Profile, r, c.Question); !(got >= c.least && got <= c.most) {
			t.Errorf("%+v: %v, want at least %v and at most %v", c.Question, got, c.least, c.most)
		}
	}
}
