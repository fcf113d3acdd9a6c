package renyi

import "lastiterate/bounds/work"

// Counted computes divergences whose work is counted and which are given up when
// the budget is spent; see work.Budget.Spend.
type Counted struct{ Work *work.Budget }

func (c Counted) mixture(q, u float64) Mixture {
	m := NewMixture(q, u)
	m.work = c.Work
	return m
}

// Units of work of one evaluation of an envelope and of an integrand, of one in which
// two profiles are mixed.
const (
	envelopeUnits  = 24
	pointUnits     = 12
	displacedUnits = 30
)
