package shift

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// MonotoneProgram is the shift program of convex losses that are not smooth (shift.md, section 13):
//
//	z_{t+1} = √(c²z_t² + h_t) + s_t − a_t,   and s_t − a_t from z_t = 0,
//
// where h_t = Across² without the differing example and VisitAcross² with it. Once z is above 0 the program is convex and its
// optimum stationary, a_{t−1} = a_t·c²z_t/√(c²z_t² + h_t), so the last payment determines all others. A path may enter each
// stationary path at any step: from 0, or from the distance that the two runs have without payments. Every path is a valid
// bound.
type MonotoneProgram struct {
	Excess              float64 // c − 1, −1 ≤ Excess ≤ 0
	Across, VisitAcross float64 // lengths ≥ 0
	Sensitivity         float64 // s > 0 of a visit, a length
	Diameter            float64 // D > 0, a length; +Inf when there is no projection
	Period              int     // B ≥ 1, steps an epoch

	Work *work.Budget // the budget that the solver charges; nil for no limit
}

// MonotoneSolution is the cheapest path that was found.
type MonotoneSolution struct {
	FeasiblePoint
	// Followed says that the path can be written out: composition, or a stationary path.
	Followed bool
	entry    wayIn
	end      int     // the first step after the stationary path; 0 for composition
	before   float64 // z before its last step
}

// A wayIn is how a path enters a stationary path, which it follows after step at.
type wayIn struct {
	cost     float64 // of the whole path
	at       int
	composed bool // from 0, every earlier use having paid for itself; else from the distance of the two runs
}

// Solve returns the cheapest path found for T ≥ 1 steps. Step position, 0 ≤ position < min(B, T), is the first to use the
// differing example.
func (p MonotoneProgram) Solve(T, position int) MonotoneSolution { return p.solved(T, position).best }

// solved returns the walk after Solve: after a search over the ends of the stationary path and over its last distances.
func (p MonotoneProgram) solved(T, position int) *monotoneWalk {
	w := p.walk(T, position)
	w.ends()
	if end := w.best.end; end > 0 {
		w.narrow(end, w.wall, w.best.before-w.wall, bestWithin, bestTurns)
	}
	w.farther()
	w.best.R *= 1 + monotoneError
	return w
}

// monotoneError exceeds the relative error of a cost: of a sum of positive terms, each from a few operations, and of a track,
// whose errors do not grow.
const monotoneError = 1e-12

const (
	// longestPass is the largest number of steps for which a stationary path is followed.
	longestPass = 1 << 18
	// mostSteps is the number of steps that are followed in all before the best path so far is returned.
	mostSteps = 1 << 24
	// wallTurns is how often the interval that holds the wall (scan) is halved.
	wallTurns = 36
	// leastDistance is the shortest last distance that is tried, nearestDistance the least difference from the wall, both as
	// parts of the longest; distanceRatio is the ratio of one to the next.
	leastDistance, nearestDistance = 1e-4, 1e-9
	distanceRatio                  = 1.6
	// endTurns is the number of golden sections in a valley of each end. bestTurns is their number for the best path at last,
	// within a factor bestWithin of its distance so far.
	endTurns, bestTurns = 14, 40
	bestWithin          = 1.1
	// tooDear is the ratio to the best cost at which a path is given up; promising is the largest ratio at which others near
	// it are tried.
	tooDear, promising = 20, 1.5
)

// monotoneWalk is a program prepared for its steps.
type monotoneWalk struct {
	MonotoneProgram
	T, position int
	track       []float64 // the distance of the two runs before each step from position on, as far as it is followed
	rest        float64   // at least the distance of the two runs at any time
	best        MonotoneSolution
	wall        float64 // the last distance below which paths with the best path's end return to 0
	steps       int     // the number of steps followed
}

