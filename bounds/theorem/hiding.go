package theorem

import (
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
)

// sampling is all that the cost of hiding a batch depends on, but for the order
// and the share of the noise.
type sampling struct {
	fixed     bool // whether batches have one size
	adjacency run.Adjacency
	q, u      float64
}

func samplingOf(step run.Step) sampling {
	r := step.Of
	return sampling{r.Scheme.FixedSize(), r.Adjacency, mostRate(r), sampledStep(step).u}
}

// hidingCosts are the S*_α of one way of sampling, by order and share: the runs
// of a curve and of a verdict differ in their length or their domain, and ask for
// the same ones.
type hidingCosts = memo.Of[hidingCost, memo.Paid[float64]]

type hidingCost struct{ alpha, beta float64 }

// mostHidingCosts bounds the memory that they take, about 5 MB.
const mostHidingCosts = 1 << 17

var hiding = &memo.Kind[sampling, *hidingCosts]{Most: fewRuns}
