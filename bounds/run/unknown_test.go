package run

import (
	"math"
	"testing"
)

// Of a choice that is not known nothing small comes out: a factor of 1 would be the
// unsound direction.
func TestUnknownChoicesGiveNoNumber(t *testing.T) {
	r := Run{N: 10, B: 3, T: 4, Eta: 0.1, Clip: 1, Sigma: 1, Noise: IterateNoise, Adjacency: ZeroOut, Scheme: Cyclic}
	if r.Kappa() != 1 || r.IterateNoise() != 1 || r.Dropped() != 1 {
		t.Fatalf("κ = %v, σ = %v, %d are dropped", r.Kappa(), r.IterateNoise(), r.Dropped())
	}
	for _, adjacency := range []Adjacency{"", "swap"} {
		r := r
		if r.Adjacency = adjacency; !math.IsNaN(r.Kappa()) || !math.IsNaN(r.Sensitivity()) {
			t.Errorf("adjacency %q: κ = %v, s = %v", adjacency, r.Kappa(), r.Sensitivity())
		}
	}
	for _, noise := range []Convention{"", "variance"} {
		r := r
		if r.Noise = noise; !math.IsNaN(r.IterateNoise()) || !math.IsNaN(r.WithIterateNoise(1).Sigma) {
			t.Errorf("convention %q: σ = %v", noise, r.IterateNoise())
		}
	}
	defer func() {
		if said := recover(); said != `no case for "random"` {
			t.Errorf("an unknown scheme drops nothing: %v", said)
		}
	}()
	r.Scheme = "random"
	r.Dropped()
}
