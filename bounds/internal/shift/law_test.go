package shift

import (
	"math"
	"testing"
)

// The law of a sum must lie stochastically above the exact law, and be close
// in the mean.
func TestTotalAgainstEnumeration(t *testing.T) {
	one := EpochGroup{Shares: []Share{{0.2, 0}, {0.5, 0.3}, {0.3, 1}}, Epochs: 3}
	two := EpochGroup{Shares: []Share{{0.6, 0.05}, {0.4, 0.7}}, Epochs: 2}
	exact := []Share{{1, 0}}
	for _, s := range []EpochGroup{one, one, one, two, two} {
		var next []Share
		for _, a := range exact {
			for _, b := range s.Shares {
				next = append(next, Share{a.Weight * b.Weight, a.R + b.R})
			}
		}
		exact = next
	}
	got := Total([]EpochGroup{one, two})
	tail := func(shares []Share, r float64) (sum float64) {
		for _, s := range shares {
			if s.R >= r {
				sum += s.Weight
			}
		}
		return sum
	}
	for r := 0.0; r < 5; r += 0.037 {
		if tail(got, r) < tail(exact, r)-1e-12 {
			t.Errorf("P(R ≥ %v) = %v, exact %v: the law fell below", r, tail(got, r), tail(exact, r))
		}
	}
	mean := func(shares []Share) float64 { return LogMean(shares, 0) }
	if excess := mean(got) - mean(exact); excess < 0 || excess > 4*4.4/lawCells {
		t.Errorf("mean %v, exact %v", mean(got), mean(exact))
	}
}

// A sum of 10⁷ epochs must take no longer than a few doublings and stay finite.
func TestTotalManyEpochs(t *testing.T) {
	got := Total([]EpochGroup{{Shares: []Share{{0.5, 0}, {0.5, 1}}, Epochs: 1e7}})
	if mean := LogMean(got, 0); math.Abs(mean/5e6-1) > 0.05 || mean < 5e6 {
		t.Errorf("mean %v, want a little above 5e6", mean)
	}
}

// The law of twice the epochs loses twice as much to rounding: from 10⁸ epochs on,
// a δ near 1 was once met only because of the lost mass.
func TestTotalLosesNothing(t *testing.T) {
	third := []Share{{1. / 3, 1}, {1. / 3, 2}, {1. / 3, 4}}
	for _, epochs := range []int{1, 1000, 1e8, 18786463159, 1e15, 1e18} {
		got, weight := Total([]EpochGroup{{Shares: third, Epochs: epochs}}), 0.0
		for _, s := range got {
			weight += s.Weight
		}
		if !(weight >= 1) {
			t.Errorf("%d epochs: weights sum to %v", epochs, weight)
		}
		if epochs <= 1e8 && !(weight < 1+1e-4) {
			t.Errorf("%d epochs: weights sum to %v, far above 1", epochs, weight)
		}
	}
}
