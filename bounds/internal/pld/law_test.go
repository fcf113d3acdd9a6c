package pld

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/renyi"
)

// A law's moments are Rényi divergences, which package renyi computes in another
// way: the moments of the grid must be at least as large, and close.
func TestMomentsMeetRenyi(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	type divergence = func(q, u, alpha float64) (float64, error)
	for _, c := range []struct {
		name string
		step func(q, u float64) StepLoss
		dual bool
		f    divergence
		// least is the smallest allowed ratio of the moment to f: below 1 if the step takes the
		// smaller of two profiles, and so has a smaller law than f's.
		least float64
	}{
		{"remove", Poisson, false, renyi.Counted{}.MixToNormal, 1},
		{"add", Poisson, true, renyi.Counted{}.NormalToMix, 1},
		{"replacement", WithoutReplacement, false, renyi.Counted{}.WithoutReplacement, 1},
		{"replacement, Poisson", PoissonReplace, false, renyi.Counted{}.PoissonReplace, 1},
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
					l, err := c.step(q, u).grid(h, 1e-90)
					if err != nil {
						t.Fatalf("%s q=%v u=%v: grid: error %v, want none", c.name, q, u, err)
					}
					if c.dual {
						l = l.dual()
					}
					got := l.logMoment(alpha-1) / (alpha - 1)
					if !(got >= want*c.least*(1-1e-9) && got <= want*1.003) {
						t.Errorf("%s q=%v u=%v α=%v: the moment of the grid = %v, want package renyi's %v, relative %.3g",
							c.name, q, u, alpha, got, want, got/want-1)
					}
				}
			}
		}
	}
}

// The zero-out step of q = 1/2, u = 1 can lose 0.553 at
// alpha = 2, more than the Poisson pair's 0.357.
func TestZeroOutCoversDisplacement(t *testing.T) {
	l, err := WithoutReplacementZeroOut(0.5, 1).grid(1e-3, 1e-20)
	if err != nil {
		t.Fatal(err)
	}
	if v := l.logMoment(1); v < 0.553 {
		t.Errorf("the moment of order 2 = %v, want at least 0.553", v)
	}
}

// TestFaintEnds: at the last point of a grid Q may have a mass that is hardly a number. P keeps no more than e^loss of it there, and
// the rest is at infinity.
func TestFaintEnds(t *testing.T) {
	faint := 0
	for _, tail := range []float64{1e-150, 1e-200, 1e-250, 1e-299} {
		for u := 0.04; u < 0.4; u *= 1.03 {
			m := &mixOverNormal{newSampledShift(1, u)}
			l, err := connect(nil, m, 0.5, tail, math.MinInt32, math.Inf(1))
			if err != nil {
				t.Fatal(err)
			}
			e := l.lossAt(len(l.p) - 1)
			x := m.inverse(e)
			p, q := m.tails(x)
			if q > 0 && q < 0x1p-1022 {
				faint++
			}
			if kept := math.Exp(e + logUpper(x/u)); l.inf < (p-kept)*(1-1e-9) {
				t.Errorf("u = %v: above %v P has %v and e^%v·Q %v, but only %v is at infinity", u, e, p, e, kept, l.inf)
			}
		}
	}
	if faint == 0 {
		t.Error("no mass of Q is hardly a number")
	}
}
