package convert

import "math"

// Renyi is a Rényi guarantee ε(α) at one order.
type Renyi struct {
	Alpha   float64
	Epsilon float64
}

const (
	// minOrderExcess and maxOrder bound the search over α. Any α is valid, so they only cost tightness: at α−1 = 1e-6 the
	// term log(1/δ)/(α−1) is above 1e5 for δ ≤ 0.9, and above α = 1e9 it is below 1e-6 for δ ≥ 1e-300.
	minOrderExcess = 1e-6
	maxOrder       = 1e9
	// scanPoints is the number of points of the first scan for each factor of ten of α − 1: enough that no valley of the
	// theorems' smooth ε(α) is missed, few enough for a curve of hundreds of points.
	scanPoints = 4
)

// EpsilonUpper returns the smallest ε found over real α > 1 with
//
//	ε = ε(α) + log(1 − 1/α) − log(αδ)/(α−1)
//
// (Canonne, Kamath and Steinke 2020, arXiv:2004.00010v3, Proposition 12), and the order that gave it. It is never negative,
// and +Inf if ε(α) is infinite or NaN at every order tried. Every α is valid, so the search over α needs no care; the value
// at the chosen α is raised by its rounding error.
func EpsilonUpper(rdp func(alpha float64) float64, delta float64) (float64, Renyi) {
	s := newSearch(rdp, func(alpha, e float64) float64 { return canonne(alpha, e, delta) })
	s.everywhere(1e-7) // of ln(α − 1); ε is level at its best order, so its relative error is 10⁻¹⁴ or so
	return s.found()
}

// EpsilonUpperNear is EpsilonUpper with few orders, whose α − 1 is within a factor of ten of the given order's.
func EpsilonUpperNear(rdp func(alpha float64) float64, delta, alpha float64) (float64, Renyi) {
	s := newSearch(rdp, func(alpha, e float64) float64 { return canonne(alpha, e, delta) })
	const (
		wide      = 2.3 // ln 10
		tolerance = 0.1 // few orders: ε is within a part in a hundred of the best
	)
	at := math.Log(alpha - 1)
	narrow(at-wide, at, at+wide, unknown, s.try(at), unknown, tolerance, func(x float64) float64 { return s.try(x) })
	return s.found()
}

// Mironov returns the older conversion ε(α) + log(1/δ)/(α−1) (Mironov 2017, Proposition 3), optimised over real α. It is
// never below EpsilonUpper, and is there for comparison.
func Mironov(rdp func(alpha float64) float64, delta float64) float64 {
	s := newSearch(rdp, func(alpha, e float64) float64 { return e - math.Log(delta)/(alpha-1) })
	// A comparison need not be exact to the last digit: within 1e-5 of the best order ε changes by less than a part in 1e9.
	s.everywhere(1e-5)
	epsilon, _ := s.found()
	return epsilon
}

// canonne returns the bound of EpsilonUpper at one order. It computes with α − 1, which is exact and may be as small as 10⁻⁶:
// rounding 1/α or αδ next to 1 would lose its digits.
func canonne(alpha, e, delta float64) float64 {
	excess := alpha - 1
	return e + logShare(alpha) - (math.Log1p(excess)+math.Log(delta))/excess
}

// logShare returns log(1 − 1/α).
func logShare(alpha float64) float64 {
	if alpha < 2 {
		return math.Log((alpha - 1) / alpha)
	}
	return math.Log1p(-1 / alpha)
}

// search looks for the order α at which value(α, ε(α)) is least.
type search struct {
	rdp   func(alpha float64) float64
	value func(alpha, e float64) float64
	best  float64
	at    Renyi   // the best order, with its ε(α)
	last  float64 // ε(α) at the last order tried, NaN if it has none
}

func newSearch(rdp func(alpha float64) float64, value func(alpha, e float64) float64) *search {
	return &search{rdp: rdp, value: value, best: math.Inf(1), at: Renyi{Alpha: math.NaN(), Epsilon: math.Inf(1)}}
}

// try evaluates the order with this log(α−1), and returns its value.
func (s *search) try(logExcess float64) float64 {
	alpha := 1 + math.Exp(logExcess)
	s.last = s.rdp(alpha)
	if !(s.last >= 0) || math.IsInf(s.last, 1) { // a NaN is a failure, not a small number
		s.last = math.NaN()
		return math.Inf(1)
	}
	v := s.value(alpha, s.last)
	if v < s.best {
		s.best, s.at = v, Renyi{alpha, s.last}
	}
	return v
}

// found returns the least value, rounded up, and its order.
func (s *search) found() (float64, Renyi) {
	switch {
	case math.IsInf(s.best, 1):
		return s.best, s.at
	case s.best <= 0:
		return 0, s.at
	}
	return max(0, roundedUp(s.best, s.at)), s.at
}

// unknown stands for a value that was not computed.
var unknown = math.Inf(1)

// narrow looks for a minimum of f in [lo, hi]. v is the value at x in between; the values at the ends may be unknown. It
// takes parabolas through the three best points, and golden sections where parabolas do not serve (Brent 1973, chapter 5). f
// records the best point itself. It ends when x is within the tolerance, or when the predicted gain is at most tolerance² of
// the value. The method is one loop over ten values, which parts of it would have to hand on.
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
			return // the parabola's bottom is lower by too little to matter
		}
		before = move
		if useful {
			move = p / q
			if u := x + move; u-lo < 2*tolerance || hi-u < 2*tolerance {
				move = math.Copysign(tolerance, middle-x)
			}
		} else { // also NaN and Inf
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

// roundedUp raises a sum of ε(α), log(1 − 1/α), −log α/(α − 1) and −log δ/(α − 1) by a bound on its rounding error: eight
// operations of half a unit in the last place, and the platforms' logarithms. The last term is no more than the others and
// |v| together.
func roundedUp(v float64, at Renyi) float64 {
	excess := at.Alpha - 1
	return v + 1e-15*(math.Abs(v)+math.Abs(at.Epsilon)-logShare(at.Alpha)+math.Log1p(excess)/excess)
}
