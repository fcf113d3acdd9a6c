package pld

import (
	"math"
	"slices"

	"lastiterate/bounds/work"
)

// A RepeatedStep is a step and how often the run takes it.
type RepeatedStep struct {
	Step  StepLoss
	Times int
}

// EpsilonWithin returns an upper bound on epsilon(delta) for a run whose steps are all released, under the worse of the two
// directions. 0 < delta < 1. The grid is chosen so that the bound exceeds the exact value by about 2e-5 of it. The work is
// charged to w; a nil budget has no limit.
func EpsilonWithin(w *work.Budget, delta float64, parts ...RepeatedStep) (float64, error) {
	return epsilon(w, delta, accuracy, parts)
}

// Units of work, of some 10 ns each.
const (
	cellUnits    = 10     // a cell of a law on a grid, besides the densities integrated in it
	densityUnits = 8      // one density
	readingUnits = 2      // reading a cell
	pointUnits   = 12     // a point of a transform
	sketchUnits  = 10_000 // a sketch
	atomUnits    = 2      // reading an atom of a sketch
	headUnits    = 8      // one number of heads (revealed.go)
	onceUnits    = 10_000 // epsilon of one step by its profile (once.go)
)

// epsilon is EpsilonWithin for another accuracy, the relative error of epsilon for which the grid is chosen.
func epsilon(w *work.Budget, delta, accuracy float64, parts []RepeatedStep) (float64, error) {
	if !(delta > 0 && delta < 1) {
		return math.Inf(1), ErrDomain
	}
	r, err := newRun(parts)
	if err != nil {
		return math.Inf(1), err
	}
	if len(r.laws) == 0 {
		return 0, nil
	}
	r.work = w
	if r.hasLittleNoise(leastNoise) && r.hasCoins() {
		return r.reveal(delta).epsilon(delta)
	}
	if r.total == 1 {
		r.work.Spend(onceUnits)
		if e, ok := once(r.laws[0], delta); ok {
			return e, nil
		}
	}
	r.accuracy = accuracy
	e, err := r.epsilon(delta)
	if err == nil && !r.hasLittleNoise(littleNoise) {
		return e, nil
	}
	byCoins, failed := r.reveal(delta).epsilon(delta)
	if failed != nil && err == nil {
		return e, nil
	}
	return min(e, byCoins), failed
}

// attempt composes the laws, with losses above a level cut off, and answers at delta.
func (r *run) attempt(delta, level float64) attempt {
	const mostLost = 0.9 // the largest part of delta that a level may cut off, so that enough remains for the other losses
	b := r.blueprint(share*delta, level)
	largest := b.largest()
	failed := func(err error) attempt { return attempt{math.Inf(1), err, false, largest} }
	if !(b.lost < mostLost*delta) {
		return failed(ErrNotConverged)
	}
	t := b.forDelta(delta - b.lost)
	c, err := r.compose(b, t, delta, level)
	if err != nil {
		return failed(err)
	}
	worst, accurate, err := c.epsilonAbove(delta, 0)
	if err != nil {
		return failed(err)
	}
	suits := accurate && worst >= closeEnough*t.epsilon
	if !r.twoSided {
		return attempt{worst, nil, suits, largest}
	}
	worst, _, err = c.dual().epsilonAbove(delta, worst)
	return attempt{worst, err, suits, largest}
}

// A run is the laws of its steps' privacy losses, each with its coin and how often the step is taken: laws[i], coins[i] and
// times[i] are of one RepeatedStep. Steps that lose nothing are left out.
type run struct {
	laws     []law
	coins    []coin
	work     *work.Budget
	times    []int
	total    float64 // number of steps, Σ times
	twoSided bool    // addition of the example must be examined, too
	accuracy float64 // relative error of epsilon for which the grid is chosen
}

// newRun returns the run of the parts, or the error of a step that has one.
func newRun(parts []RepeatedStep) (*run, error) {
	r := &run{}
	for _, p := range parts {
		switch {
		case p.Step.err != nil:
			return nil, p.Step.err
		case p.Times < 0:
			return nil, ErrDomain
		case p.Times == 0 || p.Step.law == nil:
			continue
		}
		r.laws, r.coins = append(r.laws, p.Step.law), append(r.coins, p.Step.coin)
		r.times = append(r.times, p.Times)
		r.total += float64(p.Times)
		r.twoSided = r.twoSided || p.Step.twoSided
	}
	return r, nil
}

// hasLittleNoise reports whether a step has less noise than u.
func (r *run) hasLittleNoise(u float64) bool {
	return slices.ContainsFunc(r.coins, func(c coin) bool { return c.shift*u > 1 })
}

// blueprint sketches the run without the tails of its laws, whose masses add up to the given one over all steps, and with
// losses cut off at ±level.
func (r *run) blueprint(mass, level float64) *blueprint {
	b := &blueprint{total: r.total, work: r.work}
	for i, l := range r.laws {
		r.work.Spend(sketchUnits)
		sketch, lost := cutOff(l.sketch(max(leastTail, mass/r.total)), level)
		b.lost += lost * float64(r.times[i])
		b.parts = append(b.parts, sketch)
		b.times = append(b.times, float64(r.times[i]))
	}
	return b
}

// leastTail keeps cut-offs away from underflow.
const leastTail = 1e-300

// leastCells keeps the grid from being coarser than the law of one step.
const leastCells = 64

// compose puts the laws on the grid that the target needs: connecting the dots
// raises ln E exp(θL) of a step by about θ(θ+1)h²/12, hence epsilon by
// total·(θ+1)h²/12.
func (r *run) compose(b *blueprint, t target, delta, level float64) (*composition, error) {
	const (
		leastScale = 0.1 // of the loss's deviation: a smaller epsilon may have a larger relative error
		filled     = 0.9 // of windowPoints: the final window may be somewhat longer
	)
	_, _, variance := b.cumulants(t.theta)
	scale := max(t.epsilon, leastScale*math.Sqrt(variance))
	h := math.Sqrt(12 * r.accuracy * scale / (r.total * (t.theta + 1)))
	h = max(h, t.length/(windowPoints*filled))
	narrowest, widest := math.Inf(1), 0.0
	for _, part := range b.parts {
		low, high := math.Inf(1), math.Inf(-1)
		for _, a := range part {
			low, high = min(low, a.loss), max(high, a.loss)
		}
		if high > low {
			narrowest, widest = min(narrowest, high-low), max(widest, high-low)
		}
	}
	h = max(min(h, narrowest/leastCells), widest/gridCells)
	if !(h > 0) || math.IsInf(h, 1) {
		return nil, ErrNotConverged
	}
	h = short(h)
	tail := max(leastTail, share*delta/r.total)
	terms := make([]term, len(r.laws))
	for i, l := range r.laws {
		p, err := l.grid(r.work, h, tail, level)
		if err != nil {
			return nil, err
		}
		terms[i] = term{p, r.times[i]}
	}
	return compose(r.work, terms...), nil
}
