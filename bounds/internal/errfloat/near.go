package errfloat

import "math"

// Near is a number x ≥ 0 known within a relative error, |x − v| ≤ e·U·v, or an unknown number. Its operations add up the
// errors (errfloat.md). The zero value is the number 0.
type Near struct{ v, e float64 }

// Undefined is the unknown number; every operation on it is unknown as well.
var Undefined = Near{math.NaN(), math.Inf(1)}

const (
	// widestError is the largest error that is kept, in units of U: 2^−11.
	widestError = 1 << 42
	// near1 covers the terms of second order.
	near1 = 1 + 1.0/256
	// Numbers up to farthest, and their reciprocals, neither over- nor underflow.
	farthest = 1e290
)

// Between returns a number between lo and hi, 0 ≤ lo ≤ hi; it is exact if they are equal.
func Between(lo, hi float64) Near {
	switch {
	case lo == 0 && hi == 0:
		return Near{}
	case lo == hi && lo > 1/farthest && lo < farthest:
		return Near{v: lo}
	}
	return known(hi, (hi-lo)/lo/U)
}

// Whole returns a whole number below 2^53.
func Whole(n int) Near { return Near{v: float64(n)} }

// known returns a number v with a relative error of e·U and the rounding of v itself.
func known(v, e float64) Near {
	e = (e + 2) * near1
	if !(v > 1/farthest && v < farthest && e <= widestError) {
		return Undefined
	}
	return Near{v, e}
}

// Defined reports whether the number is known.
func (x Near) Defined() bool { return !math.IsNaN(x.v) }

// IsZero reports whether the number is 0.
func (x Near) IsZero() bool { return x.v == 0 }

// Up returns at least the number, +Inf if it is unknown.
func (x Near) Up() float64 {
	if !x.Defined() {
		return math.Inf(1)
	}
	return x.v * (1 + float64((x.e+4)*U))
}

// Down returns at most the number, 0 if it is unknown.
func (x Near) Down() float64 {
	if !x.Defined() {
		return 0
	}
	return x.v * (1 - float64((x.e+4)*U))
}

// Middle returns a float64 near the number, NaN if it is unknown.
func (x Near) Middle() float64 { return x.v }

// AtMost reports whether x ≤ y is certain.
func (x Near) AtMost(y Near) bool { return x.v*(1+float64((x.e+4)*U)) <= y.v*(1-float64((y.e+4)*U)) }

// Add is x + y.
func (x Near) Add(y Near) Near {
	switch {
	case x.IsZero():
		return y
	case y.IsZero():
		return x
	}
	return known(x.v+y.v, max(x.e, y.e))
}

// Mul is xy.
func (x Near) Mul(y Near) Near {
	if x.Defined() && y.IsZero() || x.IsZero() && y.Defined() {
		return Near{}
	}
	return known(x.v*y.v, x.e+y.e)
}

// Quo is x/y, unknown where y is 0.
func (x Near) Quo(y Near) Near {
	if x.IsZero() && y.Defined() && !y.IsZero() {
		return Near{}
	}
	return known(x.v/y.v, x.e+y.e)
}

// Square is x².
func (x Near) Square() Near { return x.Mul(x) }

// Decay is e^−x.
func (x Near) Decay() Near {
	if x.IsZero() {
		return Whole(1)
	}
	return known(Exp(-x.v), float64(x.v*x.e)+8)
}

// Risen is 1 − e^−x.
func (x Near) Risen() Near {
	if x.IsZero() {
		return x
	}
	return known(-Expm1(-x.v), x.e+32)
}

// Log1p is log(1+x).
func (x Near) Log1p() Near {
	if x.IsZero() {
		return x
	}
	return known(Log1p(x.v), x.e+16)
}

// Log1m is −log(1−x), unknown unless x is certain to be below 1.
func (x Near) Log1m() Near {
	if x.IsZero() {
		return x
	}
	off := float64(x.v * x.e)
	least := 1 - x.v - float64(off*U) // of 1−x
	if !(least > 0) {
		return Undefined
	}
	l := -Log1p(-x.v)
	return known(l, off/least/l+20)
}
