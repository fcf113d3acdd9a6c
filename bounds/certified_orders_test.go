package bounds

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
)

// TestCertifiedOrderNeverBelow compares the certified average over the positions in
// one secret order with 256 bits on random runs: the cost of every position step by
// step, of the starts that were found, and the means over them. Never below, and
// within the ten digits that are kept.
func TestCertifiedOrderNeverBelow(t *testing.T) {
	source := rand.New(rand.NewPCG(40, 2))
	between := func(lo, hi float64) float64 { return lo * math.Exp(source.Float64()*math.Log(hi/lo)) }
	th, _ := catalog.ByID("shift")
	compared := map[string]int{}
	for i := range *randomRuns / 100 {
		batches := 1 + int(between(1, 30))
		r := run.Run{N: batches, B: 1, T: 1 + int(between(1, 150)), Eta: between(1e-3, 0.3), Clip: 1, Sigma: between(0.02, 3),
			Noise:    run.IterateNoise,
			Diameter: math.Inf(1), Adjacency: run.Replace, Scheme: run.ShuffleOnce, Smoothness: 1, Clipping: run.ClippingNever}
		r.Loss = []run.Class{run.Convex, run.StronglyConvex, run.Smooth}[i%3]
		switch {
		case r.Loss == run.StronglyConvex:
			r.StrongConvexity = between(1e-4, 1)
			r.Clipping = []run.Clipping{run.ClippingNever, run.ClippingDifference}[source.IntN(2)]
		case r.Loss == run.Smooth:
			r.Clipping = run.ClippingDifference
		}
		if source.IntN(3) > 0 {
			r.Diameter = between(0.01, 30)
		}
		for _, q := range []claim.Question{{Alpha: 1 + between(0.05, 20)}, {Delta: between(1e-9, 0.05)}} {
			row, p := proveRow(context.Background(), th, r, q)
			if p == nil || p.Certify == nil || math.IsInf(row.Epsilon, 1) {
				continue
			}
			found := row.Epsilon
			if row.certify(p.Certify); !row.Certified {
				compared["refused"]++
				continue
			}
			x := newReference(r)
			program := shift.CyclicProgram{Excess: float64Of(minus(x.linearFactor(false), whole(1))),
				VisitExcess: float64Of(minus(x.linearFactor(true), whole(1))),
				Sensitivity: float64Of(x.s), Diameter: r.Diameter, Period: batches}
			var costs []ref // by position, in units of σ²
			for j := range batches {
				costs = append(costs, over(x.positionCost(j, program.Solve(r.T, j).Tau), x.variance))
			}
			what, never, near := "δ", false, false
			if q.Renyi() {
				what = "Rényi"
				exact := meanRenyi(alike(costs), num(q.Alpha))
				never = num(row.Epsilon).Cmp(exact) >= 0
				near = row.Epsilon <= float64Of(exact)*(1+2e-9)
			} else {
				never = meanDelta(alike(costs), row.Epsilon).Cmp(num(q.Delta)) <= 0
				near = row.Epsilon == 0 || meanDelta(alike(costs), row.Epsilon*(1-3e-9)).Cmp(num(q.Delta)) > 0
			}
			if compared[what]++; !never || !near {
				t.Errorf("%s: certified %v, found %v; not below the exact value: %v, near it: %v\n%+v %+v", what, row.Epsilon, found,
					never, near, r, q)
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("compared: %v", compared)
	if want := *randomRuns / 200; compared["δ"] < want || compared["Rényi"] < want || compared["refused"] > want/5 {
		t.Errorf("compared %v", compared)
	}
}

// positionCost is the least cost of a position from the starts at 0 and, if there is
// projection, at D at the step tau.
func (x reference) positionCost(position, tau int) ref {
	if position >= x.T {
		return whole(0)
	}
	b := x.StepsPerEpoch()
	plain, visit := x.linearFactor(false), x.linearFactor(true)
	factor := func(t int) ref {
		if t%b == position {
			return visit
		}
		return plain
	}
	jump := func(t int) ref {
		if t%b == position {
			return x.s
		}
		return whole(0)
	}
	cost := x.minorant(whole(0), x.T, factor, jump)
	if x.Bounded() && tau < x.T {
		cost = lesser(cost, x.minorant(x.diameter, x.T-tau, factor, jump))
	}
	return cost
}

// A chance is a cost R in units of σ², and its probability.
type chance struct{ p, cost ref }

// alike gives all costs the same probability.
func alike(costs []ref) (law []chance) {
	for _, c := range costs {
		law = append(law, chance{over(whole(1), whole(len(costs))), c})
	}
	return law
}

// meanRenyi is log(E exp((α−1)αR/2))/(α−1).
func meanRenyi(law []chance, alpha ref) ref {
	less, sum := minus(alpha, whole(1)), whole(0)
	for _, c := range law {
		sum = plus(sum, times(c.p, expOf(over(times(times(less, alpha), c.cost), whole(2)))))
	}
	return over(logOf(sum), less)
}

// meanDelta is E δ_μ(ε), μ² = R.
func meanDelta(law []chance, epsilon float64) ref {
	sum := whole(0)
	for _, c := range law {
		if c.cost.Sign() > 0 {
			sum = plus(sum, times(c.p, profileOf(c.cost, epsilon)))
		}
	}
	return sum
}
