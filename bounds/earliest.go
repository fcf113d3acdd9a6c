package bounds

import (
	"math"

	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// family is a numbered sequence of runs, from 1 on, along which hidden state helps
// ever more: longer and longer ones (byLength), or smaller and smaller domains (changes.go).
type family struct {
	run   func(i int) run.Run
	last  int
	scale func(i int) float64 // in which a gain is about linear
	near  float64             // on that scale: a run as near as this to the first will do; 0 for the first itself
}

// byLength are the runs of from+1, from+2, …, to steps.
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

// byEpochs are the runs of from+1, from+2, …, to whole passes over the data before the deletion of the example.
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

// earliest is the number of the first run of the family in which hidden state
// helps, or of one near it, false if the family is empty or no row helps in its last run.
//
// If a row helps in one run, it helps in the next: more steps leave a feasible
// point of the shift program feasible once a composed step is added, for which
// composition pays the same (behind the last use of a stated position nothing is added), and a bound
// that does not grow crosses a growing one
// once; a smaller domain only lowers a bound. So each row is asked just before the
// first run known to be helped, and only where it helps there its own crossing is
// looked for: rows that take long are asked once or twice.
func (c comparison) earliest(f family) (int, bool) {
	if f.last < 1 {
		return 0, false
	}
	first := f.last + 1
	rows := c.rows(f.run(f.last))
	asked := make([]int, len(rows)) // how early a row was seen not to help
	for again := true; again; {
		again = false
		for k, t := range rows {
			before := first - 1
			if before < 1 || asked[k] == before || c.ctx.Err() != nil {
				continue
			}
			asked[k] = before
			if gain := c.gain(t, f.run(before)); gain > surelyBelow {
				first = c.crossing(t, f, before, gain)
				asked[k] = first - 1
				again = true
			}
		}
	}
	return first, first <= f.last
}

// crossing is the number of the first run in which t helps, which is known to help in run last.
func (c comparison) crossing(t *theorem.Theorem, f family, last int, gain float64) int {
	b := bracket{family: f, gain: func(i int) float64 { return c.gain(t, f.run(i)) }, high: last, above: gain}
	b.low, b.below = 1, b.gain(1)
	if b.below > surelyBelow {
		return 1
	}
	for stuck := 0; b.open() && c.ctx.Err() == nil; {
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
	below, above float64 // the gains there, halved where they misled
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

// falsePosition is the share of the way at which a straight line between the two gains crosses zero.
// A gain of 0 (the row does not help) or −Inf (it does not apply) has no size to go by: then it is a half.
func (b *bracket) falsePosition() float64 {
	if !(b.below < 0) || math.IsInf(b.below, -1) {
		return 0.5
	}
	return -b.below / (b.above - b.below)
}

// between is the number at a share of the way from low to high on the scale,
// inside the bracket.
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