func (p MonotoneProgram) walk(T, position int) *monotoneWalk {
	w := &monotoneWalk{MonotoneProgram: p, T: T, position: position}
	s := p.Sensitivity
	w.best = MonotoneSolution{FeasiblePoint: FeasiblePoint{R: float64(w.usesBefore(T)) * s * s, P: s}, Followed: true}
	w.track = ForwardTrack(func(z float64) float64 { return w.grown(position, z) + s },
		func(z float64) float64 { return w.grown(position+1, z) },
		p.Period, p.Diameter, min(longestPass, max(1, T-position)))
	w.rest = w.settled()
	return w
}

// settled returns an upper bound on every distance of the track if it went on for ever. A step's slope is at most c, so from
// one epoch to the next the track grows by at most cᴮ times its growth an epoch before, and x steps into an epoch by at most
// cˣ times its growth at the epoch's start.
func (w *monotoneWalk) settled() float64 {
	last, epoch := len(w.track)-1, float64(w.Period)*errfloat.Log1p(w.Excess)
	if last < w.Period || !(epoch < 0) {
		return w.Diameter
	}
	most := 0.0
	for _, z := range w.track[last-w.Period:] {
		most = max(most, z)
	}
	growth := max(0, w.track[last]-w.track[last-w.Period]) + float64(1e-13*most)
	return min(w.Diameter, (most+float64(growth*(1+w.Excess)/-errfloat.Expm1(epoch)))*(1+1e-12))
}

// used reports whether step t uses the example.
func (w *monotoneWalk) used(t int) bool { return t%w.Period == w.position%w.Period }

// usesBefore returns how many of the steps before t use the example.
func (w *monotoneWalk) usesBefore(t int) int { return (t - w.position + w.Period - 1) / w.Period }

// across returns √h of a step.
func (w *monotoneWalk) across(t int) float64 {
	if w.used(t) {
		return w.VisitAcross
	}
	return w.Across
}

// shiftOf returns s of a step.
func (w *monotoneWalk) shiftOf(t int) float64 {
	if w.used(t) {
		return w.Sensitivity
	}
	return 0
}

// grown returns the largest distance after step t, without its shift, of two points z apart.
func (w *monotoneWalk) grown(t int, z float64) float64 {
	if z == 0 {
		return 0
	}
	x, y := (1+w.Excess)*z, w.across(t)
	return math.Sqrt(float64(x*x) + float64(y*y))
}

// far returns at least the distance of the two runs before step t. Beyond the track it grows by at most √h a step at a right
// angle, since c ≤ 1, and by s a use.
func (w *monotoneWalk) far(t int) float64 {
	i, last := t-w.position, len(w.track)-1
	switch {
	case i <= 0:
		return 0
	case i <= last:
		return w.track[i]
	case w.track[last] >= w.Diameter:
		return w.Diameter
	}
	h := max(w.Across, w.VisitAcross)
	return min(w.rest, (float64(math.Sqrt(float64(i))*h)+float64(float64(w.usesBefore(t))*w.Sensitivity))*(1+1e-12))
}

// ends tries the steps at which a path may end: the step after the last use of the example, and later ones, first far apart
// and then near the best.
func (w *monotoneWalk) ends() {
	after := w.position + (w.usesBefore(w.T)-1)*w.Period + 1
	w.scan(after)
	step := 1
	for ; after+step < w.T; step *= 2 {
		w.scan(after + step)
	}
	if after < w.T {
		w.scan(w.T)
	}
	for step /= 2; step > 0 && w.best.end > 0; step /= 2 {
		for _, end := range []int{w.best.end - step, w.best.end + step} {
			if end > after && end < w.T {
				w.scan(end)
			}
		}
	}
}

// pass follows the stationary path back from its end, where z is the distance before the last step, until its cost reaches
// the limit. It returns the cheapest way into the path, and whether the path returns to 0.
func (w *monotoneWalk) pass(end int, z, limit float64) (best wayIn, comesBack bool) {
	best.cost = math.Inf(1)
	tail, next := 0.0, 0.0
	t, c := end-1, 1+w.Excess
	a := w.grown(t, z) + w.shiftOf(t)
	for ; t >= max(w.position, end-longestPass); t-- {
		best = w.enter(best, t, next, tail)
		grown, h := next+a-w.shiftOf(t), w.across(t)
		tail += float64(a * a)
		if z = w.preimage(grown, h); z == 0 || z >= w.Diameter || math.IsInf(z, 1) || tail >= limit {
			break
		}
		a *= c * (c * z / grown)
		next = z
	}
	w.steps += end - t
	w.Work.Spend(end - t)
	return best, z == 0 && t > w.position
}

