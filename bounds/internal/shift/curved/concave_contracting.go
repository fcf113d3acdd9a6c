package curved

import (
	"math"

	"lastiterate/bounds/internal/shift"
)

// contracting solves a program with a modulus whose slope falls below 1. Its table has layers, because a path from 0 at the
// first step may rise before it falls. top is a distance that the runs never pass. Windows longer than the table are not
// tried: they say little more, because a contracting step forgets.
func (w *solver) contracting() {
	if math.IsInf(w.top, 1) {
		return
	}
	// Payments grow towards the end by 1/slope a step, so a window has about 1/(1−slope) steps; after `forgotten` times as
	// many, e^{−8} of a payment is left. A path from 0 may stay as low as s.
	const forgotten = 8
	steps := min(float64(w.T), float64(w.Period)+forgotten/(1-w.slope))
	spare := min(w.top/steps, w.Sensitivity)
	nodes := gridEnds + w.paces(spare, w.top, math.Inf(1)) // at fineness 1
	fine := max(leastFine, min(layerFineness, layerWork/(2*(steps*nodes))))
	t := w.newLayers(w.nodes(w.top, spare, fine, maxNodes), layerWork, w.fromEnd)
	var at []int
	limit := w.windows(t, &at)
	for _, i := range at {
		w.keep(w.window(t, i))
	}
	last := t.last()
	w.best.Lower = min(w.best.R, limit, lowered(last.zero, 0)) // V_i(0) never falls
	switch {
	case last.i == w.T:
		z, _ := t.path(w.T, 0, true)
		w.keep(w.excursions(z))
	case w.T <= longestLift: // the table ended before: composition is lifted
		w.keep(w.excursions(make([]float64, w.T+1)))
	}
}

// longestLift is the longest run whose whole path from 0 is polished.
const longestLift = 2000

// excursions polishes a path from 0 to 0 that may touch 0 in between, and its neighbours, which come back to 0 a step earlier
// or later.
func (w *solver) excursions(z []float64) ConcaveSolution {
	s := w.from(z, w.Period, false)
	if path := w.lift(s.best); path != nil {
		s.try(path, 0)
	}
	for improved := true; improved && s.left > 0; {
		improved = false
		for t := 1; t < len(z)-1 && s.left > 0; t++ {
			if s.best[t] > 0 && s.best[t+1] == 0 {
				earlier := append([]float64(nil), s.best...)
				earlier[t] = 0
				later := append([]float64(nil), s.best...)
				if t+2 < len(z) {
					later[t+1] = later[t] / 2
				}
				improved = s.try(earlier, 0) || s.try(later, 0) || improved
			}
		}
	}
	return w.settle(s.best)
}

// lift returns the path with a small distance left unpaid after each visit from 0, if the step after the visit is plain and
// both together then cost less; nil if there is no such visit. The table's smallest distance may be too large to show this.
func (w *solver) lift(z []float64) []float64 {
	n, s := len(z)-1, w.Sensitivity
	left, least := 0.0, s*s
	try := func(logY float64) float64 {
		y := math.Exp(logY)
		a, b := s-y, w.plain.of(y)
		cost := a*a + b*b
		if cost < least {
			left, least = y, cost
		}
		return cost
	}
	// A distance below e^{−40} of s does not show in the cost. A thousandth of the distance is exact enough for a path that
	// is polished.
	const reach, tolerance = 40, 1e-3
	from, to := math.Log(s)-reach, math.Log(s)
	shift.Minimise(from, (from+to)/2, to, tolerance, try)
	if left == 0 {
		return nil
	}
	var out []float64
	for t := 0; t+2 <= n; t++ {
		if z[t] == 0 && z[t+1] == 0 && z[t+2] == 0 && w.step(t, n) == &w.visit && w.step(t+1, n) == &w.plain {
			if out == nil {
				out = append(out, z...)
			}
			out[t+1] = left
		}
	}
	return out
}
