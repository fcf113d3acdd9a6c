package pld

import (
	"math"
	"slices"

	"lastiterate/bounds/work"
)

// A ProfilePoint is a value of a privacy profile in the worse direction: δ at ε ≥ 0.
type ProfilePoint struct{ Epsilon, Delta float64 }

// Profile is a mechanism whose privacy profile is known at some points, in the worse direction: the first at ε = 0, ε rising
// and δ falling. The profile is convex in e^ε, so between two points it is at most linear in e^ε, and beyond the last it is
// at most the last point's δ (Dong, Roth and Su 2022, Theorem 9 in the journal, for the symmetric pair). Since h(γ) = 1
// − γ + γh(1/γ) is convex on all of γ > 0, its slope to the right of 1 is at least −(1 − h(1))/2, so every other point bounds
// h(1). ok is false if no pair of laws has these points: the masses that they need exceed 1. A run may take at most
// MostProfiles such steps.
func Profile(points []ProfilePoint) (step StepLoss, ok bool) {
	l := knownLaw{}
	n := len(points)
	if n == 0 || points[0].Epsilon != 0 || !(points[n-1].Delta >= 0) {
		return StepLoss{err: ErrDomain}, false
	}
	l.inf = points[n-1].Delta * (1 + 2*knownSpare*MostProfiles)
	points = slices.Clone(points)
	for _, p := range points[1:] {
		half := math.Expm1(p.Epsilon) / 2
		points[0].Delta = min(points[0].Delta, (p.Delta+half)/(1+half)*(1+knownRaise))
	}
	// From the last point on, the mass at each point raises the profile at the point before it to its known value, given the
	// masses above, however they were rounded.
	total := l.inf
	for j := n - 1; j > 0; j-- {
		at, before := points[j].Epsilon, points[j-1]
		if !(at > before.Epsilon) || !(before.Delta >= points[j].Delta) {
			return StepLoss{err: ErrDomain}, false
		}
		left := before.Delta*(1+knownRaise) - l.inf
		for i, loss := range l.loss {
			left -= l.mass[i] * -math.Expm1(before.Epsilon-loss)
		}
		if mass := left / -math.Expm1(before.Epsilon-at); mass > 0 {
			l.loss, l.mass = append(l.loss, at), append(l.mass, mass*(1+knownRaise))
			total += mass * (1 + math.Exp(-at)) * (1 + knownRaise)
		}
	}
	return StepLoss{law: l}, total < 1+knownSpare
}

const (
	// MostProfiles is the largest number of steps of a run with known profiles.
	MostProfiles = 1000
	// knownSpare is the amount by which the sum of a law's masses may exceed 1. In a composition the mass at infinity is
	// multiplied by the sums of the other laws, so it is raised by twice MostProfiles times as much.
	knownSpare = 1e-7
)

// knownRaise exceeds the relative error of a sum of some dozens of masses.
const knownRaise = 1e-11

// knownLaw has masses of P at positive losses, from the largest on, equal masses of Q at the opposite losses, and the rest at
// 0.
type knownLaw struct {
	loss, mass []float64
	inf        float64 // mass at infinity, in either direction
}

func (l knownLaw) grid(w *work.Budget, step, _, most float64) (*PLD, error) {
	top := 0.0
	for _, loss := range l.loss {
		top = max(top, min(loss, most))
	}
	if !(top/step < maxCells) {
		return nil, ErrNotConverged
	}
	cells := int(math.Ceil(top/step)) + 1
	w.Spend(cellUnits * (cells + len(l.loss)))
	p, inf := make([]float64, cells+1), l.inf
	toRight, toLeft := 1/-math.Expm1(-step), 1/math.Expm1(step)
	for i, loss := range l.loss {
		mass := l.mass[i]
		if loss > most {
			kept := mass * math.Exp(most-loss)
			inf += (mass - kept) * (1 + 8*unit)
			loss, mass = most, kept*(1+8*unit)
		}
		cell := int(loss / step)
		within := min(max(loss-step*float64(cell), 0), step)
		raised := mass * raise(loss, step, knownDigits)
		p[cell] += raised * math.Expm1(step-within) * toLeft
		p[cell+1] += raised * -math.Expm1(-within) * toRight
	}
	s := join(step, p, p, knownDigits)
	s.inf, s.dualInf = inf, inf
	return s, nil
}

// knownDigits is the digits argument of raise: a loss over the step is rounded.
const knownDigits = 8

func (l knownLaw) sketch(float64) []atom {
	var a []atom
	for i, loss := range l.loss {
		a = append(a, atom{loss, l.mass[i]})
	}
	return halves(a, a)
}

func (l knownLaw) profile(epsilon float64) (delta, relative float64) {
	delta = l.inf
	for i, loss := range l.loss {
		if loss > epsilon {
			delta += l.mass[i] * -math.Expm1(epsilon-loss)
		}
	}
	return delta * (1 + profileError), profileError
}
