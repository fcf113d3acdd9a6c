package forgetting

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// The recursion of contraction.md, section 6, written out anew: the coefficient of each size of
// a batch, a binomial mean, and the moment of the sampled Gaussian mechanism by summing its
// density ratio's power on a fine grid.
func TestPoissonContraction(t *testing.T) {
	for _, loss := range []run.Class{run.StronglyConvex, run.Convex, run.Smooth} {
		r := rowtest.SmallPoisson()
		r.Loss = loss
		modulus := func(a float64) float64 {
			eta := r.Eta * a / 2
			m := min(r.Diameter*(1+eta*4), r.Diameter+2*eta*1)
			switch loss {
			case run.StronglyConvex:
				m = min(m, r.Diameter*max(math.Abs(1-eta), math.Abs(1-4*eta)))
			case run.Convex:
				m = min(m, r.Diameter*max(1, math.Abs(1-4*eta)))
			}
			return m
		}
		chance := func(a int) float64 {
			p := 1.0
			for i := range a {
				p *= float64(9-i) / float64(i+1) * 0.2
			}
			return p * math.Pow(0.8, float64(9-a))
		}
		const alpha = 3.0
		price := func(beta float64) float64 { // e^{(α−1)R} of a step
			u, sum, h := 0.3*1/2/0.5/math.Sqrt(beta), 0.0, 1e-3
			if u > 5 {
				return math.Inf(1)
			}
			for x := -14.0; x < 14+4*u; x += h {
				log := 0.0 // of the densities' ratio
				if y := u*x - u*u/2; y < 30 {
					log = math.Log(0.8 + 0.2*math.Exp(y))
				} else {
					log = y + math.Log(0.2)
				}
				sum += h * math.Exp(alpha*log-x*x/2) / math.Sqrt(2*math.Pi)
			}
			return sum
		}
		type choice struct{ price, theta float64 }
		var choices []choice
		for i := 0.0; i <= 80; i++ {
			beta, theta := math.Exp2(-i/8), 0.0
			for a := range 10 {
				kept := func(a int) float64 {
					return math.Erf(modulus(float64(a)) / (2 * math.Sqrt2 * 0.5 * math.Sqrt(1-beta)))
				}
				// There may be ten others.
				theta += chance(a) * (0.8*kept(a) + 0.2*max(kept(a), kept(a+1)))
			}
			choices = append(choices, choice{price(beta), theta})
		}
		y := 0.0
		for range r.T {
			least := math.Inf(1)
			for _, c := range choices {
				least = min(least, c.price*(1+c.theta*y)-1)
			}
			y = least
		}
		want := math.Log1p(y) / (alpha - 1)
		g, err := Contraction.Prove(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		if got := rowtest.RenyiOf(g, alpha); !(math.Abs(got/want-1) < 1e-5) {
			t.Errorf("%s: %v, written out %v", loss, got, want)
		}
	}
}

// One step is what it pays, whatever the domain.
func TestSampledSteps(t *testing.T) {
	one := func(change func(*run.Run)) run.Run {
		r := rowtest.SmallPoisson()
		r.T = 1
		change(&r)
		return r
	}
	at := func(r run.Run, alpha float64) (renyi, epsilon float64) {
		t.Helper()
		if h := Profile.Hypotheses(r, claim.Question{}); !theorem.Applies(h) {
			t.Fatalf("%+v: %+v", r, h)
		}
		c, err := Contraction.Prove(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Profile.Prove(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		epsilon, err = rowtest.EpsilonOf(p, 0.01)
		if err != nil {
			t.Fatal(err)
		}
		return rowtest.RenyiOf(c, alpha), epsilon
	}
	phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	hockey := func(mu, gamma float64) float64 {
		return phi(mu/2-math.Log(gamma)/mu) - gamma*phi(-mu/2-math.Log(gamma)/mu)
	}
	const alpha, q, u = 3.0, 0.2, 0.3
	known := func(s float64) float64 { return math.Log1p(q*math.Expm1((alpha-1)*alpha*s*s/2)) / (alpha - 1) }
	for _, c := range []struct {
		name    string
		run     run.Run
		renyi   float64 // 0 for not known here
		profile func(gamma float64) float64
	}{
		{"add", one(func(r *run.Run) {}), 0, func(gamma float64) float64 { return q * hockey(u, 1+(gamma-1)/q) }},
		{"zero out, difference", one(func(r *run.Run) { r.Adjacency, r.Clipping = run.ZeroOut, run.ClippingDifference }), 0,
			func(gamma float64) float64 { return q * hockey(u, 1+(gamma-1)/q) }},
		{"replace, difference", one(func(r *run.Run) { r.Adjacency, r.Clipping = run.Replace, run.ClippingDifference }), known(2 * u),
			func(gamma float64) float64 { return q * hockey(2*u, gamma) }},
		{"without replacement, difference", one(func(r *run.Run) {
			r.Scheme, r.Adjacency, r.Clipping = run.WithoutReplacement, run.ZeroOut, run.ClippingDifference
		}), known(u), func(gamma float64) float64 { return q * hockey(u, gamma) }},
		{"all", one(func(r *run.Run) { r.B, r.Eta, r.Adjacency = 10, 1.5, run.Replace }), alpha * 4 * u * u / 2,
			func(gamma float64) float64 { return hockey(2*u, gamma) }},
	} {
		renyi, epsilon := at(c.run, alpha)
		if c.renyi > 0 && !(math.Abs(renyi/c.renyi-1) < 1e-9) {
			t.Errorf("%s: %v, one step %v", c.name, renyi, c.renyi)
		}
		if delta := c.profile(math.Exp(epsilon)); !(delta < 0.01*(1+1e-9) && delta > 0.0099) {
			t.Errorf("%s: ε = %v, where one step has δ = %v", c.name, epsilon, delta)
		}
	}
	if r := one(func(r *run.Run) { r.Clipping = run.ClippingDifference }); theorem.Applies(Profile.Hypotheses(r, claim.Question{})) {
		t.Errorf("Profile applies to %s, want it not to: an example that is added has a gradient of any length", r.Clipping)
	}
}
