package tradeoff

import (
	"cmp"
	"math"
	"slices"
)

// An envelope bounds the true-positive rate by points (ε, δ): it is the least of the lines δ + e^ε x, up to the axis y = 1 − x about
// which the whole curve is symmetric. It is concave, and straight between its kinks.
type envelope struct {
	lines []EpsilonDelta // in the order of the curve, the steepest first
	kinks []kink         // kinks[i] ends lines[i]; the last is on the axis
}

// A kink is a false-positive rate x and a bound y on the true-positive rate of any attack with this false-positive rate.
type kink struct{ x, y float64 }

// steepest is the largest ε for which e^ε does not overflow. Points with a larger ε are left out, which only raises the envelope.
const steepest = 700

// envelopeOf returns the envelope of points, without the lines that lie nowhere below the others.
func envelopeOf(points []EpsilonDelta) envelope {
	var lines []EpsilonDelta
	for _, p := range points {
		if p.Epsilon <= steepest {
			lines = append(lines, p)
		}
	}
	slices.SortFunc(lines, func(a, b EpsilonDelta) int {
		return cmp.Or(cmp.Compare(b.Epsilon, a.Epsilon), cmp.Compare(a.Delta, b.Delta))
	})
	var e envelope
	for _, p := range lines {
		// A flatter line replaces an earlier one if that is nowhere the least of the lines.
		for n := len(e.lines); n > 0 && (p.Delta <= e.lines[n-1].Delta || n > 1 && meet(e.lines[n-1], p).x <= e.kinks[n-2].x); n-- {
			e.lines, e.kinks = e.lines[:n-1], e.kinks[:max(n-2, 0)]
		}
		if n := len(e.lines); n > 0 {
			if e.lines[n-1].Epsilon == p.Epsilon {
				continue
			}
			e.kinks = append(e.kinks, meet(e.lines[n-1], p))
		}
		e.lines = append(e.lines, p)
	}
	e.end()
	return e
}

// end cuts an envelope at its axis.
func (e *envelope) end() {
	for i, p := range e.lines {
		axis := p.axis()
		if i == len(e.lines)-1 || axis.x <= e.kinks[i].x {
			e.lines, e.kinks = e.lines[:i+1], append(e.kinks[:i], axis)
			return
		}
	}
}

// meet is the point where two lines meet; a is the steeper one. Rounding makes their heights there differ, and the larger is taken.
func meet(a, b EpsilonDelta) kink {
	x := max(0, (b.Delta-a.Delta)/(math.Exp(b.Epsilon)*math.Expm1(a.Epsilon-b.Epsilon)))
	return kink{x, max(a.at(x), b.at(x))}
}

// at is δ + e^ε x, rounded up.
func (p EpsilonDelta) at(x float64) float64 { return up(times(x, p.Epsilon) + p.Delta) }

// axis is where the line of a guarantee meets its mirror image, at x = (1 − δ)/(1 + e^ε).
func (p EpsilonDelta) axis() kink {
	x := (1 - p.Delta) / (1 + math.Exp(p.Epsilon))
	return kink{x, 1 - x}
}

// from returns the part of an envelope with false-positive rates of at least `least`: the point where it begins, which lies on
// lines[first], and its kinks. first is negative if the axis lies before that rate.
func (e envelope) from(least float64) (kinks []kink, first int) {
	first = slices.IndexFunc(e.kinks, func(k kink) bool { return k.x >= least })
	if first < 0 {
		return nil, first
	}
	return append([]kink{{least, min(1, e.lines[first].at(least))}}, e.kinks[first:]...), first
}

// profile is the least δ with which the envelope implies (ε, δ)-privacy, ε ≥ 0: the largest y − e^ε x on the envelope.
func (e envelope) profile(epsilon float64) float64 {
	if len(e.lines) == 0 {
		return 1
	}
	best := e.lines[0].Delta // at x = 0
	for _, k := range e.kinks {
		best = max(best, k.y-times(k.x, epsilon))
	}
	return best
}
