package adversary

import (
	"fmt"
	"math"
	"testing"

	"lastiterate/bounds/run"
)

// figure1 is the run of Chien and Li's Figure 1 (n = 5, C = 2, D = 1, η = 0.1, s =
// 0.08) at iterate noise sigma and factor 1+excess.
func figure1(excess, sigma float64, T int) Projected {
	shift := 0.04 / sigma
	return Projected{Plain: ClippedStep{Excess: excess}, Visit: [2]ClippedStep{{Excess: excess, Shift: shift}, {Excess: excess, Shift: -shift}},
		Diameter: 1 / sigma, T: T, Period: 1}
}

func laws(t testing.TB, p Projected) Laws {
	t.Helper()
	l, err := p.Run()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Values computed once by an independent program on 801 cells at T = 200 (projected.md).
func TestTheoryTable(t *testing.T) {
	for _, c := range []struct{ excess, want float64 }{
		{0.1, 0.011626}, {0, 0.010883}, {-0.1, 0.010178}, // difference: 1+ηL, 1, 1−ηm
		{0.08, 0.01147}, // active: 1+ηL(b−1)/b
	} {
		if got := laws(t, figure1(c.excess, 1, 200)).Renyi(2); math.Abs(got-c.want) > 5e-6 {
			t.Errorf("c=%v: divergence %.7f, want %v", 1+c.excess, got, c.want)
		}
	}
	for _, c := range []struct{ excess, sigma, want, digit float64 }{
		{0.1, 1, 0.131, 1e-3}, {0, 1, 0.128, 1e-3},
		{0.1, 0.5, 0.429, 1e-3}, {0, 0.5, 0.413, 1e-3},
		{0.1, 0.3, 1.09, 1e-2}, {0, 0.3, 1.04, 1e-2},
	} {
		if got := laws(t, figure1(c.excess, c.sigma, 200)).Epsilon(1e-5, 0); math.Abs(got-c.want) > c.digit/2*1.01 {
			t.Errorf("c=%v, σ=%v: ε = %.5f, want %v", 1+c.excess, c.sigma, got, c.want)
		}
	}
}

// onCells propagates one run on equal cells, mass at their centres and at the
// ends, one erfc for each pair: slow, independent of the quadrature, and exact
// up to the square of the cells' width.
func onCells(p Projected, which, cells int) []float64 {
	h := p.Diameter / float64(cells)
	x := make([]float64, cells+2)
	for i := range cells {
		x[i] = -p.Diameter/2 + h*(float64(i)+0.5)
	}
	x[cells], x[cells+1] = -p.Diameter/2, p.Diameter/2
	law := make([]float64, cells+2)
	law[map[int]int{-1: cells, 0: cells / 2, 1: cells + 1}[p.Start]] = 1
	for step := range p.T {
		s := p.Plain
		if (p.T-1-step)%p.Period == 0 {
			s = p.Visit[which]
		}
		next := make([]float64, cells+2)
		for i, mass := range law {
			if mass == 0 {
				continue
			}
			mean := s.Of(x[i])
			above := upperTail(-p.Diameter/2 - mean)
			next[cells] += mass * upperTail(mean+p.Diameter/2)
			for j := range cells {
				beyond := upperTail(x[j] + h/2 - mean)
				next[j] += mass * (above - beyond)
				above = beyond
			}
			next[cells+1] += mass * above
		}
		law = next
	}
	return law
}

// The quadrature must agree with cells, at every kind of step.
func TestQuadratureAgreesWithCells(t *testing.T) {
	for name, p := range map[string]Projected{
		"one step":     figure1(0.1, 1, 1),
		"expanding":    figure1(0.5, 0.3, 4),
		"contracting":  figure1(-0.4, 0.2, 5),
		"overshooting": figure1(-1.8, 0.5, 3),
		"wide":         figure1(0.1, 0.05, 4),
		"zeroed out": {Plain: ClippedStep{Excess: 0.1}, Visit: [2]ClippedStep{{Excess: 0.05, Shift: 0.2}, {Excess: 0.05, Shift: 0}}, Diameter: 3, T: 5,
			Period: 1},
		"cyclic": {Plain: ClippedStep{Excess: 0.2}, Visit: [2]ClippedStep{{Excess: 0.1, Shift: 0.3}, {Excess: 0.1, Shift: -0.3}}, Diameter: 2, T: 6,
			Order: run.KnownOrder, Period: 3},
		"off the centre": {Plain: ClippedStep{Excess: 0.6, Centre: 0.4}, Visit: [2]ClippedStep{{Excess: 0.6, Centre: 0.4, Shift: 0.3},
			{Excess: 0.6, Centre: 0.4, Shift: -0.3}}, Diameter: 3, Start: -1, T: 6, Period: 1},
		"cut": {Plain: ClippedStep{Excess: 0.8, Most: 0.5}, Visit: [2]ClippedStep{{Excess: 0.6, Most: 0.4, Shift: 0.3},
			{Excess: 0.6, Most: 0.4, Shift: 0}}, Diameter: 3, Start: 1, T: 5, Order: run.KnownOrder, Period: 2},
		"cyclic, behind": {Plain: ClippedStep{Excess: -0.1}, Visit: [2]ClippedStep{{Excess: 0, Shift: 0.3}, {Excess: 0, Shift: -0.1}}, Diameter: 2, T: 5,
			Order: run.KnownOrder, Period: 4},
	} {
		l := laws(t, p)
		const cells = 401
		first, second := onCells(p, 0, cells), onCells(p, 1, cells)
		for _, alpha := range []float64{1.5, 2, 20} {
			want := max(divergence(first, second, alpha), divergence(second, first, alpha))
			got := l.Renyi(alpha)
			if math.Abs(got-want) > 2e-3*want || l.Difference(alpha) > 1e-3 {
				t.Errorf("%s, α=%v: quadrature %v (changed %v by half of its nodes), cells %v", name, alpha, got, l.Difference(alpha), want)
			}
		}
		// Events of cells: the ends of the interval at the cells' edges.
		const delta = 1e-3
		best := 0.0
		for _, order := range [][2][]float64{{first, second}, {second, first}} {
			for _, rising := range []bool{true, false} {
				p, q := 0.0, 0.0
				for k := range cells + 1 {
					j := []int{cells, cells - k, k - 1}
					switch {
					case rising && k == 0:
						p, q = order[0][cells+1], order[1][cells+1]
					case rising:
						p, q = p+order[0][j[1]], q+order[1][j[1]]
					case k == 0:
						p, q = order[0][cells], order[1][cells]
					default:
						p, q = p+order[0][j[2]], q+order[1][j[2]]
					}
					if p > delta {
						best = max(best, math.Log((p-delta)/q))
					}
				}
			}
		}
		if got := l.Epsilon(delta, 0); math.Abs(got-best) > 2e-2*best+1e-6 {
			t.Errorf("%s: ε(%v) = %v, cells %v", name, delta, got, best)
		}
	}
}

// Far from the ends the pair is two Gaussians: Linear's closed form, for a
// factor that both can have. An estimate is reduced by what halving the nodes
// changes, so it stays below.
func TestProjectedMeetsLinear(t *testing.T) {
	for _, excess := range []float64{0, -0.3} {
		for _, period := range []int{1, 4} {
			p := Projected{Plain: ClippedStep{Excess: excess}, Visit: [2]ClippedStep{{Excess: excess, Shift: 0.3}, {Excess: excess, Shift: -0.3}},
				Diameter: 60,
				T:        9, Order: run.KnownOrder, Period: period}
			linear := Linear{Excess: excess, Sensitivity: 0.6, Sigma: 1, Diameter: math.Inf(1), T: 9, Period: period}
			l, mu := laws(t, p), linear.Mu()
			if got, want := l.Renyi(3), 3*mu*mu/2; got > want || got < want*(1-1e-5) {
				t.Errorf("c=%v, B=%d: divergence %v, Gaussians' %v", 1+excess, period, got, want)
			}
			if got, want := l.Epsilon(1e-6, 0), linear.Epsilon(1e-6); got > want || got < want*(1-1e-5) {
				t.Errorf("c=%v, B=%d: ε = %v, Gaussians' %v", 1+excess, period, got, want)
			}
		}
	}
}

// Beside two normal laws μ apart, two Gaussians on a wide interval are Gaussians whose
// distances add up by squares; on a narrow interval the loss is at least the larger.
func TestBesideAPush(t *testing.T) {
	p := Projected{Visit: [2]ClippedStep{{Shift: 0.3}, {Shift: -0.3}}, Diameter: 60, T: 4, Period: 1}
	l := laws(t, p)
	for _, delta := range []float64{1e-2, 1e-5, 1e-8} {
		want := Linear{Sensitivity: math.Hypot(1.2, 0.9), Sigma: 1, Diameter: math.Inf(1), T: 1, Period: 1}.Epsilon(delta)
		if got := l.EpsilonWithNormals(0.9, delta); got > want*(1+1e-9) || got < want*(1-1e-5) {
			t.Errorf("δ = %v: ε = %v, Gaussians' %v", delta, got, want)
		}
		narrow := laws(t, figure1(0.1, 0.3, 50))
		alone := Linear{Sensitivity: 0.9, Sigma: 1, Diameter: math.Inf(1), T: 1, Period: 1}.Epsilon(delta)
		if got := narrow.EpsilonWithNormals(0.9, delta); !(got > alone) || !(got > narrow.Epsilon(delta, 0)) || !(got < alone+narrow.Epsilon(delta/10, 0)+1) {
			t.Errorf("δ = %v: together %v, by themselves %v and %v", delta, got, alone, narrow.Epsilon(delta, 0))
		}
	}
}

// Squaring and stepping must agree, and long runs reach a limit.
func TestLongRuns(t *testing.T) {
	limit := laws(t, figure1(0.1, 0.3, 1e12)).Renyi(2)
	if got := laws(t, figure1(0.1, 0.3, 1000)).Renyi(2); math.Abs(got-limit) > 1e-9*limit {
		t.Errorf("T=1000: %v, T=1e12: %v", got, limit)
	}
	c := newChain(2, 31)
	m := c.kernel(ClippedStep{Excess: 0.3, Shift: 0.2})
	slow := c.start(0)
	for range 37 {
		slow = m.apply(slow)
	}
	for i, v := range m.power(37).apply(c.start(0)) {
		if math.Abs(v-slow[i]) > 1e-13 {
			t.Errorf("node %d: %v by squaring, %v step by step", i, v, slow[i])
		}
	}
}

// What cannot be computed must be refused, not guessed.
func TestRefuses(t *testing.T) {
	for name, p := range map[string]Projected{
		"wide":            figure1(0, 1e-4, 200),
		"wide and long":   figure1(0, 0.02, 1e12),
		"not to be told":  figure1(0, 1e6, 200),
		"steep":           figure1(1e4, 0.1, 10),
		"infinitely wide": {Visit: [2]ClippedStep{{Excess: 0, Shift: 1}, {Excess: 0, Shift: -1}}, Diameter: math.Inf(1), T: 1, Period: 1},
	} {
		if l, err := p.Run(); err == nil {
			t.Errorf("%s: %v nodes say %v", name, l.Nodes, l.Renyi(2))
		}
	}
	if e := laws(t, figure1(0, 1, 10)).Epsilon(0.9, 0); e != 0 {
		t.Errorf("ε(0.9) = %v of a pair that is closer than that", e)
	}
}

// BenchmarkProjected: at most 60 ms for the first, the page's default run.
func BenchmarkProjected(b *testing.B) {
	for _, c := range []struct {
		sigma float64
		T     int
	}{{1, 200}, {1, 1e12}, {0.1, 200}, {0.02, 200}, {0.05, 1e6}} {
		p := figure1(0.1, c.sigma, c.T)
		b.Run(fmt.Sprintf("σ=%v,T=%d", c.sigma, c.T), func(b *testing.B) {
			for b.Loop() {
				l := laws(b, p)
				l.Renyi(2)
				l.Epsilon(1e-5, 0)
			}
		})
	}
}
