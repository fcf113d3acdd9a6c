package curved

import (
	"math"

	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/internal/shift"
)

// longWindow finds the path of a window of very many steps in stretches, in a time that does not depend on their number.
func (w *solver) longWindow(spare float64) {
	w.best.Lower = min(w.best.R, max(w.fallLimit(0), w.fallLimit(spare*spare)))
	cut, ok := w.cut(inflow{&w.visit, w.Sensitivity, 1}, w.top, w.T)
	switch {
	case !ok:
		w.best.Loose = true
	case cut.steps <= maxFollowed:
		w.keep(w.refine(cut.path()))
	default:
		w.keep(ConcaveSolution{FeasiblePoint: shift.FeasiblePoint{R: cut.cost, P: cut.last, Tau: w.T - int(cut.steps)},
			distances: cut.path})
	}
}

// manyEpochs finds the path of a window of very many steps of a cyclic program in stretches: down to 0 within the plain steps
// of one epoch, or over whole epochs whose visits are spread over their steps. The last visit follows. A path that is short
// enough to be followed is polished, which joins the last visit to the steps before it.
func (w *solver) manyEpochs() {
	visit := w.Sensitivity * w.Sensitivity
	for _, way := range []struct {
		inflow
		most int
	}{
		{inflow{&w.plain, 0, 1}, min(w.Period, w.T) - 1},
		{inflow{&w.plain, w.Sensitivity / float64(w.Period), w.Period}, w.T - 1},
	} {
		cut, ok := w.cut(way.inflow, w.top, way.most)
		switch {
		case !ok:
		case cut.steps <= maxFollowed:
			z := cut.path()
			if way.unit > 1 && len(z) > 2 { // begin right after a visit, not with one
				z = z[1:]
			}
			for i := range z {
				z[i] = min(z[i], w.top)
			}
			z[0] = w.top
			w.keep(w.polishPath(z, 1, min(w.Period, int(cut.steps))))
		default:
			w.best.Loose = true
			w.keep(ConcaveSolution{FeasiblePoint: shift.FeasiblePoint{R: (cut.cost + visit) * (1 + 1e-15), P: w.Sensitivity,
				Tau: w.T - 1 - int(cut.steps)},
				distances: cut.path})
		}
	}
}

// inflow is the distance that the steps of a path in stretches add: m(z) − z each, and s on average over each unit of steps.
// All of a unit's shares of s come with its first step.
type inflow struct {
	growth *growth
	s      float64
	unit   int
}

// stretches are a path in which on each stretch n steps fall equally far. The last stretch comes first.
type stretches struct {
	way         inflow
	steps, cost float64
	last, top   float64 // the payment of the last step; the distance before the first
	n, fall     []float64
}

const (
	// stretchPieces is the number of stretches of a path. The error is the square of a stretch's share. Twice as many changed
	// no cost of 3,000 random programs.
	stretchPieces = 600
	// leastUnits is the least number of units of steps in a stretch: rounding it to a whole number then costs little.
	leastUnits = 8
	// cutTurns is the number of halvings of ln spare. The interval reaches from a fall of top/most a step to a fall of all at
	// once, with cutMargin on both sides; the halvings make it narrower than a part in 10⁹.
	cutTurns, cutMargin = 40, 8
)

// cut returns the cheapest path from top to 0 in stretches, with no more than `most` steps; ok is false if no path is that short.
func (w *solver) cut(way inflow, top float64, most int) (best stretches, ok bool) {
	if most < way.unit {
		return best, false
	}
	w.Work.Spend((1 + cutTurns) * workOfStretches)
	if best = way.stretched(top, 0); best.steps <= float64(most) {
		return best, true
	}
	k, _ := way.growth.added(top)
	scalar.Halve(math.Log(top/float64(most))-cutMargin, math.Log(top+k+w.Sensitivity)+cutMargin, cutTurns, func(log float64) bool {
		c := way.stretched(top, math.Exp(log))
		if c.steps > float64(most) {
			return false
		}
		best, ok = c, true
		return true
	})
	return best, ok
}

// stretched returns a path from top to 0 in stretches of equal falls δ. On a stretch from y down to x = y − nδ the payments
// are s + k(z_i) + δ with k(z) = m(z) − z. By concavity k(z_i) ≤ k(z̄) + k'(z̄)(z_i − z̄) around the mean z̄ of the z_i, so
//
//	Σ payments² ≤ n(s + δ + k(z̄))² + k'(z̄)² Σ(z_i − z̄)².
//
// The z_i fall by δ, so Σ = δ²n(n²−1)/12, but for the first step of a unit of B they are up to sB(1−1/B) above that, a
// sawtooth of mean square s²(B−1)(2B−1)/6. Roots of mean squares add up at most.
func (way inflow) stretched(top, spare float64) (out stretches) {
	out.way, out.top = way, top
	unit := float64(way.unit)
	raised := way.s * (unit - 1) / 2
	saw := way.s * math.Sqrt((unit-1)*(2*unit-1)/6)
	y := 0.0
	for i := 1; i <= stretchPieces; i++ {
		share := float64(i) / stretchPieces
		x := y // the lower end of the stretch
		y = top * share * share * share
		length := y - x
		k, _ := way.growth.added((x + y) / 2)
		units := length / math.Hypot(way.s+k, spare) / unit
		if units < leastUnits && i < stretchPieces { // too short: joined with the next
			y = x
			continue
		}
		n := unit * max(1, math.Round(units))
		fall := length / n
		mean := y - fall*(n-1)/2 + raised
		k, slope := way.growth.added(mean)
		u := way.s + fall + k
		if out.steps == 0 {
			out.last = u
		}
		spread := fall*math.Sqrt((n*n-1)/12) + saw
		out.steps += n
		out.n, out.fall = append(out.n, n), append(out.fall, fall)
		out.cost += n * (u*u + slope*slope*spread*spread)
	}
	out.cost *= 1 + 1e-12
	return out
}

// path writes every step.
func (c stretches) path() []float64 {
	z := make([]float64, int(c.steps)+1)
	i := len(z) - 1
	base := 0.0 // the distance without the sawtooth
	for j, n := range c.n {
		for k := range int(n) {
			i--
			base += c.fall[j]
			z[i] = base
			if into := c.way.unit - 1 - k%c.way.unit; into > 0 { // steps into the unit
				z[i] += c.way.s * float64(c.way.unit-into)
			}
		}
	}
	z[0] = c.top
	return z
}
