package interval

import "math/big"

// Neg is −x.
func (x Number) Neg() Number {
	switch {
	case !x.Defined():
		return x
	case x.exact != nil:
		return Number{&value{exact: new(big.Rat).Neg(x.exact)}}
	}
	return Number{&value{lo: new(big.Float).Neg(x.hi), hi: new(big.Float).Neg(x.lo)}}
}

// Add is x + y.
func (x Number) Add(y Number) Number {
	switch {
	case !x.Defined() || !y.Defined():
		return Undefined
	case x.exact != nil && y.exact != nil:
		return Number{&value{exact: new(big.Rat).Add(x.exact, y.exact)}}.shortened()
	}
	a, b := x.ends()
	c, d := y.ends()
	return between(sum(down(), a, c), sum(up(), b, d))
}

// farApart is the gap of binary exponents above which sum uses only the smaller term's sign: exactly, package big would write
// out all the bits between the terms.
const farApart = 4 * precision

// sum sets z to a + b, rounded in z's direction. If the terms are far apart, z is the larger one, moved by a little that
// bounds the smaller.
func sum(z, a, b *big.Float) *big.Float {
	if a.Sign() == 0 || b.Sign() == 0 {
		return z.Add(a, b)
	}
	gap := a.MantExp(nil) - b.MantExp(nil)
	if gap < 0 {
		a, b, gap = b, a, -gap
	}
	if gap <= farApart {
		return z.Add(a, b)
	}
	if (b.Sign() > 0) != (z.Mode() == big.ToPositiveInf) {
		return z.Set(a) // omitting the smaller term is safe
	}
	little := new(big.Float).SetMantExp(big.NewFloat(float64(b.Sign())), a.MantExp(nil)-farApart)
	return z.Add(a, little)
}

// Sub is x − y.
func (x Number) Sub(y Number) Number { return x.Add(y.Neg()) }

// Mul is x·y.
func (x Number) Mul(y Number) Number {
	switch {
	case !x.Defined() || !y.Defined():
		return Undefined
	case x.exact != nil && y.exact != nil:
		return Number{&value{exact: new(big.Rat).Mul(x.exact, y.exact)}}.shortened()
	case x.IsZero() || y.IsZero():
		return Int(0)
	}
	a, b := x.ends()
	c, d := y.ends()
	if a.Sign() >= 0 && c.Sign() >= 0 {
		return between(down().Mul(a, c), up().Mul(b, d))
	}
	lo, hi := down().Mul(a, c), up().Mul(a, c)
	for _, p := range [][2]*big.Float{{a, d}, {b, c}, {b, d}} {
		if v := down().Mul(p[0], p[1]); v.Cmp(lo) < 0 {
			lo = v
		}
		if v := up().Mul(p[0], p[1]); v.Cmp(hi) > 0 {
			hi = v
		}
	}
	return between(lo, hi)
}

// Square is x².
func (x Number) Square() Number {
	sq := x.Mul(x)
	if sq.Defined() && sq.exact == nil && sq.lo.Sign() < 0 { // x may be 0
		sq.lo = down()
	}
	return sq
}

// Quo is x/y; undefined if y may be 0.
func (x Number) Quo(y Number) Number {
	sign, certain := y.Sign()
	switch {
	case !x.Defined() || !certain || sign == 0:
		return Undefined
	case sign < 0:
		return x.Neg().Quo(y.Neg())
	case x.exact != nil && y.exact != nil:
		return Number{&value{exact: new(big.Rat).Quo(x.exact, y.exact)}}.shortened()
	}
	a, b := x.ends()
	c, d := y.ends()
	// A lower end is divided by the larger divisor, unless it is negative.
	least, most := d, c
	if a.Sign() < 0 {
		least = c
	}
	if b.Sign() < 0 {
		most = d
	}
	return between(down().Quo(a, least), up().Quo(b, most))
}

// Sqrt is √x; undefined if x may be negative.
func (x Number) Sqrt() Number {
	if !x.Defined() {
		return x
	}
	lo, hi := x.ends()
	if lo.Sign() < 0 {
		return Undefined
	}
	a, b := nearRoot(lo), nearRoot(hi)
	for square(a).Cmp(lo) > 0 {
		a = down().Mul(a, belowOne)
	}
	for square(b).Cmp(hi) < 0 {
		b = up().Mul(b, aboveOne)
	}
	return between(a, b)
}

// nearRoot returns a number near √x.
func nearRoot(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return down()
	}
	return new(big.Float).SetPrec(precision).Sqrt(x)
}

// square is x², exactly.
func square(x *big.Float) *big.Float { return new(big.Float).SetPrec(2*precision).Mul(x, x) }

// belowOne and aboveOne are 1 ∓ 2^−126.
var (
	belowOne = new(big.Float).SetPrec(precision).Sub(big.NewFloat(1), new(big.Float).SetMantExp(big.NewFloat(1), 2-precision))
	aboveOne = new(big.Float).SetPrec(precision).Add(big.NewFloat(1), new(big.Float).SetMantExp(big.NewFloat(1), 2-precision))
)

// Ceil is the least whole number that is at least x.
func (x Number) Ceil() Number {
	if !x.Defined() {
		return x
	}
	if x.exact != nil {
		n := new(big.Int).Div(x.exact.Num(), x.exact.Denom()) // rounds down, for a positive divisor
		if !x.exact.IsInt() {
			n.Add(n, big.NewInt(1))
		}
		return Number{&value{exact: new(big.Rat).SetInt(n)}}.shortened()
	}
	lo, hi := x.ends()
	if hi.MantExp(nil) > constantBits || lo.MantExp(nil) > constantBits {
		return Undefined // too large to write out as a whole number
	}
	return between(down().SetInt(ceil(lo)), up().SetInt(ceil(hi)))
}

func ceil(x *big.Float) *big.Int {
	n, accuracy := x.Int(nil) // towards 0
	if accuracy == big.Below {
		n.Add(n, big.NewInt(1))
	}
	return n
}

// Lesser returns y if its upper end is certainly below x's or x is undefined, and x otherwise.
func Lesser(x, y Number) Number {
	if y.Defined() && (!x.Defined() || y.Upper().Less(x.Upper())) {
		return y
	}
	return x
}

// Min is the smaller of x and y.
func Min(x, y Number) Number {
	switch {
	case !x.Defined() || !y.Defined():
		return Undefined
	case x.AtMost(y):
		return x
	case y.AtMost(x):
		return y
	}
	a, b := x.ends()
	c, d := y.ends()
	if c.Cmp(a) < 0 {
		a = c
	}
	if d.Cmp(b) < 0 {
		b = d
	}
	return between(a, b)
}

// Max is the larger of x and y.
func Max(x, y Number) Number { return Min(x.Neg(), y.Neg()).Neg() }

// Hull returns the least interval that holds x and y.
func Hull(x, y Number) Number {
	if !x.Defined() || !y.Defined() {
		return Undefined
	}
	lo, hi := x.ends()
	least, most := y.ends()
	if least.Cmp(lo) < 0 {
		lo = least
	}
	if most.Cmp(hi) > 0 {
		hi = most
	}
	return between(lo, hi)
}
