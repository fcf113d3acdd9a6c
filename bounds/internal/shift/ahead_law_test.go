package shift

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/internal/errfloat"
)

// epsilonOf is the ε at which the mean of the Gaussian profiles of a law of costs is delta.
func epsilonOf(law []Share, delta float64) float64 {
	lo, hi := 0.0, 1e3
	for range 60 {
		mid, sum := (lo+hi)/2, 0.0
		for _, s := range law {
			sum += s.Weight * errfloat.Profile(math.Sqrt(s.R), mid)
		}
		if sum > delta {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// TestAheadSharesAgainstEverySequence compares the mean of δ over levels that follow the
// positions with that over all sequences of positions: ε is never below, and how far it is above
// is logged, beside that of fixed levels. The mean of no increasing convex function of
// exceedances is smaller, either.
func TestAheadSharesAgainstEverySequence(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	const s, delta = 0.3, 1e-5
	for _, domain := range []struct {
		name    string
		d       float64
		allowed float64
	}{{"no projection", math.Inf(1), 0.02}, {"D = 5s/3", 0.5, 0.08}, {"D = 3s", 0.9, 0.08}} {
		most, fixed := 0.0, 0.0
		for _, c := range []float64{0.95, 1, 1.05} {
			for _, shape := range [][2]int{{1, 4}, {2, 3}, {3, 4}, {4, 5}, {6, 3}} {
				for _, noise := range []float64{0.1, 1} {
					p := CyclicProgram{c - 1, c - 1, s / noise, domain.d / noise, shape[1], 0}
					T := shape[0] * shape[1]
					exact := exactLaw(p, T)
					want := epsilonOf(exact, delta)
					planner, best, levels := NewPlanner(context.Background(), p.Proven()), math.Inf(1), math.Inf(1)
					for _, weight := range []float64{0, 0.1, 1, 10, 60} {
						if weight > 0 {
							law := p.Proven().AheadShares(nil, T, 0, weight)
							if law == nil {
								t.Fatalf("c=%v D=%v %v: no law", c, domain.d, shape)
							}
							got := epsilonOf(law, delta)
							if best = min(best, got); got < want*(1-1e-9) {
								t.Errorf("c=%v D=%v %v, weight %v: ε = %v, over all sequences %v", c, domain.d, shape, weight, got, want)
							}
						}
						levels = min(levels, epsilonOf(Total(planner.Plan(T, 0, weight*noise*noise/s/s, 256)), delta))
					}
					most, fixed = max(most, best/want-1), max(fixed, levels/want-1)
				}
			}
		}
		t.Logf("%s: at most %.1f %% above every sequence, fixed levels %.1f %%", domain.name, 100*most, 100*fixed)
		if most > domain.allowed {
			t.Errorf("%s: %v above, want at most %v", domain.name, most, domain.allowed)
		}
	}
}
