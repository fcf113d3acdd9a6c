package bounds

import (
	"math"
	"math/big"
	"strconv"
)

// The arithmetic of the references of certified values: big.Float at referenceBits
// bits, rounded to nearest, with functions from their series. It shares nothing
// with package interval, and is good to 1e-50 or so.

const referenceBits = 256

type ref = *big.Float

func num(x float64) ref {
	z, _, err := big.ParseFloat(strconv.FormatFloat(x, 'g', -1, 64), 10, referenceBits, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	return z
}

func whole(n int) ref { return new(big.Float).SetPrec(referenceBits).SetInt64(int64(n)) }

func fresh() ref          { return new(big.Float).SetPrec(referenceBits) }
func plus(a, b ref) ref   { return fresh().Add(a, b) }
func minus(a, b ref) ref  { return fresh().Sub(a, b) }
func times(a, b ref) ref  { return fresh().Mul(a, b) }
func over(a, b ref) ref   { return fresh().Quo(a, b) }
func rootOf(a ref) ref    { return fresh().Sqrt(a) }
func squared(a ref) ref   { return times(a, a) }
func absolute(a ref) ref  { return fresh().Abs(a) }
func lesser(a, b ref) ref { return []ref{a, a, b}[a.Cmp(b)+1] }
func larger(a, b ref) ref { return []ref{b, a, a}[a.Cmp(b)+1] }

// powerOf is a^n by squaring.
func powerOf(a ref, n int) ref {
	out, base := whole(1), a
	for ; n > 0; n /= 2 {
		if n%2 == 1 {
			out = times(out, base)
		}
		base = squared(base)
	}
	return out
}

// sumOfPowers is Σ_{i=from}^{to−1} a^i, term by term.
func sumOfPowers(a ref, from, to int) ref {
	sum, term := whole(0), powerOf(a, from)
	for i := from; i < to; i++ {
		sum, term = plus(sum, term), times(term, a)
	}
	return sum
}

// expOf halves until the series is short and squares back.
func expOf(x ref) ref {
	if x.Sign() < 0 {
		return over(whole(1), expOf(fresh().Neg(x)))
	}
	halvings := max(40, x.MantExp(nil)+40)
	y := fresh().SetMantExp(x, -halvings)
	y.SetPrec(uint(referenceBits + 2*halvings))
	sum, term := new(big.Float).SetPrec(y.Prec()), new(big.Float).SetPrec(y.Prec()).SetInt64(1)
	for n := int64(1); n < 30; n++ { // e^y − 1
		term.Mul(term, y)
		term.Quo(term, new(big.Float).SetInt64(n))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, new(big.Float).SetPrec(y.Prec()).Add(sum, big.NewFloat(2)))
	}
	return plus(fresh().Set(sum), whole(1))
}

// logOf takes 40 square roots and sums 2·artanh.
func logOf(x ref) ref {
	const roots = 40
	y := new(big.Float).SetPrec(referenceBits + 2*roots).Set(x)
	for range roots {
		y = new(big.Float).SetPrec(y.Prec()).Sqrt(y)
	}
	one := big.NewFloat(1)
	t := new(big.Float).SetPrec(y.Prec()).Sub(y, one)
	t.Quo(t, y.Add(y, one))
	square := new(big.Float).SetPrec(t.Prec()).Mul(t, t)
	sum, term := new(big.Float).SetPrec(t.Prec()), t
	for n := int64(1); n < 30; n += 2 {
		sum.Add(sum, new(big.Float).SetPrec(t.Prec()).Quo(term, new(big.Float).SetInt64(n)))
		term = new(big.Float).SetPrec(t.Prec()).Mul(term, square)
	}
	return fresh().Set(sum.SetMantExp(sum, roots+1))
}

