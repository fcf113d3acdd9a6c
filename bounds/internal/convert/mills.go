package convert

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// upperTail is Φ(−x), by erfc: 1 − Φ(x) would lose the tail.
func upperTail(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }

// density is φ(x).
func density(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }

// millsSeries is where the asymptotic series of the Mills ratio, cut after
// eight terms, is exact to the last bit: the next term is 15!!·17/x^18 < 1e-17.
const millsSeries = 25

// mills is the Mills ratio R(x) = Φ(−x)/φ(x).
func mills(x float64) float64 {
	if x < millsSeries {
		return upperTail(x) / density(x)
	}
	// R(x) = 1/x · (1 − 1/x² + 3/x⁴ − 15/x⁶ + …), Abramowitz and Stegun 26.2.12.
	y, sum := 1/(x*x), 1.0
	for k := 8; k >= 1; k-- {
		sum = 1 - float64(2*k-1)*y*sum
	}
	return sum / x
}

// slopeSeries is where the series for slope takes over: below it the
// cancellation in 1 − xR(x) costs at most a factor x² = 64 on the error of R.
const slopeSeries = 8

// slope is −R'(x) = 1 − xR(x), which is positive.
func slope(x float64) float64 {
	if x < slopeSeries {
		return 1 - x*mills(x)
	}
	// 1 − xR(x) = y − 3y² + 15y³ − …, y = 1/x², without the cancellation. The
	// terms fall until the 31st at x = 8, where they are below 1e-13 of the sum.
	y, term, sum := 1/(x*x), 1/(x*x), 0.0
	for k := 1; k <= 31; k++ {
		sum += term
		term *= -float64(2*k+1) * y
	}
	return sum
}

// nodes and weights are Legendre's rule on [0, 1], enough for a smooth function
// that falls by less than a factor of 4.
var nodes, weights = legendre()

func legendre() (x, w [24]float64) {
	quad.Legendre{}.FixedLocations(x[:], w[:], 0, 1)
	return x, w
}

// millsDrop is R(lo) − R(lo+width), by the difference where it is safe and by
// the integral of slope where the two are close. The width is taken as given:
// the difference of two rounded ends would not do.
func millsDrop(lo, width float64) float64 {
	if a, b := mills(lo), mills(lo+width); b < a/4 {
		return a - b
	}
	sum := 0.0
	for i, t := range nodes {
		sum += weights[i] * slope(lo+width*t)
	}
	return width * sum
}
