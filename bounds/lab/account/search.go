package account

import (
	"math"

	"lastiterate/bounds/internal/convert"
)

// summands are the parts that are added at a Rényi order: the model's, by one row, and the releases'.
type summands struct {
	model
	row    string
	orders []float64
	others []OtherRelease
	delta  float64     // of the converted sum
	sums   map[int]sum // by the indices of the orders that were tried
	err    error
}

// sum is a sum of divergences, and the ε that follows from it; +Inf if none does.
type sum struct{ divergence, converted float64 }

// search returns the index of the order at which the sum gives the least ε, as far as it can be found by walking from another. Every
// order is valid, so a search that ends too early errs on the safe side. Most rows' sums fall up to their best order and rise from
// there, and a row may take half a second at every order.
func (p *summands) search(at int) int {
	for at > 0 && math.IsInf(p.sumAt(at), 1) { // rows end at an order
		at--
	}
	for _, by := range []int{-1, 1} {
		for next := at + by; next >= 0 && next < len(p.orders) && p.sumAt(next) < p.sumAt(at); next += by {
			at = next
		}
	}
	return at
}

// sumAt is the ε of the sum at the order of this index, +Inf if there is none.
func (p *summands) sumAt(i int) float64 {
	if s, known := p.sums[i]; known || p.err != nil {
		return s.converted
	}
	alpha := p.orders[i]
	s := sum{converted: math.Inf(1)}
	s.divergence, p.err = p.divergence(p.row, alpha)
	for _, o := range p.others {
		s.divergence += o.at(alpha)
	}
	if p.err == nil && s.divergence >= 0 && !math.IsInf(s.divergence, 1) {
		// A divergence bounds those of lower orders, and none of higher ones.
		s.converted, _ = convert.EpsilonUpper(func(a float64) float64 {
			if a > alpha {
				return math.Inf(1)
			}
			return s.divergence
		}, p.delta)
	}
	p.sums[i] = s
	return s.converted
}
