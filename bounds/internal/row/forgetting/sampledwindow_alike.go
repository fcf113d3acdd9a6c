package forgetting

import (
	"context"
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
	*sampled.StartAlike
	most   int // steps
	orders map[int]average.Lengths
	work   *work.Budget // spent on orders
}

// mostMeans is the work after which the mean is asked at no further order: half of what a row may do.
const mostMeans = 1 << 26

// newKnownUses returns nil where contributions are bounded or the mean does not apply.
func newKnownUses(ctx context.Context, r run.Run, most int) *knownUses {
	if need.BoundedContribution(r).Holds {
		return nil
	}
	w := work.NewBudget(math.MaxInt64, work.From(ctx))
	s, ok := sampled.NewStartAlike(work.With(ctx, w), r)
	if !ok {
		return nil
	}
	return &knownUses{s, most, map[int]average.Lengths{}, w}
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
	if !ok && k.work.Used() < mostMeans {
		l = k.Renyi(order(i), k.most)
		k.orders[i] = l
	}
	return l.AtMost(float64(m))
}

// alike bounds the divergence of order alpha of m steps that start alike.
func (w *sampledWindow) alike(m int, alpha float64) float64 {
	composed := float64(m) * w.step(alpha)
	if w.uses == nil || alpha > highestOrder {
		return composed
	}
	return min(composed, w.uses.renyi(m, alpha))
}
