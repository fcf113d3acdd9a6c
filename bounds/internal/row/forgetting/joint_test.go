package forgetting

import (
	"context"
	"testing"

	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// jointRun has D/σ = 5 and s/σ = 0.01.
func jointRun(loss run.Class, T int) run.Run {
	return run.Run{N: 20, B: 20, T: T, Eta: 0.1, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 5, Adjacency: run.Replace,
		Scheme: run.Full, Loss: loss, Smoothness: 0.4, StrongConvexity: 0.4, Clipping: run.ClippingDifference}
}

// Never above the shift program or contraction, clearly below both where they
// are of one size, and never below a run within the assumptions.
func TestJointBetweenTruthAndEither(t *testing.T) {
	helped := 0
	for _, loss := range []run.Class{run.Smooth, run.Convex, run.StronglyConvex} {
		for _, T := range []int{1, 10, 100, 2000} {
			for i, diameter := range []float64{1, 5, 9, 5, 9} {
				r := jointRun(loss, T)
				r.Diameter = diameter
				if i > 2 {
					r.Scheme, r.B, r.Clip = run.Cyclic, 5, 0.25
				}
				for _, alpha := range []float64{1.2, 12} {
					got := rowtest.DivergenceOf(t, Joint, r, alpha)
					either := min(rowtest.DivergenceOf(t, ordered.Shift, r, alpha), rowtest.DivergenceOf(t, Contraction, r, alpha))
					if !(got <= either) {
						t.Errorf("%s, %s, T = %d, D = %v, α = %v: %v, above %v", loss, r.Scheme, T, diameter, alpha, got, either)
					}
					if got < 0.8*either {
						helped++
					}
					if truth := rowtest.DivergenceOf(t, attained.ProjectedAdversary, r, alpha); got < truth*(1-1e-3) {
						t.Errorf("%s, %s, T = %d, D = %v, α = %v: %v, and a run loses %v", loss, r.Scheme, T, diameter, alpha, got, truth)
					}
				}
			}
		}
	}
	if helped < 10 {
		t.Errorf("clearly better %d times", helped)
	}
}

// Profiles with tails lie between the same two.
func TestProfileWithTailsAboveTheTruth(t *testing.T) {
	for _, diameter := range []float64{5, 9} {
		r := jointRun(run.Convex, 500)
		r.Diameter, r.Clip = diameter, 8
		upper, err := Profile.Prove(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		lower, err := attained.ProjectedAdversary.Prove(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := rowtest.EpsilonOf(upper, 1e-3)
		if err != nil {
			t.Fatal(err)
		}
		truth, err := rowtest.EpsilonOf(lower, 1e-3)
		if err != nil || got < truth*(1-1e-3) {
			t.Errorf("D = %v: ε = %v, and a run loses %v, %v", diameter, got, truth, err)
		}
		if got, truth := rowtest.RenyiOf(upper, 3), rowtest.RenyiOf(lower, 3); got < truth*(1-1e-3) || got > 20*truth {
			t.Errorf("D = %v: %v, and a run loses %v", diameter, got, truth)
		}
	}
}
