// Package scalar has the one-dimensional searches and functions that several packages share: [Halve] and [Threshold] find
// where a condition begins to hold, [Golden] finds a minimum, [Short] rounds, and [Geometric] sums a geometric series.
package scalar

import "math"

// TooHeavy is a weight whose square, times the noise of any number of steps, is still a float64.
const TooHeavy = 1e120

// Short rounds x ≥ 0 up to the given number of bits, so that platforms whose elementary functions differ in the last digit
// choose the same number.
func Short(x float64, bits int) float64 {
	fraction, exponent := math.Frexp(x)
	return math.Ldexp(math.Ceil(math.Ldexp(fraction, bits)), exponent-bits)
}

// Geometric returns Σ_{i<n} r^i for r = e^logR ≤ 1 and n ≥ 0.
func Geometric(logR, n float64) float64 {
	switch {
	case n == 0:
		return 0
	case logR == 0:
		return n
	case math.IsInf(logR, -1):
		return 1
	}
	return math.Expm1(n*logR) / math.Expm1(logR)
}

// Halve narrows [lo, hi] around the point where a condition begins to hold, which holds at hi and not at lo. It stops after
// the given turns, or when the ends are neighbouring float64s.
func Halve(lo, hi float64, turns int, holds func(float64) bool) (no, yes float64) {
	for range turns {
		mid := lo + (hi-lo)/2
		if !(mid > lo && mid < hi) {
			break
		}
		if holds(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo, hi
}

// Threshold finds where a condition begins to hold: it doubles from 1 up to `most`, and then halves. The condition does not
// hold at `no` and holds at `yes`; their relative distance is below 10^−13. Both are 0 if it holds at 0. If ok is false, it holds
// neither at 1 nor at a larger power of 2 up to most, and yes has no meaning.
func Threshold(most float64, holds func(float64) bool) (no, yes float64, ok bool) {
	if holds(0) {
		return 0, 0, true
	}
	hi := 1.0
	for !holds(hi) {
		if hi *= 2; !(hi <= most) {
			return hi / 2, hi, false
		}
	}
	for hi <= 1 && hi/2 > 0 && holds(hi/2) {
		hi /= 2
	}
	no, yes = Halve(hi/2, hi, 45, holds)
	return no, yes, true
}

// Golden narrows [lo, hi] around a minimum of f by golden section, and returns the two points inside the
// last interval at which it has evaluated f.
func Golden(lo, hi float64, turns int, f func(float64) float64) (a, b float64) {
	const golden = 0.6180339887498949 // (√5 − 1)/2
	a, b = hi-float64(golden*(hi-lo)), lo+float64(golden*(hi-lo))
	fa, fb := f(a), f(b)
	for range turns {
		if fa <= fb {
			hi, b, fb = b, a, fa
			a = hi - float64(golden*(hi-lo))
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + float64(golden*(hi-lo))
			fb = f(b)
		}
	}
	return a, b
}
