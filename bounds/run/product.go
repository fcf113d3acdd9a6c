package run

import (
	"math/bits"
	"strconv"
	"strings"
)

// aboveOne reports whether xy > 1 for x, y ≥ 0. It multiplies exactly the shortest decimals of the two numbers, which are the
// stated ones.
func aboveOne(x, y float64) bool {
	a, powerA := decimal(x)
	b, powerB := decimal(y)
	high, low := bits.Mul64(a, b) // of at most 17 digits each, below 10^34
	const digits = 34             // the most digits of the product
	switch power := -powerA - powerB; {
	case high == 0 && low == 0 || power > digits:
		return false
	case power < 0:
		return true
	default:
		oneHigh, oneLow := uint64(0), uint64(1) // 10^power
		for range power {
			carry, next := bits.Mul64(oneLow, 10)
			oneHigh, oneLow = oneHigh*10+carry, next
		}
		return high > oneHigh || high == oneHigh && low > oneLow
	}
}

// decimal returns the shortest decimal of x ≥ 0 as n·10^power; n has at most 17 digits.
func decimal(x float64) (n uint64, power int) {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	n, _ = strconv.ParseUint(whole+fraction, 10, 64) // digits that FormatFloat wrote
	power, _ = strconv.Atoi(exponent)
	return n, power - len(fraction)
}
