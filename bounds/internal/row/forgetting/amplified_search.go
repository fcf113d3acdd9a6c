package forgetting

import (
	"context"
	"math"

	"lastiterate/bounds/run"
)

// amplified has E_γ of a run in whose last order the places with at least lends steps after them lend to the others, and the
// loss at the α or δ of the question.
type amplified struct {
	losses
	order lastOrder
	lends int
	loss  float64
}

// weights returns the weights with which package shift plans the levels of earlier epochs, over a squared length: one for an
// order alpha, or for a δ (alpha is 0) a few multiples of 1/s².
func (o walk) weights(alpha float64) []float64 {
	if alpha > 1 {
		sigma := o.run.IterateNoise()
		return []float64{(alpha - 1) * alpha / 2 / sigma / sigma}
	}
	s := o.run.Step().Sensitivity
	return []float64{1 / s / s, 10 / s / s}
}

// amplify finds the order of a last epoch, and the places in it that lend, with the least loss.
func (o walk) amplify(ctx context.Context, a measure, alpha float64) (amplified, bool) {
	orders := o.lastOrders(ctx, o.run.T, 0, o.weights(alpha))
	if last := o.unfinished(); o.run.Order() == run.FreshOrder && last < o.run.StepsPerEpoch() && last < o.run.T {
		whole := o.lastOrders(ctx, o.run.T-last, last, o.weights(alpha))
		if l, ok := o.bestLenders(a, whole, alpha); ok {
			for i := range orders {
				orders[i].unused = l.at
			}
		}
	}
	return o.bestLenders(a, orders, alpha)
}

// quickNodes and carefulNodes are the numbers of nodes of tables over e, for sketches and for answers.
const quickNodes, carefulNodes = 60, 300

// bestLenders finds by sketches the best of the orders and the best places in it to lend; ok is false if no order has a
// finite loss.
func (o walk) bestLenders(a measure, orders []lastOrder, alpha float64) (found amplified, ok bool) {
	least := math.Inf(1)
	try := func(p lastPlaces, lends int) {
		l := p.lending(lends)
		if a.above != nil && a.above(l, least) {
			return
		}
		if v := a.value(l, answerPoints); v < least {
			least, found, ok = v, amplified{l, p.lastOrder, p.groups[lends].from, v}, true
		}
	}
	// Each order's best lenders are evaluated and, at a δ, their neighbours, too. Otherwise a small change of the run could
	// change which sketch is best, and the answer would jump.
	for _, order := range orders {
		from, best, v := order.tabulate(alpha, quickNodes).lenders(a)
		if math.IsInf(v, 1) {
			continue
		}
		p, before := order.tabulate(alpha, carefulNodes), least
		try(p, from[best])
		if least < before && a.above != nil { // an order's losses take long
			for i := max(0, best-1); i <= min(best+1, len(from)-1); i++ {
				if i != best {
					try(p, from[i])
				}
			}
		}
	}
	return found, ok
}

// lenders tries which groups of places lend. from has the first lending group of each try, best is the index of the best try,
// and least its loss.
func (p lastPlaces) lenders(a measure) (from []int, best int, least float64) {
	var tried []losses
	const apart = 4
	last := len(p.groups) - 1 // the group of places that are not used, if there are any
	for at := 1; at <= last; at = max(at+1, min(at+at/apart, last)) {
		tried, from = append(tried, p.lending(at)), append(from, at)
	}
	least = math.Inf(1)
	if a.above == nil {
		for i, l := range tried {
			if v := a.value(l, sketchPoints); v < least {
				best, least = i, v
			}
		}
		return from, best, least
	}
	// At a δ the tries are compared by E_γ at the loss of one of them, and then at the loss of the best.
	for next, round := len(tried)/2, 0; round < 3; round++ {
		v := a.value(tried[next], sketchPoints)
		if !(v < least) {
			break
		}
		best, least = next, v
		for i, l := range tried {
			if l.at(least) < tried[next].at(least) {
				next = i
			}
		}
	}
	return from, best, least
}
