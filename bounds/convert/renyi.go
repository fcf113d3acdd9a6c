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
	// smooth ε(α) of the theorems, few enough for a curve of 400 points.
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
	return minimise(rdp, func(alpha, e float64) float64 { return canonne(alpha, e, delta) })
}

// MironovUpper is the older conversion ε(α) + log(1/δ)/(α−1) (Mironov 2017,
// Proposition 3), optimised over real α in the same way. It is never below
// EpsilonUpper's bound and is offered for comparison.
func MironovUpper(rdp func(alpha float64) float64, delta float64) (float64, Renyi) {
	return minimise(rdp, func(alpha, e float64) float64 { return e - math.Log(delta)/(alpha-1) })
}

func canonne(alpha, e, delta float64) float64 {
	return e + math.Log1p(-1/alpha) - math.Log(alpha*delta)/(alpha-1)
}

// minimise scans α−1 on a logarithmic grid, then narrows around the best point.
func minimise(rdp func(float64) float64, value func(alpha, e float64) float64) (float64, Renyi) {
	best, at := math.Inf(1), Renyi{Alpha: math.NaN(), Epsilon: math.Inf(1)}
	try := func(logExcess float64) float64 {
		alpha := 1 + math.Exp(logExcess)
		e := rdp(alpha)
		if !(e >= 0) || math.IsInf(e, 1) { // a NaN is a failure, not a small number
			return math.Inf(1)
		}
		v := value(alpha, e)
		if v < best {
			best, at = v, Renyi{alpha, e}
		}
		return v
	}
	lo, hi := math.Log(minOrderExcess), math.Log(maxOrder)
	points := int(math.Ceil((hi-lo)/math.Ln10)) * scanPoints
	step := (hi - lo) / float64(points)
	bestPoint, bestValue := 0, math.Inf(1)
	for i := range points + 1 {
		if v := try(lo + float64(i)*step); v < bestValue {
			bestPoint, bestValue = i, v
		}
	}
	if math.IsInf(best, 1) {
		return best, at
	}
	centre := lo + float64(bestPoint)*step
	section(centre-step, centre+step, try)
	return math.Max(0, roundedUp(best, at.Epsilon)), at
}

// section narrows [lo, hi] by golden sections until the value no longer
// changes; f records the best point itself.
func section(lo, hi float64, f func(float64) float64) {
	const ratio = 0.6180339887498949 // (√5−1)/2
	a, b := hi-ratio*(hi-lo), lo+ratio*(hi-lo)
	fa, fb := f(a), f(b)
	for hi-lo > 1e-9 {
		if fa <= fb {
			hi, b, fb = b, a, fa
			a = hi - ratio*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + ratio*(hi-lo)
			fb = f(b)
		}
	}
}

// roundedUp raises a sum whose largest term is at most |v| + |term| by a bound
// on its rounding error, eight operations of half a unit in the last place and
// the platforms' logarithms.
func roundedUp(v, term float64) float64 {
	return v + 1e-15*(math.Abs(v)+math.Abs(term))
}
