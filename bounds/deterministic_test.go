package bounds_test

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	_ "lastiterate/bounds/draws"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/run"

	"pgregory.net/rapid"
)

// deterministic are the rows for batches in a known order, each of which is one
// feasible point of the shift program under a linear modulus, or above one. (The
// row last-step is one under the smallest of all moduli.)
var deterministic = []string{
	"composition", "chien-li-3.1", "kong-ribero-2.2", "kong-ribero-2.3", "kong-ribero-C.3",
	"ye-shokri-3.3", "ye-shokri-D.6", "chourasia", "feldman", "balle", "bok-su-altschuler",
}

// TestShiftBelowDeterministicRows solves the shift program of random small runs
// by its convex hull, start by start and position by position, and finds no row
// below it.
func TestShiftBelowDeterministicRows(t *testing.T) {
	applied := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		for _, r := range rapid.SliceOfN(rapid.Custom(smallRun), 60, 60).Draw(t, "runs") {
			alpha := 1 + rapid.Float64Range(0.01, 50).Draw(t, "α−1")
			optimum := alpha * worstHull(r) / 2
			for _, row := range rowsAt(t, r, alpha, deterministic...) {
				epsilon := row.Epsilon[0]
				if math.IsNaN(epsilon) {
					continue // does not apply
				}
				applied[row.Row]++
				if !(epsilon >= optimum*(1-1e-9)) {
					t.Fatalf("%s is %v, the shift optimum %v: %+v", row.Row, epsilon, optimum, r)
				}
			}
		}
	})
	for _, id := range deterministic {
		t.Logf("%-18s applied %d times", id, applied[id])
		if applied[id] < 30 {
			t.Errorf("%s applied %d times only", id, applied[id])
		}
	}
}

// TestBokMeetsShift: in a cyclic order, for strongly convex losses without a
// projection, the printed μ is that of the shift optimum, where steps do not overshoot.
func TestBokMeetsShift(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.Custom(smallRun).Draw(t, "run")
		r.Loss, r.Clipping, r.Diameter = run.StronglyConvex, run.ClippingDifference, math.Inf(1)
		r.Smoothness = 1.9 / r.Eta * rapid.Float64Range(0.01, 1).Draw(t, "ηL/1.9")
		r.StrongConvexity = min(r.Smoothness, 2/r.Eta-r.Smoothness) * rapid.Float64Range(0.01, 1).Draw(t, "m/L")
		got := rowsAt(t, r, 2, "bok-su-altschuler")[0].Epsilon[0]
		if want := worstHull(r); !(math.Abs(got/want-1) <= 1e-10) {
			t.Fatalf("%v, want %v: %+v", got, want, r)
		}
	})
}

// rowsAt is ε(α) of each row, NaN where it does not apply, without the rest of
// a report.
func rowsAt(t *rapid.T, r run.Run, alpha float64, ids ...string) []bounds.Series {
	rows, err := bounds.Curve(context.Background(), r, claim.Question{Alpha: alpha}, "alpha", []float64{alpha}, bounds.Settings{Rows: ids})
	if err != nil {
		t.Fatal(err, r)
	}
	return rows
}

// smallRun is a run of a few steps in a known order.
func smallRun(t *rapid.T) run.Run {
	share := func(name string) float64 { return rapid.Float64Range(0.01, 1).Draw(t, name) }
	perEpoch := rapid.IntRange(1, 7).Draw(t, "B")
	r := run.Run{
		N: perEpoch, B: 1, T: rapid.IntRange(1, 30).Draw(t, "T"),
		Eta: share("η"), Clip: 1, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Adjacency: rapid.SampledFrom([]run.Adjacency{run.Replace, run.ZeroOut}).Draw(t, "adjacency"), Scheme: run.Cyclic,
		Loss: rapid.SampledFrom([]run.Class{run.Smooth, run.Convex, run.StronglyConvex, run.StronglyConvex,
			run.WeaklyConvex}).Draw(t, "loss"),
		Clipping: rapid.SampledFrom([]run.Clipping{run.ClippingNever, run.ClippingNever, run.ClippingActive,
			run.ClippingDifference}).Draw(t,
			"clipping"),
	}
	batch := rapid.IntRange(1, 3).Draw(t, "b")
	r.N, r.B = r.N*batch, batch
	if perEpoch == 1 {
		r.Scheme = run.Full
	}
	r.Smoothness = rapid.Float64Range(0.01, 2.2).Draw(t, "ηL") / r.Eta
	r.StrongConvexity, r.WeakConvexity = r.Smoothness*share("m/L"), r.Smoothness*share("w/L")
	if rapid.Bool().Draw(t, "bounded") {
		r.Diameter = r.Sensitivity() * rapid.Float64Range(0.1, 30).Draw(t, "D/s")
	}
	return r.WithIterateNoise(r.Sensitivity() / rapid.Float64Range(0.1, 2).Draw(t, "s/σ"))
}

// worstHull is R/σ² of the shift program under the smallest linear modulus, at
// its worst position.
func worstHull(r run.Run) float64 {
	plain, _ := modulus.Of(r.Step()).Linear()
	visit, _ := modulus.Of(r.Step()).Visit(r.Step()).Linear()
	worst := 0.0
	for position := range r.StepsPerEpoch() {
		factors, jumps := make([]float64, r.T), make([]float64, r.T)
		for t := range factors {
			factors[t] = 1 + plain.Excess
			if t%r.StepsPerEpoch() == position {
				factors[t], jumps[t] = 1+visit.Excess, r.Sensitivity()
			}
		}
		worst = max(worst, bounds.Hull(factors, jumps, r.Diameter))
	}
	return worst / r.IterateNoise() / r.IterateNoise()
}
