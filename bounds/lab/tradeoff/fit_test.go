package tradeoff

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// A curve of many lines is what LargestTPR makes of them, and none of its kinks is below.
func TestEnvelopes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var points []EpsilonDelta
		for range 1 + random.IntN(12) {
			points = append(points, EpsilonDelta{math.Abs(random.NormFloat64()) * 3, math.Exp(-random.ExpFloat64() * 4)})
		}
		if random.IntN(4) == 0 {
			points = append(points, EpsilonDelta{0, 0.5}, EpsilonDelta{points[0].Epsilon, points[0].Delta / 2}, points[0])
		}
		g, e := Guarantee{Mu: math.NaN(), Points: points}, envelopeOf(points)
		if len(e.kinks) != len(e.lines) {
			t.Fatalf("%+v: %d kinks of %d lines", points, len(e.kinks), len(e.lines))
		}
		before := 0.0
		for _, k := range e.kinks {
			if y, _ := g.LargestTPR(k.x); math.Abs(y-k.y) > 1e-9 || k.y < y*(1-1e-11) || k.x < before {
				t.Fatalf("%+v: a kink at %v, %v, where the curve is at %v", points, k.x, k.y, y)
			}
			before = k.x
		}
		if last := e.kinks[len(e.kinks)-1]; math.Abs(last.x+last.y-1) > 1e-12 {
			t.Fatalf("%+v ends at %+v", points, last)
		}
		if a, _ := g.Advantage(); math.Abs(a-e.profile(0)) > 1e-9 {
			t.Errorf("%+v: advantage %v, by kinks %v", points, a, e.profile(0))
		}
	}
}

// A Gaussian curve is fitted by its own μ without regret, and points of it by a little more.
// Those of ε and δ have the μ of the points where they need the most.
func TestFits(t *testing.T) {
	for _, mu := range []float64{0.01, 0.5, 2, 8} {
		fit, err := Guarantee{Mu: mu}.Gaussian()
		if err != nil || fit.Mu != mu || fit.Regret > 1e-12 {
			t.Errorf("μ = %v: %+v, %v", mu, fit, err)
		}
	}
	var points []EpsilonDelta
	for epsilon := 0.0; epsilon < 14; epsilon += 0.01 {
		points = append(points, EpsilonDelta{epsilon, gaussianProfile(1.5, epsilon)})
	}
	fit, err := Guarantee{Mu: math.NaN(), Points: points}.Gaussian()
	if err != nil || fit.Mu < 1.5 || fit.Mu > 1.5+0.01*0.01/(8*1.5)*1.1 || fit.Regret > 1e-5 {
		t.Errorf("points of μ = 1.5: %+v, %v", fit, err)
	}
	// Randomised response: its one kink is at 1/(1 + e), and its curve is steepest there.
	fit, err = Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{1, 0}}}.Gaussian()
	want := -2 * quantile(1/(1+math.E))
	// δ_μ(1) over 1 + e, the curve's own δ(1) being 0.
	regret := (normal(want/2-1/want) - math.E*normal(-want/2-1/want)) / (1 + math.E)
	if err != nil || math.Abs(fit.Mu-want) > 1e-9 || math.Abs(fit.Regret-regret) > 1e-9 {
		t.Errorf("randomised response: %+v, %v, want %v, %v", fit, err, want, regret)
	}
	var errs run.Errors
	if _, err := (Guarantee{Mu: math.NaN(), Renyi: []RenyiGuarantee{{2, 1}}}).Gaussian(); !errors.As(err, &errs) {
		t.Errorf("Rényi divergences alone: %v", err)
	}
	if fit, err := (Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{math.Inf(1), 0.5}}}).Gaussian(); err != nil || !math.IsInf(fit.Mu, 1) {
		t.Errorf("nothing known: %+v, %v", fit, err)
	}
	if fit, err := (Guarantee{Mu: math.NaN(), Points: []EpsilonDelta{{60, 0}}}).Gaussian(); err != nil || !(fit.Mu > 12 && fit.Mu < 40) {
		t.Errorf("a curve that ends before rates are held to it: %+v, %v", fit, err)
	}
}