// preimage returns the distance that a step with √h = h increases to grown; 0 if the step increases every distance beyond grown.
func (w *monotoneWalk) preimage(grown, h float64) float64 {
	if grown <= h {
		return 0
	}
	return math.Sqrt((grown-h)*(grown+h)) / (1 + w.Excess)
}

// enter returns the cheapest of `best` and the ways in at step t, after which the distance is `next`.
func (w *monotoneWalk) enter(best wayIn, t int, next, tail float64) wayIn {
	try := func(from, paid float64, composed bool) {
		a := max(0, from-next)
		if cost := paid + float64(a*a) + tail; cost < best.cost {
			best = wayIn{cost, t, composed}
		}
	}
	if far := w.far(t); t > w.position && !math.IsInf(far, 1) {
		try(w.grown(t, far)+w.shiftOf(t), 0, false)
	}
	if w.used(t) {
		s := w.Sensitivity
		try(s, float64(w.usesBefore(t))*s*s, true)
	}
	return best
}

// scan tries last distances. Below one of them, the wall, paths return to 0 before they reach the distance of the two runs.
// Just above it they linger at short distances, as the cheapest often do, so some of the tried distances are spaced by how
// far above the wall they are. They are tried from the longest on, with more wherever the costs have a valley.
func (w *monotoneWalk) scan(end int) {
	if w.steps > mostSteps {
		return
	}
	h := max(w.Across, w.VisitAcross)
	most := min(w.Diameter, 1e3*(h+w.Sensitivity), w.far(w.T)+h+w.Sensitivity)
	wall, _ := scalar.Halve(0, most, wallTurns, func(z float64) bool {
		_, comesBack := w.pass(end, z, tooDear*w.best.R)
		return !comesBack
	})
	w.fall(end, 0, most, leastDistance*most)
	w.fall(end, wall, most-wall, nearestDistance*most)
}

// fall tries ever shorter last distances, towards a wall.
func (w *monotoneWalk) fall(end int, wall, from, to float64) {
	before, here := math.Inf(1), math.Inf(1)
	// here is the cost at above·distanceRatio, before the cost at above·distanceRatio².
	for above := from; above >= to && w.steps <= mostSteps; above /= distanceRatio {
		cost := w.try(end, wall, above, tooDear*w.best.R)
		if here <= before && here <= cost && here <= promising*w.best.R {
			w.narrow(end, wall, above*distanceRatio, distanceRatio, endTurns)
		}
		before, here = here, cost
	}
}

// narrow looks for the best last distance whose excess over the wall is within the factor `within` of `above`, in the
// given number of turns.
func (w *monotoneWalk) narrow(end int, wall, above, within float64, turns int) {
	_, x := errfloat.Log(above) // a logarithm on which platforms agree
	_, width := errfloat.Log(within)
	scalar.Golden(x-width, x+width, turns, func(x float64) float64 { return w.try(end, wall, errfloat.Exp(x), tooDear*w.best.R) })
}

// try returns the cost of the cheapest way into the path with a last distance, and keeps it if it is the best.
func (w *monotoneWalk) try(end int, wall, above, limit float64) float64 {
	z := wall + above
	e, _ := w.pass(end, z, limit)
	if e.cost < w.best.R {
		w.best = MonotoneSolution{FeasiblePoint{R: e.cost, Tau: e.start(), P: w.grown(end-1, z) + w.shiftOf(end-1)}, true, e, end, z}
		w.wall = wall
	}
	return e.cost
}

// start returns τ of a path.
func (e wayIn) start() int {
	if e.composed {
		return 0
	}
	return e.at
}