// tailOf is Φ(−y): for y > 9 by φ(y)/(y + 1/(y + 2/(y + 3/(y + …)))), from the far
// end, for y < −9 by its complement, and between them by the alternating series
// of the error function, with as many bits more as its terms are larger than its
// sum.
func tailOf(y ref) ref {
	size, _ := y.Float64()
	switch {
	case size > 9:
		fraction := y
		for k := 200; k >= 1; k-- {
			fraction = plus(y, over(whole(k), fraction))
		}
		density := over(expOf(over(squared(y), whole(-2))), rootOf(times(whole(2), machin(referenceBits+20))))
		return over(density, fraction)
	case size < -9:
		return minus(whole(1), tailOf(fresh().Neg(y)))
	}
	bits := uint(referenceBits + 3*size*size)
	wide := func() ref { return new(big.Float).SetPrec(bits) }
	square := wide().Mul(y, y)
	square.Neg(square)
	sum, term := wide(), wide().Set(y)
	for k := int64(0); term.Sign() != 0 && (k < 4 || term.MantExp(nil) > -int(bits)); k++ {
		sum.Add(sum, wide().Quo(term, wide().SetInt64(2*k+1)))
		term.Mul(term, square)
		term.Quo(term, wide().SetInt64(2*(k+1)))
	}
	sum.Quo(sum, wide().Sqrt(wide().Mul(big.NewFloat(2), machin(bits))))
	return fresh().Set(wide().Sub(big.NewFloat(0.5), sum))
}

var machins = map[uint]ref{}

// machin is π = 16·arctan(1/5) − 4·arctan(1/239).
func machin(bits uint) ref {
	bits = (bits + 63) / 64 * 64
	if machins[bits] != nil {
		return machins[bits]
	}
	arctan := func(inverse int64) ref {
		wide := func() ref { return new(big.Float).SetPrec(bits + 20) }
		sum, power := wide(), wide().Quo(big.NewFloat(1), wide().SetInt64(inverse))
		for n := int64(1); power.MantExp(nil) > -int(bits)-20; n += 2 {
			sum.Add(sum, wide().Quo(power, wide().SetInt64(n)))
			power.Quo(power, wide().SetInt64(-inverse*inverse))
		}
		return sum
	}
	a := arctan(5)
	a.Mul(a, big.NewFloat(16))
	c := arctan(239)
	machins[bits] = a.Sub(a, c.Mul(c, big.NewFloat(4)))
	return machins[bits]
}

// profileOf is δ_μ(ε) = Φ(−ε/μ+μ/2) − e^ε Φ(−ε/μ−μ/2).
func profileOf(muSquared ref, epsilon float64) ref {
	mu := rootOf(muSquared)
	e := fresh().SetFloat64(epsilon)
	middle, half := over(e, mu), over(mu, whole(2))
	return minus(tailOf(minus(middle, half)), times(expOf(e), tailOf(plus(middle, half))))
}

// convertedOf is the least ε over all orders that αρ converts to at δ: where its
// derivative ρ + log(αδ)/(α−1)² is 0. ρ(α−1)² + log(αδ) grows with α and has its
// root below 1/δ.
func convertedOf(rho, delta ref) ref {
	r, d := math.Log(float64Of(rho)), math.Log(float64Of(delta))
	lo, hi := -800.0, math.Log(math.Expm1(-d)) // log(α−1)
	for range 60 {
		if mid := (lo + hi) / 2; math.Exp(r+2*mid)+math.Log1p(math.Exp(mid))+d < 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	above := fresh().SetFloat64(math.Exp(lo))
	for range 4 { // Newton's steps: 50, 100, 200 bits
		alpha := plus(above, whole(1))
		value := plus(times(rho, squared(above)), logOf(times(alpha, delta)))
		slope := plus(times(times(whole(2), rho), above), over(whole(1), alpha))
		above = minus(above, over(value, slope))
	}
	alpha := plus(above, whole(1))
	value := plus(times(alpha, rho), logOf(over(above, alpha)))
	return minus(value, over(logOf(times(alpha, delta)), above))
}

func float64Of(x ref) float64 {
	f, _ := x.Float64()
	return f
}
