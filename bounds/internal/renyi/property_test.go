package renyi

import (
	"errors"
	"math"
	"math/rand"
	"testing"
)

// randomRun draws q, u and alpha over the whole documented range.
func randomRun(r *rand.Rand) (q, u, alpha float64) {
	q = math.Pow(10, -9*r.Float64())
	if r.Intn(4) == 0 {
		q = 1 - q
	}
	u = math.Pow(10, -1.3+5.3*r.Float64())
	alpha = 1 + math.Pow(10, -4+8*r.Float64())
	return q, u, alpha
}

func must(t *testing.T, f divergence, q, u, alpha float64) float64 {
	t.Helper()
	v, err := f(q, u, alpha)
	if err != nil || math.IsNaN(v) || v < 0 {
		t.Fatalf("(q=%v, u=%v, alpha=%v) = %v, %v", q, u, alpha, v, err)
	}
	return v
}

// slack is twice the accuracy of the quadrature, for comparing two upper values.
const slack = 1 + 4e-11

func TestOrder(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 3000 {
		q, u, a := randomRun(r)
		mix := must(t, Counted{}.MixToNormal, q, u, a)
		normal := must(t, Counted{}.NormalToMix, q, u, a)
		replace := must(t, Counted{}.WithoutReplacement, q, u, a)
		zero := must(t, Counted{}.WithoutReplacementZeroOut, q, u, a)
		opposed := must(t, Counted{}.PoissonReplace, q, u, a)
		gauss := gaussian(a, u)
		ordered := []struct {
			what   string
			lo, hi float64
		}{
			// Mironov, Talwar, Zhang 2019, Theorem 5.
			{"normal to mix <= mix to normal", normal, mix},
			{"mix to normal <= replacement", mix, replace},
			{"replacement <= Gaussian", replace, gauss},
			{"replacement <= zero-out: displacement only adds", replace, zero},
			{"replacement <= opposite vectors", replace, opposed},
			{"opposite vectors <= Gaussian at distance 2", opposed, 4 * gauss},
		}
		for _, o := range ordered {
			if !(o.lo <= o.hi*slack) {
				t.Errorf("q=%v, u=%v, alpha=%v: %s fails: %v > %v", q, u, a, o.what, o.lo, o.hi)
			}
		}
	}
}

func TestMonotone(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	functions := []divergence{Counted{}.MixToNormal, Counted{}.NormalToMix, Counted{}.WithoutReplacement,
		Counted{}.WithoutReplacementZeroOut,
		Counted{}.PoissonReplace}
	for range 400 {
		q, u, a := randomRun(r)
		more := 1 + r.Float64()
		for i, f := range functions {
			v := must(t, f, q, u, a)
			if w := must(t, f, q, u, 1+(a-1)*more); v > w*slack {
				t.Errorf("%d: q=%v u=%v alpha=%v: falls with alpha, %v > %v", i, q, u, a, v, w)
			}
			if w := must(t, f, q, u*more, a); w > v*slack {
				t.Errorf("%d: q=%v u=%v alpha=%v: rises with u, %v < %v", i, q, u, a, v, w)
			}
			if w := must(t, f, q+(1-q)*(more-1), u, a); v > w*slack {
				t.Errorf("%d: q=%v u=%v alpha=%v: falls with q, %v > %v", i, q, u, a, v, w)
			}
		}
	}
}

// The binomial series and the quadrature are two routes to one number.
func TestSeriesMeetsQuadrature(t *testing.T) {
	for _, q := range []float64{1e-9, 1e-5, 1e-3, 0.03, 0.5, 0.97, 1 - 1e-9} {
		for _, u := range []float64{0.05, 0.2, 0.7, 1, 3, 30, 1e4} {
			for _, n := range []int{2, 3, 7, 30, 96, 300} {
				m := NewMixture(q, u)
				a := float64(n)
				series := log1pExp(m.logSeries(n)) / (a - 1)
				quadrature, err := m.mixToNormal(a)
				if err != nil {
					t.Fatal(err)
				}
				if math.Abs(quadrature/series-1) > 3e-11 {
					t.Errorf("q=%v, u=%v, alpha=%v: quadrature %v, series %v", q, u, a, quadrature, series)
				}
			}
		}
	}
}

