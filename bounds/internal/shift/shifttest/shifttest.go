// Package shifttest draws what tests of shift programs begin with, and follows the paths that they write out.
package shifttest

import (
	"math"

	"pgregory.net/rapid"

	"lastiterate/bounds/internal/modulus"
)

// LogUniform draws a number between lo and hi whose logarithm is uniform.
func LogUniform(t *rapid.T, name string, lo, hi float64) float64 {
	return math.Exp(rapid.Float64Range(math.Log(lo), math.Log(hi)).Draw(t, name))
}

// Relative is the relative error of got.
func Relative(got, want float64) float64 { return math.Abs(got-want) / math.Abs(want) }

// Negligible is above the cost of all weights that are left out.
const Negligible = 1e-230

// Linear draws a linear program whose factor lies on either side of 1.
func Linear(t *rapid.T) (excess, sensitivity, diameter float64) {
	sensitivity, diameter = LogUniform(t, "s", 1e-3, 10), LogUniform(t, "D", 1e-2, 1e2)
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		excess = -rapid.Float64Range(1e-4, 1).Draw(t, "1-c")
	case 1:
		excess = LogUniform(t, "c-1", 1e-6, 20)
	}
	if rapid.IntRange(0, 4).Draw(t, "unbounded") == 0 {
		diameter = math.Inf(1)
	}
	return excess, sensitivity, diameter
}

// Holder draws the modulus of a step along a gradient that is Hölder continuous.
func Holder(t *rapid.T) modulus.Modulus {
	return modulus.Modulus{Holder: LogUniform(t, "H", 1e-4, 3),
		Order: rapid.SampledFrom([]float64{0.5, 1, rapid.Float64Range(0.05, 0.99).Draw(t, "λ")}).Draw(t, "order")}
}

// WrittenPath is a path written out step by step, with its sums.
type WrittenPath struct {
	Tau            int
	R              float64
	Z, A, S        []float64
	Composed, Paid []float64
}

// Follows checks that a path is feasible under the steps, ends at 0 and costs
// R, and that R is the wanted cost.
func (p WrittenPath) Follows(t *rapid.T, want float64, step func(t int, z float64) float64) {
	t.Helper()
	cost, scale := 0.0, 0.0
	for i, a := range p.A {
		scale = max(scale, p.Z[i]+a)
		next := step(p.Tau+i, p.Z[i]) + p.S[i] - a
		if a < 0 || p.Z[i] < 0 || math.Abs(next-p.Z[i+1]) > 1e-7*scale {
			t.Fatalf("step %d: z = %v, s = %v, a = %v lead to %v, the path says %v", p.Tau+i, p.Z[i], p.S[i], a, next, p.Z[i+1])
		}
		cost += a * a
	}
	if end := p.Z[len(p.A)]; end != 0 {
		t.Fatalf("the distance ends at %v", end)
	}
	if Relative(p.R, cost) > 1e-12 || math.Abs(p.R-want) > 1e-9*want+Negligible {
		t.Fatalf("the payments cost %v, the path says %v, the optimum is %v", cost, p.R, want)
	}
	n := len(p.A)
	if Relative(p.Paid[n], p.R) > 1e-12 || p.Composed[n] > p.Paid[n]*(1+1e-9) {
		t.Fatalf("of %v the sensitivities cost %v of %v", p.R, p.Composed[n], p.Paid[n])
	}
}
