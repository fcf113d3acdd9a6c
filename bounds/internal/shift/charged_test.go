package shift

import (
	"math"
	"testing"

	_ "lastiterate/bounds/draws"
	"lastiterate/bounds/internal/shift/shifttest"

	"pgregory.net/rapid"
)

// waterfill solves one start by bisection on the level, term by term: slow,
// and independent of the closed sums.
func waterfill(c, s, distance float64, n int) float64 {
	paid := func(level float64) (total, cost float64) {
		w := 1.0
		for range n {
			w /= c
			a := max(0, level*w-s)
			total += a * w
			cost += (s + a) * (s + a)
		}
		return
	}
	lo, hi := 0.0, 1.0
	for total, _ := paid(hi); total < distance; total, _ = paid(hi) {
		hi *= 2
	}
	for range 200 {
		mid := (lo + hi) / 2
		if total, _ := paid(mid); total < distance {
			lo = mid
		} else {
			hi = mid
		}
	}
	_, cost := paid(hi)
	return cost
}

// The search by stretches must find the least over every τ.
func TestChargedTriesEveryStart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := ChargedProgram{FullBatch: program(t)}
		p.Excess = max(p.Excess, -0.9)
		p.Drift = p.Sensitivity * shifttest.LogUniform(t, "2ηC/s", 1, 1e3)
		T := rapid.IntRange(1, 60).Draw(t, "T")
		want, at := math.Inf(1), 0
		distance := 0.0
		for tau := range T {
			bound := min(distance, p.Drift*float64(tau), p.Diameter)
			if r := waterfill(1+p.Excess, p.Sensitivity, bound, T-tau); r < want {
				want, at = r, tau
			}
			distance = (1+p.Excess)*distance + p.Sensitivity
		}
		got := p.Solve(T)
		if shifttest.Relative(got.R, want) > 1e-9 {
			t.Fatalf("%+v, T=%d: got %v at τ=%d, every τ gives %v at τ=%d", p, T, got.R, got.Tau, want, at)
		}
	})
}

// The paper's program is one feasible point of the shift program with the same
// factor, so it can never be below its optimum.
func TestShiftNeverAboveCharged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := ChargedProgram{FullBatch: program(t)}
		p.Drift = p.Sensitivity * shifttest.LogUniform(t, "2ηC/s", 1, 1e3)
		T := int(shifttest.LogUniform(t, "T", 1, 1e7))
		if s, c := p.FullBatch.Solve(T).R, p.Solve(T).R; s > c*(1+1e-11) {
			// The charged track may use the clip where the linear program cannot.
			if p.Drift*float64(T) > p.Proven().track(T).Up() {
				t.Fatalf("%+v, T=%d: shift %v above %v", p, T, s, c)
			}
		}
	})
}
