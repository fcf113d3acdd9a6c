package errfloat

import (
	"math"
	"testing"
)

// Outside of its domain a logarithm is no number, at once.
func TestLog1pOutside(t *testing.T) {
	for _, x := range []float64{math.Nextafter(-1, -2), -1.5, -1e300, math.Inf(-1), math.NaN()} {
		if got := Log1p(x); !math.IsNaN(got) {
			t.Errorf("log(1 + %v) = %v", x, got)
		}
	}
	if got := Log1p(-1); !math.IsInf(got, -1) {
		t.Errorf("log 0 = %v", got)
	}
}
