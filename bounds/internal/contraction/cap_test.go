package contraction

import (
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/run"
)

// A profile of a reshuffled run may start from a bound on the χ²-divergence at the
// end of every epoch. Two uses may be one step apart, so that a bound for uses a
// whole epoch apart is none: it must be at least what the mean over the positions
// gives after any number of epochs.
func TestReshuffledCapBoundsEveryEpoch(t *testing.T) {
	below := 0
	rapid.Check(t, func(t *rapid.T) {
		p := linear(rapid.Float64Range(-0.05, 0.2).Draw(t, "c − 1"), rapid.Float64Range(0.05, 0.5).Draw(t, "s"), 1,
			rapid.Float64Range(0.3, 4).Draw(t, "D"), 1)
		p.Order, p.Period = run.FreshOrder, rapid.IntRange(2, 12).Draw(t, "B")
		p.T = 40 * p.Period
		limit := p.search(atDelta(1e-5)).chi2
		for _, epochs := range []int{1, 2, 5, 40} {
			p.T = epochs * p.Period
			if y, _ := p.moment(2, p.lengths()); y > limit*(1+1e-9) {
				t.Fatalf("%+v: χ² may be %v after %d epochs, above the cap %v", p, y, epochs, limit)
			}
		}
		if far, _ := p.lengths().blocks(float64(p.Period), forever, 2); far < limit*(1-1e-9) {
			below++
		}
	})
	if below == 0 {
		t.Error("for 0 runs uses a whole epoch apart give a smaller cap, want at least 1")
	}
}
