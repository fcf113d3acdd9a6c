package tradeoff

import (
	"errors"
	"math"
	"testing"

	"lastiterate/bounds/run"
)

// Against pure ε the best attack is randomised response's: at an even prior it errs in
// 1/(1 + e^ε) of the cases, and at a prior below 1/(1 + e^ε) it is best never to say member.
// Against μ it is that of two normal laws: the threshold is at ln((1−π)/π)/μ + μ/2.
func TestBayesRisks(t *testing.T) {
	pure := Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{1, 0}}}
	gauss := Guarantee{Mu: 0.8}
	normalRisk := func(mu, prior float64) float64 {
		at := math.Log((1-prior)/prior)/mu + mu/2
		return (1-prior)*normal(-at) + prior*normal(at-mu)
	}
	for _, c := range []struct {
		g           Guarantee
		prior, want float64
	}{
		{pure, 0.5, 1 / (1 + math.E)}, {pure, 0.2, 0.2}, {pure, 0.8, 0.2}, {pure, 0, 0}, {pure, 1, 0},
		// (1−π)x + π(1−y) at the kink x = 1/(1 + e), y = e/(1 + e), at 0.4.
		{pure, 0.4, 1 / (1 + math.E)}, {pure, 0.6, 1 / (1 + math.E)},
		{Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{0, 0.3}}}, 0.5, 0.35},
		{Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{0, 0.3}}}, 0.1, 0.07},
		{gauss, 0.5, normalRisk(0.8, 0.5)}, {gauss, 0.1, normalRisk(0.8, 0.1)}, {gauss, 0.9, normalRisk(0.8, 0.9)},
		{Guarantee{Mu: 0}, 0.3, 0.3}, {Guarantee{Mu: math.Inf(1)}, 0.3, 0},
	} {
		r, err := c.g.Bayes(c.prior)
		if err != nil || r.Error > c.want*(1+1e-15) || math.Abs(r.Error-c.want) > 1e-11 || r.Blind != min(c.prior, 1-c.prior) {
			t.Errorf("%+v at %v: %+v, %v, want %v", c.g, c.prior, r, err, c.want)
		}
	}
}

// No attack on the curve errs less often, at any prior, and one comes near.
func TestBayesRiskIsThatOfTheCurve(t *testing.T) {
	for _, g := range []Guarantee{
		{Mu: math.NaN(), Points: []EpsilonDelta{{4, 1e-6}, {2, 1e-3}, {1, 0.05}, {0.3, 0.2}, {3, 0.5}}},
		{Mu: math.NaN(), Points: []EpsilonDelta{{0.01, 0}}}, {Mu: math.NaN(), Points: []EpsilonDelta{{30, 1e-9}, {12, 1e-4}}}, {Mu: 1.3},
		{Mu: math.NaN(), Points: []EpsilonDelta{{math.Inf(1), 0.5}}}, {Mu: math.NaN(), Points: []EpsilonDelta{{800, 0.25}, {1, 0.5}}},
	} {
		for _, prior := range []float64{1e-4, 0.01, 0.2, 0.5, 0.7, 0.999} {
			r, err := g.Bayes(prior)
			if err != nil {
				t.Fatal(err)
			}
			least := 1.0
			for z := -9.0; z <= 9; z += 1e-3 {
				x := normal(z)
				y, _ := g.LargestTPR(x)
				least = min(least, (1-prior)*x+prior*(1-y))
			}
			if r.Error > least+1e-12 || // LargestTPR rounds up by that
				least > r.Error+1e-3*prior*(1-prior)+1e-12 {
				t.Errorf("%+v at %v: %v, the curve has %v", g, prior, r.Error, least)
			}
		}
	}
}

// A positive guess at ε makes the odds at most e^ε times what they were; where δ leaves true
// positives without false ones it may be certain.
func TestPosteriors(t *testing.T) {
	pure := Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{1, 0}}}
	approx := Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{1, 0.01}}}
	for _, c := range []struct {
		g                Guarantee
		prior, fpr, want float64
	}{
		{pure, 0.5, 0.01, math.E / (1 + math.E)}, {pure, 0.1, 0.01, 0.1 * math.E / (0.1*math.E + 0.9)}, {pure, 0.1, 1, 0.1},
		{pure, 0, 0.1, 0},
		{pure, 1, 0.1, 1},
		{approx, 0.5, 0, 1}, {approx, 0.5, 0.01, (0.01*math.E + 0.01) / (0.01*math.E + 0.02)}, {pure, 0.5, 0, 0},
	} {
		got, err := c.g.Posterior(c.prior, c.fpr)
		if err != nil || got < c.want*(1-1e-15) || got > c.want+1e-11 {
			t.Errorf("%+v at %v, %v: %v, %v, want %v", c.g, c.prior, c.fpr, got, err, c.want)
		}
	}
	for _, prior := range []float64{-0.1, 1.1, math.NaN()} {
		var errs run.Errors
		if got, err := pure.Posterior(prior, 0.1); !errors.As(err, &errs) || errs[0].Field != "prior" || got != 1 {
			t.Errorf("a prior of %v: %v, %v", prior, got, err)
		}
		if r, err := pure.Bayes(prior); !errors.As(err, &errs) || r.Error != 0 {
			t.Errorf("a prior of %v: %v, %v", prior, r, err)
		}
	}
}
