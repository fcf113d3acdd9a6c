package need

import (
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// NotSmooth is the page's name of convex losses without a smoothness constant.
const NotSmooth = "convex losses that are not smooth"

// withoutModulus says why nothing is known about a step.
const withoutModulus = "if neither the gradients nor their rate of change are bounded, a step may move two points arbitrarily far apart"

// OneOrder requires one order of the batches for the whole run.
func OneOrder(r run.Run) claim.Hypothesis {
	return OneOf("batch scheme", r.Scheme, SchemesOfOneOrder, "for losses that are not smooth it covers one order for the whole run only")
}

// WithNonsmoothStep adds the hypothesis that a step's effect on distances is bounded, with the modulus, for losses that are
// not smooth.
func WithNonsmoothStep(r run.Run, h ...claim.Hypothesis) []claim.Hypothesis {
	if !r.Nonsmooth() {
		return h
	}
	own := claim.Hypothesis{Name: "not smooth", Holds: true, Needed: "gradients of norm at most C",
		Actual: "monotone gradients: two points at distance z come to at most √((1−ηω)²z² + (2ηC)²)"}
	if r.HolderGradients() {
		own.Needed += ", (L, λ)-Hölder on all of space as stated"
		own.Actual = "monotone gradients: two points at distance z come to at most √((1−ηω)²z² + h), where h is (2ηC)² or, if less, " +
			"what co-coercivity leaves"
	}
	switch {
	case r.Clipping.Differences():
		own.Holds, own.Actual, own.Detail = false, "only the difference of two gradients is bounded", withoutModulus
	case !r.Monotone():
		own.Actual = "clipped: outside generalised linear models clipped gradients need not be monotone, so only (1−ηω)z + 2ηC applies"
	}
	return append(h, own)
}
