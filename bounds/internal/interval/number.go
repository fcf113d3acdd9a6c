package interval

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"sync"
)

// precision is the number of bits of an interval's ends.
const precision = 128

// longest is the largest number of bits of an exact fraction's numerator and denominator together. A longer fraction becomes
// an interval.
const longest = 320

// Number is a real number that is known exactly or to lie in an interval. The
// zero value is undefined. Numbers are never changed.
type Number struct{ *value }

type value struct {
	exact  *big.Rat   // nil if not known exactly
	lo, hi *big.Float // nil if known exactly

	// logarithm caches log(1+x), because searches compute it of the same constant at every step.
	logarithmOnce sync.Once
	logarithm     Number
}

// Undefined is the unknown number.
var Undefined = Number{}

// Int is the whole number n.
func Int(n int) Number { return Number{&value{exact: new(big.Rat).SetInt64(int64(n))}} }

// Fraction is p/q for q ≠ 0.
func Fraction(p, q int) Number { return Number{&value{exact: big.NewRat(int64(p), int64(q))}} }

// Float is x itself; undefined if x is infinite or NaN.
func Float(x float64) Number {
	r := new(big.Rat).SetFloat64(x)
	if r == nil {
		return Undefined
	}
	return Number{&value{exact: r}}.shortened()
}

// Decimal is the shortest decimal that reads as the float64 x, as a person means it: 1/10 for 0.1. It is undefined if x is
// infinite or NaN.
func Decimal(x float64) Number {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return Undefined
	}
	// Rat.SetString would make a visitor download a fifth more of package big.
	mantissa, power, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits, err := strconv.ParseInt(whole+fraction, 10, 64)
	exponent, errExponent := strconv.Atoi(power)
	if err != nil || errExponent != nil {
		return Undefined
	}
	exponent -= len(fraction)
	n, scale := big.NewInt(digits), big.NewInt(1)
	for range max(exponent, -exponent) {
		scale.Mul(scale, big.NewInt(10))
	}
	if exponent > 0 {
		return Number{&value{exact: new(big.Rat).SetInt(n.Mul(n, scale))}}.shortened()
	}
	return Number{&value{exact: new(big.Rat).SetFrac(n, scale)}}.shortened()
}

// largestExponent bounds the binary exponents of an interval's ends. No product, quotient or sum of two of them then leaves
// the range of package big, where a tiny number would silently become 0.
const largestExponent = 1 << 28

// between makes a number from a lower and an upper bound.
func between(lo, hi *big.Float) Number {
	if lo.IsInf() || hi.IsInf() || tooFar(lo) || tooFar(hi) {
		return Undefined
	}
	return Number{&value{lo: lo, hi: hi}}
}

func tooFar(x *big.Float) bool {
	e := x.MantExp(nil) // 0 for 0
	return e > largestExponent || e < -largestExponent
}

// shortened returns x, which must be exact, as an interval if its fraction has become too long.
func (x Number) shortened() Number {
	if x.exact.Num().BitLen()+x.exact.Denom().BitLen() <= longest {
		return x
	}
	lo, hi := x.ends()
	return between(lo, hi)
}

// Defined reports whether the number is known.
func (x Number) Defined() bool { return x.value != nil }

// ends returns the ends of the interval that holds x, which must be defined. If x is a float64, both are exactly x.
func (x Number) ends() (lo, hi *big.Float) {
	if x.exact == nil {
		return x.lo, x.hi
	}
	return down().SetRat(x.exact), up().SetRat(x.exact)
}

// down and up return new variables that round towards −∞ and +∞.
func down() *big.Float { return new(big.Float).SetPrec(precision).SetMode(big.ToNegativeInf) }
func up() *big.Float   { return new(big.Float).SetPrec(precision).SetMode(big.ToPositiveInf) }

// Up is the least float64 that is certainly at least x; +Inf if x is undefined.
func (x Number) Up() float64 {
	if !x.Defined() {
		return math.Inf(1)
	}
	_, hi := x.ends()
	f, side := hi.Float64() // to nearest even
	if side == big.Below {
		f = math.Nextafter(f, math.Inf(1))
	}
	return f
}

// Down is the largest float64 that is certainly at most x; −Inf if x is
// undefined.
func (x Number) Down() float64 {
	if !x.Defined() {
		return math.Inf(-1)
	}
	lo, _ := x.ends()
	f, side := lo.Float64()
	if side == big.Above {
		f = math.Nextafter(f, math.Inf(-1))
	}
	return f
}

// Upper and Lower return the number's upper and lower end, as exact numbers.
func (x Number) Upper() Number {
	if !x.Defined() || x.exact != nil {
		return x
	}
	return Number{&value{lo: x.hi, hi: x.hi}}
}

func (x Number) Lower() Number {
	if !x.Defined() || x.exact != nil {
		return x
	}
	return Number{&value{lo: x.lo, hi: x.lo}}
}

// Less reports whether x is certainly below y.
func (x Number) Less(y Number) bool { return x.compares(y, -1) }

// AtMost reports whether x is certainly at most y.
func (x Number) AtMost(y Number) bool { return x.compares(y, 0) }

// compares reports whether the sign of x − y is certainly no more than `most`: −1 means x < y, 0 means x ≤ y.
func (x Number) compares(y Number, most int) bool {
	if !x.Defined() || !y.Defined() {
		return false
	}
	if x.exact != nil && y.exact != nil {
		return x.exact.Cmp(y.exact) <= most
	}
	_, a := x.ends()
	b, _ := y.ends()
	return a.Cmp(b) <= most
}

// Sign is the number's sign: −1, 0 or 1. certain is false if the interval does not decide it.
func (x Number) Sign() (sign int, certain bool) {
	if !x.Defined() {
		return 0, false
	}
	lo, hi := x.lo, x.hi
	if x.exact != nil {
		return x.exact.Sign(), true
	}
	return lo.Sign(), lo.Sign() == hi.Sign()
}

// positive reports whether x is certainly above 0.
func (x Number) positive() bool {
	sign, certain := x.Sign()
	return certain && sign > 0
}

// IsZero reports whether x is exactly 0.
func (x Number) IsZero() bool {
	sign, certain := x.Sign()
	return certain && sign == 0
}

// Float64 is a float64 near x, for starting a search; NaN if x is undefined.
func (x Number) Float64() float64 {
	if !x.Defined() {
		return math.NaN()
	}
	if x.exact != nil {
		f, _ := x.exact.Float64()
		return f
	}
	f, _ := x.lo.Float64()
	return f
}

// String writes the number or its interval, for tests and errors.
func (x Number) String() string {
	switch {
	case !x.Defined():
		return "undefined"
	case x.exact != nil:
		return strings.TrimSuffix(x.exact.String(), "/1")
	}
	return "[" + x.lo.Text('g', 40) + ", " + x.hi.Text('g', 40) + "]"
}
