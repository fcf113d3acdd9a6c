package certify

import (
	"math"

	"lastiterate/bounds/internal/interval"
)

// doubtful is the relative difference within which rounding could have decided which
// of two numbers is the larger. Each number is the result of at most a dozen operations on stated numbers.
const doubtful = 1e-13

// Compare returns the sign of value − limit, two numbers that were computed in floating
// point. If rounding could have changed the sign, it is that of the numbers that stated returns,
// computed from the stated decimals: 0.1·3 is equal to 0.3 and not above it. If even these cannot be
// told apart, Compare returns 1.
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
