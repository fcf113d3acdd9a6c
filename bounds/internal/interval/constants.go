package interval

import "math/big"

// ln 2 and π·2^−2 in units of 2^−320 (OEIS A002162 and A000796), cut, so that
// each is below its constant by less than a unit. A test sums their series.
var (
	ln2Words = [5]uint64{0xb17217f7d1cf79ab, 0xc9e3b39803f2f6af, 0x40f343267298b62d, 0x8a0d175b8baafa2b, 0xe7b876206debac98}
	piWords  = [5]uint64{0xc90fdaa22168c234, 0xc4c6628b80dc1cd1, 0x29024e088a67cc74, 0x020bbea63b139b22, 0x514a08798e3404dd}
)

// constantBits is the precision of the stored constants; the absolute error of each is below 2^−317.
const constantBits = 320

var (
	ln2        = constant(ln2Words, 0)
	pi         = constant(piWords, 2)
	rootHalfPi = new(big.Float).Sqrt(new(big.Float).Quo(pi, big.NewFloat(2))) // a test squares it
	rootTwoPi  = twice(spread(rootHalfPi))
)

// constant is 0.words·2^exponent.
func constant(words [5]uint64, exponent int) *big.Float {
	n := new(big.Int)
	for _, w := range words {
		n.Lsh(n, 64)
		n.Or(n, new(big.Int).SetUint64(w))
	}
	x := new(big.Float).SetPrec(constantBits).SetInt(n)
	return x.SetMantExp(x, exponent-constantBits)
}

func twice(lo, hi *big.Float) Number {
	two := big.NewFloat(2)
	return Number{&value{lo: lo.Mul(lo, two), hi: hi.Mul(hi, two)}}
}
