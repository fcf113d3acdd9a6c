package pld

import (
	"math"

	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/work"
)

// A StepLoss is one step of a run, as the law that dominates its privacy loss when the differing example is removed. If that
// law does not cover addition too, its dual does. The functions of this package make steps. A step does not change, and may
// be shared. A step made with an argument outside of its domain makes every answer an error.
type StepLoss struct {
	law      law // nil: nothing is lost
	coin     coin
	twoSided bool // the dual must be examined, too
	err      error
}

// coin is a step to an observer who knows whether it uses the differing example. With probability q it does, and is a
// Gaussian mechanism of the given shift, in standard deviations; otherwise it reveals nothing.
type coin struct {
	q, shift float64
	// apart is the shift between a step that uses the example and one that does not, if both runs' steps are mixtures over a
	// coin of their own; otherwise 0.
	apart float64
}

// A law can be put on a grid, at any step, and sketched by a few atoms.
type law interface {
	// grid puts the law on the grid of the given step, in nats. It cuts off losses of probability at most about tail, and
	// losses beyond ±most; the mass cut off above is at infinity. The work is charged to w.
	grid(w *work.Budget, step, tail, most float64) (*PLD, error)
	// sketch approximates the law without such a tail, for choosing a grid. It is no bound.
	sketch(tail float64) []atom
	// profile returns delta(epsilon) of one step, epsilon >= 0, in the worse
	// direction, raised by a bound on its relative error, and that bound.
	profile(epsilon float64) (delta, relative float64)
}

// newStep returns the step with the given law, a step that carries an error, or a step without a law if nothing is lost.
// contribution is the distance between the two means of a step that uses the example, in the unit of u.
func newStep(q, u, contribution float64, law func() law) StepLoss {
	switch {
	case !(q >= 0 && q <= 1 && u > 0):
		return StepLoss{err: ErrDomain}
	case q == 0 || math.IsInf(u, 1):
		return StepLoss{} // the step does not use the differing example
	}
	return StepLoss{law: law(), coin: coin{q: q, shift: contribution / u}}
}

// Gaussian is the Gaussian mechanism of noise u at unit sensitivity.
func Gaussian(u float64) StepLoss {
	return newStep(1, u, 1, func() law { return pairLaw{&mixOverNormal{newSampledShift(1, u)}} })
}

// Poisson is a step whose batch holds each example with probability q,
// independently, under addition or removal of one example (Mironov, Talwar,
// Zhang 2019, arXiv:1908.10530v1, Theorem 4), and under zero-out adjacency, where
// the same pair arises.
func Poisson(q, u float64) StepLoss {
	s := newStep(q, u, 1, func() law { return pairLaw{&mixOverNormal{newSampledShift(q, u)}} })
	s.twoSided = q != 1
	return s
}

// PoissonReplace is a Poisson step under replacement of one example. The worst case replaces a contribution by its opposite,
// so the means are +1 and −1.
func PoissonReplace(q, u float64) StepLoss {
	s := newStep(q, u, 2, func() law { return pairLaw{&mixOverMix{newSampledShift(q, u)}} })
	s.coin.apart = s.coin.shift / 2
	return s
}

// WithoutReplacement is a step whose batch of fixed size is drawn uniformly without replacement, with the example in the
// batch with probability q: renyi.WithoutReplacement in full, for the same runs. Here u is the noise over the distance
// between the two contributions. The law is that of the symmetrised profile (Dong, Roth and Su 2022, Theorem 9
// in the journal).
func WithoutReplacement(q, u float64) StepLoss {
	return newStep(q, u, 1, func() law {
		m := &mixOverNormal{newSampledShift(q, u)}
		return halvesLaw{m, m}
	})
}

// WithoutReplacementZeroOut is the same step under zero-out adjacency, where the zeroed example displaces another from the
// batch. For γ >= 1 the profile of removal is that of (1−q)N(0,u²)+qN(2,u²) over (1−q)N(0,u²)+qN(1,u²), that of addition
// qH_e(1), see renyi.WithoutReplacementZeroOut. Both are attained (discretisation.md, section 3).
func WithoutReplacementZeroOut(q, u float64) StepLoss {
	s := newStep(q, u, 1, func() law {
		if q == 1 {
			return pairLaw{&mixOverNormal{newSampledShift(q, u)}}
		}
		if mutants.OnePair.On() {
			return pairLaw{newFarOverNear(q, u)}
		}
		return halvesLaw{newFarOverNear(q, u), &mixOverNormal{newSampledShift(q, u)}}
	})
	s.twoSided = q != 1
	return s
}
