package contraction

import (
	"math"

	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/work"
)

// A grid holds γ = e^{i·step}, i = 0 … n. A profile on it is a slice of n+1 upper
// bounds on h(γ) = max(E_γ(P‖Q), E_γ(Q‖P)); between the points h is below the
// chord in γ, since it is convex, and beyond the last it is at most the last.
type grid struct {
	step   float64
	gamma  []float64
	excess []float64 // γ − 1, to the last digits
}

// newGrid has n steps up to at least the given loss. The step is a multiple of a
// power of two so large that every i·step up to 2n is exact, so that γ is right
// to the last place and points differ by exact multiples of the step.
func newGrid(top float64, n int) *grid {
	const bits = 30
	fraction, exponent := math.Frexp(top / float64(n))
	step := math.Ldexp(math.Ceil(math.Ldexp(fraction, bits)), exponent-bits)
	g := &grid{step: step, gamma: make([]float64, n+1), excess: make([]float64, n+1)}
	for i := range g.gamma {
		g.gamma[i] = math.Exp(g.loss(i))
		g.excess[i] = math.Expm1(g.loss(i))
	}
	return g
}

func (g *grid) loss(i int) float64 { return g.step * float64(i) }
func (g *grid) last() int          { return len(g.gamma) - 1 }

// nothing is the profile of two equal laws.
func (g *grid) nothing() []float64 {
	h := make([]float64, len(g.gamma))
	for i := range h {
		h[i] = tiny
	}
	return h
}

// read is a profile at the points.
func (g *grid) read(profile func(loss float64) float64) []float64 {
	h := make([]float64, len(g.gamma))
	for i := range h {
		h[i] = profile(g.loss(i))
	}
	return falling(h)
}

const (
	// hockeyError bounds the relative error of a hockey-stick divergence, its
	// arguments' rounding included.
	hockeyError = 2e-11
	// tiny is added wherever a tail may underflow.
	tiny = 1e-300
	// farUnits are those of work of a divergence far out, beside those of one near by.
	farUnits = 12
)

// hockey is the Gaussian profile E_γ(N(μ,1)‖N(0,1)) at ln γ = loss ≥ 0, rounded up.
func hockey(mu, loss float64) float64 { return hockeyAt(mu, loss, math.Exp(loss)) }

// hockeyAt is hockey, from γ instead of ln γ.
func hockeyAt(mu, loss, gamma float64) float64 {
	switch {
	case mu == 0:
		return tiny
	case !(mu < math.Inf(1)): // NaN, too
		return 1
	}
	return math.Min(1, math.Max(0, renyi.HockeyStick(loss, gamma, mu))*(1+hockeyError)+tiny)
}

// contract is E_γ(PK‖QK) ≤ a·θ(1 + (γ−1)/a), a = h(γ), for a kernel K that takes
// its worst pair so far apart. It counts what takes longer than blockUnits say.
func (g *grid) contract(w *work.Budget, h []float64, k apartness) []float64 {
	out, far := make([]float64, len(h)), 0
	if k.none() {
		copy(out, h)
		return out
	}
	for i, a := range h {
		ratio := g.excess[i] / a
		left, enough := k.at(ratio * (1 - 4*u))
		if enough {
			out[i] = a*left*(1+1e-15) + tiny
			continue
		}
		loss := math.Log1p(ratio)
		if math.IsInf(ratio, 1) {
			loss = math.Log(g.excess[i]) - math.Log(a)
		}
		out[i] = a*math.Min(left, hockeyAt(k.mu, loss, 1+ratio))*(1+1e-15) + tiny
		if renyi.FarOut(loss, k.mu) {
			far++
		}
	}
	w.Spend(farUnits * far)
	return falling(out)
}

// falling lowers each value to those before it: no profile rises.
func falling(h []float64) []float64 {
	for i := 1; i < len(h); i++ {
		h[i] = math.Min(h[i], h[i-1])
	}
	return h
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
