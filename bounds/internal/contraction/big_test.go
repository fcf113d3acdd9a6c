package contraction

import (
	"math/big"
)

// 200-bit arithmetic, as an independent judge of what is rounded upward.

func num(x float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(x) }

func add(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(200).Add(a, b) }
func sub(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(200).Sub(a, b) }
func mul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(200).Mul(a, b) }
func quo(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(200).Quo(a, b) }
func root(a *big.Float) *big.Float   { return new(big.Float).SetPrec(200).Sqrt(a) }

func float(x *big.Float) float64 { v, _ := x.Float64(); return v }

// bigExp is the exponential series of x/2^10, squared ten times.
func bigExp(x *big.Float) *big.Float {
	small := new(big.Float).SetPrec(300).Quo(x, num(1024))
	sum, term := new(big.Float).SetPrec(300).SetInt64(1), new(big.Float).SetPrec(300).SetInt64(1)
	for k := int64(1); k < 80 && !negligible(term, sum, 300); k++ {
		term.Mul(term, small)
		term.Quo(term, new(big.Float).SetInt64(k))
		sum.Add(sum, term)
	}
	for range 10 {
		sum.Mul(sum, sum)
	}
	return new(big.Float).SetPrec(200).Set(sum)
}

var bigPi, _ = new(big.Float).SetPrec(200).SetString(pi200)

// bigTheta is erf(x/√2) = √(2/π)·e^{−x²/2}·Σ x^{2k+1}/(1·3·5⋯(2k+1)), positive terms.
func bigTheta(x *big.Float) *big.Float {
	if float(x) > 20 { // 1 − θ < 1e-88
		return num(1)
	}
	square := mul(x, x)
	term, sum := num(0).Set(x), num(0).Set(x)
	for k := 1; k < 600 && !negligible(term, sum, 200); k++ {
		term = quo(mul(term, square), num(float64(2*k+1)))
		sum = add(sum, term)
	}
	return mul(mul(root(quo(num(2), bigPi)), bigExp(quo(square, num(-2)))), sum)
}

// bigHalf is x(β) of n steps of z ↦ cz + o from the distance d, step by step:
// half of (what is to be paid)/√(Σ variances·weights²).
func bigHalf(c, o, d *big.Float, n int, beta float64) *big.Float {
	pay, sum, weight := num(0), sub(num(1), num(beta)), num(1)
	for range n - 1 {
		pay = add(pay, mul(o, weight))
		weight = mul(weight, c)
		sum = add(sum, mul(weight, weight))
	}
	pay = add(pay, mul(weight, add(o, mul(c, d))))
	return quo(pay, mul(num(2), root(sum)))
}

// bigStep is the map of y in 200 bits: add, factor.
func bigStep(cost, theta *big.Float) (plus, factor *big.Float) {
	e := bigExp(cost)
	return sub(e, num(1)), mul(theta, e)
}
