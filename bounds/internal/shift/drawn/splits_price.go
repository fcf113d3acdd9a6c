package drawn

import (
	"math"
	"sort"

	"lastiterate/bounds/internal/shift"
)

// priceEntries is the number of splits of the noise that a SplitPrice offers. A payment costs at most one part in 200 more
// than with all splits.
const priceEntries = 64

// SplitPrice returns the price of a step of [DrawnProgram] for the program of package ray: the least of hide(β) + a²/(1−β)
// over finitely many β. It is nil if hide(1) cannot be computed.
func SplitPrice(hide func(beta float64) float64) shift.StepPrice {
	m := newSplits(hide, priceEntries)
	if s := m.entries[0].hide; !(s >= 0) || math.IsInf(s, 1) {
		return nil
	}
	return m
}

// preferred returns the entry that is cheapest at the marginal cost 2q.
func (m *splits) preferred(q float64) int {
	return sort.Search(len(m.levels), func(k int) bool { return q*q <= m.levels[k] })
}

func (m *splits) At(q float64) (a, cost float64) {
	e := m.entries[m.preferred(q)]
	a = q * e.x
	return a, e.hide + q*a
}

// around returns the two entries between which the payment a is cheapest. Entry k is preferred at marginal costs between the
// levels k−1 and k, where it pays x_k√level.
func (m *splits) around(a float64) (lower, upper int) {
	k := sort.Search(len(m.levels), func(k int) bool { return a <= math.Sqrt(m.levels[k])*m.entries[k+1].x })
	if k < len(m.levels) && a > math.Sqrt(m.levels[k])*m.entries[k].x {
		return k, k + 1
	}
	return k, k
}

func (m *splits) Of(a float64) float64 {
	if a == 0 {
		return m.entries[0].hide
	}
	return m.entries[m.cheapest(a)].cost(a)
}

// cheapest returns the entry that pays a at the least cost.
func (m *splits) cheapest(a float64) int {
	lower, upper := m.around(a)
	if m.entries[upper].cost(a) < m.entries[lower].cost(a) {
		return upper
	}
	return lower
}

// cost returns the cost of the payment a. It is +Inf if all of the noise hides the batch.
func (e entry) cost(a float64) float64 {
	if a == 0 {
		return e.hide
	}
	return e.hide + a*a/e.x
}

func (m *splits) Marginal(a float64) float64 {
	lower, upper := m.around(a)
	if lower < upper {
		return math.Sqrt(m.levels[lower])
	}
	return a / m.entries[lower].x
}
