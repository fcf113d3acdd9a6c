package pld

import (
	"math"
	"math/rand"
	"testing"

	"lastiterate/bounds/internal/renyi"
)

// gaussianDelta is the exact profile of N(μ, 1) against N(0, 1) (Balle and Wang
// 2018, arXiv:1805.06530v2, Theorem 8).
func gaussianDelta(mu, epsilon float64) float64 {
	if epsilon > 0 {
		return math.Exp(renyi.LogHockeyStick(epsilon, 1, 1/mu)) // e^ε may overflow
	}
	return upper(epsilon/mu-mu/2, 0, 1) - math.Exp(epsilon)*upper(epsilon/mu+mu/2, 0, 1)
}

func gaussianEpsilon(mu, delta float64) float64 {
	if gaussianDelta(mu, 0) <= delta {
		return 0
	}
	a, b := 0.0, 1.0
	for gaussianDelta(mu, b) > delta {
		b *= 2
	}
	for range 100 {
		if m := (a + b) / 2; gaussianDelta(mu, m) > delta {
			a = m
		} else {
			b = m
		}
	}
	return b
}

// within fails unless want <= got <= want·(1+excess).
func within(t *testing.T, got, want, excess float64, err error, what ...any) {
	t.Helper()
	if err != nil || !(got >= want*(1-1e-12) && got <= want*(1+excess)) {
		t.Errorf("%v: %.10g, %v; want at least %.10g, at most %g more: relative %.3g", what, got, err, want, excess, got/want-1)
	}
}

// A Gaussian composed with itself is a Gaussian: exact values at every size of
// epsilon, delta and T.
func TestGaussian(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	for _, times := range []int{1, 7, 1_000_000} {
		for _, mu := range []float64{0.01, 1, 5, 30} {
			u := math.Sqrt(float64(times)) / mu
			for _, delta := range []float64{0.01, 1e-5, 1e-40} {
				want := gaussianEpsilon(mu, delta)
				got, err := EpsilonWithin(nil, delta, RepeatedStep{Gaussian(u), times})
				// The grid aims at an error of 2e-5·max(ε, μ/10).
				if want == 0 && got < 1e-6*mu {
					continue
				}
				within(t, got, want, 4e-5*max(1, mu/10/want), err, "epsilon, T, μ, δ", times, mu, delta)
			}
			for _, z := range []float64{-2, -0.5, 0.7, 8} {
				epsilon := mu*z + mu*mu/2
				want := gaussianDelta(mu, epsilon)
				// The excess as one of epsilon: 1.2e-4 where the work is capped; and what the
				// proved error of a million-fold product of transforms adds.
				most := gaussianDelta(mu, epsilon-1.2e-4*max(epsilon, mu)) + 1e-4*want
				got, err := deltaOf(epsilon, accuracy, RepeatedStep{Gaussian(u), times})
				within(t, got, want, most/want-1, err, "delta, T, μ, ε", times, mu, epsilon)
			}
		}
	}
	// The same formula, solved to 14 digits by another program: μ = 1, δ = 1e-5.
	got, err := EpsilonWithin(nil, 1e-5, RepeatedStep{Gaussian(1), 1})
	within(t, got, 4.3771780956812, 3e-5, err, "μ = 1")
}

// atNode compares with the difference p − q, which is exact to 1e-13 of p, where
// less than half of it lies beyond the cut-off 1e-18.
func atNode(t *testing.T, got, p, q float64, what ...any) {
	t.Helper()
	if want := p - q; want > 1e-17 && !(got >= want-1e-13*p && got <= want*(1+1e-6)+1e-18+1e-13*p) {
		t.Errorf("%v: δ = %v, want %v", what, got, want)
	}
}

// One step has an exact delta, from the tails of the pair.
func TestOneStepExact(t *testing.T) {
	for _, q := range []float64{1e-6, 0.01, 0.4} {
		for _, u := range []float64{0.3, 1, 7, 300} {
			for name, c := range map[string]struct {
				m pair
				s StepLoss
			}{
				"poisson": {&mixOverNormal{newSampledShift(q, u)}, Poisson(q, u)},
				"replace": {&mixOverMix{newSampledShift(q, u)}, PoissonReplace(q, u)},
			} {
				h := 0.01 * min(1, 1/u)
				l, err := c.s.grid(h, 1e-18)
				if err != nil {
					t.Fatal(err)
				}
				d := l.dual()
				total, dual := l.inf, d.inf
				for i := range l.p {
					total += l.p[i]
					dual += d.p[i]
				}
				if math.Abs(total-1) > 1e-10 || math.Abs(dual-1) > 1e-10 || total < 1-1e-15 {
					t.Errorf("%s q=%v u=%v: masses sum to 1%+.3g and 1%+.3g, want 1 within 1e-10", name, q, u, total-1, dual-1)
				}
				for _, j := range []int{1, 3, 20, 90, 400} {
					e := h * float64(j)
					p, pq := c.m.tails(c.m.inverse(e))
					atNode(t, l.delta(e), p, math.Exp(e)*pq, name, "remove", q, u, e)
					pq, p = c.m.heads(c.m.inverse(-e))
					atNode(t, d.delta(e), p, math.Exp(e)*pq, name, "add", q, u, e)
					// Between the grid points the chord is above.
					e += h / 2
					p, pq = c.m.tails(c.m.inverse(e))
					if want := p - math.Exp(e)*pq; l.delta(e) < want-1e-13*p {
						t.Errorf("%s q=%v u=%v: the chord's δ(%v) = %v, want at least %v", name, q, u, e, l.delta(e), want)
					}
				}
			}
		}
	}
}

// Many steps against the inversion integral, which knows no grid. Bounds must lie
// above it; their excess is measured in epsilon through the slope of delta.
func TestInversion(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	r := rand.New(rand.NewSource(1))
	checked := 0
	for checked < 25 {
		q := math.Pow(10, -4*r.Float64())
		u := math.Pow(10, -0.7+2*r.Float64())
		times := int(math.Pow(10, 2+3*r.Float64()))
		delta := math.Pow(10, -2-10*r.Float64())
		var m pair = &mixOverNormal{newSampledShift(q, u)}
		step := Poisson(q, u)
		if checked%3 == 2 {
			m, step = &mixOverMix{newSampledShift(q, u)}, PoissonReplace(q, u)
		}
		e, err := EpsilonWithin(nil, delta, RepeatedStep{step, times})
		if err != nil {
			t.Fatalf("q=%v u=%v T=%v: epsilon(%v): error %v, want none", q, u, times, delta, err)
		}
		if e < 1e-3 {
			continue
		}
		at, ok := invert(m, float64(times), e)
		below, ok2 := invert(m, float64(times), e*(1-1e-4))
		if !ok || !ok2 {
			continue
		}
		checked++
		if !(at <= delta*(1+1e-9)) {
			t.Errorf("q=%v u=%v T=%v: ε = %v, and δ(ε) = %v, want at most %v", q, u, times, e, at, delta)
		}
		if !(below >= delta) {
			t.Errorf("q=%v u=%v T=%v: ε = %v, and δ = %v at 1e-4 less, want at least %v", q, u, times, e, below, delta)
		}
	}
}
