package composition

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
)

// OfRuns is ε at δ of the given number of independent runs like r with all iterates published, where their
// privacy loss distributions compose; nil if they do not, or where a Gaussian parameter says it all.
// Steps that draw their batches anew compose whatever the run: K runs are K times as many. The epochs of
// random allocation do, the one that was begun in each run too.
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
