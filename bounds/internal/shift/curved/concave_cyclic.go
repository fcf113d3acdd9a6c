package curved

import (
	"math"

	"lastiterate/bounds/internal/shift"
)

const (
	// layerWork limits a table of layers, in nodes: about ten milliseconds. With twice as many 14 of 3,000 random programs
	// became cheaper, some by far: those of contracting moduli whose windows were longer than the table.
	layerWork = 300_000
	// leastFine is the least useful fineness of a table; longer windows are cut into stretches. At twice the value five of
	// the programs became dearer.
	leastFine = 2
	// layerFineness is the number of nodes in a step of an optimal path in a table of layers, if the work allows it. At
	// fineness itself four of the programs became dearer, by up to 7·10⁻⁷. At 3.2·fineness four became cheaper by up to
	// 2·10⁻⁶, one much dearer, and the search took twice as long.
	layerFineness = 1.6 * fineness
	// gridEnds is the number of steps whose nodes the two ends of a grid take.
	gridEnds = 4
	// longerWindows is a multiple of the estimated steps of the best window: so many are filled until longer windows are
	// known to be worse. It sets the fineness only, and at twice the value no cost changed.
	longerWindows = 1.5
	// epochNodes is the most nodes of a table from 0, whose distances are at most s. Twice as many changed nothing.
	epochNodes = maxNodes / 10
	// worthPolishing is the largest ratio of a length's limit to the least one at which the length is polished. It exceeds
	// the error of a table of layerFineness, 1 part in 16·layerFineness². At 1.006 no cost changed.
	worthPolishing = 1.003
)

// layersFineness returns the fineness of a table with that many layers, over an optimal path of the given steps.
func layersFineness(layers, steps float64) float64 {
	return min(layerFineness, layerWork/(layers*(steps+gridEnds)))
}

// epochFineness returns the fineness of a table from 0 over an epoch of the given steps. The table has a grid for each step,
// and as many for paths that rise.
func epochFineness(steps float64) float64 { return layersFineness(2*steps, steps) }

// cyclic solves the program of a period above 1 whose moduli do not contract. From 0 epochs are independent: all but the last
// visit cost as much as an epoch from 0 to 0. A start at the diameter is valid at any time.
func (w *solver) cyclic() {
	w.fromZero()
	if math.IsInf(w.top, 1) {
		return
	}
	fall, spare, T := w.fallLimit(0), 0.0, float64(w.T)
	steps := w.paces(0, w.top, math.Inf(1))
	if steps > T {
		spare, steps = w.spareFor(T), T
		fall = max(fall, w.fallLimit(spare*spare))
	}
	if fall >= w.best.R {
		return
	}
	fine := layersFineness(longerWindows*steps+2*float64(min(w.Period, w.T)), steps)
	if fine < leastFine {
		w.best.Lower = min(w.best.Lower, max(fall, w.windowLimit(steps, spare)))
		w.manyEpochs()
		return
	}
	t := w.newLayers(w.nodes(w.top, spare, fine, maxNodes), layerWork, w.fromEnd)
	var at []int
	limit := w.windows(t, &at)
	w.best.Lower = min(w.best.Lower, max(fall, limit))
	for _, i := range at {
		w.keep(w.window(t, i))
	}
}

// fromEnd returns the growth of the i-th step from the end.
func (w *solver) fromEnd(i int) *growth {
	if (i-1)%w.Period == 0 {
		return &w.visit
	}
	return &w.plain
}

// fromZero sets the best path to the one that starts at 0: (⌈T/B⌉−1)·φ + s², φ the
// least cost of an epoch from 0 to 0.
func (w *solver) fromZero() {
	s := w.Sensitivity
	steps := min(w.epochPaces(), float64(w.Period))
	fine := epochFineness(steps)
	if fine < leastFine {
		w.longEpoch(w.epochLimit(steps))
		return
	}
	t := w.afterVisit(fine, layerWork)
	low, whole := w.epochTable(t, &w.visit)
	if !whole {
		low = w.epochLimit(steps) // more plain steps would cost less
		w.best.Loose = true
	}
	w.bestEpoch(min(low, s*s), t.paidDown(t.last().i))
}

// afterVisit returns a table of the steps after a visit from 0.
func (w *solver) afterVisit(fine float64, work int) *layers {
	return w.newLayers(w.nodes(w.Sensitivity, 0, fine, epochNodes), work, func(int) *growth { return &w.plain })
}

// paidDown returns the path of the table's i last steps, from the distance that the visit leaves; nil if the visit pays for
// itself.
func (t *layers) paidDown(i int) []float64 {
	before, s := t.at(i), t.w.Sensitivity
	_, cell := t.least(before, &t.w.visit, s, -1, len(t.z)-2)
	if cell < 0 {
		return nil
	}
	_, y := cellLeast(s, t.z[cell], t.z[cell+1], before.v[cell], before.v[cell+1], 0)
	path, _ := t.path(i, max(y, t.z[1]*awayFromZero), false)
	return path
}

// epochTable fills the table of the steps after a visit from 0. It returns a lower limit on the cost of the visit and these
// steps, and whether the table holds all of them.
func (w *solver) epochTable(t *layers, visit *growth) (low float64, whole bool) {
	for i := 1; i < t.period && t.left > 0 && !t.unchanged(); i++ {
		t.add(i)
	}
	low, _ = t.least(t.last(), visit, w.Sensitivity, -1, len(t.z)-2)
	return low, t.last().i == t.period-1 || t.unchanged()
}

