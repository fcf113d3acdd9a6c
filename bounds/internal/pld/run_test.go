package pld

import (
	"errors"
	"math"
	"math/rand"
	"testing"

	"lastiterate/bounds/internal/renyi"
)

func must(t *testing.T, delta float64, parts ...RepeatedStep) float64 {
	t.Helper()
	e, err := EpsilonWithin(nil, delta, parts...)
	if err != nil || math.IsNaN(e) || e < 0 {
		t.Fatalf("epsilon(%v) of %v = %v, %v, want a number that is not negative, and no error", delta, parts, e, err)
	}
	return e
}

// exact allows twice the grid's error when two upper values are compared.
const exact = 1 + 1e-4

func TestMonotone(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	r := rand.New(rand.NewSource(3))
	steps := []func(q, u float64) StepLoss{Poisson, PoissonReplace, WithoutReplacement, WithoutReplacementZeroOut}
	for i := range 20 {
		q := math.Pow(10, -3*r.Float64())
		u := math.Pow(10, -0.3+r.Float64())
		times := 1 + int(math.Pow(10, 3.5*r.Float64()))
		delta := math.Pow(10, -3-6*r.Float64())
		f := steps[i%len(steps)]
		e := must(t, delta, RepeatedStep{f(q, u), times})
		least := 1e-4 * math.Sqrt(float64(times)) * q / u
		for what, v := range map[string]float64{
			"T":     must(t, delta, RepeatedStep{f(q, u), times + 1 + times/3}),
			"q":     must(t, delta, RepeatedStep{f(min(1, 1.3*q), u), times}),
			"1/u":   must(t, delta, RepeatedStep{f(q, u/1.2), times}),
			"1/δ":   must(t, delta/3, RepeatedStep{f(q, u), times}),
			"parts": must(t, delta, RepeatedStep{f(q, u), times}, RepeatedStep{Poisson(0.01, 2), 5}),
		} {
			if !(v*exact+least >= e) {
				t.Errorf("case %d, q=%v u=%v T=%v δ=%v: ε = %v with more of %s, want at least %v", i, q, u, times, delta, v, what, e)
			}
		}
	}
}

// Orders that hold for every q, u, T, delta.
func TestOrder(t *testing.T) {
	for _, q := range []float64{0.003, 0.1, 0.7} {
		for _, u := range []float64{0.7, 2} {
			const times, delta = 300, 1e-6
			poisson := must(t, delta, RepeatedStep{Poisson(q, u), times})
			sampled := must(t, delta, RepeatedStep{WithoutReplacement(q, u), times})
			replace := must(t, delta, RepeatedStep{PoissonReplace(q, u), times})
			gaussian := must(t, delta, RepeatedStep{Gaussian(u), times})
			twice := must(t, delta, RepeatedStep{Gaussian(u / 2), times})
			zero := must(t, delta, RepeatedStep{WithoutReplacementZeroOut(q, u), times})
			for name, o := range map[string][2]float64{
				"Poisson, without replacement":  {poisson, sampled},
				"without replacement, Gaussian": {sampled, gaussian},
				"Poisson, replaced":             {poisson, replace},
				"replaced, Gaussian of half u":  {replace, twice},
				"without replacement, zeroed":   {sampled, zero},
				"without replacement, replaced": {sampled, replace},
			} {
				if !(o[0] <= o[1]*exact) {
					t.Errorf("q=%v u=%v, %s: ε = %v and %v, want them in this order", q, u, name, o[0], o[1])
				}
			}
			// Never above the conversion of the Rényi bound at any order.
			for _, alpha := range []float64{2, 5, 20} {
				d, err := renyi.Counted{}.MixToNormal(q, u, alpha)
				if err != nil {
					t.Fatal(err)
				}
				theta := alpha - 1
				bound := times*d - (math.Log(delta)-conversion(theta))/theta
				if poisson > bound*exact {
					t.Errorf("q=%v u=%v α=%v: ε = %v, want at most %v, converted from the Rényi bound", q, u, alpha, poisson, bound)
				}
			}
		}
	}
}

