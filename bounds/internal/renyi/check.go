package renyi

import (
	"errors"
	"math"
)

// ErrNotConverged says that a quadrature did not reach its tolerance. The value returned with it is +Inf.
var ErrNotConverged = errors.New("renyi: quadrature did not converge")

// ErrDomain says that an argument is outside of its domain. The value returned with it is +Inf.
var ErrDomain = errors.New("renyi: 0 <= q <= 1, u >= 0 and 1 < alpha < +Inf are needed")

// roundingSlack is the relative amount by which a result is raised for the rounding errors of its few hundred operations, in
// addition to the allowances of the series and the quadrature. Without it series are at most 7e-15 below 300-bit arithmetic
// (TestSeriesAgainstBig).
const roundingSlack = 1e-13

// ofLog returns ln(1 + e^l)/(alpha−1), raised for the rounding of l by some units in its last place. If e^l is tiny, an
// absolute error of l is a relative error of the result.
func ofLog(l, alpha float64) (float64, error) {
	return finish(log1pExp(l) / (alpha - 1) * (1 + 4*epsilon*max(0, -l)))
}

// finish returns a result raised for rounding. For NaN or a negative number it returns +Inf and ErrNotConverged.
func finish(v float64) (float64, error) {
	if math.IsNaN(v) || v < 0 {
		return math.Inf(1), ErrNotConverged
	}
	return v * (1 + roundingSlack), nil
}
