package interval

import "math/big"

// seriesUpTo is the x above which the continued fraction of the Mills ratio is quicker than the series.
const seriesUpTo = 6

// farthest is the largest binary exponent of an argument of Mills.
const farthest = 1 << 10

// Mills is the Mills ratio R(x) = Φ(−x)/φ(x) of the standard normal law, which falls in x. It is undefined for |x| above
// 2^1024, and if R(x) exceeds all exponents.
func (x Number) Mills() Number {
	if !x.Defined() {
		return x
	}
	lo, hi := x.ends()
	if lo.MantExp(nil) > farthest || hi.MantExp(nil) > farthest {
		return Undefined
	}
	if lo.Sign() < 0 {
		// R(x) = √(2π)·e^{x²/2} − R(−x)
		least, most := Number{&value{lo: hi, hi: hi}}, Number{&value{lo: lo, hi: lo}}
		if hi.Sign() < 0 {
			least = least.reflected()
		} else {
			least = least.Mills()
		}
		most = most.reflected()
		if !least.Defined() || !most.Defined() {
			return Undefined
		}
		return between(least.lo, most.hi)
	}
	a, b := millsPoint(lo)
	// −1 < R' < 0, and R > 0
	w := width(lo, hi)
	if lower := sum(down(), a, new(big.Float).Neg(w)); lower.Sign() > 0 && w.Cmp(new(big.Float).SetMantExp(a, -100)) <= 0 {
		return between(lower, b)
	}
	a, _ = millsPoint(hi)
	return between(a, b)
}

// reflected is Mills at a negative point.
func (x Number) reflected() Number {
	half := x.Square().Mul(Fraction(1, 2))
	return half.Exp().Mul(rootTwoPi).Sub(x.Neg().Mills())
}

// millsPoint bounds R(x) for a point x ≥ 0.
func millsPoint(x *big.Float) (lo, hi *big.Float) {
	if x.Cmp(big.NewFloat(seriesUpTo)) <= 0 {
		return spread(millsSeries(x))
	}
	return millsFraction(x)
}

// millsSeries is √(π/2)·e^{x²/2} − Σ_k x^{2k+1}/(1·3·5⋯(2k+1)) for 0 ≤ x ≤ 6
// (Abramowitz and Stegun 26.2.11), whose sum is taken in fixed point.
func millsSeries(x *big.Float) *big.Float {
	const bits = 272
	square := new(big.Float).SetPrec(2*precision).Mul(x, x)
	y := fixed(square, bits)
	term, divisor := fixed(x, bits), new(big.Int)
	sum := new(big.Int).Set(term)
	for k := int64(3); term.Sign() != 0; k += 2 {
		term.Mul(term, y)
		term.Rsh(term, bits)
		term.Quo(term, divisor.SetInt64(k))
		sum.Add(sum, term)
	}
	whole := expPoint(square.SetMantExp(square, -1))
	r := new(big.Float).SetPrec(constantBits).Mul(whole, rootHalfPi)
	return r.Sub(r, unfixed(sum, bits))
}

// millsFraction bounds R(x) for x > 6 by two neighbouring convergents A/B of the continued fraction 1/(x + 1/(x + 2/(x + 3/(x
// + …)))), between which R(x) lies (Abramowitz and Stegun 26.2.14): A_{n+1} = x·A_n + n·A_{n−1}, and likewise B.
func millsFraction(x *big.Float) (lo, hi *big.Float) {
	const bits = 256
	fresh := func() *big.Float { return new(big.Float).SetPrec(bits) }
	near, _ := x.Float64()
	last := 24 + int(2000/(near*near))
	oldA, oldB := fresh(), fresh().SetInt64(1)
	a, b := fresh().SetInt64(1), fresh().Set(x)
	n, product := fresh(), fresh()
	for i := 1; i < last; i++ {
		n.SetInt64(int64(i))
		oldA.Mul(oldA, n)
		oldA.Add(oldA, product.Mul(x, a))
		oldA, a = a, oldA
		oldB.Mul(oldB, n)
		oldB.Add(oldB, product.Mul(x, b))
		oldB, b = b, oldB
	}
	lo, hi = oldA.Quo(oldA, oldB), a.Quo(a, b)
	if lo.Cmp(hi) > 0 {
		lo, hi = hi, lo
	}
	lo, _ = spread(lo)
	_, hi = spread(hi)
	return lo, hi
}

// GaussianProfile returns the privacy profile of a Gaussian mechanism whose
// shift is mu > 0 standard deviations, and minus its derivative in ε, at
// ε ≥ 0:
//
//	δ(ε) = Φ(−ε/μ + μ/2) − e^ε Φ(−ε/μ − μ/2),   −δ'(ε) = e^ε Φ(−ε/μ − μ/2)
//
// (Balle and Wang 2018, Theorem 8). With lo = ε/μ − μ/2 and hi = lo + μ it is
// φ(lo)·(R(lo) − R(hi)), because e^ε φ(hi) = φ(lo), and 1 − φ(lo)·(R(−lo) + R(hi)).
func GaussianProfile(mu, epsilon Number) (delta, slope Number) {
	middle, half := epsilon.Quo(mu), mu.Mul(Fraction(1, 2))
	lo, hi := middle.Sub(half), middle.Add(half)
	density := lo.Square().Mul(Fraction(-1, 2)).Exp().Quo(rootTwoPi)
	tail := hi.Mills()
	slope = density.Mul(tail)
	if sign, certain := lo.Sign(); certain && sign < 0 {
		return Int(1).Sub(density.Mul(lo.Neg().Mills().Add(tail))), slope
	}
	return density.Mul(lo.Mills().Sub(tail)), slope
}

// RootTwoPi is √(2π).
func RootTwoPi() Number { return rootTwoPi }
