package renyi

import (
	"math"
	"testing"
)

// A profile whose nodes are so far apart that e to their distance is no number is
// integrated all the same. A Gaussian pair 400 deviations apart at an order next to 1
// loses α·400²/2; its profile by pieces of 1500 nats bounds that from above.
func TestFromProfileOfWidePieces(t *testing.T) {
	const alpha, mu = 1.00003, 400.0
	for _, width := range []float64{100, 600, 720, 1500, 5000} {
		var at, h []float64
		for x := 0.0; x < mu*mu; x += width {
			// Φ(μ/2 − x/μ) is above the profile of two Gaussians.
			at, h = append(at, x), append(h, math.Erfc((x/mu-mu/2)/math.Sqrt2)/2)
		}
		got, err := FromProfile(alpha, at, h, math.Inf(-1))
		// E[r^{α−1}] of a loss that is N(μ²/2, μ²) up to the last node.
		if want := alpha * mu * mu / 2; err != nil || !(got >= want*(1-1e-6) && got < want*1.05) {
			t.Errorf("pieces of %v nats: %v, %v; want a little more than %v", width, got, err, want)
		}
	}
}
