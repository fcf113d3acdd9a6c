package interval

import "math/big"

// These functions are evaluated at the lower end, and a bound on the derivative gives
// the upper end. Exp does so only for narrow intervals, Expm1 and Log1p only near 0.

// width is hi − lo, rounded up.
func width(lo, hi *big.Float) *big.Float { return sum(up(), hi, new(big.Float).Neg(lo)) }

// within reports whether both ends are at most limit in absolute value.
func within(lo, hi *big.Float, limit float64) bool {
	l := big.NewFloat(limit)
	return hi.Cmp(l) <= 0 && lo.Cmp(l.Neg(l)) >= 0
}

// Exp is e^x; undefined if x may exceed 1.8e8.
func (x Number) Exp() Number {
	if !x.Defined() {
		return x
	}
	if x.IsZero() {
		return Int(1)
	}
	lo, hi := x.ends()
	least := big.NewFloat(leastExponential)
	switch {
	case hi.Cmp(big.NewFloat(largestExponential)) > 0:
		return Undefined
	case lo.Cmp(least) < 0:
		if hi.Cmp(least) < 0 {
			hi = least
		}
		_, most := spread(expPoint(hi))
		return between(down(), most) // from 0: e^lo may have too small an exponent
	}
	a, b := spread(expPoint(lo))
	if w := width(lo, hi); w.Cmp(big.NewFloat(1.0/256)) <= 0 {
		// e^w ≤ 1 + 2w for w ≤ 1
		w.SetMantExp(w, 1)
		b.Mul(b, sum(up(), w, big.NewFloat(1)))
	} else {
		_, b = spread(expPoint(hi))
	}
	return between(a, b)
}

// Expm1 is e^x − 1, precise near 0.
func (x Number) Expm1() Number {
	if !x.Defined() || x.IsZero() {
		return x
	}
	lo, hi := x.ends()
	if !within(lo, hi, small) {
		return x.Exp().Sub(Int(1))
	}
	a, b := spread(expm1Point(lo))
	w := width(lo, hi) // times e^x ≤ e^small < 2
	return between(a, sum(up(), b, w.SetMantExp(w, 1)))
}

// Tanh is the hyperbolic tangent of x.
func (x Number) Tanh() Number {
	sign, certain := x.Sign()
	if certain && sign > 0 { // by a negative exponent, which cannot overflow
		return x.Neg().Tanh().Neg()
	}
	e := x.Mul(Int(2)).Expm1()
	return e.Quo(e.Add(Int(2)))
}

// Log is log x; undefined if x may be 0 or less.
func (x Number) Log() Number {
	if !x.positive() {
		return Undefined
	}
	lo, hi := x.ends()
	v := logPoint(lo)
	if v == nil {
		return Undefined
	}
	a, b := spread(v)
	w := width(lo, hi)
	return between(a, sum(up(), b, w.Quo(w, lo)))
}

// Log1p is log(1+x), precise near 0; undefined if 1+x may be 0 or less.
func (x Number) Log1p() Number {
	if !x.Defined() || x.IsZero() {
		return x
	}
	x.logarithmOnce.Do(func() { x.logarithm = x.log1p() })
	return x.logarithm
}

func (x Number) log1p() Number {
	lo, hi := x.ends()
	if !within(lo, hi, small) {
		return x.Add(Int(1)).Log()
	}
	a, b := spread(log1pPoint(lo))
	w := width(lo, hi) // times 1/(1+x) < 2
	return between(a, sum(up(), b, w.SetMantExp(w, 1)))
}

// Pow is x^y for x > 0, 0 for x = 0 and y > 0, and x for y = 1. Otherwise it is
// undefined, also where x may be 0 without being exactly 0.
func (x Number) Pow(y Number) Number {
	switch {
	case !x.Defined() || !y.Defined():
		return Undefined
	case x.IsZero() && y.positive():
		return x
	case y.exact != nil && y.exact.Cmp(one) == 0:
		return x
	}
	return x.Log().Mul(y).Exp()
}

var one = big.NewRat(1, 1)

// Geometric is Σ_{i<n} r^i for r = e^logR ≤ 1.
func Geometric(logR Number, n int) Number {
	if n == 0 || logR.IsZero() {
		return Int(n)
	}
	return logR.Mul(Int(n)).Expm1().Quo(logR.Expm1())
}
