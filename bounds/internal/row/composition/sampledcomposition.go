package composition

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/pld"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// sampledLoss has everything on which the loss of a sampled run depends if every iterate is released.
type sampledLoss struct {
	sampling
	times int
	delta float64
}

// composedLoss is ε, or the reason why it was not found.
type composedLoss struct {
	epsilon float64
	err     error
}

var composedLosses = &memo.Kind[sampledLoss, composedLoss]{Most: proof.FewRuns}

// ComposedEpsilon returns ε at delta of all steps of a sampled run if every iterate were released, by composing privacy loss
// distributions. It depends neither on the class of losses nor on the domain. It is remembered, since several rows and the
// verdict of a run ask for it.
func ComposedEpsilon(ctx context.Context, r run.Run, delta float64) (float64, error) {
	delta = claim.AtMost(delta)
	loss := sampledLoss{samplingOf(r.Step()), r.T, delta}
	e := composedLosses.Get(ctx, loss, func(ctx context.Context) composedLoss {
		epsilon, err := pld.EpsilonWithin(work.From(ctx), delta, pld.RepeatedStep{Step: SampledStep(r.Step()).Loss(loss.q, loss.u),
			Times: loss.times})
		return composedLoss{epsilon, err}
	})
	return e.epsilon, e.err
}
