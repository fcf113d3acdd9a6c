package pld

import (
	"math"
	"math/rand"
	"testing"

	"lastiterate/bounds/internal/convert"
)

// One step whose example is hardly ever used, and whose ε is a part in a thousand of
// what a use loses: the values are those of q·E_e(N(1,u²)‖N(0,u²)), e = (e^ε−1+q)/q.
func TestOneRareStep(t *testing.T) {
	for _, c := range []struct{ q, delta, want float64 }{{1e-8, 1e-9, 8.0404e-5}, {1e-7, 1e-10, 0.322868}, {1e-6, 1e-7, 0.00800857}} {
		const u = 0.3
		for name, step := range map[string]StepLoss{"poisson": Poisson(c.q, u), "without": WithoutReplacement(c.q, u)} {
			got := must(t, c.delta, RepeatedStep{step, 1})
			s := u * math.Log1p(math.Expm1(got)/c.q)
			if d := c.q * (upper(s-0.5/u, 0, 1) - math.Exp(s/u)*upper(s+0.5/u, 0, 1)); !(d <= c.delta && d >= c.delta*(1-1e-6)) ||
				math.Abs(got/c.want-1) > 1e-5 {
				t.Errorf("%s %+v: ε = %v, where δ = %v, want ε = %v and δ at most %v", name, c, got, d, c.want, c.delta)
			}
		}
		// A replaced example loses no less, and hardly more.
		if r := must(t, c.delta, RepeatedStep{PoissonReplace(c.q, u), 1}); !(r >= c.want*(1-1e-5) && r <= c.want*1.001) {
			t.Errorf("%+v: ε = %v for a replaced example, want from %v to 0.1 %% more", c, r, c.want)
		}
	}
}

// The profile of one step is the one computed from its tails.
func TestProfilesAreTails(t *testing.T) {
	for _, q := range []float64{1e-6, 0.01, 0.4, 1} {
		for _, u := range []float64{0.3, 1, 7} {
			for _, m := range []pair{&mixOverNormal{newSampledShift(q, u)}, &mixOverMix{newSampledShift(q, u)},
				newFarOverNear(min(q, 0.9), u)} {
				for _, e := range []float64{0, 1e-3, 0.1, 1, 5, 31} {
					p, pq := m.tails(m.inverse(e))
					want := p - math.Exp(e)*pq
					got, relative := m.profile(e)
					if want > 1e-9*p && want > 1e-100 && !(got >= want-1e-13*p && got <= want*(1+2*relative)+1e-13*p) {
						t.Errorf("%T q=%v u=%v: δ(%v) = %v, want %v", m, q, u, e, got, want)
					}
				}
			}
		}
	}
}

// Two and three steps against exact integrals over the first one's loss, where δ is
// decided at losses that hardly any grid resolves.
func TestFewRareSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	for _, c := range []struct{ q, u, delta float64 }{
		{1e-8, 0.3, 1e-9}, {1e-7, 0.3, 1e-10}, {1e-6, 0.5, 1e-7}, {1e-3, 0.7, 1e-4}, {0.01, 0.2, 1e-3}, {0.2, 1, 1e-4},
	} {
		m := &mixOverNormal{newSampledShift(c.q, c.u)}
		removal := both(m.profile, func(e float64) (float64, float64) { // E_γ(Q‖P) <= 0 above 1/(1−q)
			p, q := m.heads(m.inverse(-e))
			return max(0, q-math.Exp(e)*p), 0
		})
		got := must(t, c.delta, RepeatedStep{Poisson(c.q, c.u), 2})
		at := func(e float64) float64 { return twoSteps(m, e, removal) }
		if d := at(got); !(d <= c.delta*(1+1e-7)) {
			t.Errorf("%+v: δ(%v) = %v of two steps, want at most %v", c, got, d, c.delta)
		}
		if d := at(got / 1.01); !(d >= c.delta) {
			t.Errorf("%+v: ε = %v of two steps, and δ = %v at a hundredth less, want at least %v", c, got, d, c.delta)
		}
	}
}

