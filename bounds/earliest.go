package bounds

import (
	"math"

	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// family is a sequence of runs, numbered from 1 on, in which hidden state helps more and more: the runs get longer (byLength), or
// their domains get smaller (byDiameter).
type family struct {
	run   func(i int) run.Run
	last  int
	scale func(i int) float64 // a scale on which the gain is about linear
	near  float64             // on that scale, how far the run found may be after the first in which hidden state helps
}

// byLength is the family of the runs of from+1, from+2, …, `to` steps.
func byLength(r run.Run, from, to int) family {
	return family{
		run: func(i int) run.Run {
			longer := r
			longer.T = from + i
			return longer
		},
		last:  to - from,
		scale: func(i int) float64 { return math.Log(float64(from + i)) },
	}
}

// byEpochs is the family of the runs of from+1, from+2, …, `to` whole passes over the data before the deletion of the example.
func byEpochs(r run.Run, from, to int) family {
	steps := func(i int) int { return r.After + (from+i)*r.StepsPerEpoch() }
	return family{
		run: func(i int) run.Run {
			longer := r
			longer.T = steps(i)
			return longer
		},
		last:  to - from,
		scale: func(i int) float64 { return math.Log(float64(steps(i))) },
	}
}

// earliest returns the number of the first run of the family in which hidden state helps, or of one near it. It returns
// false if the family is empty or no row helps in its last run.
//
// If a row helps in one run, it helps in every later run of the family. Adding a composed step to a feasible point of the
// shift program keeps it feasible, and composition pays the same for that step (after the last use at a stated position
// nothing is added). A bound that has stopped growing crosses the growing composition once. A smaller domain only lowers
// a bound. So each row is compared in the run just before the first one known to be helped; only if it helps there is its
// own crossing searched for. Slow rows come last and are mostly compared once or twice.
func (c comparison) earliest(f family) (int, bool) {
	if f.last < 1 {
		return 0, false
	}
	first := f.last + 1
	rows := c.rows(f.run(f.last))
	compared := make([]int, len(rows)) // the run in which each row was last compared
	for again := true; again; {
		again = false
		for k, t := range rows {
			before := first - 1
			if before < 1 || compared[k] == before || c.ctx.Err() != nil {
				continue
			}
			compared[k] = before
			if gain := c.gain(t, f.run(before)); gain > surelyBelow {
				first = c.crossing(t, f, before, gain)
				compared[k] = first - 1
				again = true
			}
		}
	}
	return first, first <= f.last
}

// crossing returns the number of the first run in which t helps; t is known to help in run last, by gain.
func (c comparison) crossing(t *theorem.Theorem, f family, last int, gain float64) int {
	b := bracket{family: f, gain: func(i int) float64 { return c.gain(t, f.run(i)) }, high: last, above: gain}
	b.low, b.below = 1, b.gain(1)
	if b.below > surelyBelow {
		return 1
	}
	for stuck := 0; b.open() && c.ctx.Err() == nil; { // stuck: tries in a row that did not halve the bracket
		width := b.width()
		if stuck < 2 {
			b.try(b.between(b.falsePosition()))
		} else {
			b.try(b.between(0.5))
		}
		if stuck++; b.width() <= width/2 {
			stuck = 0
		}
	}
	return b.high
}

// bracket holds a crossing between a run in which a row does not help and a later
// one in which it does.
type bracket struct {
	family
	gain         func(i int) float64
	low, high    int
	below, above float64 // the gains at low and high; try halves the gain at the end that stays
}

func (b *bracket) open() bool     { return b.high-b.low > 1 && b.width() > b.near }
func (b *bracket) width() float64 { return b.scale(b.high) - b.scale(b.low) }

// try narrows the bracket by a run inside it.
func (b *bracket) try(i int) {
	// The Illinois method, but the gain at the end that stays is halved after every step, not only when
	// that end stays twice in a row: then both ends move.
	if gain := b.gain(i); gain > surelyBelow {
		b.high, b.above = i, gain
		b.below /= 2
	} else {
		b.low, b.below = i, gain
		b.above /= 2
	}
}

// falsePosition returns the share of the way from low to high at which a straight line between the two gains crosses
// zero. It returns a half if the gain at low is 0 (the row does not help) or −Inf (it does not apply).
func (b *bracket) falsePosition() float64 {
	if !(b.below < 0) || math.IsInf(b.below, -1) {
		return 0.5
	}
	return -b.below / (b.above - b.below)
}

// between returns the number of a run inside the bracket, about this share of the way from low to high on the scale.
func (b *bracket) between(share float64) int {
	low, high := b.low, b.high
	aim := b.scale(low) + share*b.width()
	for high-low > 1 {
		if middle := low + (high-low)/2; b.scale(middle) <= aim {
			low = middle
		} else {
			high = middle
		}
	}
	return min(max(low, b.low+1), b.high-1)
}
