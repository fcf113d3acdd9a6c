package pld

import (
	"math"

	"lastiterate/bounds/renyi"
)

// A Step is one step of a run, by the law that dominates its privacy loss when
// the differing example is removed; where that law does not cover addition too,
// its dual does. Steps are made by the functions below and are nothing but
// their parameters; they may be shared. A step that was made with an argument
// outside of its domain makes every answer an error.
type Step struct {
	law      law // nil: nothing is lost
	coin     coin
	twoSided bool
	err      error
}

// coin says that a step is a Gaussian mechanism of a shift, in standard deviations,
// for whoever knows that it uses the differing example, which it does with
// probability q, and tells nothing otherwise.
type coin struct {
	q, shift float64
	// apart is the shift between a step that uses the example and one that does not,
	// where both runs' steps are mixtures over a coin of their own; 0 where they are not.
	apart float64
}

// A law can be put on a grid, at any step, and sketched by a few atoms.
type law interface {
	// grid leaves at most tail to infinity.
	grid(step, tail float64) (*PLD, error)
	// sketch approximates the law, for choosing a grid: no bound.
	sketch(tail float64) []atom
}

// None is a step that does not touch the differing example.
func None() Step { return Step{} }

// newStep returns the step with the given law, or one that carries an error, or
// None where there is nothing to lose.
// contribution is the distance, over that of u, between the two means of a step that
// uses the example.
func newStep(q, u, contribution float64, law func() law) Step {
	switch {
	case !(q >= 0 && q <= 1):
		return Step{err: domain("q", q, "0 <= q <= 1")}
	case !(u > 0):
		return Step{err: domain("u", u, "u > 0")}
	case q == 0 || math.IsInf(u, 1):
		return None()
	}
	return Step{law: law(), coin: coin{q: q, shift: contribution / u}}
}

// Gaussian is the Gaussian mechanism of noise u at unit sensitivity.
func Gaussian(u float64) Step {
	return newStep(1, u, 1, func() law { return pairLaw{newMixOverNormal(1, u)} })
}

// Poisson is a step whose batch holds each example with probability q,
// independently, under addition or removal of one example (Mironov, Talwar,
// Zhang 2019, arXiv:1908.10530v1, Theorem 4), and under zero-out adjacency, where
// the same pair arises.
func Poisson(q, u float64) Step {
	s := newStep(q, u, 1, func() law { return pairLaw{newMixOverNormal(q, u)} })
	s.twoSided = q != 1
	return s
}

// PoissonReplace is a Poisson step under replacement of one example; the worst
// case replaces a contribution by its opposite, so that the means are +1 and −1.
func PoissonReplace(q, u float64) Step {
	s := newStep(q, u, 2, func() law { return pairLaw{newMixOverMix(q, u)} })
	s.coin.apart = s.coin.shift / 2
	return s
}

// WithoutReplacement is a step whose batch of fixed size is drawn uniformly
// without replacement, under replacement of one example, in the batch with
// probability q: renyi.WithoutReplacement in full. Here u is the noise over the
// distance between the two contributions. The law is that of the symmetrised
// profile (Dong, Roth, Su 2022, arXiv:1905.02383v3, Theorem 9).
func WithoutReplacement(q, u float64) Step {
	return newStep(q, u, 1, func() law { return symmetricLaw{newMixOverNormal(q, u)} })
}

// WithoutReplacementZeroOut is the same under zero-out adjacency, where the
// zeroed example displaces another from the batch. Its profile is
// the smaller of q[(1−ρ)H_e(2)+ρH_e(1)], see renyi.WithoutReplacementZeroOut, and
// q·H_γ(1), by joint convexity given whether the example is in the batch; in
// the direction of adding the example it is qH_e(1).
func WithoutReplacementZeroOut(q, u float64) Step {
	s := newStep(q, u, 1, func() law { return profileLaw{q, u, 2, 1, true} })
	s.twoSided = true
	return s
}

// WithoutReplacementContracted is the sampled step inside a contraction
// argument, see renyi.WithoutReplacementContracted.
func WithoutReplacementContracted(q, u float64) Step {
	return newStep(q, u, 2, func() law { return profileLaw{q, u, 1, 2, false} })
}