// longEpoch is fromZero for an epoch with very many steps: after the visit, s falls in stretches. An epoch costs at least
// `low`.
func (w *solver) longEpoch(low float64) {
	s := w.Sensitivity
	cut, ok := w.cut(inflow{&w.plain, 0, 1}, s, w.Period-1)
	switch {
	case !ok:
	case cut.steps <= maxFollowed:
		w.bestEpoch(min(low, s*s), cut.path())
	default:
		w.best.Loose = true
		if r := (float64(w.visits-1)*min(cut.cost, s*s) + s*s) * (1 + 1e-15); r < w.best.R {
			w.best.FeasiblePoint = shift.FeasiblePoint{R: r, P: s}
		}
		w.bestEpoch(min(low, s*s), nil)
	}
}

// bestEpoch takes the path of an epoch after its visit, if there is one, and a lower limit on the cost of an epoch. That cost
// is s²/B at least, because an epoch's payments sum to s.
func (w *solver) bestEpoch(low float64, path []float64) {
	s, share := w.Sensitivity, float64(w.visits-1)
	low = max(lowered(low, float64(w.Period)), s*s/float64(w.Period)*(1-1e-15))
	w.best.Lower = (share*low + s*s) * (1 - 1e-15)
	if path == nil {
		return
	}
	z := append([]float64{0}, path...)
	e := *w
	e.top = s
	p := e.polishPath(z, w.Period-(len(z)-1)+1, 0)
	if r := (share*p.R + s*s) * (1 + 1e-15); r < w.best.R {
		w.best.FeasiblePoint = shift.FeasiblePoint{R: r, P: s}
		w.best.Epoch = shift.Trace{FeasiblePoint: p.FeasiblePoint, Z: p.Z, A: p.A}
	}
}

// epochPaces returns about the number of steps of an epoch from 0 to 0.
func (w *solver) epochPaces() float64 { return w.paces(0, w.Sensitivity, math.Inf(1)) }

// windows fills the table until longer windows cannot be better, and returns a lower limit on the cost of all windows from
// top. It appends the lengths worth polishing to `at`.
func (w *solver) windows(t *layers, at *[]int) float64 {
	limit := math.Inf(1)
	i := 1
	T := (w.T-1)/w.Period*t.period + min((w.T-1)%w.Period+1, t.period+1) // in layers, at least
	for ; i <= T && t.left > 0; i++ {
		t.add(i)
		limit = min(limit, t.start())
		if t.last().zero >= min(limit, w.best.R) || t.risen() && t.level(T) {
			i = T + 1 // longer windows cost no less
			break
		}
		if t.unchanged() { // until the next visit nothing changes
			i += t.period - (i-1)%t.period - 1
		}
	}
	if i <= T {
		limit = min(limit, t.last().zero)
	}
	// Every length whose limit is a local minimum near the least may be the best.
	near := min(limit, w.best.R) * worthPolishing
	for j := 1; j < len(t.layers); j++ {
		l := &t.layers[j]
		if v := l.top(); v <= near && (j == 1 || t.layers[j-1].top() >= v) && (j == len(t.layers)-1 || t.layers[j+1].top() > v) {
			if l.i <= maxFollowed {
				*at = append(*at, l.i)
			} else { // too long to be polished; it may begin with plain steps that a shorter window leaves out
				w.best.Loose = true
			}
		}
	}
	// An epoch costs at least s²/B, so no useful window has more steps.
	epochs := w.best.R * float64(w.Period) / (w.Sensitivity * w.Sensitivity)
	return lowered(limit, min(float64(w.T), epochs*float64(w.Period)))
}

// window polishes the path of a window of i steps.
func (w *solver) window(t *layers, i int) ConcaveSolution {
	z, rest := t.path(i, w.top, false)
	return w.polishPath(z, rest, 1)
}

// polishPath polishes a path that is followed by `rest` steps at distance 0, and its neighbours, which reach 0 a step earlier or
// later or, in a window, start up to stride steps earlier or later. It pays for the visits among the steps at distance 0,
// unless the path is an epoch's own (stride 0).
func (w *solver) polishPath(z []float64, rest, stride int) ConcaveSolution {
	s := w.from(z, rest, stride > 0)
	e := s.solver
	least := 1 // the next visit is not part of an epoch's own path
	if s.window {
		least = 0
	}
	for improved := true; improved && s.left > 0; {
		n := len(s.best) - 1
		improved = e.rest < w.Period && n > 1 && s.try(append(append([]float64(nil), s.best[:n-1]...), 0), +1) ||
			e.rest > least && n+e.rest <= w.T && s.try(append(append([]float64(nil), s.best[:n]...), s.best[n-1]/2, 0), -1)
		for by := stride; by > 0 && s.left > 0; by /= 2 {
			n := len(s.best) - 1
			if n+by+e.rest <= w.T {
				earlier := make([]float64, by, n+by+1)
				for i := range earlier {
					earlier[i] = z[0]
				}
				improved = s.try(append(earlier, s.best...), 0) || improved
			}
			if n := len(s.best) - 1; n > by {
				improved = s.try(append([]float64{z[0]}, s.best[by+1:]...), 0) || improved
			}
		}
	}
	p := e.settle(s.best)
	p.Tau = w.T - (len(s.best) - 1) - e.rest
	if s.window {
		p.R = s.whole(p.R) * (1 + 1e-15)
		if e.rest > 0 {
			p.P = w.Sensitivity
		}
	}
	return p
}
