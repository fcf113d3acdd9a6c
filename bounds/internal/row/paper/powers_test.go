package paper

import (
	"math"
	"testing"
)

// TestTheta compares with the defining sum, at both sides of c = 1 and as near
// to it as doubles go, where θ(j) = 1/j·(1 + (j−1)·ln c + …).
func TestTheta(t *testing.T) {
	for _, c := range []float64{0.01, 0.5, 0.97, 1 - 1e-9, 1, 1 + 1e-12, 1.02, 3} {
		for _, j := range []int{1, 2, 3, 10, 60} {
			sum := 0.0
			for i := range j {
				sum += math.Pow(c, -2*float64(i))
			}
			if got, want := theta(math.Log(c), j), 1/sum; math.Abs(got/want-1) > 1e-12 {
				t.Errorf("θ_%v(%d) = %v, want %v", c, j, got, want)
			}
		}
	}
}

// TestThetaExtremes has limits in closed form: θ falls to 0 for c ≤ 1 and to
// 1 − c^{−2} for c > 1, and nothing overflows on the way.
func TestThetaExtremes(t *testing.T) {
	const most = 1_000_000_000_000
	for _, e := range []struct {
		logC float64
		j    int
		want float64
	}{
		{math.Inf(-1), 1, 1}, {math.Inf(-1), 2, 0}, {math.Log(0.5), most, 0}, {0, most, 1e-12},
		{1e-30, most, 1e-12}, {-1e-30, most, 1e-12}, {math.Log(2), most, 0.75}, {700, most, 1},
		// c^{2j} = e² with j = 1e12: θ = (1 − c^{−2})/(1 − e^{−2}), 1 − c^{−2} = 2e-12.
		{1e-12, most, 2e-12 / (1 - math.Exp(-2))},
		// c^{2j} = e^{−2}: θ = (c^{−2} − 1)/(e² − 1).
		{-1e-12, most, 2e-12 / (math.Exp(2) - 1)},
	} {
		if got := theta(e.logC, e.j); !(math.Abs(got-e.want) <= 4e-12*e.want) {
			t.Errorf("θ at ln c = %v, j = %d: %v, want %v", e.logC, e.j, got, e.want)
		}
	}
}
