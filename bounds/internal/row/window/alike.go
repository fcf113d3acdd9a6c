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

// knownUses bounds m steps that start alike by the mean over their batches, given the steps that use the example; later
// steps then hide a use. Composition credits no hiding by later steps, and takes the uses as known only if contributions have
// no bound.
type knownUses struct {
	mean   *sampled.StartAlike
	most   int // largest number of steps
	orders map[int]average.Lengths
	spent  *work.Budget // the part of the row's budget that the mean may spend
	row    *work.Budget
}

// mostMeans is the work that the mean may spend: half of a row's budget.
const mostMeans = 1 << 26

// newKnownUses returns nil if the mean does not apply, or if it is nowhere below composition. step returns composition's
// charge for a step at an order.
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

// within calls f, and reports whether the mean's budget was enough for it.
func (k *knownUses) within(f func()) bool {
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

// renyi bounds the divergence of order alpha of m steps. It interpolates (α−1)D_α, which is convex in α, between two of the
// tried orders. These lie closer where (α−1)D_α bends, because a use can be seen.
func (k *knownUses) renyi(m int, alpha float64) float64 {
	// If (α−1)·D_α is between seen and hopeless, neighbouring orders are used, and otherwise every fourth (coarse).
	const seen, hopeless, coarse = 0.05, 3, 4
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

// fineOrder returns the i-th order at which the mean is computed.
func fineOrder(i int) float64 { return 1 + math.Pow(2, float64(i)/8)/64 }

// at bounds the divergence of order fineOrder(i) of m steps; it is +Inf if none is known, as when the mean's budget is spent.
func (k *knownUses) at(i, m int) float64 {
	l, ok := k.orders[i]
	if !ok && k.within(func() { l = k.mean.Renyi(fineOrder(i), k.most) }) {
		k.orders[i] = l
	}
	return l.AtMost(float64(m))
}

// epsilon returns the ε at delta of m steps; +Inf if the mean gives none, or if its budget is spent.
func (k *knownUses) epsilon(m int, delta float64) float64 {
	epsilon := math.Inf(1)
	k.within(func() {
		if e, err := k.mean.Epsilon(m, delta); err == nil {
			epsilon = e
		}
	})
	return epsilon
}

// alike bounds the divergence of order alpha of two runs of m steps that start at one point.
func (w *composedWindow) alike(m int, alpha float64) float64 {
	composed := w.drawn.alike(m, alpha)
	if w.uses == nil || alpha > highestOrder {
		return composed
	}
	return min(composed, w.uses.renyi(m, alpha))
}
