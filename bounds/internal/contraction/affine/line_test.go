package affine

import (
	"math"
	"testing"
)

// Where a factor is beyond the range of a float64, a distance of 0 stays 0 under a line through the origin, and
// every other one is too long to be told, but is a number.
func TestAfterBeyondTheRange(t *testing.T) {
	for _, c := range []struct {
		l          Line
		z, n, want float64
	}{{Line{Excess: 1}, 0, 2000, 0}, {Line{Excess: 1}, 1, 2000, math.Inf(1)}, {Line{Excess: 1, Offset: 1}, 0, 2000, math.Inf(1)},
		{Line{Excess: math.Inf(1)}, 1, 3, math.Inf(1)}, {Line{Excess: math.Inf(1), Offset: 1}, 1, 3, math.Inf(1)}} {
		if got := c.l.After(c.z, c.n); got != c.want {
			t.Errorf("%+v after %v steps from %v: %v, want %v", c.l, c.n, c.z, got, c.want)
		}
	}
}
