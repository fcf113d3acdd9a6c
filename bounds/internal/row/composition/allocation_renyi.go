package composition

import (
	"context"
	"math"
	"sync"

	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/work"
)

// renyi returns an upper bound on the divergence of one run in either direction, as a function of the order: the sum over its
// epochs of the larger direction. All orders share the values computed for the epochs. It does not use the field runs.
func (a allocatedRun) renyi(ctx context.Context) func(alpha float64) float64 {
	whole := allocatedEpoch{a.bins, a.bins, a.u}.renyi(ctx)
	begun := allocatedEpoch{a.bins, a.rest, a.u}.renyi(ctx)
	return func(alpha float64) float64 {
		sum := 0.0
		if a.epochs > 0 {
			sum = float64(a.epochs) * whole(alpha)
		}
		if a.rest > 0 {
			sum += begun(alpha)
		}
		return sum * (1 + proof.UpperMargin)
	}
}

// allocatedEpoch is an epoch of bins batches, of which the first `taken` are used.
type allocatedEpoch struct {
	bins, taken int
	u           float64
}

// mostAllocatedOrder is the largest order at which the moments of an epoch are summed, since their work
// grows as its square. Above it the places count as known.
const mostAllocatedOrder = 512

var allocatedMoments = &memo.Kind[allocatedEpoch, []float64]{Most: proof.FewRuns}

// renyi returns the larger divergence of both directions of the epoch as a function of the order. It is
// +Inf at an order whose integrals do not converge.
func (e allocatedEpoch) renyi(ctx context.Context) func(alpha float64) float64 {
	counted := renyi.Counted{Work: work.From(ctx)}
	integrals := sync.OnceValues(func() (*renyi.AllocationEpoch, error) { return counted.AllocationEpoch(e.bins, e.taken, e.u) })
	moments := sync.OnceValue(func() []float64 {
		return allocatedMoments.Get(ctx, e, func(ctx context.Context) []float64 {
			return renyi.Counted{Work: work.From(ctx)}.AllocationMoments(e.bins, e.taken, e.u, mostAllocatedOrder)
		})
	})
	return func(alpha float64) float64 {
		i, err := integrals()
		if err != nil {
			return math.Inf(1)
		}
		backward, err := i.Backward(alpha)
		if err != nil {
			return math.Inf(1)
		}
		if mutants.OneDirection.On() {
			return backward
		}
		forward := renyi.AllocationForward(moments(), alpha)
		if near, err := i.Near(alpha); err == nil {
			forward = min(forward, near)
		}
		return max(forward, backward)
	}
}
