package contraction

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/errfloat"
)

// gaussianMatching is a block that pays mu in all and leaves of any two starts two Gaussians apart.
func gaussianMatching(g *grid, mu, apart float64) *matching {
	wide := newGrid(convert.GaussianEpsilonUpper(apart, 1e-30), 320)
	return g.matching([]mechanism{g.gaussian(mu)}, wide, wide.gaussianProfile(apart))
}

// positivePart is the integral of max(0, f) from f's values at steps of 1. Where f changes its sign the sum of the values is off
// by its slope times θ(1−θ)/2 − 1/12 (Euler and Maclaurin), θ the distance of the next value from the kink.
func positivePart(f []float64) float64 {
	sum := 0.0
	for i, v := range f {
		sum += max(0, v)
		if i > 0 && (v > 0) != (f[i-1] > 0) {
			slope := math.Abs(v - f[i-1])
			theta := max(v, f[i-1]) / slope
			sum -= slope * (theta*(1-theta)/2 - 1.0/12)
		}
	}
	return sum
}

// Two random laws on points of an interval take one step each, whose means are up to s apart, against
// numerical integration of both.
func TestMatchingBoundsLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "points")
		d, s := rapid.Float64Range(0.01, 3).Draw(t, "D"), rapid.Float64Range(0.01, 1).Draw(t, "s")
		x, v, p, q := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		sumP, sumQ := 0.0, 0.0
		for i := range x {
			x[i] = d * rapid.Float64Range(0, 1).Draw(t, "x")
			v[i] = s * rapid.SampledFrom([]float64{1, -1, 1, rapid.Float64Range(-1, 1).Draw(t, "v")}).Draw(t, "of")
			p[i] = math.Exp(rapid.Float64Range(-8, 0).Draw(t, "ln p"))
			q[i] = p[i] * math.Exp(rapid.Float64Range(-3, 3).Draw(t, "loss"))
			sumP, sumQ = sumP+p[i], sumQ+q[i]
		}
		g := newGrid(rapid.Float64Range(0.5, 6).Draw(t, "top"), 60)
		h, exact := make([]float64, 61), make([]float64, 61)
		for j, gamma := range g.gamma {
			forth, back := 0.0, 0.0
			for i := range p {
				forth += max(0, p[i]/sumP-gamma*q[i]/sumQ)
				back += max(0, q[i]/sumQ-gamma*p[i]/sumP)
			}
			h[j] = max(forth, back) + errfloat.Tiny
			const step = 0.01
			var ahead, behind []float64
			for y := -9 - s; y < 9+s+d; y += step {
				a, b := 0.0, 0.0
				for i := range p {
					a += p[i] / sumP * math.Exp(-(y-x[i])*(y-x[i])/2)
					b += q[i] / sumQ * math.Exp(-(y-x[i]-v[i])*(y-x[i]-v[i])/2)
				}
				ahead, behind = append(ahead, a-gamma*b), append(behind, b-gamma*a)
			}
			exact[j] = max(positivePart(ahead), positivePart(behind)) * step / math.Sqrt(2*math.Pi)
		}
		composed := g.compose(h, g.gaussian(s))
		for j, v := range gaussianMatching(g, s, d+s).over(h) {
			if v < exact[j]*(1-1e-6)-1e-7 {
				t.Fatalf("γ = %v: %v, the laws' %v", g.gamma[j], v, exact[j])
			}
			if last := errfloat.Profile(d+s, g.loss(j)); v > min(composed[j], last)*1.02+1e-10 {
				t.Fatalf("γ = %v: %v is above composition's %v or two Gaussians' %v", g.gamma[j], v, composed[j], last)
			}
		}
	})
}

// The table of profile.md, section 10.
func TestMatchingGains(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ excess, s, d, epsilon, order float64 }{
		{0, 0.01, 1, 0.0408, 0.000209}, {0, 0.01, 5, 0.142, 0.00194}, {0, 0.01, 10, 0.283, 0.00665}, {0, 0.01, 20, 0.590, 0.0270},
		{-0.02, 0.01, 5, 0.136, 0.00179}, {0.1, 0.01, 7, 0.291, 0.00717}, {0, 0.2667, 3.333, 3.52, 0.719},
	} {
		p := linear(c.excess, c.s, 1, c.d, 1e9)
		if e := profile(t, p, 1e-5); math.Abs(e/c.epsilon-1) > 0.01 {
			t.Errorf("%+v: ε = %v at 1e-5", c, e)
		}
		if e := profileRenyi(t, p, 2); math.Abs(e/c.order-1) > 0.01 {
			t.Errorf("%+v: ε(2) = %v", c, e)
		}
	}
}

// Masses that add up to more than 1 could pay for what they must not: a steep bound at γ = 1, by a referee.
func TestMatchingOfASteepBound(t *testing.T) {
	const d, gamma, least = 5.0, 1.02, 9.510e-4 // of 0.999·N(0) + 0.001·N(5) against N(0)
	for _, c := range []float64{0, 0.004, 0.1, 0.5} {
		g := newGrid(math.Log(gamma), 320)
		h := g.evaluate(func(loss float64) float64 { return 0.001 + c*max(0, 1-math.Expm1(loss)/0.01) })
		m := gaussianMatching(g, 0.001, d+0.001)
		if out := m.over(h); out[g.last()] < least {
			t.Errorf("c = %v: %v at γ = %v, want at least %v", c, out[g.last()], gamma, least)
		}
	}
}
