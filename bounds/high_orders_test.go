package bounds

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Orders up to 3000 are far above those to which a profile can be followed. No bound there is below a floor, wherever the uses of
// the example are: in every step, in a stated batch, in a secret one, in another one every epoch, in sampled batches, or before a
// deletion. On some runs the floor is within a thousandth of the bound.
func TestHighOrdersAreAboveFloors(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		within := func(name string, low, high float64) float64 {
			return math.Exp(rapid.Float64Range(math.Log(low), math.Log(high)).Draw(t, name))
		}
		r := DefaultRun()
		r.N, r.B, r.T = 4, 4, rapid.IntRange(3, 300).Draw(t, "T")
		r.Diameter, r.Eta, r.Clip = within("D", 0.05, 8), within("η", 0.02, 1), within("C", 0.05, 3)
		r.Loss = rapid.SampledFrom([]run.Class{run.StronglyConvex, run.Convex, run.Smooth}).Draw(t, "loss")
		epoch := rapid.IntRange(1, 6).Draw(t, "steps of an epoch")
		switch rapid.IntRange(0, 10).Draw(t, "kind") {
		case 1:
			r.Scheme, r.N, r.Position = run.Cyclic, 4*epoch, rapid.IntRange(1, min(epoch, r.T)).Draw(t, "position")
		case 2:
			r.Scheme, r.N = run.ShuffleOnce, 4*epoch
		case 3:
			r.After = rapid.IntRange(0, min(40, r.T-1)).Draw(t, "steps after the deletion")
		case 4, 5:
			r.Scheme, r.N = run.Reshuffle, 4*epoch
		case 6, 7, 8:
			r.Scheme, r.N = run.WithoutReplacement, 4*(1+epoch)
			r.After = rapid.SampledFrom([]int{0, 0, 1, 5}).Draw(t, "steps after the deletion") % r.T
		case 9, 10:
			r.Scheme, r.N = run.Poisson, 4*(1+epoch)
			r.Adjacency = rapid.SampledFrom([]run.Adjacency{run.Replace, run.ZeroOut, run.AddRemove}).Draw(t, "adjacency")
		}
		q := claim.Question{Alpha: within("α", 4, 3000)}
		if c := tableOf(t, r, q).Contradiction; c != nil {
			t.Fatalf("%+v at %+v: %+v", r, q, *c)
		}
	})
}