// q → 1 meets the Gaussian; at q = 1 it is the Gaussian.
func TestCertainSampling(t *testing.T) {
	for _, u := range []float64{0.1, 1, 50} {
		for _, a := range []float64{1.5, 4, 33.3, 500} {
			gauss := gaussian(a, u)
			for i, f := range []divergence{Counted{}.MixToNormal, Counted{}.NormalToMix, Counted{}.WithoutReplacement,
				Counted{}.WithoutReplacementZeroOut} {
				if v := must(t, f, 1, u, a); v != gauss {
					t.Errorf("%d: q=1, u=%v, alpha=%v: %v, want %v", i, u, a, v, gauss)
				}
				// The integrals themselves, just below the closed form. At small u
				// the mixture's far component dominates NormalToMix for any q < 1.
				if v := must(t, f, 1-1e-15, u, a); i != 1 && math.Abs(v/gauss-1) > 1e-9 {
					t.Errorf("%d: q→1, u=%v, alpha=%v: %v, want %v", i, u, a, v, gauss)
				}
			}
			if v := must(t, Counted{}.PoissonReplace, 1, u, a); v != 4*gauss {
				t.Errorf("contracted at q=1: %v, want %v", v, 4*gauss)
			}
		}
	}
}

func TestEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	functions := []divergence{Counted{}.MixToNormal, Counted{}.NormalToMix, Counted{}.WithoutReplacement,
		Counted{}.WithoutReplacementZeroOut,
		Counted{}.PoissonReplace}
	for i, f := range functions {
		for _, c := range []struct{ q, u, a, want float64 }{
			{0, 1, 2, 0}, {0, 0, 2, 0}, {0.5, inf, 2, 0}, {0.5, 0, 2, inf}, {1, 0, 2, inf}, {1, inf, 2, 0},
		} {
			if v := must(t, f, c.q, c.u, c.a); v != c.want {
				t.Errorf("%d: %v gives %v", i, c, v)
			}
		}
		for _, c := range [][3]float64{
			{-1e-9, 1, 2}, {1.1, 1, 2}, {nan, 1, 2}, {0.5, -1, 2}, {0.5, nan, 2},
			{0.5, 1, 1}, {0.5, 1, 0.5}, {0.5, 1, nan}, {0.5, 1, inf}, {0, 1, nan}, {0.5, inf, 1},
		} {
			v, err := f(c[0], c[1], c[2])
			if !errors.Is(err, ErrDomain) || !math.IsInf(v, 1) {
				t.Errorf("%d: %v gives %v, %v; want +Inf and ErrDomain", i, c, v, err)
			}
		}
	}
	if v := gaussian(3, 2); !(v >= 0.375 && v < 0.375*(1+1e-15)) {
		t.Errorf("gaussian(3, 2) = %v", v)
	}
}

// Far outside of the documented range an answer is a number or +Inf, never NaN,
// and never 0 where the loss is not 0. The first has so little noise that no two doubles
// are a standard deviation apart: its grid once had more points than can be counted.
func TestExtremes(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	functions := []divergence{Counted{}.MixToNormal, Counted{}.NormalToMix, Counted{}.WithoutReplacement}
	for k := range 300 {
		q := math.Pow(10, -60*r.Float64())
		u := math.Pow(10, -40+80*r.Float64())
		a := 1 + math.Pow(10, -12+24*r.Float64())
		if k == 0 {
			q, u, a = 4.7296391848354256e-05, 6.833114760315699e-35, 1.0045655294878875
		}
		for i, f := range functions {
			v, err := f(q, u, a)
			if math.IsNaN(v) || v <= 0 && i != 1 || err != nil && !math.IsInf(v, 1) {
				t.Errorf("%d: q=%v, u=%v, alpha=%v gives %v, %v", i, q, u, a, v, err)
			}
		}
	}
}

// The rule must not charge the smaller of the two directions: n = 2, b = 1, one
// step, replacement (the counterexample to a published theorem, to 6 digits).
func TestDirections(t *testing.T) {
	for _, c := range []struct{ q, u, a, mix, normal float64 }{
		{0.5, 1, 2, 0.357374, 0.185694},
		{0.1, 1, 8, 1.378361, 0.029850},
	} {
		if v := must(t, Counted{}.MixToNormal, c.q, c.u, c.a); math.Abs(v-c.mix) > 5e-7 {
			t.Errorf("mix to normal %v, want %v", v, c.mix)
		}
		if v := must(t, Counted{}.NormalToMix, c.q, c.u, c.a); math.Abs(v-c.normal) > 5e-7 {
			t.Errorf("normal to mix %v, want %v", v, c.normal)
		}
	}
}
