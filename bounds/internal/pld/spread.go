package pld

import (
	"math"
	"slices"
	"sort"

	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// A spread is a law on points that is, in convex order, at least the law under Q of a sum of likelihood ratios, each of mean
// 1: the expectation of a convex function is no smaller under the spread than under the sum, up to lost (discretisation.md,
// section 8). To achieve this the mass of each cell between two points moves to these points so that its mean is kept.
type spread struct {
	x, mass []float64 // points in ascending order, the first is 0
	lost    float64   // at least E(S − x)₊ for the sum S and the last point x
	sums    int       // number of roundings of a point: additions on the way to it
}

const (
	// spreadPoints is about the number of points of the law of a sum.
	spreadPoints = 1000
	// thinnedGroups is the number of groups into which a law is thinned for choosing the points of a sum.
	thinnedGroups = 16
	// pointKnots is the number of points that are chosen by depth; the others are interpolated between them.
	pointKnots = 160
	// steepest is the largest loss of one use, in nats, at which its exponential does not overflow in sums.
	steepest = 500
)

// oneRatio returns the law of the likelihood ratio of N(1, u²) over N(0, u²): a log-normal of mean 1. At either end it cuts
// off at most tail of the probability or of the mean, or more if numbers would underflow.
func oneRatio(w *work.Budget, u, tail float64) (*spread, error) {
	m := &mixOverNormal{newSampledShift(1, u)}
	var bottom, top float64
	for {
		low, high := cutoffs(m, tail)
		bottom, _ = m.at(low)
		top, _ = m.at(high)
		if !(top < steepest && bottom > -steepest) {
			return nil, ErrNotConverged
		}
		// At either end one of P and Q has a mass of about tail, and the other e^−|loss| times that. Neither may underflow:
		// the mass of the other would be lost with it.
		const leastMass = 1e-290
		if math.Log(tail)-max(top, -bottom) >= math.Log(leastMass) {
			break
		}
		tail *= 1e10
	}
	l, err := connect(w, m, short((top-bottom)/spreadPoints), tail, math.MinInt32, math.Inf(1))
	if err != nil {
		return nil, err
	}
	s := &spread{x: []float64{0}, mass: []float64{l.dualInf}, lost: l.inf}
	for i, p := range l.p {
		loss := l.lossAt(i)
		x := math.Exp(loss)
		s.x = append(s.x, x)
		s.mass = append(s.mass, p/x*(1+unit*(8+4*math.Abs(loss))))
	}
	return s, nil
}

// sumOf returns the law of the sum of `times` ≥ 1 independent numbers with the law s.
func sumOf(w *work.Budget, s *spread, times int, tail float64) *spread {
	sum := s
	for bit := highestBit(times) >> 1; bit > 0; bit >>= 1 {
		sum = sum.plus(w, sum, tail)
		if times&bit != 0 {
			sum = sum.plus(w, s, tail)
		}
	}
	return sum
}

// highestBit returns the largest power of 2 that is at most n ≥ 1.
func highestBit(n int) int {
	bit := 1
	for n >>= 1; n > 0; n >>= 1 {
		bit <<= 1
	}
	return bit
}

// pairUnits is the work of one pair of points, in units of package work.
const pairUnits = 1

// plus returns the law of the sum of two independent numbers, with the laws s and o. Cells are filled with positive terms
// only, so every mass has a small relative error, by which it is raised.
func (s *spread) plus(w *work.Budget, o *spread, tail float64) *spread {
	w.Spend(pairUnits * len(s.x) * len(o.x))
	at := s.pointsOfSum(o, tail)
	c := newCells(at)
	for i, x := range s.x {
		from, twice := 0, 1.0
		if o == s { // pairs in both orders at once
			from, twice = i+1, 2
			c.row(x, s.mass[i], s.x[i:i+1], s.mass[i:i+1])
		}
		c.row(x, twice*s.mass[i], o.x[from:], o.mass[from:])
	}
	sum := c.law()
	const leastNumber = 0x1p-1022 // products below it underflow
	pairs := float64(len(s.x)) * float64(len(o.x))
	sum.lost += (s.lost+o.lost)*(1+4*unit) + pairs*leastNumber*at[len(at)-1]
	sum.mass[0] += pairs * leastNumber
	sum.sums = s.sums + o.sums + 1
	return sum
}

// cells gather the masses of a law between its future points.
type cells struct {
	at              []float64 // the points, one more than cells
	toLeft, toRight []float64 // the mass that each cell moves to its ends, times its width
	terms           []int     // number of terms in each of these sums
	top, lost       float64   // the mass above the last point, and its excess over that point
	over            int       // number of terms in top and lost
}

func newCells(at []float64) *cells {
	n := len(at) - 1
	return &cells{at: at, toLeft: make([]float64, n), toRight: make([]float64, n), terms: make([]int, n)}
}

// row adds the masses of x + y for all y, in ascending order.
func (c *cells) row(x, mass float64, ys, masses []float64) {
	if mass == 0 || len(ys) == 0 {
		return
	}
	at, last := c.at, len(c.at)-1
	k := min(max(sort.SearchFloat64s(at, x+ys[0])-1, 0), last-1)
	for j, y := range ys {
		z, p := x+y, mass*masses[j]
		for z > at[k+1] && k+1 < last {
			k++
		}
		if z > at[last] {
			c.top += p
			c.lost += p * (z - at[last])
			c.over++
			continue
		}
		c.toLeft[k] += p * (at[k+1] - z)
		c.toRight[k] += p * (z - at[k])
		c.terms[k]++
	}
}

// law returns the law of the gathered masses. Each mass is raised by a bound on its rounding error.
func (c *cells) law() *spread {
	n := len(c.terms)
	s := &spread{x: c.at, mass: make([]float64, n+1)}
	raised := func(terms int) float64 { return 1 + unit*float64(8+terms) }
	for k, terms := range c.terms {
		width := (c.at[k+1] - c.at[k]) / raised(terms)
		if mutants.RoundedDown.On() {
			s.mass[k] += (c.toLeft[k] + c.toRight[k]) / width
			continue
		}
		s.mass[k] += c.toLeft[k] / width
		s.mass[k+1] += c.toRight[k] / width
	}
	s.mass[n] += c.top * raised(c.over)
	s.lost = c.lost * raised(c.over)
	return s
}

// pointsOfSum returns points for the law of the sum S of s and o. They are dense where Q has much of its mass, or P, which
// has the density S/ES under Q. Any points are valid.
func (s *spread) pointsOfSum(o *spread, tail float64) []float64 {
	atoms, mean := s.roughSum(o)
	return spacedEvenly(depths(atoms, mean, tail))
}

// ratioAtom is a point of the law of a sum: its mass under Q, and its mass under P times the mean.
type ratioAtom struct{ x, q, p float64 }

// roughSum returns the law of the sum with one of the two thinned, in ascending order, and its mean.
func (s *spread) roughSum(o *spread) (atoms []ratioAtom, mean float64) {
	add := func(fine, coarse *spread) {
		groups := coarse.thinned()
		for i, x := range fine.x {
			for _, g := range groups {
				v := ratioAtom{x: x + g.loss, q: fine.mass[i] * g.mass / 2}
				v.p = v.q * v.x
				mean += v.p
				atoms = append(atoms, v)
			}
		}
	}
	add(s, o)
	if o != s {
		add(o, s)
	}
	slices.SortFunc(atoms, func(a, b ratioAtom) int {
		switch {
		case a.x < b.x:
			return -1
		case a.x > b.x:
			return 1
		}
		return 0
	})
	return atoms, mean
}

// depths returns knots of the depth as a function of the logarithm of an atom. The depth is the sum of the atom's scores
// under Q and under P. At either end the atoms of a tail are left out.
func depths(atoms []ratioAtom, mean, tail float64) (depth, logs []float64) {
	// These are the masses of both laws above each atom, and then below it.
	n := len(atoms)
	qAbove, pAbove := make([]float64, n+1), make([]float64, n+1)
	for i := n - 1; i >= 0; i-- {
		qAbove[i] = qAbove[i+1] + atoms[i].q
		pAbove[i] = pAbove[i+1] + atoms[i].p/mean
	}
	low, high := 0, n-1
	qBelow, pBelow := 0.0, 0.0
	for low < high && qBelow+atoms[low].q <= tail {
		qBelow += atoms[low].q
		pBelow += atoms[low].p / mean
		low++
	}
	for high > low+1 && pAbove[high] <= tail {
		high--
	}
	depth, logs = make([]float64, 0, high-low+1), make([]float64, 0, high-low+1)
	for i := low; i <= high; i++ {
		qBelow += atoms[i].q / 2
		pBelow += atoms[i].p / mean / 2
		depth = append(depth, score(qBelow, qAbove[i+1]+atoms[i].q/2, tail)+score(pBelow, pAbove[i+1]+atoms[i].p/mean/2, tail))
		logs = append(logs, math.Log(atoms[i].x))
		qBelow += atoms[i].q / 2
		pBelow += atoms[i].p / mean / 2
	}
	return knots(depth, logs)
}

// spacedEvenly returns points at even distances in depth, between the knots, with 0 and the two ends.
func spacedEvenly(depth, logs []float64) []float64 {
	n := len(depth) - 1
	points := make([]float64, 1, spreadPoints+3)
	from, to := short(depth[0]), short(depth[n])
	first, end := short(math.Exp(logs[0])), short(math.Exp(logs[n])*1.001)
	points = append(points, first)
	k := 0
	for i := 1; i < spreadPoints; i++ {
		want := from + (to-from)*float64(i)/spreadPoints
		for k < n && depth[k+1] < want {
			k++
		}
		if k == n {
			break
		}
		part := 0.0
		if depth[k+1] > depth[k] {
			part = min(1, max(0, (want-depth[k])/(depth[k+1]-depth[k])))
		}
		x := scalar.Short(math.Exp(logs[k]+part*(logs[k+1]-logs[k])), 24)
		if x > points[len(points)-1]*(1+1e-9) && x < end*(1-1e-9) {
			points = append(points, x)
		}
	}
	return append(points, end)
}

// knots keeps about pointKnots of the values, as evenly spaced in depth as possible.
func knots(depth, logs []float64) (fewer, at []float64) {
	n := len(depth) - 1
	for i, k := 0, 0; i <= pointKnots; i++ {
		want := depth[0] + (depth[n]-depth[0])*float64(i)/pointKnots
		for k < n && depth[k] < want {
			k++
		}
		if len(at) == 0 || logs[k] > at[len(at)-1] && depth[k] > fewer[len(fewer)-1] {
			fewer, at = append(fewer, depth[k]), append(at, logs[k])
		}
	}
	return fewer, at
}

// thinned groups the points of a law, except 0, each group at its mean. The loss field of an atom holds a point here.
func (s *spread) thinned() []atom {
	of := (len(s.x) + thinnedGroups - 1) / thinnedGroups
	var out []atom
	for i := 1; i < len(s.x); i += of {
		var g atom
		for j := i; j < min(i+of, len(s.x)); j++ {
			g.mass += s.mass[j]
			g.loss += s.mass[j] * s.x[j]
		}
		if g.mass > 0 && g.loss > 0 {
			g.loss /= g.mass
			out = append(out, g)
		}
	}
	return out
}

// score returns about the point of a standard normal law with the given probabilities below and above it, computed from the
// smaller one, or from tail if that is larger.
func score(below, above, tail float64) float64 {
	const middle = 0.8 // 2/middle is about √(2π), the slope of the normal quantile at 1/2
	far := math.Sqrt(middle*middle-2*math.Log(min(1, 2*max(tail, min(below, above))))) - middle
	if below < above {
		return -far
	}
	return far
}