// What a fit means, by its definition: no point of the curve is above G_μ where both rates are
// large enough, one is on it, and the curve moved by the regret is nowhere above G_μ, by less
// than a regret that is a little smaller.
func TestFitsByDefinition(t *testing.T) {
	for _, g := range []Guarantee{
		{Mu: math.NaN(), Points: []EpsilonDelta{{4, 1e-6}, {2, 1e-3}, {1, 0.05}, {0.3, 0.2}}},
		{Mu: math.NaN(), Points: []EpsilonDelta{{1, 1e-5}}},
		{Mu: math.NaN(), Points: []EpsilonDelta{{0.5, 0}, {0.2, 0.01}}},
	} {
		fit, err := g.Gaussian()
		if err != nil {
			t.Fatal(err)
		}
		misses := func(x float64) float64 { y, _ := g.LargestTPR(x); return 1 - y }
		most, over, less := 0.0, math.Inf(-1), math.Inf(-1)
		for z := -8.0; z <= 8; z += 1e-3 {
			x := normal(z)
			if y := misses(x); x >= LeastRate && y >= LeastRate {
				most = max(most, quantile(1-y)-quantile(x))
			}
			gauss := 1 - gaussian(fit.Mu, x)
			for _, c := range []struct {
				regret float64
				worst  *float64
			}{{fit.Regret, &over}, {0.99 * fit.Regret, &less}} {
				if moved := x + c.regret; moved < 1 {
					*c.worst = max(*c.worst, misses(moved)-c.regret-gauss)
				}
			}
		}
		if most > fit.Mu || most < fit.Mu*(1-1e-3) {
			t.Errorf("%+v: μ = %v, the curve has %v", g, fit.Mu, most)
		}
		if over > 1e-9 || less <= 0 {
			t.Errorf("%+v: moved by %v the curve is %v above, by a little less %v", g, fit.Regret, over, less)
		}
	}
}

// Gomez et al.'s program gdpnum 0.1.0 prints μ = 1.5685622 and a regret of 0.0010208 for a
// noise multiplier of 9.4, a sampling rate of 0.328 and 2000 steps, by privacy loss
// distributions on a grid. In exact arithmetic, by Fourier inversion of the law of the loss in a separate
// program, they are 1.5684712 and 0.0010232.
func TestFitOfGomezEtAl(t *testing.T) {
	r := run.Run{N: 125, B: 41, T: 2000, Eta: 0.1, Clip: 1, Sigma: 9.4, Noise: run.NoiseMultiplier, Diameter: math.Inf(1),
		Adjacency: run.AddRemove, Scheme: run.Poisson, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive}
	fit := fitOf(t, r)
	if fit.Mu < 1.5684711 || fit.Mu > 1.56856 || math.Abs(fit.Regret-0.0010232) > 5e-6 {
		t.Errorf("%+v", fit)
	}
}

// fitOf is the fit of a run.
func fitOf(t *testing.T, r run.Run) Fit {
	t.Helper()
	ctx := new(bounds.Engine).Context(t.Context())
	of := OfRun{Query: claim.Query{Run: r, Question: claim.Question{Delta: 1e-5}}}
	before := Fit{Mu: math.Inf(1)}
	for _, stage := range []func(context.Context) (Limits, error){of.Rare, of.ForFit} {
		p, err := stage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		fit, err := p.Gaussian()
		if err != nil || fit.Mu > before.Mu {
			t.Errorf("with more points %+v, with fewer %+v, %v", fit, before, err)
		}
		before = fit
	}
	return before
}

// The opening run's curve is no worse than composition's μ, and its fit allows the attacks
// that its points do.
func TestFitOfTheOpeningRun(t *testing.T) {
	fit := fitOf(t, bounds.DefaultRun())
	if !(fit.Mu > 0.11 && fit.Mu < 0.12) || fit.Regret > 1e-4 {
		t.Errorf("%+v", fit)
	}
}
