package certify

import (
	"math"

	"lastiterate/bounds/internal/interval"
)

// doubtful is the relative difference within which rounding could have decided which
// of two numbers is the larger; each is a dozen operations on stated numbers at most.
const doubtful = 1e-13

// Compare is the sign of value − limit, two numbers that were computed in floating
// point: by the decimals that were stated where rounding could have changed it, so
// that 0.1·3 is at 0.3 and not above it. What is stated are two numbers in the same
// order. What cannot be told apart even so counts as above the limit.
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
