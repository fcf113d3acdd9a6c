package shift

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/shift/shifttest"

	"pgregory.net/rapid"
)

// program draws a linear program whose factor lies on either side of 1.
func program(t *rapid.T) FullBatch {
	excess, sensitivity, diameter := shifttest.Linear(t)
	return FullBatch{Excess: excess, Sensitivity: sensitivity, Diameter: diameter}
}

// The closed form must equal the convex hull over every start.
func TestFullBatchIsTheHull(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := program(t)
		T := rapid.IntRange(1, 40).Draw(t, "T")
		steps := make([]LinearStep, T)
		for i := range steps {
			steps[i] = LinearStep{Factor: 1 + p.Excess, Sensitivity: p.Sensitivity}
		}
		want := hull(steps, p.Diameter)
		got := p.Solve(T)
		if shifttest.Relative(got.R, want.R) > 1e-10 {
			t.Fatalf("%+v, T=%d: closed form %v (τ=%d), hull %v (τ=%d)", p, T, got.R, got.Tau, want.R, want.Tau)
		}
		if shifttest.Relative(got.P, want.P) > 1e-6 && got.Tau == want.Tau {
			t.Fatalf("%+v, T=%d: last payment %v, hull %v", p, T, got.P, want.P)
		}
	})
}

// A hull's trace must be feasible: distances and payments non-negative, the
// recursion met, the end at zero.
func TestHullIsFeasible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := make([]LinearStep, rapid.IntRange(1, 30).Draw(t, "T"))
		for i := range steps {
			steps[i].Factor = rapid.Float64Range(0.5, 1.5).Draw(t, "c")
			if i == 0 || rapid.Bool().Draw(t, "visit") {
				steps[i].Sensitivity = rapid.Float64Range(0.01, 1).Draw(t, "s")
			}
		}
		trace := hull(steps, shifttest.LogUniform(t, "D", 0.1, 10))
		cost := 0.0
		for i, a := range trace.A {
			next := steps[trace.Tau+i].Factor*trace.Z[i] + steps[trace.Tau+i].Sensitivity - a
			if a < 0 || trace.Z[i] < 0 || math.Abs(next-trace.Z[i+1]) > 1e-9 {
				t.Fatalf("step %d: z=%v a=%v leads to %v, trace says %v", i, trace.Z[i], a, next, trace.Z[i+1])
			}
			cost += a * a
		}
		if end := trace.Z[len(trace.A)]; end > 1e-9 {
			t.Fatalf("the distance ends at %v, not 0", end)
		}
		if shifttest.Relative(cost, trace.R) > 1e-12 {
			t.Fatalf("R = %v, the payments cost %v", trace.R, cost)
		}
	})
}

// At D = ∞ and c < 1 the cost is s²(1−c^T)/(1+c^T)·(1+c)/(1−c) (Bok, Su and
// Altschuler 2024; spelled out here with powers instead of tanh).
func TestUnboundedClosedForm(t *testing.T) {
	const c, s = 0.95, 0.1
	for _, T := range []int{1, 2, 10, 160} {
		power := math.Pow(c, float64(T))
		want := s * s * (1 - power) / (1 + power) * (1 + c) / (1 - c)
		got := FullBatch{Excess: c - 1, Sensitivity: s, Diameter: math.Inf(1)}.Solve(T)
		if shifttest.Relative(got.R, want) > 1e-13 {
			t.Errorf("T=%d: R = %v, want %v", T, got.R, want)
		}
	}
}

// At c = 1 the cost is the least (Ns+D)²/N over whole N, once T allows that N.
func TestConvexBounded(t *testing.T) {
	p := FullBatch{Sensitivity: 0.08, Diameter: 1}
	want := math.Inf(1)
	for n := 1; n <= 200; n++ {
		want = min(want, math.Pow(float64(n)*0.08+1, 2)/float64(n))
	}
	if got := p.Solve(200).R; shifttest.Relative(got, want) > 1e-14 {
		t.Errorf("R = %v, want %v", got, want)
	}
}

// Very long and very stiff runs must neither overflow nor fall to zero.
func TestExtremes(t *testing.T) {
	for _, excess := range []float64{-1, -0.99, -1e-9, -1e-16, 0, 1e-16, 1e-9, 0.01, 99} {
		for _, d := range []float64{1e-6, 1, 1e9, math.Inf(1)} {
			p := FullBatch{Excess: excess, Sensitivity: 1e-3, Diameter: d}
			last := 0.0
			for _, T := range []int{1, 10, 1000, 1e6, 1e9, 1e12} {
				r := p.Solve(T).R
				if !(r > 0) || math.IsInf(r, 0) {
					t.Errorf("%+v, T=%d: R = %v", p, T, r)
				}
				if r < last*(1-1e-12) {
					t.Errorf("%+v: R falls from %v to %v at T=%d", p, last, r, T)
				}
				if r > float64(T)*1e-6*(1+1e-12) {
					t.Errorf("%+v, T=%d: R = %v exceeds composition", p, T, r)
				}
				last = r
			}
		}
	}
}
