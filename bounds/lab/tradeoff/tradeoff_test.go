package tradeoff

import (
	"errors"
	"math"
	"testing"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/lab/labtest"
	"lastiterate/bounds/run"
)

// The values are of a separate program in Python with scipy.stats.norm.
func TestReferenceTradeoffs(t *testing.T) {
	var vectors struct {
		Tradeoffs []struct{ Mu, FPR, TPR float64 } `json:"tradeoffs"`
	}
	labtest.Reference(t, &vectors)
	if len(vectors.Tradeoffs) < 28 {
		t.Fatalf("%d trade-offs", len(vectors.Tradeoffs))
	}
	for _, v := range vectors.Tradeoffs {
		got, err := Guarantee{Mu: v.Mu}.LargestTPR(v.FPR)
		if err != nil || math.Abs(got-v.TPR) > 1e-9 {
			t.Errorf("%+v: %v, %v", v, got, err)
		}
	}
}

// profile is a Gaussian mechanism's privacy profile at many ε.
func profile(mu float64) Guarantee {
	g := Guarantee{Mu: math.NaN()}
	for e := 0.0; e < 6; e += 0.001 {
		g.Points = append(g.Points, EpsilonDelta{e, errfloat.Profile(mu, e)})
	}
	return g
}

// A Gaussian's whole profile says what its parameter says: both branches are
// needed. At μ = 0.3 and a false-positive rate of 80 % the first alone gives 0.9192.
func TestProfileGivesTheGaussianCurve(t *testing.T) {
	for _, mu := range []float64{0.3, 1.2} {
		g := profile(mu)
		for _, x := range []float64{0.001, 0.01, 0.1, 0.5, 0.8, 0.99} {
			want, _ := Guarantee{Mu: mu}.LargestTPR(x)
			got, err := g.LargestTPR(x)
			if err != nil || got < want || got > want+1e-6 {
				t.Errorf("μ = %v, false-positive rate %v: %v by the profile, %v by μ (%v)", mu, x, got, want, err)
			}
		}
		a, _ := g.Advantage()
		b, _ := Guarantee{Mu: mu}.Advantage()
		if math.Abs(a-b) > 1e-6 || math.Abs(b-math.Erf(mu/2/math.Sqrt2)) > 1e-11 {
			t.Errorf("μ = %v: advantage %v by the profile, %v by μ", mu, a, b)
		}
	}
	got, _ := Guarantee{Mu: 0.3}.LargestTPR(0.8)
	if math.Abs(got-0.8732) > 5e-5 {
		t.Errorf("μ = 0.3 at 0.8: %v, want 0.8732", got)
	}
	first := math.Inf(1)
	for _, p := range profile(0.3).Points {
		first = min(first, math.Exp(p.Epsilon)*0.8+p.Delta)
	}
	if math.Abs(first-0.9192) > 5e-5 {
		t.Errorf("the first branch alone: %v, want 0.9192", first)
	}
}

// Randomised response has ε and no δ, and its curve is that of two lines.
func TestPointGuarantee(t *testing.T) {
	g := Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{math.Log(3), 0}}}
	for x, want := range map[float64]float64{0: 0, 0.1: 0.3, 0.25: 0.75, 0.5: 1 - 0.5/3, 1: 1} {
		if got, err := g.LargestTPR(x); err != nil || math.Abs(got-want) > 1e-11 || got < want {
			t.Errorf("at %v: %v, want %v", x, got, want)
		}
	}
	if a, _ := g.Advantage(); math.Abs(a-0.5) > 1e-11 {
		t.Errorf("advantage %v, want 1/2", a)
	}
}

func TestEnds(t *testing.T) {
	for _, c := range []struct {
		g       Guarantee
		x, want float64
	}{
		{Guarantee{Mu: 0}, 0.3, 0.3},
		{Guarantee{Mu: math.Inf(1)}, 0, 1},
		{Guarantee{Mu: 2}, 0, 0},
		{Guarantee{Mu: 2}, 1, 1},
		{Guarantee{Mu: 1e9}, 1e-300, 1},
		{Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{math.Inf(1), 0}}}, 0.5, 1},
		{Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{1e9, 0}}}, 0, 0},
		{Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{709.9, 0}}}, 0, 0},
		{Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{710, 0.25}}}, 0, 0.25},
		{Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{710, 0}}}, 1e-300, 1},
		{Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{1e308, 0.25}}, Renyi: []RenyiGuarantee{{2, 1e300}}}, 0, 0},
		{Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{0, 1}}}, 0, 1},
		{Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{0, 0}}}, 0.2, 0.2},
	} {
		if got, err := c.g.LargestTPR(c.x); err != nil || !(math.Abs(got-c.want) <= 1e-11) {
			t.Errorf("%+v at %v: %v, %v; want %v", c.g, c.x, got, err, c.want)
		}
	}
	var errs run.Errors
	for _, g := range []Guarantee{{Mu: -1}, {Mu: math.NaN()}, {Points: []EpsilonDelta{{-1, 0}}}, {Points: []EpsilonDelta{{1, 2}}},
		{Points: []EpsilonDelta{{math.NaN(), 0}}}} {
		if got, err := g.LargestTPR(0.1); !errors.As(err, &errs) || got != 1 {
			t.Errorf("%+v: %v, %v", g, got, err)
		}
	}
	if _, err := (Guarantee{Mu: 1}).LargestTPR(1.5); !errors.As(err, &errs) {
		t.Errorf("a rate of 1.5: %v", err)
	}
}
