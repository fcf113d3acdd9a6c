package certify

import (
	"math"

	"lastiterate/bounds/internal/interval"
)

// doubtful is the relative difference up to which rounding may decide which of two numbers is larger. Each number is the
// result of at most a dozen operations on stated numbers.
const doubtful = 1e-13

// Compare returns the sign of value − limit, two numbers computed in floating point. If rounding may have changed the sign,
// Compare takes the numbers that stated computes from the stated decimals: 0.1·3 equals 0.3. If even these cannot be
// distinguished, it returns 1.
func Compare(value, limit float64, stated func() (value, limit interval.Number)) int {
	switch {
	case math.IsNaN(value) || math.IsNaN(limit):
		return 1
	case math.Abs(value-limit) > doubtful*max(math.Abs(value), math.Abs(limit)) || math.IsInf(value, 0) || math.IsInf(limit, 0):
		if value < limit {
			return -1
		}
		return 1
	}
	v, l := stated()
	sign, certain := v.Sub(l).Sign()
	if !certain {
		return 1
	}
	return sign
}
