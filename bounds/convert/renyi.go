package convert

import "math"

// Renyi is a Rényi guarantee ε(α) at one order.
type Renyi struct {
	Alpha   float64
	Epsilon float64
}

const (
	// minOrderExcess and maxOrder bound the search over α. Any α is valid, so
	// they cost tightness only: at α−1 = 1e-6 the term log(1/δ)/(α−1) is above
	// 1e5 for δ ≤ 0.9, and above α = 1e9 it is below 1e-6 for δ ≥ 1e-300.
	minOrderExcess = 1e-6
	maxOrder       = 1e9
	// scanPoints a factor of ten: enough that a valley is never missed for the
	// smooth ε(α) of the theorems, few enough for a curve of hundreds of points.
	scanPoints = 4
)

// EpsilonUpper returns the smallest ε found over real α > 1 with
//
//	ε = ε(α) + log(1 − 1/α) − log(αδ)/(α−1)
//
// (Canonne, Kamath and Steinke 2020, arXiv:2004.00010v3, Proposition 12), and
// the order that gave it. It is never negative, and +Inf where ε(α) is
// infinite or NaN at every order tried. Every α is valid, so the search over α
// needs no care; the value at the chosen α is raised by its rounding error.
func EpsilonUpper(rdp func(alpha float64) float64, delta float64) (float64, Renyi) {
	c := Convert(rdp, delta)
	return c.Epsilon, c.At
}

// Conversion is an answer of EpsilonUpper, and what Mironov needs of the search for it.
type Conversion struct {
	Epsilon float64
	At      Renyi // the order that gave it

	rdp   func(alpha float64) float64
	delta float64
	tried []Renyi
}

// Convert is EpsilonUpper for callers who compare its answer with Mironov's.
func Convert(rdp func(alpha float64) float64, delta float64) Conversion {
	s := newSearch(rdp, func(alpha, e float64) float64 { return canonne(alpha, e, delta) })
	s.everywhere(1e-7)
	c := Conversion{rdp: rdp, delta: delta, tried: s.tried}
	c.Epsilon, c.At = s.found()
	return c
}

// Mironov is the older conversion ε(α) + log(1/δ)/(α−1) (Mironov 2017,
// Proposition 3), optimised over real α. It is never below Epsilon and is offered for
// comparison.
func (c Conversion) Mironov() (float64, Renyi) {
	// A comparison need not be exact to the last digit: within 1e-5 of the best
	// order ε changes by less than a part in 1e9.
	const tolerance = 1e-5
	s := newSearch(c.rdp, func(alpha, e float64) float64 { return e - math.Log(c.delta)/(alpha-1) })
	if !(c.At.Alpha > 1) || !s.among(c.tried, c.mironovOrder(), tolerance) {
		s.everywhere(tolerance)
	}
	return s.found()
}

// mironovOrder is where, in log(α−1), Mironov's bound is least if ε(α) is straight from
// the order At on: there its slope is log(1/(αδ))/(α−1)² at the one and log(1/δ)/(α−1)²
// at the other.
func (c Conversion) mironovOrder() float64 {
	x := math.Log(c.At.Alpha - 1)
	if at := c.At.Alpha * c.delta; at < 1 {
		x += math.Log(math.Log(c.delta)/math.Log(at)) / 2
	}
	return x
}

func canonne(alpha, e, delta float64) float64 {
	return e + math.Log1p(-1/alpha) - math.Log(alpha*delta)/(alpha-1)
}

// search looks for the order α at which a value of α and ε(α) is least.
type search struct {
	rdp   func(alpha float64) float64
	value func(alpha, e float64) float64
	best  float64
	at    Renyi   // of the best
	last  float64 // ε(α) at the last order tried, NaN if it has none
	tried []Renyi // all that have one
}

func newSearch(rdp func(alpha float64) float64, value func(alpha, e float64) float64) *search {
	return &search{rdp: rdp, value: value, best: math.Inf(1), at: Renyi{Alpha: math.NaN(), Epsilon: math.Inf(1)}}
}

// try is the value at log(α−1).
func (s *search) try(logExcess float64) float64 {
	alpha := 1 + math.Exp(logExcess)
	s.last = s.rdp(alpha)
	if !(s.last >= 0) || math.IsInf(s.last, 1) { // a NaN is a failure, not a small number
		s.last = math.NaN()
		return math.Inf(1)
	}
	return s.note(Renyi{alpha, s.last})
}

// note is the value of a guarantee that is known.
func (s *search) note(g Renyi) float64 {
	s.tried = append(s.tried, g)
	v := s.value(g.Alpha, g.Epsilon)
	if v < s.best {
		s.best, s.at = v, g
	}
	return v
}

// found is the least value, rounded up, and its order.
func (s *search) found() (float64, Renyi) {
	switch {
	case math.IsInf(s.best, 1):
		return s.best, s.at
	case s.best <= 0:
		return 0, s.at
	}
	return math.Max(0, roundedUp(s.best, s.at.Epsilon)), s.at
}

