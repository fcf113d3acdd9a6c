package composition

import (
	"context"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
)

// sampling is all that the cost of hiding a batch depends on, apart from the order
// and the share of the noise.
type sampling struct {
	pair sampledPair
	q, u float64
}

// samplingOf tells how the batch of a step is sampled.
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

// Hiding returns the costs that are known so far of a step's way of sampling.
func Hiding(ctx context.Context, step run.Step) *HidingCosts {
	return hiding.Get(ctx, samplingOf(step), func(context.Context) *HidingCosts { return &HidingCosts{Most: mostHidingCosts} })
}

// notHiding stands for the share of a step that hides nothing but its batch. It differs from a share of 1, because all of the
// noise counts as it is, whereas a share of it may be rounded.
const notHiding = 0
