package interval

import (
	"math"
	"math/big"
)

// The functions of this file take a point and return a value whose relative error is below 2^−errorBits (interval.md), much
// less than rounding to an interval's 128 bits. They compute with whole numbers in units of 2^−fixedBits.

const (
	errorBits = 180
	fixedBits = 224
)

var fixedOne = new(big.Int).Lsh(big.NewInt(1), fixedBits)

// spread turns a computed value into a lower and an upper bound.
func spread(v *big.Float) (lo, hi *big.Float) {
	slack := new(big.Float).SetMantExp(v, -errorBits)
	slack.Abs(slack)
	return down().Sub(v, slack), up().Add(v, slack)
}

// fixed returns x·2^bits, cut to a whole number.
func fixed(x *big.Float, bits int) *big.Int {
	n, _ := new(big.Float).SetMantExp(x, bits).Int(nil)
	return n
}

// unfixed returns n·2^−bits.
func unfixed(n *big.Int, bits int) *big.Float {
	x := new(big.Float).SetInt(n)
	return x.SetMantExp(x, -bits)
}

// nested returns 1 + y/d(1)·(1 + y/d(2)·(… (1 + y/d(terms)))), for y in fixed point.
func nested(y *big.Int, terms int, d func(n int) int64) *big.Int {
	t := new(big.Int).Set(fixedOne)
	divisor := new(big.Int)
	for n := terms; n >= 1; n-- {
		t.Mul(t, y)
		t.Rsh(t, fixedBits)
		t.Quo(t, divisor.SetInt64(d(n)))
		t.Add(t, fixedOne)
	}
	return t
}

// largestExponential bounds |x| in expPoint, so that the exponent of e^x is at most largestExponent. For x below
// leastExponential, Exp returns the interval from 0 to e^leastExponential, so that exponents of products of a few such
// numbers are bounded, too.
const (
	largestExponential = 1.8e8
	leastExponential   = -2e7
)

// expPoint is e^x for |x| ≤ largestExponential: with x = k·ln 2 + r, it is
// 2^k·(e^{r/256})^256, the inner power by its Taylor series.
func expPoint(x *big.Float) *big.Float {
	const squarings = 8 // 2^8 = 256
	near, _ := x.Float64()
	k := math.Round(near / math.Ln2)
	r := new(big.Float).SetPrec(constantBits).Mul(ln2, big.NewFloat(k))
	r.Sub(x, r)
	t := nested(fixed(r, fixedBits-squarings), 18, func(n int) int64 { return int64(n) })
	for range squarings {
		t.Mul(t, t)
		t.Rsh(t, fixedBits)
	}
	return unfixed(t, fixedBits-int(k))
}

// small bounds |x| in expm1Point and log1pPoint, 2^−8.
const small = 1.0 / 256

// expm1Point is e^x − 1 for |x| ≤ small: x·Σ x^n/(n+1)!.
func expm1Point(x *big.Float) *big.Float {
	h := nested(fixed(x, fixedBits), 20, func(n int) int64 { return int64(n + 1) })
	return new(big.Float).SetPrec(constantBits).Mul(x, unfixed(h, fixedBits))
}

// log1pPoint is log(1+y) for |y| ≤ small: 2·artanh(y/(2+y)), and y where the
// next term, y²/2, is below the error bound.
func log1pPoint(y *big.Float) *big.Float {
	if y.MantExp(nil) < -2*precision {
		return new(big.Float).Set(y)
	}
	t := new(big.Float).SetPrec(constantBits).Add(y, big.NewFloat(2))
	t.Quo(y, t)
	square := new(big.Float).SetPrec(constantBits).Mul(t, t)
	u := fixed(square, fixedBits)
	sum, divisor := new(big.Int), new(big.Int)
	for k := 12; k >= 0; k-- { // Σ u^k/(2k+1)
		sum.Mul(sum, u)
		sum.Rsh(sum, fixedBits)
		sum.Add(sum, divisor.Quo(fixedOne, divisor.SetInt64(int64(2*k+1))))
	}
	t.Mul(t, unfixed(sum, fixedBits))
	return t.SetMantExp(t, 1)
}

// logPoint is log x for x > 0. It takes the logarithm y of x's leading digits from
// package math and adds log(x/e^y) = 2·artanh((x−e^y)/(x+e^y)). It is nil if y is
// not near log x, which would be an error of package math.
func logPoint(x *big.Float) *big.Float {
	m := new(big.Float)
	e := x.MantExp(m)
	if near, _ := m.Float64(); near < math.Sqrt2/2 {
		m.SetMantExp(m, 1)
		e--
	}
	scale := new(big.Float).SetPrec(constantBits).Mul(ln2, big.NewFloat(float64(e)))
	near, _ := m.Float64()
	if math.Abs(near-1) < small/2 {
		y := new(big.Float).SetPrec(constantBits).Sub(m, big.NewFloat(1))
		if e == 0 {
			return log1pPoint(y)
		}
		return scale.Add(scale, log1pPoint(y))
	}
	y := big.NewFloat(math.Log(near))
	power := expPoint(y)
	t := new(big.Float).SetPrec(constantBits).Sub(m, power)
	t.Quo(t, power.SetPrec(constantBits).Add(m, power))
	if t.Sign() != 0 && t.MantExp(nil) > -40 {
		return nil
	}
	square := new(big.Float).SetPrec(constantBits).Mul(t, t)
	third := new(big.Float).SetPrec(constantBits).Quo(square, big.NewFloat(3))
	fifth := new(big.Float).SetPrec(constantBits).Mul(square, square)
	third.Add(third, fifth.Quo(fifth, big.NewFloat(5)))
	third.Add(third, big.NewFloat(1))
	t.Mul(t, third) // t + t³/3 + t⁵/5
	scale.Add(scale, t.SetMantExp(t, 1))
	return scale.Add(scale, y)
}
