package paper

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// D/s is a whole number as it is typed, and no step more is counted.
func TestEdgesOfDiameters(t *testing.T) {
	r := run.Run{N: 10, B: 10, T: 1000000, Clip: 0.5, Sigma: 1, Noise: run.IterateNoise, Adjacency: run.Replace, Scheme: run.Full,
		Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever, Eta: 0.1} // s = 0.01
	wrong := 0
	for k := int64(1); k < 1000; k++ {
		r.Diameter = rowtest.Decimal(k*10000, "")
		if math.Ceil(r.Diameter/r.Sensitivity()) != float64(k) {
			wrong++
		}
		if got := convexSquare(r); math.Abs(got-4*float64(k)) > 1e-9 { // 3D/s + ⌈D/s⌉
			t.Errorf("D = %v: %v, want %v", r.Diameter, got, 4*k)
		}
	}
	if wrong == 0 {
		t.Error("floating point gets 0 of the quotients wrong, want at least 1: the runs are too easy")
	}
}
