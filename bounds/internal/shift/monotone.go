package shift

import (
	"math"

	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// Monotone is the shift program of convex losses that are not smooth (shift.md, section 13):
//
//	z_{t+1} = √(c²z_t² + h_t) + s_t − a_t,   and s_t − a_t from z_t = 0,
//
// h_t = Across² without the differing example and VisitAcross² with it. Once z is above 0 the program
// is convex and its optimum stationary, a_{t−1} = a_t·c²z_t/√(c²z_t² + h_t), so that the last payment
// says all others. Where the path leaves 0, or the distance that the two runs have anyway, is
// enumerated along each stationary path; every path is a valid bound.
type Monotone struct {
	Excess              float64 // c − 1, −1 ≤ Excess ≤ 0
	Across, VisitAcross float64 // lengths ≥ 0
	Sensitivity         float64 // s > 0 of a visit, a length
	Diameter            float64 // D > 0, a length; +Inf when there is no projection
	Period              int     // B ≥ 1, steps an epoch

	Work *work.Budget // that the solver spends; nil is without limit
}

// MonotoneSolution is the cheapest path that was found.
type MonotoneSolution struct {
	Solution
	// Followed says that the path can be written out: composition, or a stationary path.
	Followed bool
	entry    wayIn
	end      int     // the first step after the path
	before   float64 // z before its last step
}

// A wayIn is how a path gets to a stationary one, which it follows after step at.
type wayIn struct {
	cost     float64
	at       int
	composed bool // from 0, having paid for every use before; else from the distance of the two runs
}

// Solve returns the least cost found for T ≥ 1 steps, of which step position, 0 ≤ position < min(B, T),
// is the first to use the differing example.
func (p Monotone) Solve(T, position int) MonotoneSolution {
	w := p.walk(T, position)
	w.ends()
	if end := w.best.end; end > 0 {
		w.narrow(end, w.best.before, 1.02, last)
	}
	w.farther()
	w.best.R *= 1 + monotoneError
	return w.best
}

// monotoneError is above the relative error of a cost: a sum of positive terms, each from a few operations,
// and a track, whose errors do not grow.
const monotoneError = 1e-12

const (
	// longestPass is the number of steps of a stationary path that is followed at most.
	longestPass = 1 << 18
	// passUnits are the units of work of one of them.
	passUnits = 2
	// finer is the factor between last distances that are tried, and first and last the turns in which the
	// best is then looked for, of an end and of the best one.
	finer       = 1.3
	first, last = 16, 40
	// tooDear is how much dearer than the best a path must be to be given up on its way.
	tooDear = 20
)

// monotoneWalk is a program prepared for its steps.
type monotoneWalk struct {
	Monotone
	T, position int
	track       []float64 // the distance of the two runs before each step from position on, as far as it is followed
	rest        float64   // at least that distance at any time
	best        MonotoneSolution
}

func (p Monotone) walk(T, position int) *monotoneWalk {
	w := &monotoneWalk{Monotone: p, T: T, position: position}
	s := p.Sensitivity
	w.best = MonotoneSolution{Solution: Solution{R: float64(w.usesBefore(T)) * s * s, P: s}, Followed: true}
	w.track = ForwardTrack(func(z float64) float64 { return w.grown(position, z) + s }, func(z float64) float64 { return w.grown(position+1, z) },
		p.Period, p.Diameter, min(longestPass, max(1, T-position)))
	w.rest = w.settled()
	return w
}

// settled is at least every distance of the track, were it followed for ever: from one epoch to the next it
// grows by at most cᴮ of what it grew before, since a step's slope is at most c.
func (w *monotoneWalk) settled() float64 {
	last, epoch := len(w.track)-1, float64(w.Period)*math.Log1p(w.Excess)
	if last < w.Period || !(epoch < 0) {
		return w.Diameter
	}
	most := 0.0
	for _, z := range w.track[last-w.Period:] {
		most = max(most, z)
	}
	growth := max(0, w.track[last]-w.track[last-w.Period]) + 1e-13*most
	return min(w.Diameter, (most+growth*math.Exp(epoch)/-math.Expm1(epoch))*(1+1e-12))
}

// used reports whether step t uses the example.
func (w *monotoneWalk) used(t int) bool { return t%w.Period == w.position%w.Period }

// usesBefore is how many of the steps before t do.
func (w *monotoneWalk) usesBefore(t int) int { return (t - w.position + w.Period - 1) / w.Period }

// across is √h of a step.
func (w *monotoneWalk) across(t int) float64 {
	if w.used(t) {
		return w.VisitAcross
	}
	return w.Across
}

// shiftOf is s of a step.
func (w *monotoneWalk) shiftOf(t int) float64 {
	if w.used(t) {
		return w.Sensitivity
	}
	return 0
}

// grown is how far step t takes two points apart that were z apart, its shift not counted.
func (w *monotoneWalk) grown(t int, z float64) float64 {
	if z == 0 {
		return 0
	}
	x, y := (1+w.Excess)*z, w.across(t)
	return math.Sqrt(float64(x*x) + float64(y*y))
}

// far is at least the distance of the two runs before step t: the track, or, beyond it, at most √h more a
// step at a right angle, as c ≤ 1, and s more a use.
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
	return min(w.rest, (math.Sqrt(float64(i))*h+float64(w.usesBefore(t))*w.Sensitivity)*(1+1e-12))
}

