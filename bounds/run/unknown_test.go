package run

import (
	"math"
	"testing"
)

// An unknown choice gives NaN or a panic, never a factor of 1, which would make a bound too small.
func TestUnknownChoicesGiveNoNumber(t *testing.T) {
	r := Run{N: 10, B: 3, T: 4, Eta: 0.1, Clip: 1, Sigma: 1, Noise: IterateNoise, Adjacency: ZeroOut, Scheme: Cyclic}
	if r.Kappa() != 1 || r.IterateNoise() != 1 || r.Dropped() != 1 {
		t.Fatalf("κ = %v, σ = %v, %d are dropped, want 1, 1 and 1", r.Kappa(), r.IterateNoise(), r.Dropped())
	}
	for _, adjacency := range []Adjacency{"", "swap"} {
		r := r
		if r.Adjacency = adjacency; !math.IsNaN(r.Kappa()) || !math.IsNaN(r.Sensitivity()) {
			t.Errorf("adjacency %q: κ = %v, s = %v, want NaN", adjacency, r.Kappa(), r.Sensitivity())
		}
	}
	for _, noise := range []Convention{"", "variance"} {
		r := r
		if r.Noise = noise; !math.IsNaN(r.IterateNoise()) || !math.IsNaN(r.WithIterateNoise(1).Sigma) {
			t.Errorf("convention %q: σ = %v, want NaN", noise, r.IterateNoise())
		}
	}
	defer func() {
		if said := recover(); said != `no case for "random"` {
			t.Errorf("an unknown scheme panics with %v, want its name", said)
		}
	}()
	r.Scheme = "random"
	r.Dropped()
}
