package tradeoff

import (
	"errors"
	"math"
	"testing"

	"lastiterate/bounds/run"
)

// A Gaussian mechanism of parameter μ has divergences αμ²/2. At every order they
// allow what it does, and all of them together little more: the gap is that of
// Rényi divergence, which forgets the curve's shape.
func TestRenyiAllowsWhatTheGaussianDoes(t *testing.T) {
	for _, mu := range []float64{0.05, 0.3, 1.2, 4} {
		all := Guarantee{Mu: math.NaN()}
		for _, alpha := range []float64{1.01, 1.5, 2, 4, 8, 32, 128, 1e4} {
			one := Guarantee{Mu: math.NaN(), Renyi: []RenyiGuarantee{{alpha, alpha * mu * mu / 2}}}
			all.Renyi = append(all.Renyi, one.Renyi...)
			for _, x := range []float64{1e-6, 0.001, 0.01, 0.1, 0.5, 0.9} {
				truth, _ := Guarantee{Mu: mu}.LargestTPR(x)
				if got, err := one.LargestTPR(x); err != nil || got < truth*(1-1e-11) {
					t.Errorf("μ = %v, order %v, %v false alarms: %v, %v; the mechanism has %v", mu, alpha, x, got, err, truth)
				}
			}
			a, _ := Guarantee{Mu: mu}.Advantage()
			if got, _ := one.Advantage(); got < a*(1-1e-11) {
				t.Errorf("μ = %v, order %v: advantage %v, the mechanism has %v", mu, alpha, got, a)
			}
		}
		for _, x := range []float64{0.001, 0.01, 0.1} {
			truth, _ := Guarantee{Mu: mu}.LargestTPR(x)
			if got, _ := all.LargestTPR(x); got > 3*truth {
				t.Errorf("μ = %v, %v false alarms: %v by the orders, %v by μ", mu, x, got, truth)
			}
		}
	}
}

// Both directions count. At order 2 the one sum is y²/x + (1−y)²/(1−x), which at
// x = 1/2 is 1 + 4(y − 1/2)², and the other 1/(4y(1−y)), which is larger.
func TestRenyiInBothDirections(t *testing.T) {
	eps := math.Log(2)
	g := Guarantee{Mu: math.NaN(), Renyi: []RenyiGuarantee{{2, eps}}}
	// 1/(4y(1−y)) = 2 at y = (1 + √½)/2; the first sum alone would allow y = 1.
	if got, err := g.LargestTPR(0.5); err != nil || math.Abs(got-(1+math.Sqrt(0.5))/2) > 1e-11 {
		t.Errorf("%v, %v", got, err)
	}
	// At x = 0.01 it is the first: (y − x)² = x(1−x).
	if got, _ := g.LargestTPR(0.01); math.Abs(got-(0.01+math.Sqrt(0.0099))) > 1e-11 {
		t.Errorf("%v", got)
	}
	// On y = 1 − x, with y − x = a: 1 + 4a²/(1−a²) at order 2, which is 2 at a = 1/√5.
	if got, _ := g.Advantage(); math.Abs(got-1/math.Sqrt(5)) > 1e-11 {
		t.Errorf("advantage %v, want %v", got, 1/math.Sqrt(5))
	}
	widest := 0.0
	for x := 0.001; x < 1; x += 0.001 {
		tpr, _ := g.LargestTPR(x)
		widest = max(widest, tpr-x)
	}
	// There the two directions' curves cross, in an angle: a grid of 0.001 is near.
	if widest > 1/math.Sqrt(5)+1e-11 || widest < 1/math.Sqrt(5)-1e-3 {
		t.Errorf("the curve is widest at %v", widest)
	}
}

func TestRenyiEnds(t *testing.T) {
	for _, c := range []struct {
		o       RenyiGuarantee
		x, want float64
	}{
		{RenyiGuarantee{2, math.Inf(1)}, 0.1, 1},
		{RenyiGuarantee{2, 1}, 0, 0},
		{RenyiGuarantee{2, 1}, 1, 1},
		{RenyiGuarantee{2, 0}, 0.3, 0.3},
		{RenyiGuarantee{1e9, 5}, 1e-3, 1e-3 * math.Exp(5)}, // nearly ε-DP
		{RenyiGuarantee{2, 1e9}, 0.5, 1},
		{RenyiGuarantee{2, 1e9}, 1e-300, 1},
	} {
		got, err := Guarantee{Mu: math.NaN(), Renyi: []RenyiGuarantee{c.o}}.LargestTPR(c.x)
		// A divergence of 0 is no different from one of 10⁻¹², which allows 10⁻⁶.
		if err != nil || got < c.want-1e-12 || got > c.want+2e-6 {
			t.Errorf("%+v at %v: %v, %v; want %v", c.o, c.x, got, err, c.want)
		}
	}
	var errs run.Errors
	for _, o := range []RenyiGuarantee{{1, 1}, {0.5, 1}, {math.NaN(), 1}, {math.Inf(1), 1}, {2, -1}, {2, math.NaN()}} {
		if got, err := (Guarantee{Renyi: []RenyiGuarantee{o}}).LargestTPR(0.1); !errors.As(err, &errs) || got != 1 {
			t.Errorf("%+v: %v, %v", o, got, err)
		}
	}
}
