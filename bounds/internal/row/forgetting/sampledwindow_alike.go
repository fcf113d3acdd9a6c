package forgetting

import (
	"context"
	"errors"
	"math"

	"lastiterate/bounds/internal/average"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/row/sampled"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// knownUses is the mean over batches of steps that start alike, for runs whose contributions have no bound: it knows
// when the example was used, and that later steps hide it. Composition mostly counts their batches as known, too.
type knownUses struct {
	mean   *sampled.StartAlike
	most   int // steps
	orders map[int]average.Lengths
	spent  *work.Budget // the part of row's that the mean may spend
	row    *work.Budget
}

// mostMeans is the work after which the mean is asked no more: half of what a row may do.
const mostMeans = 1 << 26

// newKnownUses returns nil where contributions are bounded or the mean does not apply, or is above composition, whose
// step loses step at an order.
func newKnownUses(ctx context.Context, r run.Run, most int, step func(alpha float64) float64) *knownUses {
	if need.BoundedContribution(r).Holds {
		return nil
	}
	row := work.From(ctx)
	k := &knownUses{most: most, orders: map[int]average.Lengths{}, spent: work.NewBudget(mostMeans, row), row: row}
	var ok bool
	if k.mean, ok = sampled.NewStartAlike(work.With(ctx, k.spent), r); !ok {
		return nil
	}
	for _, i := range []int{12, 22} { // the orders 2 and 33
		for m := 2; m <= most; m *= 2 {
			if k.at(i, m) < float64(m)*step(order(i)) {
				return k
			}
		}
	}
	return nil
}

// asked calls f, and reports whether the budget of the mean was enough for it.
func (k *knownUses) asked(f func()) bool {
	if k.spent.Ended() {
		return false
	}
	err := work.Alone(f)
	if err != nil {
		k.row.Spend(0) // panics if the row's budget was not enough either
		if !errors.Is(err, work.ErrSpent) {
			panic(err)
		}
	}
	return err == nil
}

// renyi bounds the divergence of order alpha of m steps: it is interpolated between two of the orders tried, since
// (α−1)D_α is convex in α.
func (k *knownUses) renyi(m int, alpha float64) float64 {
	i := 0
	for order(i) < alpha {
		i++
	}
	above := k.at(i, m)
	if order(i) == alpha || i == 0 || math.IsInf(above, 1) {
		return above
	}
	below := k.at(i-1, m)
	if math.IsInf(below, 1) {
		return above
	}
	share := (order(i) - 1) / (alpha - 1) * (alpha - order(i-1)) / (order(i) - order(i-1))
	return min(above, (below+share*(above-below))*(1+1e-12))
}

// at is the bound of order(i) for m steps, +Inf if none is known.
func (k *knownUses) at(i, m int) float64 {
	l, ok := k.orders[i]
	if !ok && k.asked(func() { l = k.mean.Renyi(order(i), k.most) }) {
		k.orders[i] = l
	}
	return l.AtMost(float64(m))
}

// epsilon is the ε at delta of m steps, +Inf if none is known.
func (k *knownUses) epsilon(m int, delta float64) float64 {
	epsilon := math.Inf(1)
	k.asked(func() {
		if e, err := k.mean.Epsilon(m, delta); err == nil {
			epsilon = e
		}
	})
	return epsilon
}

// alike bounds the divergence of order alpha of m steps that start alike.
func (w *composedWindow) alike(m int, alpha float64) float64 {
	composed := w.drawn.alike(m, alpha)
	if w.uses == nil || alpha > highestOrder {
		return composed
	}
	return min(composed, w.uses.renyi(m, alpha))
}
