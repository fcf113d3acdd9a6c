package errfloat

import (
	"math"
	"testing"
)

// TestLog1pOutside: outside its domain a logarithm is NaN.
func TestLog1pOutside(t *testing.T) {
	for _, x := range []float64{math.Nextafter(-1, -2), -1.5, -1e300, math.Inf(-1), math.NaN()} {
		if got := Log1p(x); !math.IsNaN(got) {
			t.Errorf("Log1p(%v) = %v, want NaN", x, got)
		}
	}
	if got := Log1p(-1); !math.IsInf(got, -1) {
		t.Errorf("Log1p(-1) = %v, want −Inf", got)
	}
}
