package sampled

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/run"
)

// pay writes out how each step divides its noise at one order.
func (h *hiddenBatches) pay(found claim.Bound) claim.Payments {
	best := h.at(found.Alpha)
	candidate := proof.Candidate{FeasiblePoint: best.FeasiblePoint, Followed: best.path != nil, Path: best.path}
	return proof.Written(h.run, candidate, sampledApart(h.run))
}

// sampledApart returns the distance of two runs after a step that may use the differing example.
func sampledApart(r run.Run) func(t int, z float64) float64 {
	moduli, s, drift := modulus.Of(r.Step()), r.Sensitivity(), mostDrift(r)
	return func(_ int, z float64) float64 { return min(moduli.Eval(z)+s, z+drift) }
}

// mostDrift returns the amount that a step can add to the distance of two runs if no gradient is longer than the clip, +Inf
// if some may be.
func mostDrift(r run.Run) float64 {
	if clip, holds := modulus.Clipped(r.Step()); holds && clip.Excess <= 0 {
		return r.Step().Drift()
	}
	return math.Inf(1)
}