// Splitting a run into parts, and adding steps that lose nothing, change nothing.
func TestParts(t *testing.T) {
	whole := must(t, 1e-6, RepeatedStep{Poisson(0.02, 1), 1000})
	split := must(t, 1e-6, RepeatedStep{Poisson(0.02, 1), 300}, RepeatedStep{StepLoss{}, 1 << 40}, RepeatedStep{Poisson(0.02, 1), 700}, RepeatedStep{Gaussian(1), 0},
		RepeatedStep{Poisson(0, 1), 5}, RepeatedStep{Gaussian(math.Inf(1)), 5})
	if math.Abs(split/whole-1) > 1e-6 {
		t.Errorf("ε of the run in parts = %v, want that of the whole run, %v", split, whole)
	}
	// Gaussians of different noise add their squared shifts.
	got := must(t, 1e-6, RepeatedStep{Gaussian(3), 20}, RepeatedStep{Gaussian(5), 40})
	within(t, got, gaussianEpsilon(math.Sqrt(20./9+40./25), 1e-6), 4e-5, nil, "two noises")
}

// epsilon and delta are inverse to one another.
func TestInverse(t *testing.T) {
	for _, p := range []RepeatedStep{{Poisson(0.01, 1), 1000}, {WithoutReplacement(0.05, 1.5), 200}, {PoissonReplace(0.1, 3), 50}} {
		for _, delta := range []float64{1e-3, 1e-6, 1e-10} {
			e := must(t, delta, p)
			d, err := deltaOf(e, accuracy, p)
			if err != nil || !(d <= delta*1.01 && d >= delta*0.98) {
				t.Errorf("%v: delta(epsilon(%v)) = %v, %v, want at most a hundredth above and two below it", p, delta, d, err)
			}
		}
	}
}

func TestEdges(t *testing.T) {
	for _, c := range []struct {
		delta float64
		parts []RepeatedStep
		want  float64
	}{
		{1e-5, nil, 0},
		{1e-5, []RepeatedStep{{StepLoss{}, 5}}, 0},
		{1e-5, []RepeatedStep{{Poisson(0, 1), 100}}, 0},
		{1e-5, []RepeatedStep{{Poisson(0.5, math.Inf(1)), 100}}, 0},
		{0.9, []RepeatedStep{{Poisson(0.01, 1), 10}}, 0},
	} {
		if e, err := EpsilonWithin(nil, c.delta, c.parts...); err != nil || e != c.want {
			t.Errorf("%v: ε = %v, %v, want %v and no error", c, e, err, c.want)
		}
	}
	nan := math.NaN()
	for _, delta := range []float64{0, 1, -1, 2, nan} {
		if e, err := EpsilonWithin(nil, delta, RepeatedStep{Gaussian(1), 1}); !errors.Is(err, ErrDomain) || !math.IsInf(e, 1) {
			t.Errorf("δ = %v: ε = %v, %v, want +Inf and ErrDomain", delta, e, err)
		}
	}
	for _, s := range []StepLoss{Poisson(-1, 1), Poisson(nan, 1), Poisson(2, 1), Gaussian(0), Gaussian(-1), Gaussian(nan),
		WithoutReplacement(0.1, 0), PoissonReplace(1.5, 1)} {
		if e, err := EpsilonWithin(nil, 1e-5, RepeatedStep{s, 1}); !errors.Is(err, ErrDomain) || !math.IsInf(e, 1) {
			t.Errorf("%v: ε = %v, %v, want +Inf and ErrDomain", s, e, err)
		}
	}
	if e, err := EpsilonWithin(nil, 1e-5, RepeatedStep{Gaussian(1), -1}); !errors.Is(err, ErrDomain) || !math.IsInf(e, 1) {
		t.Errorf("−1 steps: ε = %v, %v, want +Inf and ErrDomain", e, err)
	}
}

// Whatever is asked, the answer is a number or +Inf, and never 0 where the loss
// is certain to be seen.
func TestExtremes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	r := rand.New(rand.NewSource(5))
	for range 40 {
		q := math.Pow(10, -8*r.Float64())
		u := math.Pow(10, -2+5*r.Float64())
		times := int(math.Pow(10, 7*r.Float64()))
		delta := math.Pow(10, -30*r.Float64())
		for i, s := range []StepLoss{Poisson(q, u), WithoutReplacement(q, u), PoissonReplace(q, u)} {
			e, err := EpsilonWithin(nil, delta, RepeatedStep{s, times})
			if math.IsNaN(e) || e < 0 || err != nil && !math.IsInf(e, 1) {
				t.Errorf("%d: q=%v u=%v T=%v δ=%v: ε = %v, %v, want a number that is not negative, and +Inf with an error",
					i, q, u, times, delta, e, err)
			}
			m := &mixOverNormal{newSampledShift(q, u)}
			// One step's delta at 0 is a lower bound.
			if p, pq := m.tails(0.5); e == 0 && p-pq > delta {
				t.Errorf("%d: q=%v u=%v T=%v: epsilon(%v) = 0, want more: one step has δ(0) = %v", i, q, u, times, delta, p-pq)
			}
		}
	}
}
