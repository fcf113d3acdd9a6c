package renyi

import (
	"math"

	"lastiterate/bounds/work"
)

// Counted computes divergences and charges their work to a budget; see work.Budget.Spend. It gives up when the budget is
// spent.
type Counted struct{ Work *work.Budget }

// of computes a divergence of a sampled Gaussian. Cases that need no computation come first: arguments outside the domain, no
// sampling, no noise, infinite noise, and a batch that always holds the example, whose divergence is that of Gaussians at
// distance distance.
func (c Counted) of(q, u, alpha, distance float64, compute func(m *Mixture, alpha float64) (float64, error)) (float64, error) {
	switch {
	case !(q >= 0 && q <= 1 && u >= 0 && alpha > 1) || math.IsInf(alpha, 1):
		return math.Inf(1), ErrDomain
	case q == 0 || math.IsInf(u, 1):
		return 0, nil
	case u == 0:
		return math.Inf(1), nil
	case q == 1:
		return gaussian(alpha, u/distance), nil
	}
	m := NewMixture(q, u)
	m.work = c.Work
	return compute(&m, alpha)
}

// The work of one evaluation of an envelope and of an integrand at a point, in units of package work.
const (
	envelopeUnits = 24
	pointUnits    = 12
)
