package contraction

import (
	"context"
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/renyi"
)

// ProfileRenyi returns an upper bound on the Rényi divergence of order alpha by
// contracting the privacy profile and integrating it, never above that of
// composition, of the last step alone or of [Problem.Joint]. The error is the context's.
func (p Problem) ProfileRenyi(ctx context.Context, alpha float64) (float64, Choice, error) {
	none := Choice{Beta: 1, Block: 1}
	s := p.search(nil)
	mu := s.simple
	simple := alpha * mu * mu / 2 * up
	if e, c := p.Joint(alpha); e < simple {
		simple, none = e, Choice{Beta: c.Beta, Block: c.Block, Tail: c.Tail}
	}
	want := atOrder{alpha, s.startMu}
	s.want = want
	top, least := 0.0, math.Inf(1)
	for wide := fewDigits(math.Min(want.reach(), widest)); wide > 1e-9 && ctx.Err() == nil; wide /= 2 {
		v, g := math.Inf(1), newGrid(wide, sketch.points)
		for _, pl := range s.typical() {
			v = math.Min(v, s.value(g, pl))
		}
		if !(v < least) && !math.IsInf(least, 1) {
			break
		}
		// A sketch gains more by a narrower grid than the answer does.
		if v < least*0.99 {
			top = wide
		}
		least = math.Min(v, least)
	}
	if math.IsInf(least, 1) || ctx.Err() != nil {
		return simple, none, ctx.Err()
	}
	pl, _ := s.best(ctx, top)
	best, found := s.ended(ctx, pl, top, want)
	if best < simple {
		return found.proof(best), found.choice(), ctx.Err()
	}
	return simple, none, ctx.Err()
}

// ended is the answer of a plan on the grid whose end serves it best: a wide one
// loses by its coarseness, a narrow one by what lies beyond it. A sketch's best end is
// only the place to start from.
func (s search) ended(ctx context.Context, pl plan, top float64, want atOrder) (best float64, found *path) {
	best = math.Inf(1)
	try := func(end float64) bool {
		if ctx.Err() != nil || !(end > 1e-9) || end > widest {
			return false
		}
		e, at := s.answered(end, pl)
		if !(e < best) {
			return false
		}
		best, found = e, at
		return true
	}
	try(top)
	for _, factor := range []float64{2, math.Sqrt2, math.Sqrt(math.Sqrt2)} {
		moved := false
		for found != nil && found.top < want.reach() && try(fewDigits(found.top*factor)) {
			moved = true
		}
		for !moved && found != nil && try(fewDigits(found.top/factor)) {
			continue
		}
	}
	return best, found
}

// atOrder wants the Rényi divergence at an order, of a run whose profile is also
// below the Gaussian one of μ = startMu.
type atOrder struct{ alpha, startMu float64 }

// reach is where the Gaussian profile no longer adds anything.
func (o atOrder) reach() float64 { return renyi.GaussianReach(o.alpha, o.startMu) }

// progress is the sum of h·γ^{α−1}.
func (o atOrder) progress(g *grid, h []float64) float64 {
	sum, end := 0.0, g.loss(g.last())
	for i, v := range h {
		sum += v * math.Exp((o.alpha-1)*(g.loss(i)-end))
	}
	return sum
}

// value is at least ln(1 + α(α−1)∫_1^∞ (γ^{α−2} + γ^{−α−1})h(γ)dγ)/(α−1) for a profile on the
// grid, which is continued by the Gaussian profile where that is smaller than the
// last value. With K(γ) = (γ^α − 1)(1 − γ^{1−α}), whose second derivative is the integrand's
// weight, the integral to the last point γ_m is (profile.md, section 7)
//
//	Σ_{0<i<m} K(γ_i)·(bend at γ_i) + K(γ_m)·(slope before γ_m) + K'(γ_m)h(γ_m).
func (o atOrder) value(g *grid, h []float64) float64 {
	a, d := o.alpha, (o.alpha-1)*(1+2*u) // the integral rises with α
	wide, values := o.continued(g, h)
	last := len(values) - 1
	var sum exponentials
	for i, bend := range wide.chords(values).bends[1:] {
		l := wide.loss(i + 1)
		power := a * l // its rounding moves the power by itself
		sum.add(power, float64(bend*errfloat.Expm1(-power)*errfloat.Expm1(-d*l))*(1+(power+80)*u))
	}
	// Beyond: K' ≤ αγ^{α−1}; what a Gaussian pair has there; (α−1)γ^{−α}h.
	end := wide.loss(last)
	sum.add(a*end, a*values[last]*(1+(a*end+20)*u))
	beyond := o.beyond(end)
	sum.add(beyond, 1+(math.Abs(beyond)+20)*u)
	sum.add(0, d*values[last]*(1+4*u))
	return sum.log1p() / (o.alpha - 1) * (1 + 4*u)
}

// exponentials are terms factor·e^power, positive all.
type exponentials struct{ powers, factors []float64 }

func (s *exponentials) add(power, factor float64) {
	s.powers, s.factors = append(s.powers, power), append(s.factors, factor)
}

// log1p is at least ln(1 + Σ factor·e^power).
func (s *exponentials) log1p() float64 {
	top := 0.0 // is taken out of the sum: any number will do
	for i, f := range s.factors {
		if v := s.powers[i] + math.Log(f); v > top {
			top = math.Floor(v)
		}
	}
	sum := 0.0
	for i, f := range s.factors {
		half := (s.powers[i] - top) / 2
		root := errfloat.Exp(half)
		sum += float64(root*f*root*(1+(4*math.Abs(half)+40)*u)) + errfloat.Tiny
	}
	sum *= 1 + sumError
	if top == 0 {
		return errfloat.Log1p(sum) * (1 + 24*u)
	}
	_, log := errfloat.Log(sum + errfloat.Exp(-top) + underflow)
	return (top + log) * (1 + 4*u)
}

// beyond is at least ln E[r^{α−1}; ln r > end] of the Gaussian pair, by
// Φ(−x) ≤ e^{−x²/2} for x ≥ 0.
func (o atOrder) beyond(end float64) float64 {
	a, mu := o.alpha, o.startMu
	whole := float64(a * (a - 1) / 2 * mu * mu * (1 + 16*u))
	x := math.Max(0, end/mu-mu*(a-0.5)-float64(8*u*(end/mu+mu*a)))
	return whole - float64(x*x/2*(1-4*u))
}

// continued are more points, up to the reach, and at them the Gaussian
// profile where that is below the last value.
func (o atOrder) continued(g *grid, h []float64) (*grid, []float64) {
	const further = 64
	reach, end := o.reach(), g.loss(g.last())
	if !(reach > end) {
		return g, h
	}
	wide := &grid{step: g.step, gamma: g.gamma[:len(g.gamma):len(g.gamma)], end: g.last(), skip: math.Ceil((reach - end) / (further * g.step))}
	values := h[:len(h):len(h)]
	for range further {
		loss := wide.loss(len(values))
		wide.gamma = append(wide.gamma, errfloat.Exp(loss))
		values = append(values, math.Min(values[len(values)-1], errfloat.Profile(o.startMu, loss)))
	}
	return wide, values
}
