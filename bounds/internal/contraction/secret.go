package contraction

import (
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/run"
)

// A group is a range of positions, counted from one end of an epoch.
type group struct {
	from  float64 // the first position, from 0
	count float64 // the number of positions
}

// A grouping gives the number of positions in the group that begins at a position; less than 1 counts as 1.
type grouping func(from float64) float64

var (
	// finely keeps the positions near the end apart, where neighbours differ. Further groups are as long as about a quarter
	// of their distance from the end.
	finely grouping = func(from float64) float64 { return math.Floor((from - 8) / 4) }
	// coarsely doubles groups. It is for profiles, for which each group costs as much as a block.
	coarsely grouping = func(from float64) float64 { return from }
)

// of divides n positions into groups.
func (g grouping) of(n float64) (out []group) {
	for at := 0.0; at < n; {
		count := min(n-at, max(1, g(at)))
		out = append(out, group{at, count})
		at += count
	}
	return out
}

// fromEitherEnd divides the steps into groups from either end, and calls put with the number of steps
// before each group, after it and in it.
func fromEitherEnd(steps float64, size grouping, put func(lead, trail, count float64)) {
	half := math.Floor(steps / 2)
	for _, g := range size.of(half) {
		put(g.from, steps-g.from-g.count, g.count)
	}
	for _, g := range size.of(steps - half) {
		put(steps-g.from-g.count, g.from, g.count)
	}
}

// shuffledMean averages over the position of the example in one secret order. The noise of the r steps after its last use
// contracts by θ_r, which falls with r, so a group counts as its first member. An example whose position comes up in the last
// epoch was used once more than others. After the last epoch `more` steps follow.
func shuffledMean(l contractor, period, epochs, last, more, alpha, missing float64) (float64, Cycle) {
	all, choice := l.blocks(period, epochs, alpha)
	oneLess := 0.0
	if epochs > 1 {
		oneLess, _ = l.blocks(period, epochs-1, alpha)
	}
	sum := 0.0
	for _, g := range finely.of(period) {
		theta, _ := l.mixed(g.from)
		if more > 0 {
			theta = l.resting(g.from + more)
		}
		inLast := min(max(last-g.from, 0), g.count)
		sum += theta * (inLast*all + (g.count-inLast)*oneLess)
	}
	return sum / period * (1 - missing) * (1 + meanError), choice
}

// meanError is above the relative rounding error of a mean over fewer than 400 groups.
const meanError = 1e-13

// position is a position of the example's use in an epoch. Its stepFamily has the steps up to and including the use.
type position struct {
	weight     float64 // the probability of the position
	trail, gap float64 // θ of the steps after the use, and 1 − θ
	stepFamily
}

// epoch has the steps of one epoch in a fresh secret order. A step is the mean of affine maps over positions.
type epoch struct {
	positions []position
	idle      float64 // probability that the example is not used
	idleTheta float64 // θ of the whole epoch if the example is not used
	idleGap   float64 // 1 − idleTheta, from below
}

// newEpoch returns the first `steps` steps of an epoch, followed by `more` steps without the example. A group of positions counts
// with the fewest steps before and after any of them.
func newEpoch(l contractor, period, steps, more, exponent, missing float64) epoch {
	var e epoch
	used := (1 - missing) / period
	fromEitherEnd(steps, finely, func(lead, trail, count float64) {
		theta, rest := l.mixed(trail + more)
		e.positions = append(e.positions, position{count * used, theta, rest, l.toUse(lead+1, exponent)})
	})
	e.idle = missing + (period-steps)*used
	e.idleTheta, e.idleGap = l.mixed(steps + more)
	return e
}

// effort returns the sum of the positions' efforts.
func (e epoch) effort() int {
	units := 0
	for _, p := range e.positions {
		units += p.effort()
	}
	return units
}

// best returns the mean of the best steps of all positions.
func (e epoch) best(y float64) step {
	mean := step{factor: e.idle * e.idleTheta, gap: e.idle * e.idleGap}
	total, size := e.idle, mean.gap // size adds up absolute values
	for _, p := range e.positions {
		s := p.best(y)
		mean.add += p.weight * p.trail * s.add
		mean.factor += p.weight * p.trail * s.factor
		mean.gap += p.weight * (p.gap + p.trail*s.gap)
		size += p.weight * (p.gap + p.trail*math.Abs(s.gap))
		total += p.weight
	}
	mean.add *= 1 + meanError
	mean.factor *= 1 + meanError
	mean.gap -= meanError * (size + math.Abs(total-1))
	return mean
}

// reshuffledMean averages within every epoch. An epoch's order is independent of the epochs before, so the mean of the affine
// maps bounds the mixture. After the last epoch `more` steps follow.
func reshuffledMean(l contractor, period, epochs, last, more, exponent, missing float64) (float64, Cycle) {
	choice := Cycle{Block: 1}
	if !(exponent < mostExponent) {
		return math.Inf(1), choice
	}
	y := 0.0
	if epochs > 1 {
		y, _ = repeat(l.budget(), newEpoch(l, period, period, 0, exponent, missing), y, epochs-1, largestY)
	}
	if !(y < largestY) {
		return math.Inf(1), choice
	}
	final := newEpoch(l, period, last, more, exponent, missing)
	for _, at := range final.positions {
		if at.gap == 0 || more > 0 { // the run's last step
			choice.Beta = at.best(y).beta
		}
	}
	return final.best(y).once(y), choice
}

// mostExponent is the largest p for which e^p is computed; an order that needs a larger one is too high for
// contraction to help.
const mostExponent = 500

// grownAtEnds bounds the distance, in units of σ, that one use in each of k epochs, at unknown positions, opens up by the
// time the last of these epochs has made `last` steps. It is largest for uses in the last step of each epoch if a step of one
// run takes points no farther apart and adds nothing (profile.md, section 9, Lemma 6). Otherwise grownAtEnds returns +Inf.
func (l lengths) grownAtEnds(k, period, last float64) float64 {
	l.work.Spend(10 * len(l.plain) * len(l.use))
	best := math.Inf(1)
	for _, plain := range l.plain {
		if plain.Offset > 0 || plain.Excess > 0 {
			continue
		}
		for _, use := range l.use {
			z := min(l.d, l.epoch(plain, use, period).After(0, k-1))
			best = min(best, (use.After(plain.After(z, last-1), 1)+l.s)*(1+2*u))
		}
	}
	return best
}

// lastUses describes the block of the last k uses before the end of a run, or before any time in it. z is the distance that
// the uses open up, and steps is the number of the block's steps, whose noise hides any distance. In fresh orders last is the
// number of steps made in the last epoch, and z is +Inf if there is no such block.
func (p Problem) lastUses(l lengths, k, last float64) (z, steps float64) {
	period := float64(p.Period)
	if p.Order != run.FreshOrder {
		return l.grown(k, period), k * period
	}
	return l.grownAtEnds(k, period, last), (k-1)*period + last
}

// hiding returns the stretches of the block that lastUses describes. In fresh orders its last step need not be a use, so its
// map is one run's own.
func (p Problem) hiding(l lengths, steps float64) []affine.Stretch {
	if p.Order == run.FreshOrder {
		return l.stretches(steps)
	}
	return l.kernelToUse(steps)
}
