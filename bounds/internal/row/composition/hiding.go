package composition

import (
	"context"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
)

// sampling is all that the cost of hiding a batch depends on, but for the order
// and the share of the noise.
type sampling struct {
	pair sampledPair
	q, u float64
}

// samplingOf is how the batch of a step is sampled.
func samplingOf(step run.Step) sampling {
	m := SampledStep(step)
	return sampling{m.pair, stepwise.MostRate(step.Of), m.U}
}

// HidingCosts are the S*_α of one way of sampling, by order and share: the runs
// of a curve and of a verdict differ in their length or their domain, and ask for
// the same ones.
type HidingCosts = memo.Of[HidingCost, memo.PaidValue[float64]]

// HidingCost is an order, and the share of the noise that hides.
type HidingCost struct{ Alpha, Beta float64 }

// mostHidingCosts bounds the memory that they take, about 5 MB.
const mostHidingCosts = 1 << 17

var hiding = &memo.Kind[sampling, *HidingCosts]{Most: proof.FewRuns} // a few ways of sampling

// Hiding are the costs of a step's way of sampling that are known so far.
func Hiding(ctx context.Context, step run.Step) *HidingCosts {
	return hiding.Get(ctx, samplingOf(step), func(context.Context) *HidingCosts { return &HidingCosts{Most: mostHidingCosts} })
}

// notHiding is instead of the share where a step hides nothing but its batch: its noise then counts as it is, where
// a share of it may be rounded.
const notHiding = 0
