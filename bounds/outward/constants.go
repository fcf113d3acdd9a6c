package outward

import "math/big"

// ln 2 and π to 100 decimals (OEIS A002162 and A000796), cut, so that each is
// below its constant by at most 1e-99, under 2^−328. A test sums their series.
const (
	ln2Digits = "0.6931471805599453094172321214581765680755001343602552541206800094933936219696947156058633269964186875"
	piDigits  = "3.1415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253421170679"
)

// constantBits is the precision at which the constants are kept, with an
// absolute error below 2^−317 each.
const constantBits = 320

var (
	ln2        = constant(ln2Digits)
	pi         = constant(piDigits)
	rootHalfPi = new(big.Float).Sqrt(new(big.Float).Quo(pi, big.NewFloat(2))) // a test squares it
	rootTwoPi  = twice(spread(rootHalfPi))
)

func constant(digits string) *big.Float {
	r, _ := new(big.Rat).SetString(digits)
	return new(big.Float).SetPrec(constantBits).SetRat(r)
}

func twice(lo, hi *big.Float) Number {
	two := big.NewFloat(2)
	return Number{lo: lo.Mul(lo, two), hi: hi.Mul(hi, two)}
}
