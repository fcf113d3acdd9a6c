package tradeoff

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/run"
)

// A single step of a full batch is a Gaussian mechanism with μ = 2ηC/(bσ): its
// curve is known. Every run's curve is at least the false-positive rate and at most 1.
func TestRuns(t *testing.T) {
	one := run.Run{N: 1, B: 1, T: 1, Eta: 1, Clip: 0.5, Sigma: 2, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Adjacency: run.Replace, Scheme: run.Full, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	g, rows, err := OfRun(context.Background(), one, bounds.Settings{})
	if err != nil || len(rows) == 0 || math.Abs(g.Mu-0.5) > 1e-9 {
		t.Fatalf("%+v, %v, %v", g, rows, err)
	}
	without := Guarantee{Mu: math.NaN(), Points: g.Points}
	for _, x := range []float64{0.001, 0.01, 0.1, 0.5, 0.9} {
		want, _ := Guarantee{Mu: 0.5}.LargestTPR(x)
		got, _ := g.LargestTPR(x)
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("at a false-positive rate of %v: %v, want %v", x, got, want)
		}
		// Points alone are a little worse, and never better.
		if p, _ := without.LargestTPR(x); p < want*(1-1e-9) || p > want*1.03 {
			t.Errorf("at a false-positive rate of %v: %v by points, %v by μ", x, p, want)
		}
	}

	counted := 0
	g, _, err = OfRun(context.Background(), bounds.DefaultRun(), bounds.Settings{Progress: func(done, of int) { counted = done }})
	if err != nil || counted != len(Deltas()) {
		t.Fatalf("%v, %d counted", err, counted)
	}
	before := 0.0
	for _, x := range []float64{0.001, 0.01, 0.1, 0.5, 0.9} {
		tpr, err := g.LargestTPR(x)
		if err != nil || tpr < x || tpr < before || tpr > 1 {
			t.Errorf("opening run at %v: %v, %v", x, tpr, err)
		}
		before = tpr
	}
	if tpr, _ := g.LargestTPR(0.01); tpr > 0.05 {
		t.Errorf("opening run: %v at a false-positive rate of 1 %%, with ε = 0.4 at δ = 1e-5", tpr)
	}
}
