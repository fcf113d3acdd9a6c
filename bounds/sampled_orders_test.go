package bounds

import (
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/run"
)

// One sampled step is composed at what it loses at any order: the floor of one step is as high, for Poisson
// batches under every adjacency and for batches of fixed size under replacement.
func TestSampledStepsAreTightAtOrders(t *testing.T) {
	ctx := t.Context()
	rapid.Check(t, func(t *rapid.T) {
		within := func(name string, from, to float64) float64 {
			return from + (to-from)*rapid.Float64Range(0, 1).Draw(t, name)
		}
		r := DefaultRun()
		r.N = rapid.IntRange(2, 5000).Draw(t, "n")
		r.B, r.T = rapid.IntRange(1, r.N-1).Draw(t, "b"), 1
		r.Scheme, r.Noise, r.Sigma = run.Poisson, run.NoiseMultiplier, within("σ", 0.5, 8)
		r.Adjacency = rapid.SampledFrom([]run.Adjacency{run.Replace, run.ZeroOut, run.AddRemove}).Draw(t, "adjacency")
		if rapid.Bool().Draw(t, "fixed size") {
			r.Scheme, r.Adjacency = run.WithoutReplacement, run.Replace
		}
		r.Loss = run.Convex
		q := claim.Question{Alpha: 1 + within("α", 0.05, 60)}
		most := evaluateRow(ctx, composition.Composition, r, q)
		least := evaluateRow(ctx, attained.OneStep, r, q)
		if !most.Applies || !least.Applies {
			t.Fatalf("no answer: %+v, %+v", most, least)
		}
		// Batches of fixed size count the larger of both directions at every γ; their floor is one direction's.
		near := 1.0001
		if r.Scheme == run.WithoutReplacement {
			near = 2
		}
		if !(most.Epsilon >= least.Epsilon && most.Epsilon <= least.Epsilon*near) {
			t.Fatalf("%+v at α = %v: composition %v, one step loses %v", r, q.Alpha, most.Epsilon, least.Epsilon)
		}
	})
}

// 4,680 Poisson steps under replacement compose to 4,680 times what the pair of one of them loses: 1.2544 at α = 8. By
// advanced joint convexity they were 29,049.
func TestPoissonReplacementAtAnOrder(t *testing.T) {
	r := tableRuns()[string(run.Poisson)]
	q := claim.Question{Alpha: 8}
	composed := evaluateRow(t.Context(), composition.Composition, r, q).Epsilon
	one := evaluateRow(t.Context(), attained.OneStep, r, q).Epsilon * float64(r.T)
	if !(composed >= one && composed < one*1.0001 && composed > 1.2543 && composed < 1.2545) {
		t.Errorf("composition has %v, 4,680 single steps %v", composed, one)
	}
}
