package contraction

import "math"

// A group is a range of positions, counted from one end of an epoch.
type group struct {
	from  float64 // the first position
	count float64
}

// grouped divides n positions: one by one near the start, where neighbours
// differ, then in groups of a quarter of their distance from it.
func grouped(n float64) (out []group) {
	for at := 0.0; at < n; {
		count := math.Min(n-at, math.Max(1, math.Floor((at-8)/4)))
		out = append(out, group{at, count})
		at += count
	}
	return out
}

// shuffled averages over the position of the example in one secret order: after
// its last use the noise of r more steps contracts by θ_r, which falls with r, so
// that a group counts as its first member. Positions in the last epoch have been
// used once more than the others.
func (l lengths) shuffled(period, epochs, last, alpha, missing float64) (float64, Choice) {
	all, choice := l.blocks(period, epochs, alpha)
	oneLess := 0.0
	if epochs > 1 {
		oneLess, _ = l.blocks(period, epochs-1, alpha)
	}
	sum := 0.0
	for _, g := range grouped(period) {
		theta, _ := l.mixed(g.from)
		inLast := math.Min(math.Max(last-g.from, 0), g.count)
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
	payment
}

// epoch is the stage of one epoch in a fresh secret order. Its step is the mean
// over places, where the map is affine each time.
type epoch struct {
	places    []place
	idle      float64 // probability that the example is not used
	idleTheta float64
	idleGap   float64
}

// newEpoch is an epoch of which only the first steps take place. Where positions
// are grouped, the group counts with its shortest way before and after.
func newEpoch(l lengths, period, steps, exponent, missing float64) epoch {
	var e epoch
	used := (1 - missing) / period
	put := func(lead, trail, count float64) {
		theta, rest := l.mixed(trail)
		e.places = append(e.places, place{count * used, theta, rest, payment{exponent, l.toVisit(lead + 1), l.folded(lead + 1), nil}.prepared()})
	}
	half := math.Floor(steps / 2)
	for _, g := range grouped(half) {
		put(g.from, steps-g.from-g.count, g.count)
	}
	for _, g := range grouped(steps - half) {
		put(steps-g.from-g.count, g.from, g.count)
	}
	e.idle = missing + (period-steps)*used
	e.idleTheta, e.idleGap = l.mixed(steps)
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
// before, so that the mean of the affine maps bounds the mixture.
func reshuffledMean(l lengths, period, epochs, last, exponent, missing float64) (float64, Choice) {
	choice := Choice{Block: 1}
	if !(exponent < mostExponent) {
		return math.Inf(1), choice
	}
	y := 0.0
	if epochs > 1 {
		y, _ = repeat(l.work, newEpoch(l, period, period, exponent, missing), y, epochs-1, largest)
	}
	if !(y < largest) {
		return math.Inf(1), choice
	}
	final := newEpoch(l, period, last, exponent, missing)
	for _, at := range final.places {
		if at.gap == 0 { // the run's last step
			choice.Beta = at.best(y).beta
		}
	}
	return final.best(y).once(y), choice
}

// mostExponent keeps e^C within what numbers hold; such an order is too high for
// contraction to help.
const mostExponent = 500
