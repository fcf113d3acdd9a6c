package pld

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/convert"
)

// revealedEpsilon is the bound for steps that tell their coins, at any noise.
func revealedEpsilon(t *testing.T, delta float64, parts ...RepeatedStep) float64 {
	t.Helper()
	r, err := newRun(parts)
	if err != nil {
		t.Fatal(err)
	}
	e, err := r.reveal(delta).epsilon(delta)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// To know more costs more: steps that tell their coins are never below those that
// do not, and hardly above them where the noise hides no coin.
func TestRevealedIsAbove(t *testing.T) {
	steps := map[string]func(q, u float64) StepLoss{"poisson": Poisson, "replace": PoissonReplace, "without": WithoutReplacement,
		"zero-out": WithoutReplacementZeroOut}
	for name, step := range steps {
		for _, c := range []struct{ q, u, delta, close float64 }{
			{0.01, 1, 1e-5, math.Inf(1)}, {0.3, 0.3, 1e-6, math.Inf(1)}, {0.01, 0.05, 1e-8, 0.05}, {0.9, 0.01, 1e-3, 0.01},
			{0.001, 0.007, 1e-12, 0.01},
		} {
			for _, times := range []int{1, 7, 300} {
				part := RepeatedStep{step(c.q, c.u), times}
				told, hidden := revealedEpsilon(t, c.delta, part), must(t, c.delta, part)
				if told*exact < hidden {
					t.Errorf("%s, %+v, T=%d: ε = %v with coins told, want at least that with coins hidden, %v",
						name, c, times, told, hidden)
				}
				if told > hidden*(1+c.close) {
					t.Errorf("%s, %+v, T=%d: ε = %v with coins told, want at most 1 + %v times that with coins hidden, %v",
						name, c, times, told, c.close, hidden)
				}
			}
		}
	}
}

// One step that tells its coin loses what a Gaussian mechanism loses at δ/q.
func TestRevealedIsExact(t *testing.T) {
	for _, c := range []struct{ q, u, delta float64 }{{0.5, 1e-3, 1e-5}, {1e-6, 1e-11, 1e-9}, {1, 1e-40, 1e-5}, {0.01, 1e-90, 1e-300}} {
		want := convert.GaussianEpsilonUpper(1/c.u, c.delta/c.q)
		if got := must(t, c.delta, RepeatedStep{Poisson(c.q, c.u), 1}); !(math.Abs(got/want-1) <= 2e-6) {
			t.Errorf("%+v: ε = %v, want %v", c, got, want)
		}
	}
	// An example that is hardly ever used costs nothing.
	if e := must(t, 1e-5, RepeatedStep{Poisson(1e-9, 1e-20), 1000}); e != 0 {
		t.Errorf("ε = %v at δ = 1e-5 for an example of chance 1e-6, want 0", e)
	}
	// Seven coins of which at most two show heads but for 1e-5: μ² = 2/u².
	two := revealedEpsilon(t, 1e-5, RepeatedStep{Poisson(1e-3, 1e-4), 7})
	if one, three := convert.GaussianEpsilonUpper(1e4, 1e-5), convert.GaussianEpsilonUpper(math.Sqrt2*1e4,
		1e-9); !(two > one && two < three) {
		t.Errorf("ε of seven coins = %v, want between that of one use, %v, and the larger %v", two, one, three)
	}
}

// The law of the number of uses is counted in full: what is listed and what is
// beyond it make a probability of one at least, and the tails are never too small.
func TestRevealedCountsEverything(t *testing.T) {
	for _, c := range []struct {
		times int
		q     float64
	}{{1, 0.5}, {10, 0.999999}, {1000, 1e-3}, {100_000, 0.3}, {1 << 40, 1e-9}, {1e12, 0.5}, {1e12, 1 - 1e-13}} {
		r, err := newRun([]RepeatedStep{{Poisson(c.q, 1e-5), c.times}})
		if err != nil {
			t.Fatal(err)
		}
		v := r.reveal(1e-10)[0]
		sum, mean := v.beyond, 0.0
		for i, w := range v.weights {
			sum, mean = sum+w, mean+w*v.uses[i]
			if !(w >= 0) || i > 0 && v.uses[i] < v.uses[i-1] {
				t.Fatalf("%+v: weight %v of %v uses, want a weight that is not negative, and no fewer uses than before", c, w, v.uses[i])
			}
		}
		most := float64(c.times)
		if expected := most * c.q; !(sum >= 1-1e-12 && sum < 1+1e-4) || !(mean >= expected*(1-1e-8)) || !(mean <= expected*1.02+5) ||
			v.beyond > 1e-16 || v.uses[len(v.uses)-1] > most {
			t.Errorf("%+v: all is %v, the mean %v, beyond %v, the most uses %v, want 1, %v, at most 1e-16 and at most %v",
				c, sum, mean, v.beyond,
				v.uses[len(v.uses)-1], expected, most)
		}
	}
	// Twice the standard deviation above the mean: 0.02275 by the normal law.
	r, _ := newRun([]RepeatedStep{{Poisson(0.5, 1e-5), 1e10}})
	v, tail := r.reveal(1e-10)[0], 0.0
	for i, k := range v.uses {
		if k > 5e9+1e5 {
			tail += v.weights[i]
		}
	}
	if tail += v.beyond; tail < 0.02275 {
		t.Errorf("the tail beyond two deviations = %v, want at least 0.02275", tail)
	}
}

// A loss of 10²² nats fits on no grid; that is refused, and the answer is a bound.
func TestNoGridOverflows(t *testing.T) {
	for _, step := range []func(q, u float64) StepLoss{Poisson, PoissonReplace, WithoutReplacement, WithoutReplacementZeroOut} {
		for _, u := range []float64{1e-11, 1e-80} {
			if law, err := step(1e-3, u).grid(1e-3, 1e-10); err == nil {
				t.Errorf("u = %v: a grid of %d cells, want an error", u, len(law.p))
			}
			if e := must(t, 1e-5, RepeatedStep{step(1e-3, u), 100}); !(e > 1/u) {
				t.Errorf("u = %v: ε = %v, want above %v", u, e, 1/u)
			}
			if d, err := deltaOf(1, accuracy, RepeatedStep{step(1e-3, u), 100}); err != nil || !(d > 0.09 && d < 0.1) {
				t.Errorf("u = %v: δ(1) = %v, %v, want the chance 1 − 0.999^100 of any use", u, d, err)
			}
		}
	}
}
