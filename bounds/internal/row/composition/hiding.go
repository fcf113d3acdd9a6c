package composition

import (
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
)

// sampling is all that the cost of hiding a batch depends on, but for the order
// and the share of the noise.
type sampling struct {
	fixed     bool // whether batches have one size
	adjacency run.Adjacency
	q, u      float64
}

// SamplingOf is how the batch of a step is sampled.
func SamplingOf(step run.Step) sampling {
	r := step.Of
	return sampling{r.Scheme.FixedSize(), r.Adjacency, stepwise.MostRate(r), SampledStep(step).U}
}

// HidingCosts are the S*_α of one way of sampling, by order and share: the runs
// of a curve and of a verdict differ in their length or their domain, and ask for
// the same ones.
type HidingCosts = memo.Of[HidingCost, memo.Paid[float64]]

// HidingCost is an order, and the share of the noise that hides.
type HidingCost struct{ Alpha, Beta float64 }

// MostHidingCosts bounds the memory that they take, about 5 MB.
const MostHidingCosts = 1 << 17

// Hiding remembers the costs of a few ways of sampling.
var Hiding = &memo.Kind[sampling, *HidingCosts]{Most: proof.FewRuns}
