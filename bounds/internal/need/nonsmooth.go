package need

import (
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// NotSmooth is the class of convex losses without a smoothness, in words.
const NotSmooth = "convex losses that are not smooth"

// withoutModulus says why nothing is known of a step.
const withoutModulus = "where neither single gradients are bounded nor how fast they change, a step may take two points apart by any length"

// OneOrder wants one order of the batches for the whole run.
func OneOrder(r run.Run) claim.Hypothesis {
	return OneOf("batch scheme", r.Scheme, SchemesOfOneOrder, "of losses that are not smooth it follows one order for the whole run")
}

// AndAcross adds, for losses that are not smooth, that something bounds what a step does, and says by which
// modulus.
func AndAcross(r run.Run, h ...claim.Hypothesis) []claim.Hypothesis {
	if !r.Nonsmooth() {
		return h
	}
	own := claim.Hypothesis{Name: "not smooth", Holds: true, Needed: "gradients at most C long",
		Actual: "monotone gradients: √((1−r)²z² + (2ηC)²)"}
	if r.HolderGradients() {
		own.Needed += ", (L, λ)-Hölder on all of space as stated"
		own.Actual = "monotone gradients: √((1−r)²z² + h), h at most (2ηC)² and what co-coercivity leaves of it"
	}
	switch {
	case r.Clipping.Differences():
		own.Holds, own.Actual, own.Detail = false, "only the difference of two gradients is bounded", withoutModulus
	case !r.Monotone():
		own.Actual = "clipped, which turns gradients that are not those of a generalised linear model: only (1−r)z + 2ηC applies"
	}
	return append(h, own)
}