// ends tries the steps before which a path may end: after the last use of the example, where its last use
// is one of the last step's, and later ones, first far apart and then near the best.
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

// pass follows the stationary path back from its end, where z is the distance before the last step, and
// returns the cheapest way into it. A limit on its cost ends it.
func (w *monotoneWalk) pass(end int, z, limit float64) wayIn {
	best, tail, next := wayIn{cost: math.Inf(1)}, 0.0, 0.0
	t, c := end-1, 1+w.Excess
	a := w.grown(t, z) + w.shiftOf(t)
	for ; t >= max(w.position, end-longestPass); t-- {
		best = w.enter(best, t, next, tail)
		grown, h := next+a-w.shiftOf(t), w.across(t)
		tail += float64(a * a)
		if z = w.left(grown, h); z == 0 || z >= w.Diameter || math.IsInf(z, 1) || tail >= limit {
			break
		}
		a *= c * (c * z / grown)
		next = z
	}
	w.Work.Spend(passUnits * (end - t))
	return best
}

// left is the distance that a step of √h = h takes to grown; 0 where it takes every distance further.
func (w *monotoneWalk) left(grown, h float64) float64 {
	if grown <= h {
		return 0
	}
	return math.Sqrt((grown-h)*(grown+h)) / (1 + w.Excess)
}

// enter is the cheaper of an entry and those at step t, which has to leave the distance next.
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

// scan tries last distances from the largest on, whose paths are short, and then near the best of them.
func (w *monotoneWalk) scan(end int) {
	h := max(w.Across, w.VisitAcross)
	most := min(w.Diameter, 1e3*(h+w.Sensitivity), w.far(w.T)+h+w.Sensitivity)
	least := min(most, h+w.Sensitivity) / 1e3
	best, at := math.Inf(1), most
	for z := most; z >= least; z /= finer {
		e := w.pass(end, z, min(best, tooDear*w.best.R))
		w.keep(end, z, e)
		if e.cost < best {
			best, at = e.cost, z
		}
	}
	w.narrow(end, at, finer, first)
}

// narrow looks for the best last distance within a factor of z, in so many turns.
func (w *monotoneWalk) narrow(end int, z, within float64, turns int) {
	x, width := math.Log(z), math.Log(within)
	scalar.Golden(x-width, x+width, turns, func(x float64) float64 {
		z := math.Exp(x)
		e := w.pass(end, z, tooDear*w.best.R)
		w.keep(end, z, e)
		return e.cost
	})
}

func (w *monotoneWalk) keep(end int, z float64, e wayIn) {
	if e.cost < w.best.R {
		w.best = MonotoneSolution{Solution{R: e.cost, Tau: e.start(), P: w.grown(end-1, z) + w.shiftOf(end-1)}, true, e, end, z}
	}
}

// start is τ of a path.
func (e wayIn) start() int {
	if e.composed {
		return 0
	}
	return e.at
}
