package window

import (
	"context"
	"errors"
	"math"

	"lastiterate/bounds/internal/average"
	"lastiterate/bounds/internal/row/sampled"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// knownUses is the mean over batches of steps that start alike: it knows when the example was used, and that later steps
// hide it. Composition never knows that later steps hide a use, and knows the uses only where contributions have no bound.
type knownUses struct {
	mean   *sampled.StartAlike
	most   int // steps
	orders map[int]average.Lengths
	spent  *work.Budget // the part of row's that the mean may spend
	row    *work.Budget
}

// mostMeans is the work after which the mean is asked no more: half of what a row may do.
const mostMeans = 1 << 26

// newKnownUses returns nil where the mean does not apply, or is above composition, whose step loses step at an order.
func newKnownUses(ctx context.Context, r run.Run, most int, step func(alpha float64) float64) *knownUses {
	row := work.From(ctx)
	k := &knownUses{most: most, orders: map[int]average.Lengths{}, spent: work.NewBudget(mostMeans, row), row: row}
	var ok bool
	if k.mean, ok = sampled.NewStartAlike(work.With(ctx, k.spent), r); !ok {
		return nil
	}
	for _, i := range []int{48, 88} { // the orders 2 and 33
		for m := 2; m <= most; m *= 2 {
			if k.at(i, m) < float64(m)*step(fineOrder(i)) {
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
// (α−1)D_α is convex in α. Where uses are seen it bends, and the orders lie closer.
func (k *knownUses) renyi(m int, alpha float64) float64 {
	const seen, hopeless, coarse = 0.05, 3, 4 // (α−1)·D_α, between which orders lie close, and the steps between others
	i, step := 0, coarse
	for fineOrder(i) < alpha {
		i += coarse
	}
	if x := (fineOrder(i) - 1) * k.at(i, m); i > 0 && x > seen && x < hopeless {
		for step = 1; fineOrder(i-1) >= alpha; i-- {
			continue
		}
	}
	above := k.at(i, m)
	if fineOrder(i) == alpha || i == 0 || math.IsInf(above, 1) {
		return above
	}
	below := k.at(i-step, m)
	if math.IsInf(below, 1) {
		return above
	}
	from := fineOrder(i - step)
	share := (fineOrder(i) - 1) / (alpha - 1) * (alpha - from) / (fineOrder(i) - from)
	return min(above, (below+share*(above-below))*(1+1e-12))
}

// fineOrder is the i-th of the orders at which the mean is asked.
func fineOrder(i int) float64 { return 1 + math.Pow(2, float64(i)/8)/64 }

// at is the bound of fineOrder(i) for m steps, +Inf if none is known.
func (k *knownUses) at(i, m int) float64 {
	l, ok := k.orders[i]
	if !ok && k.asked(func() { l = k.mean.Renyi(fineOrder(i), k.most) }) {
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
