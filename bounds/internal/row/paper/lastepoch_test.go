package paper

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/shift"
)

// TestLastEpochAbove compares with the average over every position: the grouped
// one is above and by at most 1e-5 of it.
func TestLastEpochAbove(t *testing.T) {
	for _, batches := range []int{1, 2, exactBatches, exactBatches + 1, 3_000, 200_000} {
		for _, logC := range []float64{0, -1e-7, -1e-4, -0.01, -1, math.Inf(-1)} {
			terms := lastEpoch(logC, batches)
			weight := 0.0
			for _, w := range terms {
				weight += w.Weight
			}
			if math.Abs(weight-1) > 1e-12 {
				t.Errorf("B = %d: weights sum to %v", batches, weight)
			}
			for _, scale := range []float64{1e-9, 0.01, 1, 30, 5_000} {
				top, sum := scale, 0.0 // θ(1) = 1
				for j := 1; j <= batches; j++ {
					if scale < 1 {
						sum += math.Expm1(scale * theta(logC, j))
					} else {
						sum += math.Exp(scale*theta(logC, j) - top)
					}
				}
				want := math.Log1p(sum / float64(batches))
				if scale >= 1 {
					want = top + math.Log(sum/float64(batches))
				}
				if got := scale * shift.LogMean(terms, scale); !(got >= want*(1-1e-10) && got <= want*(1+1e-5)) {
					t.Errorf("B = %d, ln c = %v, scale %v: %v, want %v", batches, logC, scale, got, want)
				}
			}
		}
	}
}

// TestLastEpochOfMany: with 10¹² positions at c = 1 and a small scale the mean is
// scale·H_B/B, H_B = ln B + 0.5772156649 + ….
func TestLastEpochOfMany(t *testing.T) {
	const batches, scale = 1_000_000_000_000, 1e-3
	terms := lastEpoch(0, batches)
	if len(terms) > 20_000 {
		t.Errorf("%d terms", len(terms))
	}
	// The terms beyond the linear one: Σ (scale/j)²/2 = scale²·π²/12, and so on.
	want := scale*(math.Log(batches)+0.5772156649015329)/batches + scale*scale*math.Pi*math.Pi/12/batches
	if got := scale * shift.LogMean(terms, scale); !(got >= want*(1-1e-9) && got <= want*(1+1e-5)) {
		t.Errorf("%v, want %v", got, want)
	}
}
