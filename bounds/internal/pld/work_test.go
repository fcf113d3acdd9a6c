package pld

import (
	"math"
	"testing"

	"lastiterate/bounds/work"
)

// counted is a pair that counts how often its density is asked for, which is what
// compositions of little noise spend their time on.
type counted struct {
	pair
	densities int64
}

func (c *counted) at(x float64) (loss, logDensity float64) {
	c.densities++
	return c.pair.at(x)
}

// Densities are counted one by one. A cell of little noise has hundreds of them, of
// some 80 ns each: by cells alone a search for b over these steps took 82 s where its
// units stood for 11.
func TestWorkCountsDensities(t *testing.T) {
	for _, u := range []float64{3.05e-3, 8.35e-3, 0.033, 1} {
		pair := &counted{pair: &mixOverNormal{newSampledShift(0.1, u)}}
		step := Poisson(0.1, u)
		step.law = pairLaw{pair}
		w := work.NewBudget(math.MaxInt64, nil)
		if _, err := EpsilonWithin(w, 1e-6, RepeatedStep{step, 200}); err != nil {
			t.Fatalf("u = %v: epsilon: error %v, want none", u, err)
		}
		if w.Used() < densityUnits*pair.densities {
			t.Errorf("u = %v: %d units for %d densities, want at least %d", u, w.Used(), pair.densities, densityUnits*pair.densities)
		}
		if u < 4e-3 && w.Used() > 2*densityUnits*pair.densities {
			t.Errorf("u = %v: %d units for %d densities, want at most %d", u, w.Used(), pair.densities, 2*densityUnits*pair.densities)
		}
	}
}

// A budget that is too small for a law ends in the midst of it, not after it.
func TestBudgetEndsWithinALaw(t *testing.T) {
	pair := &counted{pair: &mixOverNormal{newSampledShift(0.1, 3.05e-3)}}
	const limit = 1 << 20
	w := work.NewBudget(limit, nil)
	err := work.Alone(func() { _, _ = pairLaw{pair}.grid(w, 1, 1e-12, math.Inf(1)) })
	if err == nil || pair.densities > limit/densityUnits {
		t.Errorf("a budget of %d units: %d densities, error %v, want at most %d densities and an error",
			limit, pair.densities, err, limit/densityUnits)
	}
}
