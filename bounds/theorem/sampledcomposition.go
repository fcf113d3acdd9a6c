package theorem

import (
	"lastiterate/bounds/pld"
	"lastiterate/bounds/run"
)

// sampledLoss is all that the loss of a sampled run depends on if every iterate
// is published.
type sampledLoss struct {
	sampling
	times int
	delta float64
}

type composedLoss struct {
	epsilon float64
	err     error
}

var composedLosses lately[sampledLoss, composedLoss]

// composedEpsilon is ε at δ of all steps of a sampled run if every iterate were
// published, by composing privacy loss distributions. Neither the class of losses
// nor the domain matter to it, and several rows of a run, and its verdict, ask for
// it.
func composedEpsilon(r run.Run, delta float64) (float64, error) {
	loss := sampledLoss{samplingOf(r), r.T, delta}
	e := composedLosses.get(loss, func() composedLoss {
		epsilon, err := pld.Epsilon(delta, pld.Part{Step: sampledStep(r).loss(loss.q, loss.u), Times: loss.times})
		return composedLoss{epsilon, err}
	})
	return e.epsilon, e.err
}
