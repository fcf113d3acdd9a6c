package theorem

import (
	"math"
	"sync"

	"lastiterate/bounds/renyi"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// sampling is all that the cost of hiding a batch depends on, but for the order
// and the share of the noise.
type sampling struct {
	scheme    run.Scheme
	adjacency run.Adjacency
	q, u      float64
}

func samplingOf(r run.Run) sampling {
	return sampling{r.Scheme, r.Adjacency, r.SamplingRate(), sampledStep(r).u}
}

// hidingCosts are the S*_α of one way of sampling, by order and share: the runs
// of a curve and of a verdict differ in their length or their domain, and ask for
// the same ones.
type hidingCosts struct {
	mu    sync.Mutex
	known map[hidingCost]hidden
}

// hidden is a cost, and the units of work that it took: they are counted again
// whenever it is asked for, so that a row gives up at the same place whatever was
// asked before.
type hidden struct {
	cost  float64
	units int64
}

type hidingCost struct{ alpha, beta float64 }

// mostHidingCosts bounds the memory that they take, about 5 MB.
const mostHidingCosts = 1 << 17

var hiding lately[sampling, *hidingCosts]

// at is S*_α(q, √β·u), +Inf where it is not known.
func (h *hidingCosts) at(w *work.Budget, step sampledMechanism, q, alpha, beta float64) float64 {
	of := hidingCost{alpha, beta}
	h.mu.Lock()
	defer h.mu.Unlock()
	if e, ok := h.known[of]; ok {
		w.Spend(int(e.units))
		return e.cost
	}
	if len(h.known) >= mostHidingCosts {
		clear(h.known)
	}
	before := w.Used()
	e, err := step.divergence(renyi.Counted{Work: w}, q, math.Sqrt(beta)*step.u, alpha)
	if err != nil {
		e = math.Inf(1)
	}
	h.known[of] = hidden{e, w.Used() - before}
	return e
}
