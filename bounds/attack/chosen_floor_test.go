package main

import (
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// The best of several linear runs, computed from the law of one, loses what the floor says, up to the cells of both.
func TestFloorOfTheBestIsMet(t *testing.T) {
	r := run.Run{N: 1, B: 1, T: 4, Eta: 1, Clip: 1, Sigma: 2.5, Noise: run.IterateNoise, Adjacency: run.Replace, Scheme: run.Full,
		Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever, Diameter: math.Inf(1)}
	a := Adversary{Example: [2]Piecewise{constant(-1), constant(1)}}
	for _, tuning := range []run.Tuning{run.FixedTuning, run.PoissonTuning, run.Geometric, run.Logarithmic, run.NegativeBinomial} {
		r.Tuning, r.TuningMean, r.TuningShape = tuning, 7, 0
		if tuning == run.NegativeBinomial {
			r.TuningShape = -0.6
		}
		for _, q := range []claim.Question{{Delta: 1e-6}, {Delta: 1e-2}, {Alpha: 1.5}, {Alpha: 8}} {
			loss, err := measure(r, a, q, 2)
			if err != nil {
				t.Fatal(err)
			}
			floors, err := validRows(t.Context(), r, q, claim.Floor, []string{"linear-adversary"})
			if err != nil || len(floors) != 1 {
				t.Fatalf("%v %v", floors, err)
			}
			if floor := floors[0].Epsilon; !(floor <= loss.loss*(1+1e-3)) || !(floor >= loss.surely()*0.97) {
				t.Errorf("%s, %+v: %v ± %v is lost, and the floor is %v", tuning, q, loss.loss, loss.doubt, floor)
			}
		}
	}
}
