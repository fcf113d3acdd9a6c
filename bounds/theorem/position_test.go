package theorem

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/run"
)

// What the steps after the last use forget is written out, and whose loss it is.
func TestWrittenAtAPosition(t *testing.T) {
	r := run.Run{N: 60, B: 6, T: 95, Eta: 0.05, Clip: 2, Sigma: 1.5, Noise: run.IterateNoise, Diameter: 3, Adjacency: run.Replace,
		Scheme: run.Cyclic, Position: 3, Loss: run.StronglyConvex, Smoothness: 1, StrongConvexity: 0.1, Clipping: run.ClippingNever}
	p := contractionProblem(t.Context(), r)
	order := claim.Bound{Question: claim.Question{Alpha: 2}, Epsilon: 0.001, Alpha: 2, Renyi: 0.001}
	delta := claim.Bound{Question: claim.Question{Delta: 1e-5}, Epsilon: 0.4}
	block := contraction.Choice{Beta: 0.9, Block: 1}
	explained := func(th *Theorem) string {
		_, text := atTwo(prove(t, th, r)).Explain()
		return text
	}
	linear := adversary.Linear{Excess: -0.1, Sensitivity: 1, Sigma: 1, Diameter: 1, T: 95, Period: 10, Rest: 2}
	for _, c := range []struct{ text, want string }{
		{writeContraction(r, p, order, block), `\log \left( 1 + \theta_{2} \left(e^{(2 - 1) R} - 1\right) \right) = 0.001`},
		{writeProfile(r, p, delta, block), `h_{95} = h\,\theta_{2}\!\left(1 + \tfrac{\gamma-1}{h}\right), \quad \delta(0.4) \le 10^{-5}`},
		{writeProfile(r, p, delta, contraction.Choice{Beta: 1}), `h = \delta_\mu, \quad h_{95} = `},
		{explained(YeShokri33), `+ 0.329997 \right]`}, // c⁴/(1 + c² + c⁴), c = 0.995
		{explained(Feldman), `\frac{9}{10} + 0.333333 \right]`},
		{writeLinear(r, linear, delta), `^{2 + 10 e}`},
	} {
		if !strings.Contains(c.text, c.want) {
			t.Errorf("%s has no %s", c.text, c.want)
		}
	}
	if got, want := lastUse(r), 0.995*0.995*0.995*0.995/(1+0.995*0.995+math.Pow(0.995, 4)); math.Abs(got-want) > 1e-12 {
		t.Errorf("θ_c(3) = %v, want %v", got, want)
	}
}

// What a stated position loses falls behind each use, so that no row which is asked for
// the run up to the last use settles as T grows.
func TestPositionsDoNotSettle(t *testing.T) {
	row := &Theorem{Settles: settles}
	upTo(row, run.Run.ToLastUse, run.Run.AfterLastUse)
	r := chienLiRun(run.Cyclic, 1)
	r.N, r.B, r.T = 40, 4, 33
	if !row.Settles(r) {
		t.Error("the worst position of a known order does not settle")
	}
	if r.Position = 3; row.Settles(r) {
		t.Errorf("batch %d of %d settles", r.Position, r.StepsPerEpoch())
	}
}
