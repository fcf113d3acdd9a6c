package proof

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
)

// The distance before τ is that of going through every step. A step that leaves it unchanged, of which an
// epoch may have many, does not mean that it stays there.
func TestForwardIsEveryStep(t *testing.T) {
	for _, c := range []struct {
		name     string
		n, place int // batches of an epoch, and the one with the example
		factor   float64
		diameter float64
		after    int
	}{
		{"convex", 10, 9, 1, math.Inf(1), 0},
		{"convex, bounded", 10, 9, 1, 3.5, 0},
		{"convex, first batch", 10, 0, 1, math.Inf(1), 0},
		{"contractive", 10, 4, 0.5, math.Inf(1), 0},
		{"contractive, all examples", 1, 0, 0.5, math.Inf(1), 0},
		{"deleted", 10, 4, 0.5, math.Inf(1), 250},
	} {
		r := run.Run{N: c.n, B: 1, T: 500, Scheme: run.Cyclic, Diameter: c.diameter, After: c.after}
		next := func(t int, z float64) float64 {
			if z *= c.factor; t%c.n == c.place && t < r.Holding() {
				z++
			}
			return z
		}
		path := func() (shift.Path, bool) {
			return shift.Path{Trace: shift.Trace{FeasiblePoint: shift.FeasiblePoint{Tau: 400}}}, true
		}
		written, ok := Written(r, Candidate{shift.FeasiblePoint{Tau: 400}, true, path}, next).Write()
		if !ok {
			t.Fatal(c.name)
		}
		for step, want := 0, 0.0; step <= 400; step++ {
			if got := written.Track(step); got != want {
				t.Errorf("%s: %v apart before step %d, want %v", c.name, got, step, want)
				break
			}
			want = min(c.diameter, next(step, want))
		}
	}
}
