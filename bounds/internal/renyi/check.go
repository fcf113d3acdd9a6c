package renyi

import (
	"errors"
	"fmt"
	"math"
)

// ErrNotConverged says that a quadrature did not reach its tolerance. The value
// that comes with it is +Inf.
var ErrNotConverged = errors.New("renyi: quadrature did not converge")

// A DomainError names an argument outside of its domain. The value that comes
// with it is +Inf.
type DomainError struct {
	Arg   string  // the argument: "q", "u" or "alpha"
	Value float64 // what was given
	Want  string  // the domain
}

func (e DomainError) Error() string {
	return fmt.Sprintf("renyi: %s = %v, want %s", e.Arg, e.Value, e.Want)
}

// check rejects arguments outside of 0 <= q <= 1, u >= 0, 1 < alpha < +Inf; NaN
// is always outside.
func check(q, u, alpha float64) error {
	switch {
	case !(q >= 0 && q <= 1):
		return DomainError{"q", q, "0 <= q <= 1"}
	case !(u >= 0):
		return DomainError{"u", u, "u >= 0"}
	case !(alpha > 1) || math.IsInf(alpha, 1):
		return DomainError{"alpha", alpha, "1 < alpha < +Inf"}
	}
	return nil
}

// roundingSlack is the relative amount by which a result is raised for the
// rounding of the few hundred operations behind it, beyond what the series and
// the quadrature add themselves. Before it is added, series lie at most 7e-15
// below 300-bit arithmetic (TestSeriesAgainstBig).
const roundingSlack = 1e-13

// finish turns a result into what is returned: raised for rounding, +Inf and
// an error when it is not a number.
func finish(v float64) (float64, error) {
	if math.IsNaN(v) || v < 0 {
		return math.Inf(1), ErrNotConverged
	}
	return v * (1 + roundingSlack), nil
}
