package composition

import (
	"context"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
)

// sampling has everything on which the cost of hiding a batch depends, apart from the order and the share of the noise.
type sampling struct {
	pair sampledPair
	q, u float64
}

// samplingOf returns the sampling of a step's batch.
func samplingOf(step run.Step) sampling {
	m := SampledStep(step)
	return sampling{m.pair, stepwise.MostRate(step.Of), m.U}
}

// HidingCosts are the divergences S*_α of one way of sampling, by order and share.
// They are kept because the runs of a curve or a verdict, which differ in their
// length or their domain, ask for the same ones.
type HidingCosts = memo.Of[HidingCost, memo.PaidValue[float64]]

// HidingCost is the key of a cost: an order, and the share of the noise that hides the batch.
type HidingCost struct{ Alpha, Beta float64 }

// mostHidingCosts bounds the memory of the costs of one way of sampling to about 5 MB.
const mostHidingCosts = 1 << 17

// hiding remembers the costs of a few ways of sampling.
var hiding = &memo.Kind[sampling, *HidingCosts]{Most: proof.FewRuns}

// Hiding returns the costs known so far for a step's way of sampling.
func Hiding(ctx context.Context, step run.Step) *HidingCosts {
	return hiding.Get(ctx, samplingOf(step), func(context.Context) *HidingCosts { return &HidingCosts{Most: mostHidingCosts} })
}

// notHiding stands for the share of a step that hides nothing but its batch. It is not a share of 1, which may be rounded:
// here all of the noise counts exactly.
const notHiding = 0
