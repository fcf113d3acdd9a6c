package forgetting

import (
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/row/rowtest"
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
