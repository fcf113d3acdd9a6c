package bounds

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// TestCertifiedAverages compares certified averages over sampled batches with all patterns
// of uses of short random runs, at 256 bits: none is below.
func TestCertifiedAverages(t *testing.T) {
	t.Parallel()
	source := rand.New(rand.NewPCG(44, 1))
	between := func(lo, hi float64) float64 { return lo * math.Exp(source.Float64()*math.Log(hi/lo)) }
	th, _ := catalog.ByID("shift-averaged")
	compared, widest := map[string]int{}, 0.0
	for i := range *randomRuns / 20 {
		r := run.Run{N: 2 + source.IntN(9), B: 1, T: 1 + source.IntN(6), Eta: between(0.01, 0.9), Clip: 1, Sigma: between(0.2, 3),
			Noise:    run.NoiseMultiplier,
			Diameter: math.Inf(1), Adjacency: run.Replace, Scheme: run.WithoutReplacement, Loss: run.Convex, Smoothness: 1,
			Clipping: run.ClippingNever}
		r.B += source.IntN(r.N)
		if i%2 == 0 {
			r.Scheme, r.Adjacency, r.Smoothness = run.Poisson, run.AddRemove, between(0.001, 1/r.Eta) // no batch expands
			r.Smoothness /= float64(r.N) / float64(r.B)
		}
		if i%3 == 0 {
			r.Loss, r.StrongConvexity = run.StronglyConvex, r.Smoothness*source.Float64()
		}
		if source.IntN(3) > 0 {
			r.Diameter = r.Sensitivity() * between(0.1, 4)
		}
		for _, q := range []claim.Question{{Alpha: 1 + between(0.05, 20)}, {Delta: between(1e-9, 0.05)}} {
			row, p := proveRow(context.Background(), th, r, q)
			if p == nil || math.IsInf(row.Epsilon, 1) {
				continue
			}
			if row.certify(p.Certify); !row.Certified {
				t.Errorf("%v is not certified: %+v %+v", row.Epsilon, r, q)
				continue
			}
			x := newReference(r)
			factor := whole(1) // a Poisson batch may be empty, unless every example is in it
			if r.Scheme != run.Poisson || r.N == r.B {
				factor = x.linearFactor(false)
			}
			law := x.patterns(factor)
			if q.Renyi() {
				exact := meanRenyi(law, num(q.Alpha))
				compared["Rényi"]++
				widest = max(widest, row.Epsilon/float64Of(exact))
				if num(row.Epsilon).Cmp(exact) < 0 {
					t.Errorf("certified %v, the mean over all batches is %v\n%+v %+v", row.Epsilon, float64Of(exact), r, q)
				}
				continue
			}
			compared["δ"]++
			if delta := meanDelta(law, row.Epsilon); delta.Cmp(num(q.Delta)) > 0 {
				t.Errorf("at the certified ε = %v δ is %v\n%+v %+v", row.Epsilon, float64Of(delta), r, q)
			}
		}
	}
	t.Logf("compared %v; a Rényi divergence is at most %.3f times the mean", compared, widest)
	if compared["δ"] < *randomRuns/60 || compared["Rényi"] < *randomRuns/60 || widest > 2 {
		t.Errorf("compared %v, %g", compared, widest)
	}
}

// patterns is the law of the least cost over all patterns of uses, which are independent.
func (x reference) patterns(factor ref) (law []chance) {
	q := over(whole(x.B), whole(x.N))
	for pattern := range 1 << x.T {
		p, uses := whole(1), make([]bool, x.T)
		for t := range uses {
			uses[t] = pattern>>t&1 == 1
			if uses[t] {
				p = times(p, q)
			} else {
				p = times(p, minus(whole(1), q))
			}
		}
		law = append(law, chance{p, over(x.leastCost(factor, factor, uses), x.variance)})
	}
	return law
}

