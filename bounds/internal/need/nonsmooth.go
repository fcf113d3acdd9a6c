package need

import (
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// NotSmooth is the class of convex losses without a smoothness, in words.
const NotSmooth = "convex losses that are not smooth"

// withoutModulus says why nothing is known about a step.
const withoutModulus = "if neither the gradients nor their rate of change are bounded, a step may take two points any distance apart"

// OneOrder requires one order of the batches for the whole run.
func OneOrder(r run.Run) claim.Hypothesis {
	return OneOf("batch scheme", r.Scheme, SchemesOfOneOrder, "for losses that are not smooth it covers one order for the whole run only")
}

// AndAcross adds, for losses that are not smooth, that something bounds what a step does, and says by which
// modulus.
func AndAcross(r run.Run, h ...claim.Hypothesis) []claim.Hypothesis {
	if !r.Nonsmooth() {
		return h
	}
	own := claim.Hypothesis{Name: "not smooth", Holds: true, Needed: "gradients of norm at most C",
		Actual: "monotone gradients: √((1−r)²z² + (2ηC)²)"}
	if r.HolderGradients() {
		own.Needed += ", (L, λ)-Hölder on all of space as stated"
		own.Actual = "monotone gradients: √((1−r)²z² + h), h at most (2ηC)² and at most what co-coercivity leaves"
	}
	switch {
	case r.Clipping.Differences():
		own.Holds, own.Actual, own.Detail = false, "only the difference of two gradients is bounded", withoutModulus
	case !r.Monotone():
		own.Actual = "clipped: outside generalised linear models clipped gradients need not be monotone, so only (1−r)z + 2ηC applies"
	}
	return append(h, own)
}
