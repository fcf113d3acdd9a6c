package account

import (
	"context"
	"math"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/run"
)

// summands are the parts that are added at a Rényi order: the model's, by one row, and the releases'.
type summands struct {
	ctx    context.Context
	run    run.Run
	row    string
	orders []float64
	others []OtherRelease
	delta  float64         // of the converted sum
	sums   map[int]float64 // ε at delta, by the indices of the orders that were tried
	err    error
}

// search returns the index of the order at which the sum gives the least ε, as far as it can be found by walking from another. Every
// order is valid, so a search that ends too early errs on the safe side. Most rows' sums fall up to their best order and rise from
// there, and a row may take half a second at every order.
func (p *summands) search(at int) int {
	for at > 0 && math.IsInf(p.at(at), 1) { // rows end at an order
		at--
	}
	for _, by := range []int{-1, 1} {
		for next := at + by; next >= 0 && next < len(p.orders) && p.at(next) < p.at(at); next += by {
			at = next
		}
	}
	return at
}

// at is the ε of the sum at the order of this index, +Inf if there is none.
func (p *summands) at(i int) float64 {
	if e, known := p.sums[i]; known || p.err != nil {
		return e
	}
	p.sums[i] = math.Inf(1)
	alpha := p.orders[i]
	only := bounds.Settings{Rows: []string{p.row}}
	series, err := bounds.Curve(p.ctx, p.run, claim.Question{Alpha: alpha}, "alpha", []float64{alpha}, only)
	if err != nil {
		p.err = err
		return p.sums[i]
	}
	sum := series[0].Epsilon[0]
	for _, o := range p.others {
		sum += o.at(alpha)
	}
	if sum >= 0 && !math.IsInf(sum, 1) {
		// A divergence bounds those of lower orders, and none of higher ones.
		p.sums[i], _ = convert.EpsilonUpper(func(a float64) float64 {
			if a > alpha {
				return math.Inf(1)
			}
			return sum
		}, p.delta)
	}
	return p.sums[i]
}
