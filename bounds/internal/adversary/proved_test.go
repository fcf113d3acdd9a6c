package adversary

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/run"
)

// A rule with too few nodes is off by no more than the bound says, one step at a time and
// over many, and is off by something.
func TestQuadratureError(t *testing.T) {
	seen := 0.0
	for _, c := range []struct{ half, excess float64 }{{0.5, 0}, {2, 0}, {2, 0.5}, {3, -0.6}, {5, 0}, {4, -1.8}} {
		p := Projected{Plain: ClippedStep{Excess: c.excess}, Visit: [2]ClippedStep{{Excess: c.excess, Shift: 0.3}, {Excess: c.excess}},
			Diameter: 2 * c.half,
			T:        1, Period: 1}
		truth := newChain(c.half, 161)
		for nodes := 3; nodes < 60; nodes += 2 {
			bound := quadratureError(c.half, nodes, math.Abs(1+c.excess))
			rule := newChain(c.half, nodes)
			for _, mean := range []float64{-c.half, -0.3 * c.half, 0, 0.77 * c.half} {
				// v is the chance to be above a half of the interval after a step more.
				integral := func(r chain) float64 {
					sum := 0.0
					for j := range r.size() - 2 {
						d := r.x[j] - mean
						sum += r.w[j] * math.Exp(-d*d/2) / math.Sqrt(2*math.Pi) * upperTail(c.half/2-p.Visit[0].Of(r.x[j]))
					}
					return sum
				}
				off := math.Abs(integral(rule) - integral(truth))
				if off > bound+1e-14 {
					t.Errorf("half %v, c %v, %d nodes: off by %v, bound %v", c.half, 1+c.excess, nodes, off, bound)
				}
				if off > 1e-12 {
					seen = max(seen, off/bound)
				}
			}
		}
	}
	if seen < 1e-4 {
		t.Errorf("a rule is never off by more than %v of the bound", seen)
	}
}

// proved are the laws of a pair, and what is proved of them.
func (p Projected) proved(t *testing.T) (Laws, Proved) {
	t.Helper()
	laws, err := p.Run()
	if err != nil {
		t.Fatal(err)
	}
	proved, err := laws.Proved(p)
	if err != nil {
		t.Fatal(err)
	}
	return laws, proved
}

// Proved laws are never above those on three times as many nodes, of whose cells they
// know every probability, and hardly below what is estimated.
func TestProvedLaws(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 5))
	log := func(lo, hi float64) float64 { return lo * math.Exp(source.Float64()*math.Log(hi/lo)) }
	for i := range 60 {
		excess := []float64{0, 0, -0.2, 0.1, -1.3}[i%5]
		s := log(1e-3, 2)
		p := Projected{Plain: ClippedStep{Excess: excess}, Visit: [2]ClippedStep{{Excess: excess, Shift: s / 2}, {Excess: excess, Shift: -s / 2}},
			Diameter: log(0.2, 12), Start: i%3 - 1, T: 1 + source.IntN(60), Order: []run.Order{run.KnownOrder, run.SecretOrder,
				run.FreshOrder,
				run.Drawn}[i%4], Period: 1 + source.IntN(6), Rate: 0.3}
		laws, proved := p.proved(t)
		fine := Proved{p.on(newChain(p.Diameter/2, 3*laws.Nodes)), 0, 0}
		for which := range 2 {
			whole := 0.0
			exact := fine.cells(which)
			for k, v := range proved.cells(which) {
				whole += v
				if math.Abs(v-exact[k]) > proved.relative*v+proved.absolute {
					t.Fatalf("%+v: cell %d has %v, on more nodes %v", p, k, v, exact[k])
				}
			}
			if math.Abs(whole-1) > 1e-10 {
				t.Fatalf("%+v: cells hold %v", p, whole)
			}
		}
		for _, alpha := range []float64{1.2, 2, 9, 32} {
			got, estimate, truth := proved.Renyi(alpha), laws.Renyi(alpha), fine.renyi(alpha)
			if got > truth*(1+1e-9) || got < estimate*0.995 {
				t.Errorf("%+v, α = %v: proved %v, estimate %v, on more nodes %v", p, alpha, got, estimate, truth)
			}
		}
		for _, delta := range []float64{1e-8, 1e-4, 0.05} {
			got, estimate, truth := proved.Epsilon(delta, 0), laws.Epsilon(delta, 0), fine.epsilon(delta, 0)
			if got > truth*(1+1e-6)+1e-12 || got < estimate*0.999-1e-9 {
				t.Errorf("%+v, δ = %v: proved %v, estimate %v, on more nodes %v", p, delta, got, estimate, truth)
			}
			if got, estimate := proved.EpsilonWithNormals(0.3, delta), laws.EpsilonWithNormals(0.3, delta); got > estimate*(1+1e-3)+1e-9 ||
				got < estimate*0.995-1e-9 {
				t.Errorf("%+v, δ = %v: beside a push %v, estimate %v", p, delta, got, estimate)
			}
		}
	}
}

// One step in a wide interval is two Gaussians; a gradient that is cut has no proof.
func TestProvedOneStep(t *testing.T) {
	const s, alpha = 0.4, 3.0
	p := Projected{Visit: [2]ClippedStep{{Shift: s / 2}, {Shift: -s / 2}}, Diameter: 30, T: 1, Period: 1}
	laws, proved := p.proved(t)
	if got, want := proved.Renyi(alpha), alpha*s*s/2; got > want || got < want*0.998 {
		t.Errorf("%v of %v", got, want)
	}
	p.Visit[0].Most = 1
	if bound, err := laws.Proved(p); err == nil {
		t.Errorf("Proved of a cut gradient = %+v, want an error", bound)
	}
}
