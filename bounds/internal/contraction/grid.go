package contraction

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/scalar"
)

// A grid holds values of γ, evenly spaced in ln γ (γ = e^{i·step}, i = 0 … n) unless losses is set. A profile on it is a slice of
// n+1 upper bounds on h(γ) = max(E_γ(P‖Q), E_γ(Q‖P)); between the points h is below the chord in γ, since it is convex, and
// beyond the last it is at most the last. Every operation is proved to err upward (profile.md, section 7), in the same bits on
// every platform.
type grid struct {
	step          float64
	gamma, excess []float64 // γ and γ − 1, within errfloat.ExpError and Expm1Error
	losses        []float64 // ln γ of each point if not evenly spaced: then excess is nil, and contract and lossAt cannot be used
}

// u is the unit roundoff 2⁻⁵³. Factors 1 ± ku cover rounding errors (contraction.md, section 9).
const u = errfloat.U

// newGrid returns a grid of n steps up to the loss top or just above it. The step has few
// enough digits for every i·step up to 2n to be exact, so that points differ by exact
// multiples of the step.
func newGrid(top float64, n int) *grid {
	const stepBits = 30 // i·step is exact for i up to 2^23
	g := &grid{step: scalar.Short(top/float64(n), stepBits), gamma: make([]float64, n+1), excess: make([]float64, n+1)}
	for i := range g.gamma {
		g.gamma[i], g.excess[i] = errfloat.Exp(g.loss(i)), errfloat.Expm1(g.loss(i))
	}
	return g
}

// loss is ln γ at the point i, exactly.
func (g *grid) loss(i int) float64 {
	if g.losses != nil {
		return g.losses[i]
	}
	return g.step * float64(i)
}

// last is the index of the last point.
func (g *grid) last() int { return len(g.gamma) - 1 }

// rise is γ_b/γ_a − 1, within Expm1Error.
func (g *grid) rise(a, b int) float64 {
	if g.losses == nil {
		return g.excess[b-a]
	}
	return errfloat.Expm1(g.loss(b) - g.loss(a))
}

// equalLaws is the profile of two equal laws.
func (g *grid) equalLaws() []float64 {
	return g.evaluate(func(float64) float64 { return errfloat.Tiny })
}

// gaussianProfile is the profile of two Gaussians mu apart.
func (g *grid) gaussianProfile(mu float64) []float64 {
	return g.evaluate(func(loss float64) float64 { return errfloat.Profile(mu, loss) })
}

// evaluate returns the values of a profile at the grid's points.
func (g *grid) evaluate(profile func(loss float64) float64) []float64 {
	h := make([]float64, len(g.gamma))
	for i := range h {
		h[i] = profile(g.loss(i))
	}
	return falling(h)
}

// contract returns the profile after a kernel K: E_γ(PK‖QK) ≤ a·θ(1 + (γ−1)/a), where a = h(γ) and θ(γ) is k.hockeyStick(γ −
// 1).
func (g *grid) contract(h []float64, k apartness) []float64 {
	out := make([]float64, len(h))
	if k.none() {
		copy(out, h)
		return out
	}
	for i, a := range h {
		ratio := g.excess[i] / a * (1 - 36*u)
		if math.IsInf(ratio, 1) {
			ratio = math.MaxFloat64 / 2 // θ falls, so a smaller argument gives a larger bound
		}
		out[i] = float64(a*k.hockeyStick(ratio)*(1+4*u)) + errfloat.Tiny
	}
	return falling(out)
}

// falling lowers each value to the least value before it, since no profile rises. It changes h and returns it.
func falling(h []float64) []float64 {
	for i := 1; i < len(h); i++ {
		h[i] = min(h[i], h[i-1])
	}
	return h
}

// weightedProfile is a profile and its share of a mean.
type weightedProfile struct {
	weight float64
	h      []float64
}

// sumError is above the relative rounding error of a sum of a thousand positive terms.
const sumError = 2048 * u

// mean returns Σ weight·h, rounded up.
func (g *grid) mean(parts []weightedProfile) []float64 {
	out := make([]float64, len(g.gamma))
	for _, p := range parts {
		for i, v := range p.h {
			out[i] += float64(p.weight * v)
		}
	}
	for i, v := range out {
		out[i] = min(1, float64(v*(1+sumError))+errfloat.Tiny)
	}
	return falling(out)
}

// lossAt returns the least loss at which h is at most delta, rounded up; +Inf if that lies beyond the grid.
func (g *grid) lossAt(h []float64, delta float64) float64 {
	if h[0] <= delta {
		return 0
	}
	for i := 1; i < len(h); i++ {
		if h[i] > delta {
			continue
		}
		share := (h[i-1] - delta) / (h[i-1] - h[i]) * (1 + 8*u)
		loss := g.loss(i-1) + float64(errfloat.Log1p(float64(share*g.excess[1]*(1+36*u)))*(1+18*u))
		return min(g.loss(i), loss*(1+4*u))
	}
	return math.Inf(1)
}
