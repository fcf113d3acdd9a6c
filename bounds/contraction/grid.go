package contraction

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"lastiterate/bounds/renyi"
)

// A grid holds γ = e^{i·step}, i = 0 … n. A profile on it is a slice of n+1 upper
// bounds on h(γ) = max(E_γ(P‖Q), E_γ(Q‖P)); between the points h is below the
// chord in γ, since it is convex, and beyond the last it is at most the last.
type grid struct {
	step   float64
	gamma  []float64
	excess []float64 // γ − 1, to the last digits
}

func newGrid(top float64, n int) *grid {
	g := &grid{step: top / float64(n), gamma: make([]float64, n+1), excess: make([]float64, n+1)}
	for i := range g.gamma {
		g.gamma[i] = math.Exp(g.loss(i))
		g.excess[i] = math.Expm1(g.loss(i))
	}
	return g
}

func (g *grid) loss(i int) float64 { return g.step * float64(i) }
func (g *grid) last() int          { return len(g.gamma) - 1 }
func (g *grid) top() float64       { return g.loss(g.last()) }

const (
	// hockeyError bounds the relative error of a hockey-stick divergence, its
	// argument's rounding included.
	hockeyError = 2e-11
	// tiny is added wherever a tail may underflow.
	tiny = 1e-300
)

// hockey is the Gaussian profile E_γ(N(μ,1)‖N(0,1)) at ln γ = loss ≥ 0, rounded up.
func hockey(mu, loss float64) float64 {
	switch {
	case mu == 0:
		return tiny
	case math.IsInf(mu, 1) || math.IsNaN(mu):
		return 1
	}
	return math.Min(1, math.Exp(renyi.LogHockeyStick(loss, 1, 1/mu))*(1+hockeyError)+tiny)
}

// contract is E_γ(PK‖QK) ≤ a·θ(1 + (γ−1)/a), a = h(γ), for a kernel K whose
// worst pair is μ standard deviations apart.
func (g *grid) contract(h []float64, mu float64) []float64 {
	out := make([]float64, len(h))
	if math.IsInf(mu, 1) {
		copy(out, h)
		return out
	}
	for i, a := range h {
		ratio := g.excess[i] / a
		loss := math.Log1p(ratio)
		if math.IsInf(ratio, 1) {
			loss = math.Log(g.excess[i]) - math.Log(a)
		}
		out[i] = a*hockey(mu, loss) + tiny
	}
	return out
}

// A mechanism is what a step adds: its profile at the points, as the rows that
// compose needs.
type mechanism struct {
	towards []float64 // κ(d) at n−d, d = −n … n: h(e^d) above, e^d·h(e^{−d}) below
	away    []float64 // h(e^d), d = 0 … 2n
}

// newMechanism reads a symmetric, convex profile at the points.
func (g *grid) newMechanism(profile func(loss float64) float64) mechanism {
	n := g.last()
	m := mechanism{make([]float64, 2*n+1), make([]float64, 2*n+1)}
	for d := range m.away {
		m.away[d] = profile(g.loss(d))
	}
	for d := -n; d <= n; d++ {
		if d >= 0 {
			m.towards[n-d] = m.away[d]
		} else {
			m.towards[n-d] = m.away[-d] / g.gamma[-d] * (1 + 1e-15)
		}
	}
	return m
}

func (g *grid) gaussian(mu float64) mechanism {
	return g.newMechanism(func(loss float64) float64 { return hockey(mu, loss) })
}

// minorant returns the greatest convex minorant, in γ ≥ 1, of the points of h,
// and P's masses at the losses i·step, i ≥ 1, of the discrete pair whose profile it
// is: where it bends at γ_i from slope −s to −s', γ_i(s − s').
// Masses are raised by their rounding; noise bounds by how much in all.
func (g *grid) minorant(h []float64) (values, masses []float64, noise float64) {
	slope := func(a, b int) float64 { return (h[a] - h[b]) / (g.gamma[a] * math.Expm1(g.loss(b-a))) }
	corners := make([]int, 0, len(h))
	for i := range h {
		for k := len(corners); k >= 2 && slope(corners[k-2], corners[k-1]) <= slope(corners[k-1], i); k-- {
			corners = corners[:k-1]
		}
		corners = append(corners, i)
	}
	values, masses = make([]float64, len(h)), make([]float64, len(h))
	before := 0.0
	for k, a := range corners {
		after := 0.0
		if k+1 < len(corners) {
			b := corners[k+1]
			after = slope(a, b)
			for i := a + 1; i < b; i++ {
				chord := h[b] + after*g.gamma[i]*math.Expm1(g.loss(b-i))
				values[i] = math.Min(h[i], chord*(1+1e-14))
			}
		}
		values[a] = h[a]
		if k > 0 {
			// The slopes are right to a few units in the last place.
			unsure := 4e-15 * g.gamma[a] * (before + after)
			masses[a] = math.Max(0, g.gamma[a]*(before-after)) + unsure
			noise += unsure
		}
		before = after
	}
	return values, masses, noise
}

// compose releases the mechanism's outcome as well: h'(γ) = Σ_i p_i·k(γe^{−l_i})
// over the masses p of a pair with profile h, k the mechanism's profile. With
// k(γ) = 1 − γ + γk(1/γ) below 1 the part of it that is linear sums to h(γ), and
// what remains are positive terms.
func (g *grid) compose(h []float64, m mechanism) []float64 {
	n := g.last()
	values, p, noise := g.minorant(h)
	q := make([]float64, n+1) // the masses at −i·step: the pair is symmetric
	rest := h[n]
	for i := 1; i <= n; i++ {
		q[i] = p[i] / g.gamma[i] * (1 + 1e-15)
		rest += p[i] + q[i]
	}
	middle := math.Max(0, 1-rest*(1-1e-12)) + 4*noise
	out := make([]float64, n+1)
	for j := range out {
		sum := middle*m.away[j] + floats.Dot(p[1:], m.towards[n-j+1:2*n-j+1]) + floats.Dot(q[1:], m.away[j+1:j+n+1])
		out[j] = math.Min(1, (values[j]+sum)*(1+1e-12))
	}
	return falling(out)
}

// falling lowers each value to those before it: no profile rises.
func falling(h []float64) []float64 {
	for i := 1; i < len(h); i++ {
		h[i] = math.Min(h[i], h[i-1])
	}
	return h
}

// at is the bound at any loss ≥ 0.
func (g *grid) at(h []float64, loss float64) float64 {
	x := loss / g.step
	i := int(x)
	if x >= float64(g.last()) {
		return h[g.last()]
	}
	share := math.Expm1(loss-g.loss(i)) / math.Expm1(g.step)
	return math.Min(h[i], (h[i]+share*(h[i+1]-h[i]))*(1+1e-12))
}

// onto reads a profile at the points of another grid.
func (g *grid) onto(to *grid, h []float64) []float64 {
	out := make([]float64, len(to.gamma))
	for i := range out {
		out[i] = g.at(h, to.loss(i))
	}
	return falling(out)
}

// lossAt is the least loss at which h is at most delta, rounded up; +Inf beyond the grid.
func (g *grid) lossAt(h []float64, delta float64) float64 {
	if h[0] <= delta {
		return 0
	}
	for i := 1; i < len(h); i++ {
		if h[i] > delta {
			continue
		}
		share := (h[i-1] - delta) / (h[i-1] - h[i])
		loss := g.loss(i-1) + math.Log1p(share*math.Expm1(g.step))
		return math.Min(g.loss(i), loss*(1+1e-12))
	}
	return math.Inf(1)
}
