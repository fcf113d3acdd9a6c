package modulus

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// jumpingRun has convex losses without a smoothness.
func jumpingRun(b int, eta, clip, decay float64) run.Run {
	r := base()
	r.Loss, r.Clipping, r.Smoothness, r.B, r.N = run.Convex, run.ClippingNever, math.Inf(1), b, 2*b
	r.Eta, r.Clip, r.WeightDecay = eta, clip, decay/eta
	return r
}

// The loss C|x₂ + εx₁| has a gradient that jumps across the first axis: with it for every example, and an example that
// pushes the two runs apart along what the others make of their distance, both moduli are met as ε → 0.
func TestMonotoneIsMet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.IntRange(1, 6).Draw(t, "b")
		eta, clip := rapid.Float64Range(.01, 3).Draw(t, "eta"), rapid.Float64Range(.1, 5).Draw(t, "C")
		decay, z := rapid.SampledFrom([]float64{0, .1, .9, 1}).Draw(t, "r"), rapid.Float64Range(.01, 20).Draw(t, "z")
		r := jumpingRun(b, eta, clip, decay)
		step := r.Step()
		const tilt = 1e-7
		// apart is what a step with a share of these losses makes of the points (±z/2, 0).
		apart := func(share float64) float64 {
			g := 2 * eta * clip * share / math.Hypot(1, tilt)
			return math.Hypot((1-step.Decay())*z-g*tilt, g)
		}
		plain := Of(step)
		if got, want := plain.Eval(z), apart(1); math.Abs(got/want-1) > 1e-5 {
			t.Fatalf("m(%v) = %v, want %v, the distance of two points after a step", z, got, want)
		}
		others := float64(b-1) / float64(b)
		visit := plain.Visit(step)
		if got, want := visit.Eval(z), apart(others); math.Abs(got-want) > 1e-5*(want+z) {
			t.Fatalf("m*(%v) = %v, want %v, the distance of two points after the others' step", z, got, want)
		}
		if m := plain.Eval(z); m > z*(1-step.Decay())+step.Drift() || plain.Eval(0) != 0 || visit.Eval(0) != 0 {
			t.Fatalf("m(%v) = %v, m(0) = %v, m*(0) = %v, want at most the clipped modulus's %v, 0 and 0",
				z, m, plain.Eval(0), visit.Eval(0),
				z*(1-step.Decay())+step.Drift())
		}
		k := Constants{Eta: interval.Decimal(eta), Decay: interval.Decimal(eta).Mul(interval.Decimal(r.WeightDecay)),
			Clip:       interval.Decimal(clip),
			Smoothness: interval.Undefined, StrongConvexity: interval.Int(0), WeakConvexity: interval.Int(0), HolderOrder: interval.Int(1)}
		exact, ofOthers := ExactOf(step, k), k
		ofOthers.Eta = k.Eta.Mul(interval.Fraction(b-1, b))
		for name, pair := range map[string][2]float64{
			"m":  {LeastAt(exact, interval.Float(z)).Float64(), plain.Eval(z)},
			"m*": {LeastAt(ExactVisit(step, k, ofOthers, exact), interval.Float(z)).Float64(), visit.Eval(z)},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-12*(pair[1]+z) {
				t.Fatalf("%s(%v) = %v with outward rounding, want %v, as without", name, z, pair[0], pair[1])
			}
		}
	})
}

// A clip turns gradients: clipped ones of a convex loss are not monotone unless they keep to one line. Of
// losses of which only differences of gradients are bounded there is no modulus at all.
func TestMonotoneNeedsItsHypotheses(t *testing.T) {
	for clipping, want := range map[run.Clipping][]string{
		run.ClippingNever:         {"clipped", "monotone"},
		run.ClippingGLM:           {"clipped", "monotone"},
		run.ClippingActive:        {"clipped"},
		run.ClippingDifference:    nil,
		run.ClippingDifferenceAll: nil,
	} {
		r := jumpingRun(2, .1, 1, 0)
		r.Clipping = clipping
		var names []string
		for _, m := range Of(r.Step()) {
			names = append(names, m.Name)
		}
		if len(names) != len(want) || len(want) > 0 && names[len(names)-1] != want[len(want)-1] {
			t.Errorf("%s: the moduli are %v, want %v", clipping, names, want)
		}
	}
	// Gradients u and v of points that are apart, ⟨v−u, apart⟩ = 2.8, as a convex quadratic may have them.
	u, v, apart := [2]float64{10, 1}, [2]float64{11, 10}, [2]float64{1, .2}
	along := func(u, v [2]float64) float64 { return (v[0]-u[0])*apart[0] + (v[1]-u[1])*apart[1] }
	clip := func(u [2]float64) [2]float64 { n := math.Hypot(u[0], u[1]); return [2]float64{u[0] / n, u[1] / n} }
	if !(along(u, v) > 0) || !(along(clip(u), clip(v)) < 0) {
		t.Errorf("⟨v−u, apart⟩ = %v, of clipped gradients %v, want above 0 and below 0", along(u, v), along(clip(u), clip(v)))
	}
}

// The inverse is that of the modulus.
func TestMonotoneInverse(t *testing.T) {
	m := Modulus{Excess: -.2, Across: 3}
	for _, z := range []float64{1e-3, 1, 50} {
		if got := m.Inverse(m.Eval(z)); math.Abs(got/z-1) > 1e-8 {
			t.Errorf("Inverse(m(%v)) = %v, want %v", z, got, z)
		}
	}
	flat := Modulus{Excess: -1, Across: 3}
	for _, c := range []struct {
		m       Modulus
		y, want float64
	}{{m, 2.9, 0}, {m, 3, 0}, {flat, 3, math.Inf(1)}} {
		if got := c.m.Inverse(c.y); got != c.want {
			t.Errorf("%+v: Inverse(%v) = %v, want %v", c.m, c.y, got, c.want)
		}
	}
}