// Grid puts the law of the step on a grid, with at most tail lost to infinity.
// Where addition of the example is not covered, Dual of the result is. The
// result is nil for a step that loses nothing.
func (s Step) Grid(step, tail float64) (*PLD, error) {
	switch {
	case s.err != nil:
		return nil, s.err
	case !(step > 0) || math.IsInf(step, 1):
		return nil, domain("step", step, "0 < step < +Inf")
	case !(tail > 0 && tail < 1):
		return nil, domain("tail", tail, "0 < tail < 1")
	case s.law == nil:
		return nil, nil
	}
	return s.law.grid(step, tail)
}

type pairLaw struct{ m pair }

func (l pairLaw) grid(step, tail float64) (*PLD, error) {
	return connect(l.m, step, tail, math.MinInt32)
}
func (l pairLaw) sketch(tail float64) []atom { return sketchPair(l.m, tail) }

// symmetricLaw is max(E_γ(P‖Q), E_γ(Q‖P)) = E_γ(P‖Q) for γ >= 1, reflected.
type symmetricLaw struct{ m pair }

func (l symmetricLaw) grid(step, tail float64) (*PLD, error) {
	d, err := connect(l.m, step, tail, 0)
	if err != nil {
		return nil, err
	}
	s := join(step, d.p, d.p)
	s.inf, s.dualInf = d.inf, d.inf
	return s, nil
}

func (l symmetricLaw) sketch(tail float64) []atom {
	return reflect(sketchPair(l.m, tail))
}

// profileLaw has the profile q[(1−ρ)H_e(a) + ρH_e(b)], e = (γ−1+q)/q, ρ = γ/e,
// H_e(k) = E_e(N(k,u²)‖N(0,u²)), in both directions; if zeroOut is set, it is at
// most q·H_γ(1), and qH_e(1) in the other direction.
type profileLaw struct {
	q, u, a, b float64
	zeroOut    bool
}

// profileError is a bound on the relative error of at.
const profileError = 1e-11

// at returns upper values of the two profiles at ln e = s, and ln γ there.
func (l profileLaw) at(s float64) (loss, forward, backward float64) {
	loss = math.Log1p(l.q * math.Expm1(s))
	if s > 700 {
		loss = s + math.Log(l.q)
	}
	away := (1 - l.q) * -math.Expm1(-s) // 1 − ρ
	ha, hb := math.Exp(renyi.LogHockeyStick(s, l.a, l.u)), math.Exp(renyi.LogHockeyStick(s, l.b, l.u))
	forward = l.q * (away*ha + (1-away)*hb)
	backward = forward
	if l.zeroOut {
		backward = l.q * hb
		forward = math.Max(backward, math.Min(forward, l.q*math.Exp(renyi.LogHockeyStick(loss, 1, l.u))))
	}
	return loss, math.Min(1, forward*(1+profileError)), math.Min(1, backward*(1+profileError))
}

// top returns ln e where the profile has fallen to tail.
func (l profileLaw) top(tail float64) float64 {
	// H_e(2) is e^{−800} at this point.
	a, b := 0.0, 2*(2/l.u+80)/l.u
	for range 60 {
		if c := (a + b) / 2; c > a && c < b {
			if _, h, _ := l.at(c); h > tail {
				a = c
			} else {
				b = c
			}
		}
	}
	return b
}

func (l profileLaw) grid(step, tail float64) (*PLD, error) {
	loss, _, _ := l.at(l.top(tail))
	if !(loss/step < maxCells) { // before it is an integer, which it may overflow
		return nil, ErrNotConverged
	}
	n := int(math.Ceil(loss/step)) + 1
	forward, backward := make([]float64, n+1), make([]float64, n+1)
	for i := range forward {
		e := step * float64(i)
		s := math.Log1p(math.Expm1(e) / l.q)
		if e > 700 {
			s = e - math.Log(l.q)
		}
		_, forward[i], backward[i] = l.at(s)
		if i > 0 { // rounding may turn a flat profile upward
			forward[i] = math.Min(forward[i], forward[i-1])
			backward[i] = math.Min(backward[i], backward[i-1])
		}
	}
	return FromProfile(step, forward, backward)
}

func (l profileLaw) sketch(tail float64) []atom {
	const n = 600
	top := l.top(tail)
	losses, h := make([]float64, n+1), make([]float64, n+1)
	for i := range h {
		losses[i], h[i], _ = l.at(top * float64(i) / n)
	}
	a := make([]atom, 0, n)
	for i, mass := range positiveMasses(losses, h) {
		if mass > 0 {
			a = append(a, atom{losses[i], mass})
		}
	}
	return reflect(a)
}
