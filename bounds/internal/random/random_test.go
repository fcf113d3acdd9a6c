package random

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Of many draws, those below the geometric mean are half, and none is outside.
func TestLogUniform(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n, lo, hi = 10_000, 1e-3, 1e5
	below := 0
	for range n {
		x := LogUniform(rng, lo, hi)
		if x < lo || x > hi*(1+1e-12) {
			t.Fatalf("%v is not between %v and %v", x, lo, hi)
		}
		if x < math.Sqrt(lo*hi) {
			below++
		}
	}
	if math.Abs(float64(below)-n/2) > 5*math.Sqrt(n)/2 { // five standard deviations
		t.Errorf("%d of %d are below the geometric mean", below, n)
	}
}

func TestPickAndChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	const n = 10_000
	drawn := map[string]int{}
	heads := 0
	for range n {
		drawn[Pick(rng, "a", "b", "b", "c")]++
		if Chance(rng, 0.25) {
			heads++
		}
	}
	for what, x := range map[string]struct{ got, want int }{"a": {drawn["a"], n / 4}, "b": {drawn["b"], n / 2}, "c": {drawn["c"], n / 4},
		"heads": {heads, n / 4}} {
		if math.Abs(float64(x.got-x.want)) > 5*math.Sqrt(n)/2 {
			t.Errorf("%s %d times of %d, want about %d", what, x.got, n, x.want)
		}
	}
}

func TestRounded(t *testing.T) {
	for x, want := range map[float64]float64{1234.5: 1230, -0.00098765: -0.000988, 7: 7, math.Inf(1): math.Inf(1)} {
		if got := Rounded(x); got != want {
			t.Errorf("Rounded(%v) = %v, want %v", x, got, want)
		}
	}
}
