package bounds

import (
	"errors"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// TestFloorsCountTheirWork: a floor gives up within a small budget, and a second question to the same engine
// counts the same work again, so that nothing depends on what was asked before.
func TestFloorsCountTheirWork(t *testing.T) {
	base := run.Run{N: 40, B: 4, T: 3000, Eta: 0.01, Clip: 1, Sigma: 0.01, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Adjacency: run.Replace,
		Loss:      run.StronglyConvex, Smoothness: 30, StrongConvexity: 20, Clipping: run.ClippingDifference}
	for _, c := range []struct {
		row     *theorem.Theorem
		scheme  run.Scheme
		bounded bool
		loss    run.Class
		least   int64 // units
	}{
		{attained.OneStep, run.WithoutReplacement, true, run.Convex, 1000},
		{attained.LinearAdversary, run.WithoutReplacement, false, run.StronglyConvex, 1_000_000},
		{attained.LinearAdversary, run.Reshuffle, false, run.StronglyConvex, 1_000_000},
		{attained.LinearAdversary, run.Poisson, false, run.Convex, 50_000},
		{attained.LinearAdversary, run.Cyclic, false, run.StronglyConvex, 100_000},
		{attained.ProjectedAdversary, run.Cyclic, true, run.StronglyConvex, 10_000},
	} {
		r := base
		r.Scheme, r.Loss = c.scheme, c.loss
		if c.bounded {
			r.Diameter = 0.2
		}
		for _, q := range []claim.Question{{Delta: 1e-5}, {Alpha: 4}} {
			if q.Renyi() && c.scheme == run.Cyclic && !c.bounded {
				continue // a formula
			}
			var e Engine // which remembers, so that the second time has what the first has computed
			used := func() int64 {
				ctx := work.With(e.Context(t.Context()), work.NewBudget(math.MaxInt64, nil))
				row := certifiedRow(ctx, c.row, r, q)
				if !row.Applies || row.Err != nil || !(row.Epsilon > 0) {
					t.Errorf("%s, %s, %+v: applies %v, ε = %v, %v", c.row.ID, c.scheme, q, row.Applies, row.Epsilon, row.Err)
				}
				return row.budget.Used()
			}
			first, again := used(), used()
			if first != again || first < c.least && !q.Renyi() || first == 0 {
				t.Errorf("%s, %s, %+v: %d units, then %d", c.row.ID, c.scheme, q, first, again)
			}
			ctx := work.With(t.Context(), work.NewBudget(10, nil))
			if row, _ := proveRow(ctx, c.row, r, q); !errors.Is(row.Err, work.ErrSpent) {
				t.Errorf("%s, %s, %+v: ten units are enough, ε = %v, %v", c.row.ID, c.scheme, q, row.Epsilon, row.Err)
			}
		}
	}
}
