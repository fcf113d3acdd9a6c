package theorem

import (
	"math"
	"sync"

	"lastiterate/bounds/run"
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
	known map[hidingCost]float64
}

type hidingCost struct{ alpha, beta float64 }

// mostHidingCosts bounds the memory that they take, about 5 MB.
const mostHidingCosts = 1 << 17

var hiding lately[sampling, *hidingCosts]

// at is S*_α(q, √β·u), +Inf where it is not known.
func (h *hidingCosts) at(step sampledMechanism, q, alpha, beta float64) float64 {
	of := hidingCost{alpha, beta}
	h.mu.Lock()
	defer h.mu.Unlock()
	if e, ok := h.known[of]; ok {
		return e
	}
	if len(h.known) >= mostHidingCosts {
		clear(h.known)
	}
	e, err := step.divergence(q, math.Sqrt(beta)*step.u, alpha)
	if err != nil {
		e = math.Inf(1)
	}
	h.known[of] = e
	return e
}
