package interval

import "math/big"

// The references are computed in other ways than the package does, at
// referenceBits bits, without error bounds of their own.

const referenceBits = 2400

func ref() *big.Float { return new(big.Float).SetPrec(referenceBits) }

// refExp halves x until it is tiny, sums its series and squares back.
func refExp(x *big.Float) *big.Float {
	const halvings = 60
	y := ref().SetMantExp(x, -halvings)
	if x.MantExp(nil) > 40 {
		panic("too large for the reference")
	}
	// Squared in the form (1+e)² − 1 = e(2+e), which keeps what is small.
	sum, term := ref(), ref().SetInt64(1)
	for n := int64(1); n < 200; n++ {
		term.Mul(term, y)
		term.Quo(term, ref().SetInt64(n))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, ref().Add(sum, ref().SetInt64(2)))
	}
	return sum.Add(sum, ref().SetInt64(1))
}

// refExpm1 has all its digits because refExp has many more than the tests read.
func refExpm1(x *big.Float) *big.Float { return ref().Sub(refExp(x), ref().SetInt64(1)) }

// refLog takes 60 square roots and sums the logarithm's own series.
func refLog(x *big.Float) *big.Float {
	const roots = 60
	y := ref().Set(x)
	for range roots {
		y.Sqrt(y)
	}
	for y.Cmp(big.NewFloat(1.1)) > 0 || y.Cmp(big.NewFloat(0.9)) < 0 {
		panic("too far for the reference")
	}
	y.Sub(y, ref().SetInt64(1))
	sum, power := ref(), ref().Set(y)
	for n := int64(1); n < 200; n++ {
		sum.Add(sum, ref().Quo(power, ref().SetInt64(n)))
		power.Mul(power, y)
		power.Neg(power)
	}
	return sum.SetMantExp(sum, roots)
}

// refPi is Machin's 16·arctan(1/5) − 4·arctan(1/239).
func refPi() *big.Float {
	arctan := func(inverse int64) *big.Float {
		sum, power := ref(), ref().Quo(ref().SetInt64(1), ref().SetInt64(inverse))
		square := ref().SetInt64(-inverse * inverse)
		for n := int64(1); n < 1200; n += 2 {
			sum.Add(sum, ref().Quo(power, ref().SetInt64(n)))
			power.Quo(power, square)
		}
		return sum
	}
	a := ref().Mul(arctan(5), ref().SetInt64(16))
	return a.Sub(a, ref().Mul(arctan(239), ref().SetInt64(4)))
}

var refRootTwoPi = ref().Sqrt(ref().Mul(refPi(), ref().SetInt64(2)))

// refTail is Φ(−x) = 1/2 − Σ_k (−1)^k x^{2k+1}/(2^k k! (2k+1))/√(2π), the
// alternating series of the error function, for |x| ≤ 38.
func refTail(x *big.Float) *big.Float {
	square := ref().Mul(x, x)
	square.Neg(square)
	sum, term := ref(), ref().Set(x)
	for k := int64(0); k < 4000; k++ {
		sum.Add(sum, ref().Quo(term, ref().SetInt64(2*k+1)))
		term.Mul(term, square)
		term.Quo(term, ref().SetInt64(2*(k+1)))
		if term.Sign() == 0 || term.MantExp(nil) < -referenceBits {
			break
		}
	}
	return ref().Sub(big.NewFloat(0.5), sum.Quo(sum, refRootTwoPi))
}

func refDensity(x *big.Float) *big.Float {
	y := ref().Mul(x, x)
	y.Quo(y, ref().SetInt64(-2))
	return y.Quo(refExp(y), refRootTwoPi)
}
