package composition

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
)

// OfRuns returns ε as a function of δ for the given number of independent runs like r, all of whose iterates are
// released, by composing privacy loss distributions. It returns nil if the runs have no such composition, if one
// Gaussian parameter describes them, or if they have too many steps in all. Steps that draw their batches anew
// compose across runs: K runs are one run with K times as many steps. So do the epochs of random allocation,
// including the last, incomplete one of each run.
func OfRuns(ctx context.Context, r run.Run, runs int) func(delta float64) (float64, error) {
	if r.Steady() {
		r = r.ToDeletion()
	}
	if runs > run.MaxCount/r.T {
		return nil
	}
	switch {
	case r.Scheme.Sampled() && (r.Steady() || r.Noise.OnGradient() || stepwise.TellsBatches(r)):
		if !r.Steady() {
			r = r.AtRate(r.Eta).ToDeletion()
		}
		r.T *= runs
		if stepwise.TellsBatches(r) {
			return knownBatches(ctx, r).Epsilon
		}
		return func(delta float64) (float64, error) { return ComposedEpsilon(ctx, r, delta) }
	case r.Scheme.Sampled():
		return func(delta float64) (float64, error) { return variedEpsilon(ctx, r, runs, delta) }
	case r.Scheme == run.Allocation && r.StepsPerEpoch() > 1:
		if !r.Steady() {
			r = atHighestRate(r)
		}
		a := allocatedOf(r.ToDeletion())
		a.runs = runs
		return func(delta float64) (float64, error) { return a.epsilon(ctx, claim.AtMost(delta)) }
	}
	return nil
}
