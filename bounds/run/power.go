package run

import "math"

// power returns dⁿ within a unit in the last place, where d is the decimal as which x in (0, 1] was stated. math.Pow squares a
// rounded number again and again, and each time doubles the relative error: after 10⁹ drops of a learning rate, nine of
// sixteen digits are left.
func power(x float64, n int) float64 {
	result, square := doubleDouble{high: 1}, statedDecimal(x)
	for ; n > 1; n /= 2 {
		if n%2 == 1 {
			result = result.times(square)
		}
		square = square.times(square)
	}
	if n == 1 {
		result = result.times(square)
	}
	return result.high
}

// A doubleDouble is the sum of two float64s, some 100 bits; low is below the last digit of high.
type doubleDouble struct{ high, low float64 }

// times is the product of x and y, with a relative error below 2^−100.
func (x doubleDouble) times(y doubleDouble) doubleDouble {
	product, rest := exactProduct(x.high, y.high)
	rest += float64(x.high*y.low) + float64(x.low*y.high)
	high := product + rest
	return doubleDouble{high, rest - (high - product)}
}

// statedDecimal is the decimal as which x in (0, 1] was stated.
func statedDecimal(x float64) doubleDouble {
	digits, exponent := decimal(x)
	const largest = 22 // the last power of ten that is a float64
	if exponent < -largest {
		return doubleDouble{high: x}
	}
	scale := math.Pow10(-exponent)
	product, rest := exactProduct(x, scale)
	high := float64(digits)
	low := float64(int64(digits) - int64(high)) // the 17 digits may be one more than a float64 holds
	return doubleDouble{x, ((high - product) - rest + low) / scale}
}

// exactProduct is xy as a sum of two float64s (Dekker 1971). It is exact if none of the parts under- or overflows.
func exactProduct(x, y float64) (product, rest float64) {
	product = float64(x * y)
	a, b := halves(x)
	c, d := halves(y)
	return product, float64(b*d) - (product - float64(a*c) - float64(b*c) - float64(a*d))
}

// halves are two numbers of at most 26 bits whose sum is x.
func halves(x float64) (high, low float64) {
	far := float64((1<<27 + 1) * x)
	high = far - (far - x)
	return high, x - high
}
