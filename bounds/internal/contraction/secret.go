package contraction

import (
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/run"
)

// A group is a range of positions, counted from one end of an epoch.
type group struct {
	from  float64 // the first position
	count float64
}

// A grouping is how many positions are a group, or 1 if that is more, from a distance to the
// end that they are counted from on.
type grouping func(distance float64) float64

var (
	// finely tells positions near the end, where neighbours differ, one by one, and then
	// groups of a quarter of their distance.
	finely grouping = func(distance float64) float64 { return math.Floor((distance - 8) / 4) }
	// coarsely has groups that double: where a part costs as much as a block.
	coarsely grouping = func(distance float64) float64 { return distance }
)

// of divides n positions.
func (g grouping) of(n float64) (out []group) {
	for at := 0.0; at < n; {
		count := min(n-at, max(1, g(at)))
		out = append(out, group{at, count})
		at += count
	}
	return out
}

// fromEitherEnd divides the steps into groups from either end, and calls put with the steps
// before a group, those after it, and its own.
func fromEitherEnd(steps float64, size grouping, put func(lead, trail, count float64)) {
	half := math.Floor(steps / 2)
	for _, g := range size.of(half) {
		put(g.from, steps-g.from-g.count, g.count)
	}
	for _, g := range size.of(steps - half) {
		put(steps-g.from-g.count, g.from, g.count)
	}
}

// shuffledMean averages over the position of the example in one secret order: after
// its last use the noise of r more steps contracts by θ_r, which falls with r, so
// that a group counts as its first member. Positions in the last epoch have been
// used once more than the others; more steps follow all of them.
func shuffledMean(l ways, period, epochs, last, more, alpha, missing float64) (float64, Choice) {
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

// meanError is above the rounding of a mean over fewer than 400 groups.
const meanError = 1e-13

// place is where the example is used in an epoch: with what probability, what
// the steps that follow contract by, and what happens up to and including it.
type place struct {
	weight     float64
	trail, gap float64 // θ of what follows, and 1 − θ
	stage
}

// epoch is the stage of one epoch in a fresh secret order. Its step is the mean
// over places, where the map is affine each time.
type epoch struct {
	places    []place
	idle      float64 // probability that the example is not used
	idleTheta float64
	idleGap   float64
}

// newEpoch is an epoch of which only the first steps take place, and then more without the example.
// Where positions are grouped, the group counts with its shortest way before and after.
func newEpoch(l ways, period, steps, more, exponent, missing float64) epoch {
	var e epoch
	used := (1 - missing) / period
	fromEitherEnd(steps, finely, func(lead, trail, count float64) {
		theta, rest := l.mixed(trail + more)
		e.places = append(e.places, place{count * used, theta, rest, l.toUse(lead+1, exponent)})
	})
	e.idle = missing + (period-steps)*used
	e.idleTheta, e.idleGap = l.mixed(steps + more)
	return e
}

func (e epoch) effort() int {
	units := 0
	for _, p := range e.places {
		units += p.effort()
	}
	return units
}

func (e epoch) best(y float64) step {
	mean := step{factor: e.idle * e.idleTheta, gap: e.idle * e.idleGap}
	total, size := e.idle, mean.gap // size adds up absolute values
	for _, p := range e.places {
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

// reshuffledMean averages within every epoch: its order is independent of what came
// before, so that the mean of the affine maps bounds the mixture. More steps follow the last one.
func reshuffledMean(l ways, period, epochs, last, more, exponent, missing float64) (float64, Choice) {
	choice := Choice{Block: 1}
	if !(exponent < mostExponent) {
		return math.Inf(1), choice
	}
	y := 0.0
	if epochs > 1 {
		y, _ = repeat(l.counted(), newEpoch(l, period, period, 0, exponent, missing), y, epochs-1, largest)
	}
	if !(y < largest) {
		return math.Inf(1), choice
	}
	final := newEpoch(l, period, last, more, exponent, missing)
	for _, at := range final.places {
		if at.gap == 0 || more > 0 { // the run's last step
			choice.Beta = at.best(y).beta
		}
	}
	return final.best(y).once(y), choice
}

// mostExponent keeps e^p within what numbers hold; such an order is too high for
// contraction to help.
const mostExponent = 500

// grownAtEnds is a bound on the distance that one use in each of k epochs, at places of which nothing is known, opens up
// by a time at which so many steps of the last of them have been made, in units of σ. Where a step of one
// run brings points no farther apart and adds nothing, uses in the last step of each epoch open up most
// (profile.md, section 9, Lemma 6); elsewhere it is +Inf.
func (l lengths) grownAtEnds(k, period, last float64) float64 {
	l.work.Spend(10 * len(l.plain) * len(l.visit))
	best := math.Inf(1)
	for _, plain := range l.plain {
		if plain.Offset > 0 || plain.Excess > 0 {
			continue
		}
		for _, visit := range l.visit {
			z := min(l.d, l.epoch(plain, visit, period).After(0, k-1))
			best = min(best, (visit.After(plain.After(z, last-1), 1)+l.s)*(1+2*u))
		}
	}
	return best
}

// lastUses is a block of k uses that ends a run, or any time of it: the distance that they open up, and the steps
// under which their noise hides any distance. Where the places are fresh in every epoch, so many
// steps of the last one have been made; the distance is +Inf where there is no such block.
func (p Problem) lastUses(l lengths, k, last float64) (z, steps float64) {
	period := float64(p.Period)
	if p.Order != run.FreshOrder {
		return l.grown(k, period), k * period
	}
	return l.grownAtEnds(k, period, last), (k-1)*period + last
}

// hiding are the stretches of such a block of steps. At fresh places its last step need not be a use, and its map
// is one run's own.
func (p Problem) hiding(l lengths, steps float64) []affine.Stretch {
	if p.Order == run.FreshOrder {
		return l.stretches(steps)
	}
	return l.toVisit(steps)
}