// among narrows around the best of the guarantees that are known and a place x =
// log(α−1), to the tolerance in x. It reports false where that is at an end of them.
func (s *search) among(known []Renyi, x, tolerance float64) bool {
	for _, g := range known {
		s.note(g)
	}
	s.try(x)
	below, above := Renyi{Alpha: 1}, Renyi{Alpha: math.Inf(1)}
	for _, g := range s.tried {
		switch {
		case g.Alpha > below.Alpha && g.Alpha < s.at.Alpha:
			below = g
		case g.Alpha < above.Alpha && g.Alpha > s.at.Alpha:
			above = g
		}
	}
	if !(below.Alpha > 1 && above.Alpha < math.Inf(1)) {
		return false
	}
	at := func(g Renyi) (x, v float64) { return math.Log(g.Alpha - 1), s.value(g.Alpha, g.Epsilon) }
	lo, left := at(below)
	middle, v := at(s.at)
	hi, right := at(above)
	narrow(lo, middle, hi, left, v, right, tolerance, s.try)
	return true
}

// everywhere scans α−1 on a logarithmic grid, first one point a decade, then those
// between, leaves out what cannot be the smallest, and narrows around the best, to
// the tolerance in log(α−1).
func (s *search) everywhere(tolerance float64) {
	lo, hi := math.Log(minOrderExcess), math.Log(maxOrder)
	points := int(math.Ceil((hi-lo)/math.Ln10)) * scanPoints
	step := (hi - lo) / float64(points)
	place := func(i int) float64 { return lo + float64(i)*step }
	// Rényi divergences do not fall as the order grows. A point is worth its while
	// only if it would be the best with the ε(α) of a lower order, or with 0.
	values, epsilons := make([]float64, points+1), make([]float64, points+1)
	bestPoint := 0
	consider := func(i int, atLeast float64) {
		values[i], epsilons[i] = math.Inf(1), atLeast
		if s.value(1+math.Exp(place(i)), atLeast) >= s.best {
			return
		}
		before := s.best
		if values[i] = s.try(place(i)); !math.IsNaN(s.last) {
			epsilons[i] = s.last
		}
		if s.best < before {
			bestPoint = i
		}
	}
	middle := points / 2 / scanPoints * scanPoints
	for i := middle; i <= points; i += scanPoints {
		consider(i, epsilons[max(i-scanPoints, 0)])
	}
	for i := middle - scanPoints; i >= 0; i -= scanPoints {
		consider(i, 0)
	}
	for i := range points {
		if i%scanPoints != 0 {
			consider(i, epsilons[i-1])
		}
	}
	if s.best <= 0 || math.IsInf(s.best, 1) {
		return
	}
	valueAt := func(i int) float64 {
		if i < 0 || i > points {
			return unknown
		}
		return values[i]
	}
	narrow(place(bestPoint-1), place(bestPoint), place(bestPoint+1), valueAt(bestPoint-1), values[bestPoint], valueAt(bestPoint+1), tolerance, s.try)
	s.opposite(place(bestPoint), step, values[bestPoint], tolerance)
	for i, v := range values { // a guarantee that is the least of several has more valleys
		if i != bestPoint && v < s.best*(1+deep) && v <= valueAt(i-1) && v <= valueAt(i+1) {
			s.valley(place(i-1), place(i), place(i+1), v, tolerance)
		}
	}
	// Where ε(α) rises steeply the least value may lie in the corner before the rise,
	// which is narrower than the grid.
	for i := range points {
		narrowed := 1+math.Exp(place(i)) < s.at.Alpha && s.at.Alpha < 1+math.Exp(place(i+1))
		if narrowed || !s.worthIt(place(i+1), epsilons[i]) {
			continue
		}
		if math.IsInf(values[i], 1) && !math.IsInf(values[i+1], 1) {
			if values[i] = s.try(place(i)); !math.IsNaN(s.last) {
				epsilons[i] = s.last
			}
		}
		known := !math.IsInf(values[i], 1)
		if !known || epsilons[i+1] <= steep*epsilons[i] && !math.IsInf(values[i+1], 1) {
			continue
		}
		before := s.best
		s.corner(place(i), place(i+1), values[i], epsilons[i])
		if s.best < before {
			at := math.Log(s.at.Alpha - 1)
			narrow(at-4*cornerTolerance, at, at+4*cornerTolerance, unknown, s.best, unknown, tolerance, s.try)
		}
	}
}

// worthIt reports whether an order up to a place may be worth its while with that ε(α).
func (s *search) worthIt(place, atLeast float64) bool {
	return s.value(1+math.Exp(place), atLeast) < s.best*(1-worthwhile)
}

// corner halves an interval of log(α−1) towards a corner in it, given the value and ε(α)
// at its lower end, for as long as it may be worth its while with that ε(α).
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

