package bounds

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
)

// One step on one of two examples, drawn at random, one of which is replaced. Where any two
// gradients are at most 2C apart, the worst that a step can lose is known:
// E_γ = qE_e(N(s) ‖ N(0)), e = (γ−1+q)/q (Balle, Barthe, Gaboardi 2018, Theorem 11 with the
// Gaussian profile), here written out. Where only the differing example's two gradients are,
// the other's gradient may reveal which was drawn, and q times the Gaussian δ is lost.
func TestDifferencesOfWhom(t *testing.T) {
	phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	gaussian := func(gamma, mu float64) float64 {
		x := math.Log(gamma) / mu
		return phi(mu/2-x) - gamma*phi(-mu/2-x)
	}
	r := run.Run{N: 2, B: 1, T: 1, Eta: 1, Clip: 0.5, Sigma: 1, Noise: run.IterateNoise, Diameter: math.Inf(1), Adjacency: run.Replace,
		Scheme: run.WithoutReplacement, Loss: run.Convex, Smoothness: 1}
	const q, s, delta = 0.5, 1.0, 0.01
	loses := func(profile func(gamma float64) float64) float64 {
		low, high := 0.0, 20.0
		for range 60 {
			if middle := (low + high) / 2; profile(math.Exp(middle)) > delta {
				low = middle
			} else {
				high = middle
			}
		}
		return high
	}
	told := loses(func(gamma float64) float64 { return q * gaussian(gamma, s) })
	hidden := loses(func(gamma float64) float64 { return q * gaussian((gamma-1+q)/q, s) })
	for clipping, loss := range map[run.Clipping]float64{run.ClippingDifference: told, run.ClippingDifferenceAll: hidden} {
		r.Clipping = clipping
		rows, err := Rows(context.Background(), r, claim.Question{Delta: delta}, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		floors, bounds := 0.0, math.Inf(1)
		for _, row := range rows {
			switch {
			case !row.Applies:
			case row.Theorem.Kind() == claim.Floor:
				floors = max(floors, row.Epsilon)
				if row.Epsilon > loss*(1+1e-9) {
					t.Errorf("%s: %s is %v, and a run loses %v at most", clipping, row.Theorem.ID, row.Epsilon, loss)
				}
			case row.Theorem.Kind() == claim.UpperBound:
				bounds = min(bounds, row.Epsilon)
			}
		}
		if bounds < loss*(1-1e-9) || bounds > loss*(1+1e-3) || floors < loss*(1-0.2) {
			t.Errorf("%s: between %v and %v, exactly %v", clipping, floors, bounds, loss)
		}
	}
	if told < 1.2*hidden {
		t.Errorf("both lose the same: %v, %v", told, hidden)
	}
}

// Bounds that hold where the differing example's gradients are bounded hold where all are,
// and no floor is higher there.
func TestDifferencesOfAllAskNoMore(t *testing.T) {
	t.Parallel()
	base := DefaultRun()
	base.N, base.B, base.T, base.Diameter, base.Sigma, base.Noise = 12, 3, 9, 4, 0.4, run.IterateNoise
	base.Smoothness, base.StrongConvexity, base.WeakConvexity, base.HolderOrder, base.Eta, base.Clip = 0.5, 0.1, 0.2, 0.5, 0.5, 0.6
	for _, scheme := range run.Schemes() {
		for _, adjacency := range []run.Adjacency{run.Replace, run.ZeroOut} {
			for _, loss := range []run.Class{run.Smooth, run.Convex, run.StronglyConvex} {
				for _, diameter := range []float64{4, math.Inf(1)} {
					one := base
					one.Scheme, one.Adjacency, one.Loss, one.Diameter = scheme, adjacency, loss, diameter
					one.Clipping = run.ClippingDifference
					if scheme == run.Full {
						one.B = one.N
					}
					all := one
					all.Clipping = run.ClippingDifferenceAll
					compareDifferences(t, one, all)
				}
			}
		}
	}
}

func compareDifferences(t *testing.T, one, all run.Run) {
	ctx, q := memo.Remembering(context.Background()), claim.Question{Alpha: 3}
	for _, th := range catalog.All() {
		a, b := evaluateRow(ctx, th, one, q), evaluateRow(ctx, th, all, q)
		wrong := b.Applies && b.Epsilon > a.Epsilon*(1+1e-6)
		if th.Side == claim.Upper {
			wrong = a.Applies && (wrong || !b.Applies)
		}
		if wrong {
			t.Errorf("%s, %s, %s, D = %v: %s is %v (%t) where any two gradients are near, %v (%t) where the differing example's are",
				one.Scheme, one.Adjacency, one.Loss, one.Diameter, th.ID, b.Epsilon, b.Applies, a.Epsilon, a.Applies)
		}
	}
}
