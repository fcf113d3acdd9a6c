package errfloat

import "math"

// U is half a unit in the last place of 1, 2^−53: the relative error of one
// operation.
const U = 1.0 / (1 << 53)

// Relative errors of this package's functions.
const (
	ExpError   = 8 * U
	Expm1Error = 32 * U
	log1pError = 16 * U
	millsError = 64 * U
)

const (
	// ln2Hi has 32 bits, so that its products with exponents are exact.
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10 // ln 2 − ln2Hi
	// e^x is a normal number from least to largest.
	largest, least = 709, -708
)

// Exp is e^x with a relative error of at most ExpError for least ≤ x ≤ largest,
// +Inf above and 0 below; NaN stays NaN.
func Exp(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x > largest:
		return math.Inf(1)
	case x < least:
		return 0
	}
	k := math.Floor(float64(x*(1/math.Ln2)) + 0.5)
	r := (x - float64(k*ln2Hi)) - float64(k*ln2Lo)
	return float64(expSeries(r) * math.Float64frombits(uint64(int64(k)+1023)<<52))
}

// expSeries is e^r for |r| ≤ 0.35, by Taylor's series to r^13.
func expSeries(r float64) float64 { return float64(expTerms(1.0/6227020800, r)*r) + 1 }

// expTerms continues Horner's rule for Σ r^(n−1)/n! from s, what the terms after the twelfth sum to, to the first term.
func expTerms(s, r float64) float64 {
	s = float64(s*r) + 1.0/479001600
	s = float64(s*r) + 1.0/39916800
	s = float64(s*r) + 1.0/3628800
	s = float64(s*r) + 1.0/362880
	s = float64(s*r) + 1.0/40320
	s = float64(s*r) + 1.0/5040
	s = float64(s*r) + 1.0/720
	s = float64(s*r) + 1.0/120
	s = float64(s*r) + 1.0/24
	s = float64(s*r) + 1.0/6
	s = float64(s*r) + 0.5
	return float64(s*r) + 1
}

// Expm1 is e^x − 1 with a relative error of at most Expm1Error for x ≤ largest,
// +Inf above.
func Expm1(x float64) float64 {
	if !(math.Abs(x) < 0.5) {
		return Exp(x) - 1
	}
	s := 1.0 / 355687428096000 // 1/17!
	s = float64(s*x) + 1.0/20922789888000
	s = float64(s*x) + 1.0/1307674368000
	s = float64(s*x) + 1.0/87178291200
	s = float64(s*x) + 1.0/6227020800
	return float64(expTerms(s, x) * x)
}

// Log1p is log(1+x) with a relative error of at most log1pError for x ≥ 0 and 20U for
// −1 < x < 0, −Inf for x = −1, +Inf for an infinite x and NaN below −1.
func Log1p(x float64) float64 {
	switch {
	case x < -1:
		return math.NaN()
	case math.IsInf(x, 1):
		return x
	case x < -0.25:
		return -Log1p(-x / (1 + x))
	case x < 0.4:
		return logSeries(x / (2 + x))
	}
	fraction, e := math.Frexp(1 + x)
	if fraction < math.Sqrt2/2 {
		fraction *= 2
		e--
	}
	k := float64(e)
	return float64(k*ln2Hi) + (float64(k*ln2Lo) + logSeries((fraction-1)/(fraction+1)))
}

// logSeries is 2·artanh t for |t| ≤ 0.1716, to t^23.
func logSeries(t float64) float64 {
	square := float64(t * t)
	s := float64(square*(1.0/23)) + 1.0/21
	s = float64(s*square) + 1.0/19
	s = float64(s*square) + 1.0/17
	s = float64(s*square) + 1.0/15
	s = float64(s*square) + 1.0/13
	s = float64(s*square) + 1.0/11
	s = float64(s*square) + 1.0/9
	s = float64(s*square) + 1.0/7
	s = float64(s*square) + 1.0/5
	s = float64(s*square) + 1.0/3
	s = float64(s*square) + 1
	return float64(2 * t * s)
}
