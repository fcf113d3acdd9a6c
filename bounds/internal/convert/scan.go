package convert

import "math"

// everywhere searches all orders. It scans α−1 on a logarithmic grid, without points that cannot have the least value, and
// narrows around the best point to the tolerance in log(α−1).
func (s *search) everywhere(tolerance float64) {
	g := newScan(s)
	g.coarseFirst()
	if s.best <= 0 || math.IsInf(s.best, 1) {
		return
	}
	i := g.lowest
	narrow(g.place(i-1), g.place(i), g.place(i+1), g.known(i-1), g.known(i), g.known(i+1), tolerance, s.try)
	s.opposite(g.place(i), g.step, g.known(i), tolerance)
	g.otherValleys(tolerance)
	g.corners(tolerance)
}

// A scan is a logarithmic grid of α−1, with the values computed so far.
type scan struct {
	*search
	lo, step float64   // of log(α−1)
	values   []float64 // unknown at the points that were not evaluated
	epsilons []float64 // ε(α), or a lower bound on it
	lowest   int       // the index of the point with the least value
}

func newScan(s *search) *scan {
	lo, hi := math.Log(minOrderExcess), math.Log(maxOrder)
	points := int(math.Ceil((hi-lo)/math.Ln10)) * scanPoints
	g := &scan{search: s, lo: lo, step: (hi - lo) / float64(points), values: make([]float64, points+1), epsilons: make([]float64, points+1)}
	for i := range g.values {
		g.values[i] = unknown
	}
	return g
}

// place returns log(α−1) at a point.
func (g *scan) place(i int) float64 { return g.lo + float64(i)*g.step }

// known returns the value at a point, unknown beyond the grid.
func (g *scan) known(i int) float64 {
	if i < 0 || i >= len(g.values) {
		return unknown
	}
	return g.values[i]
}

// evaluate evaluates a point.
func (g *scan) evaluate(i int) {
	if g.values[i] = g.try(g.place(i)); !math.IsNaN(g.last) {
		g.epsilons[i] = g.last
	}
}

// consider evaluates a point, unless it could not be the best even if its ε(α) were only atLeast.
func (g *scan) consider(i int, atLeast float64) {
	g.epsilons[i] = atLeast
	before := g.best
	if g.value(1+math.Exp(g.place(i)), atLeast) >= before {
		return
	}
	if g.evaluate(i); g.best < before {
		g.lowest = i
	}
}

// coarseFirst considers one point a decade, then those between. Rényi divergences do not fall as the order grows, so ε(α) of
// a lower order is a lower bound at a point. Below the first evaluated point that bound is 0.
func (g *scan) coarseFirst() {
	end := len(g.values) - 1
	middle := end / 2 / scanPoints * scanPoints
	for i := middle; i <= end; i += scanPoints {
		g.consider(i, g.epsilons[max(i-scanPoints, 0)])
	}
	for i := middle - scanPoints; i >= 0; i -= scanPoints {
		g.consider(i, 0)
	}
	for i := range end {
		if i%scanPoints != 0 {
			g.consider(i, g.epsilons[i-1])
		}
	}
}

// otherValleys narrows around the other points that are lower than their neighbours: the least of several guarantees may have
// a valley for each.
func (g *scan) otherValleys(tolerance float64) {
	for i, v := range g.values {
		if i != g.lowest && v < g.best*(1+deep) && v <= g.known(i-1) && v <= g.known(i+1) {
			g.valley(g.place(i-1), g.place(i), g.place(i+1), v, tolerance)
		}
	}
}

// corners searches the intervals of the grid in which ε(α) rises steeply: the least value may lie just before the rise, in a
// corner narrower than the grid.
func (g *scan) corners(tolerance float64) {
	for i := range len(g.values) - 1 {
		if !g.rises(i) {
			continue
		}
		before := g.best
		g.corner(g.place(i), g.place(i+1), g.values[i], g.epsilons[i])
		if g.best < before {
			at := math.Log(g.at.Alpha - 1)
			narrow(at-4*cornerTolerance, at, at+4*cornerTolerance, unknown, g.best, unknown, tolerance, g.try)
		}
	}
}

// rises reports whether a corner worth the search may lie between a point and the next, where the search has not narrowed
// yet.
func (g *scan) rises(i int) bool {
	narrowed := 1+math.Exp(g.place(i)) < g.at.Alpha && g.at.Alpha < 1+math.Exp(g.place(i+1))
	if narrowed || !g.worthIt(g.place(i+1), g.epsilons[i]) {
		return false
	}
	ends := math.IsInf(g.values[i+1], 1)
	if math.IsInf(g.values[i], 1) && !ends {
		g.evaluate(i)
	}
	return !math.IsInf(g.values[i], 1) && (ends || !(g.epsilons[i+1] <= steep*g.epsilons[i]))
}

// worthIt reports whether orders up to a place could improve the best value enough to be searched, if their ε(α) is at least
// atLeast.
func (s *search) worthIt(place, atLeast float64) bool {
	return s.value(1+math.Exp(place), atLeast) < s.best*(1-worthwhile)
}

// corner halves an interval of log(α−1) towards a corner in it, given the value v and ε(α) = atLeast
// at its lower end. It stops once the interval cannot hold a value worth the search.
func (s *search) corner(lo, hi, v, atLeast float64) {
	for hi-lo > cornerTolerance && s.worthIt(hi, atLeast) {
		middle := (lo + hi) / 2
		if w := s.try(middle); w < v && s.worthIt(hi, s.last) || !s.worthIt(middle, atLeast) {
			lo, v, atLeast = middle, w, s.last
		} else {
			hi = middle
		}
	}
}

// valley narrows around v, the value at x between two places: first roughly, then, if the result is near the best value, to
// the tolerance.
func (s *search) valley(lo, x, hi, v, tolerance float64) {
	narrow(lo, x, hi, unknown, v, unknown, roughTolerance, func(at float64) float64 {
		w := s.try(at)
		if w < v {
			x, v = at, w
		}
		return w
	})
	inside := min(x-lo, hi-x) > 2*roughTolerance // otherwise the value goes on falling beyond the end
	if inside && v < s.best*(1+rough) {
		narrow(x-2*roughTolerance, x, x+2*roughTolerance, unknown, v, unknown, tolerance, s.try)
	}
}

// opposite looks for a second valley on the other side of a grid point from the bottom that was found: the least of several
// guarantees may have a valley for each. It stops if the value rises there as a single convex valley would.
func (s *search) opposite(point, step, v, tolerance float64) {
	bottom, least := math.Log(s.at.Alpha-1), s.best
	if bottom > point {
		step = -step
	}
	middle := point + step/2
	if w := s.try(middle); (w-v)*math.Abs(bottom-point) < 0.25*(v-least)*math.Abs(step) {
		s.valley(min(point, point+step), middle, max(point, point+step), w, tolerance)
	}
}

const (
	// steep is a ratio of ε(α) at one point of the grid to that at the point before above which there may be a corner. If
	// ε(α) is linear in α the ratio is at most 1.8.
	steep = 1.9
	// worthwhile is the least relative improvement for which a corner is searched.
	worthwhile = 1e-3
	// cornerTolerance is the distance in log(α−1) to which a corner is found before the search narrows.
	cornerTolerance = 1e-2
	// deep is the greatest relative distance of a valley's bottom below the least value of the grid in it.
	deep = 0.06
	// roughTolerance is the distance in log(α−1) within which another valley's bottom is first found. rough is the largest
	// relative excess of the value there over the bottom.
	roughTolerance, rough = 5e-2, 5e-3
)