// valley narrows around v, the value at x between two places: roughly, and to the
// tolerance where that comes near the best.
func (s *search) valley(lo, x, hi, v, tolerance float64) {
	narrow(lo, x, hi, unknown, v, unknown, roughTolerance, func(at float64) float64 {
		w := s.try(at)
		if w < v {
			x, v = at, w
		}
		return w
	})
	within := math.Min(x-lo, hi-x) > 2*roughTolerance // else it goes on falling there
	if within && v < s.best*(1+rough) {
		narrow(x-2*roughTolerance, x, x+2*roughTolerance, unknown, v, unknown, tolerance, s.try)
	}
}

// opposite looks for a second valley beside a point of the grid and the bottom that was found on one
// side of it. A guarantee that is the least of several may have a valley for each; where
// there is one alone, and convex, it goes on rising on the other side.
func (s *search) opposite(point, step, v, tolerance float64) {
	bottom, least := math.Log(s.at.Alpha-1), s.best
	if bottom > point {
		step = -step
	}
	middle := point + step/2
	if w := s.try(middle); (w-v)*math.Abs(bottom-point) < 0.25*(v-least)*math.Abs(step) {
		s.valley(math.Min(point, point+step), middle, math.Max(point, point+step), w, tolerance)
	}
}

const (
	// steep is a rise of ε(α) from one point of the grid to the next that may hold a
	// corner: linear in α it is 1.8 at most.
	steep = 1.9
	// worthwhile is what a corner must promise, relatively, to be looked into.
	worthwhile = 1e-3
	// cornerTolerance is how close, in log(α−1), its bottom is found at first.
	cornerTolerance = 1e-2
	// deep is how far below a value of the grid, relatively, the bottom of its valley may be.
	deep = 0.06
	// roughTolerance is how close the bottom of a second valley is found at first, and
	// rough how far above it, relatively, that may be.
	roughTolerance, rough = 5e-2, 5e-3
)

// unknown stands for a value that nobody has computed.
var unknown = math.Inf(1)

// narrow looks for a minimum of f in [lo, hi], given its value v at x in
// between and perhaps those at the ends, by parabolas through the three best points and, where those do not
// serve, golden sections (Brent 1973, chapter 5); f records the best point itself.
// It ends where x is within the tolerance, or the value within what that is worth.
// The method is one loop over its ten values: parts of it would have to hand them all on.
//
//gocognit:ignore
func narrow(lo, x, hi, vLo, v, vHi, tolerance float64, f func(float64) float64) {
	const golden = 0.3819660112501051 // (3−√5)/2
	second, third, vSecond, vThird := x, x, v, v
	var move, before float64 // the last step and the one before
	if vLo < unknown && vHi < unknown {
		second, third, vSecond, vThird = lo, hi, vLo, vHi
		move, before = hi-lo, hi-lo
		if vHi < vLo {
			second, third, vSecond, vThird = hi, lo, vHi, vLo
		}
	}
	for range 60 {
		middle := (lo + hi) / 2
		if math.Abs(x-middle) <= 2*tolerance-(hi-lo)/2 {
			return
		}
		r, q := (x-second)*(v-vThird), (x-third)*(v-vSecond)
		p := (x-third)*q - (x-second)*r
		if q = 2 * (q - r); q > 0 {
			p = -p
		}
		q = math.Abs(q)
		useful := math.Abs(p) < math.Abs(q*before/2) && p > q*(lo-x) && p < q*(hi-x)
		bend := ((vSecond-v)/(second-x) - (vThird-v)/(third-x)) / (second - third)
		if gain := bend * (p / q) * (p / q); useful && gain <= tolerance*tolerance*math.Abs(v) {
			return // the parabola's bottom is no lower
		}
		before = move
		if useful {
			move = p / q
			if u := x + move; u-lo < 2*tolerance || hi-u < 2*tolerance {
				move = math.Copysign(tolerance, middle-x)
			}
		} else { // NaN and Inf, too
			before = hi - x
			if x >= middle {
				before = lo - x
			}
			move = golden * before
		}
		u := x + move
		if math.Abs(move) < tolerance {
			u = x + math.Copysign(tolerance, move)
		}
		switch w := f(u); {
		case w <= v:
			if u >= x {
				lo = x
			} else {
				hi = x
			}
			third, vThird, second, vSecond, x, v = second, vSecond, x, v, u, w
		default:
			if u < x {
				lo = u
			} else {
				hi = u
			}
			if w <= vSecond || second == x {
				third, vThird, second, vSecond = second, vSecond, u, w
			} else if w <= vThird || third == x || third == second {
				third, vThird = u, w
			}
		}
	}
}

// roundedUp raises a sum whose largest term is at most |v| + |term| by a bound
// on its rounding error, eight operations of half a unit in the last place and
// the platforms' logarithms.
func roundedUp(v, term float64) float64 {
	return v + 1e-15*(math.Abs(v)+math.Abs(term))
}