// Many steps of which hardly one uses the example: never below the test whether any
// step loses much, P(max L > y) − e^ε·Q(max L > y), and close to it, the others
// losing Tq or so.
func TestManyRareSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	r := rand.New(rand.NewSource(21))
	for range 12 {
		q, u := math.Pow(10, -9+2*r.Float64()), 0.25+0.3*r.Float64()
		times := math.Floor(math.Pow(10, 1+3*r.Float64()))
		delta := times * q * math.Pow(10, -0.3-3*r.Float64())
		m := &mixOverNormal{newSampledShift(q, u)}
		got := must(t, delta, RepeatedStep{Poisson(q, u), int(times)})
		floor := func(e float64) float64 {
			most := 0.0
			for i := range 400 {
				p, pq := m.tails(m.inverse(e * math.Pow(10, -1+2*float64(i)/400)))
				most = max(most, -math.Expm1(times*math.Log1p(-p))+math.Exp(e)*math.Expm1(times*math.Log1p(-pq)))
			}
			return most
		}
		if d := floor(got); d > delta*(1+1e-9) {
			t.Errorf("q=%v u=%v T=%v: ε = %v, where δ is at least %v, want a floor of at most %v", q, u, times, got, d, delta)
		}
		if d := floor(got/1.05 - 2*times*q); d < delta {
			t.Errorf("q=%v u=%v T=%v: ε = %v, and a floor of δ of %v at 5 %% less, want at least %v", q, u, times, got, d, delta)
		}
	}
}

// Little noise: k uses lose at least N(k/(2u²) + k·ln q + (T−k)·ln(1−q), k/u²), which is
// a floor of δ, and answers are at most 5 % above what it gives.
func TestLittleNoise(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	r := rand.New(rand.NewSource(22))
	for i := range 24 {
		u, q := math.Pow(10, -4+2*r.Float64()), math.Pow(10, -6*r.Float64())
		times := math.Floor(math.Pow(10, 5*r.Float64()))
		delta := math.Pow(10, -2-8*r.Float64())
		step := []func(q, u float64) StepLoss{Poisson, WithoutReplacement, PoissonReplace, WithoutReplacementZeroOut}[i%4]
		got := must(t, delta, RepeatedStep{step(q, u), int(times)})
		floor := func(e float64) float64 { // of δ(e), as if losses exceeded e by 3
			sum, log := 0.0, times*math.Log1p(-q)
			for k := 1.0; k <= times && k < 40+4*times*q; k++ {
				log += math.Log((times-k+1)/k) + math.Log(q) - math.Log1p(-q)
				mean := k/2/u/u + k*math.Log(q) + (times-k)*math.Log1p(-q)
				sum += math.Exp(log) * upper(e+3, mean, math.Sqrt(k)/u)
			}
			return sum * -math.Expm1(-3)
		}
		if d := floor(got); d > delta {
			t.Errorf("case %d, q=%v u=%v T=%v: ε = %v, where δ is at least %v, want a floor of at most %v", i, q, u, times, got, d, delta)
		}
		if d := floor(got / 1.05); got > 0 && d < delta*0.99 {
			t.Errorf("case %d, q=%v u=%v T=%v: ε = %v, and a floor of δ of %v at 5 %% less, want at least %v",
				i, q, u, times, got, d, delta)
		}
	}
	// e^ε/q overflows before e^ε does: the law of a zeroed example once ended there.
	if e := must(t, 1e-5, RepeatedStep{WithoutReplacementZeroOut(1e-6, 0.01), 100}); !(e > 5100 &&
		e < convert.GaussianEpsilonUpper(100, 0.05)*1.05) {
		t.Errorf("ε of a use that loses 5000 = %v, want above 5100 and at most 5 %% above the Gaussian's %v",
			e, convert.GaussianEpsilonUpper(100, 0.05))
	}
}