// leastCost is that of known uses, over all starts.
func (x reference) leastCost(plain, visit ref, uses []bool) ref {
	factor := func(t int) ref {
		if uses[t] {
			return visit
		}
		return plain
	}
	jump := func(t int) ref {
		if uses[t] {
			return x.s
		}
		return whole(0)
	}
	cost := x.minorant(whole(0), x.T, factor, jump)
	if x.Bounded() {
		for tau := 1; tau < x.T; tau++ {
			cost = lesser(cost, x.minorant(x.diameter, x.T-tau, factor, jump))
		}
	}
	return cost
}

// TestCertifiedReshuffled compares certified averages over orders that change every epoch
// with all sequences of positions in short random runs, at 256 bits: none is below.
func TestCertifiedReshuffled(t *testing.T) {
	t.Parallel()
	source := rand.New(rand.NewPCG(44, 2))
	between := func(lo, hi float64) float64 { return lo * math.Exp(source.Float64()*math.Log(hi/lo)) }
	compared := map[string]int{}
	for i := range *randomRuns / 20 {
		batches := 2 + source.IntN(3)
		r := run.Run{N: batches, B: 1, T: 1 + source.IntN(3*batches), Eta: between(0.01, 0.5), Clip: 1, Sigma: between(0.7, 5),
			Noise:    run.NoiseMultiplier,
			Diameter: math.Inf(1), Adjacency: run.Replace, Scheme: run.Reshuffle, Smoothness: 1, Clipping: run.ClippingNever}
		r.Loss = []run.Class{run.Convex, run.StronglyConvex, run.Smooth}[i%3]
		switch r.Loss {
		case run.StronglyConvex:
			r.StrongConvexity = between(1e-3, 1)
		case run.Smooth:
			r.Clipping = run.ClippingDifference
		}
		if source.IntN(3) > 0 {
			r.Diameter = r.Sensitivity() * between(0.1, 10)
		}
		x := newReference(r)
		var law []chance
		for _, id := range []string{"shift", "averaged-reshuffled"} {
			th, _ := catalog.ByID(id)
			for _, q := range []claim.Question{{Alpha: 1 + between(0.05, 20)}, {Delta: between(1e-9, 0.05)}} {
				row, p := proveRow(context.Background(), th, r, q)
				if p == nil || p.Certify == nil || math.IsInf(row.Epsilon, 1) || row.Epsilon == 0 {
					continue
				}
				found := row.Epsilon
				if row.certify(p.Certify); !row.Certified {
					compared["refused"]++
					continue
				}
				if law == nil {
					law = x.sequences()
				}
				if compared[id]++; row.Epsilon > found*(1+1e-6) {
					t.Errorf("%s: certified %v, found %v", id, row.Epsilon, found)
				}
				if q.Renyi() {
					if exact := meanRenyi(law, num(q.Alpha)); num(row.Epsilon).Cmp(exact) < 0 {
						t.Errorf("%s: certified %v, the mean over all orders is %v\n%+v %+v", id, row.Epsilon, float64Of(exact), r, q)
					}
				} else if delta := meanDelta(law, row.Epsilon); delta.Cmp(num(q.Delta)) > 0 {
					t.Errorf("%s: at the certified ε = %v δ is %v\n%+v %+v", id, row.Epsilon, float64Of(delta), r, q)
				}
			}
		}
	}
	t.Logf("compared %v", compared)
	if want := *randomRuns / 20; compared["shift"] < want || compared["averaged-reshuffled"] < want || compared["refused"] > want/10 {
		t.Errorf("compared %v", compared)
	}
}

// sequences is the law of the least cost over all positions of the differing example in the
// epochs, each as likely as any other.
func (x reference) sequences() []chance {
	b := x.StepsPerEpoch()
	plain, visit := x.linearFactor(false), x.linearFactor(true)
	var costs []ref
	var walk func(uses []bool)
	walk = func(uses []bool) {
		if len(uses) >= x.T {
			costs = append(costs, over(x.leastCost(plain, visit, uses[:x.T]), x.variance))
			return
		}
		for j := range b {
			more := make([]bool, b)
			more[j] = true
			walk(append(uses[:len(uses):len(uses)], more...))
		}
	}
	walk(nil)
	return alike(costs)
}
