package pld

import (
	"errors"
	"math"
	"testing"

	"lastiterate/bounds/internal/renyi"
)

// A law's moments are Rényi divergences, which package renyi computes by another
// road: the grid must lie above, and close.
func TestMomentsMeetRenyi(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	type divergence = func(q, u, alpha float64) (float64, error)
	for _, c := range []struct {
		name string
		step func(q, u float64) Step
		dual bool
		f    divergence
		// least is what the moment may be below f by: f's law is not the same
		// where the step takes the smaller of two profiles.
		least float64
	}{
		{"remove", Poisson, false, renyi.Counted{}.MixToNormal, 1},
		{"add", Poisson, true, renyi.Counted{}.NormalToMix, 1},
		{"replacement", WithoutReplacement, false, renyi.Counted{}.WithoutReplacement, 1},
		{"contracted", WithoutReplacementContracted, false, renyi.Counted{}.WithoutReplacementContracted, 1},
		{"zero-out", WithoutReplacementZeroOut, false, renyi.Counted{}.WithoutReplacementZeroOut, 0.4},
	} {
		for _, q := range []float64{0.001, 0.05, 0.6, 1} {
			for _, u := range []float64{0.6, 3} {
				for _, alpha := range []float64{1.5, 4} {
					want, err := c.f(q, u, alpha)
					if err != nil {
						t.Fatal(err)
					}
					h := 0.02 * math.Sqrt(want)
					l, err := c.step(q, u).Grid(h, 1e-90)
					if err != nil {
						t.Fatalf("%s q=%v u=%v: %v", c.name, q, u, err)
					}
					if c.dual {
						l = l.Dual()
					}
					got := l.logMoment(alpha-1) / (alpha - 1)
					if !(got >= want*c.least*(1-1e-9) && got <= want*1.003) {
						t.Errorf("%s q=%v u=%v alpha=%v: %v, want %v, relative %.3g", c.name, q, u, alpha, got, want, got/want-1)
					}
				}
			}
		}
	}
}

// The zero-out step of q = 1/2, u = 1 can lose 0.553 at
// alpha = 2, more than the Poisson pair's 0.357.
func TestZeroOutCoversDisplacement(t *testing.T) {
	l, err := WithoutReplacementZeroOut(0.5, 1).Grid(1e-3, 1e-20)
	if err != nil {
		t.Fatal(err)
	}
	if v := l.logMoment(1); v < 0.553 {
		t.Errorf("moment %v, want at least 0.553", v)
	}
}

// The profile read off a law is the law's.
func TestProfile(t *testing.T) {
	l, err := WithoutReplacement(0.1, 1).Grid(0.01, 1e-25)
	if err != nil {
		t.Fatal(err)
	}
	logGamma, h := l.Profile()
	for i, e := range logGamma {
		if d := l.Delta(e); !(h[i] >= d*(1-1e-12) && h[i] <= d*(1+1e-9)+1e-15) {
			t.Fatalf("profile %v at %v, delta %v", h[i], e, d)
		}
	}
	// And back: the law of the profile has the profile.
	back, err := FromProfile(0.01, h, h)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range logGamma {
		if d := back.Delta(e); !(d >= h[i]*(1-1e-12)-1e-24 && d <= h[i]*(1+1e-8)+1e-13) {
			t.Fatalf("law of the profile: %v at %v, want %v", d, e, h[i])
		}
	}
}

// A profile that is not convex, or too low for its own reflection, still gives a
// law above every convex profile below it.
func TestProfileRepaired(t *testing.T) {
	h := []float64{0.3, 0.29, 0.1, 0.099, 0.02, 0.001}
	l, err := FromProfile(0.5, h, h)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range h {
		e := 0.5 * float64(i)
		d := l.Delta(e)
		if d > v*(1+1e-9) {
			t.Errorf("law %v above the value %v at %v", d, v, e)
		}
	}
	if d := l.Delta(2.5); d < 0.001 {
		t.Errorf("last value %v, want 0.001", d)
	}
	for _, bad := range [][]float64{nil, {0.5}, {1.1, 0.5}, {0.5, 0.6}, {0.5, -0.1}, {math.NaN(), 0.1}, {0.5, math.NaN()}} {
		if _, err := FromProfile(0.1, bad, bad); !errors.Is(err, ErrProfile) {
			t.Errorf("%v gives %v, want ErrProfile", bad, err)
		}
	}
}

// Convolving Gaussian laws gives Gaussian laws.
func TestConvolve(t *testing.T) {
	const h = 0.005
	a, _ := Gaussian(2).Grid(h, 1e-20)
	b, _ := Gaussian(1).Grid(h, 1e-20)
	sum, err := Convolve(a, b)
	if err != nil {
		t.Fatal(err)
	}
	mu := math.Sqrt(0.25 + 1)
	for _, e := range []float64{0, 0.1, 1, 3, 6} {
		within(t, sum.Delta(e), gaussianDelta(mu, e), 2e-4, nil, "convolution at", e)
	}
	if c, _ := Gaussian(1).Grid(2*h, 1e-20); c != nil {
		if _, err := Convolve(a, c); !errors.Is(err, ErrGrid) {
			t.Errorf("different grids give %v", err)
		}
	}
	// Not below what composition says.
	c, err := Compose(Term{a, 1}, Term{b, 1})
	if err != nil {
		t.Fatal(err)
	}
	d, err := c.Delta(3)
	within(t, sum.Delta(3), d*(1-1e-6), 1e-5, err, "convolution against composition")
}

// WithoutReplacementContracted is the sampled step inside a contraction
// argument, see renyi.WithoutReplacementContracted.
func WithoutReplacementContracted(q, u float64) Step {
	return newStep(q, u, 2, func() law { return profileLaw{q, u} })
}
