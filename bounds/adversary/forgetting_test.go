package adversary

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"lastiterate/bounds/outward"
)

// A sum of powers over random uses, simulated: the law that rounds down is below
// the simulated one everywhere but for five standard errors, and not far below; and
// so is its cumulant.
func TestForgettingAgainstSimulation(t *testing.T) {
	source := rand.New(rand.NewPCG(8, 3))
	for _, c := range []struct {
		factor      float64
		T           int
		part, whole int
	}{
		{0.9, 50, 1, 4}, {0.99, 3000, 1, 50}, {0.5, 7, 1, 2}, {1, 300, 1, 10}, {-0.8, 31, 1, 3}, {-0.9, 40, 1, 2},
		{-0.99, 3001, 1, 20}, {-1.25, 20, 1, 3}, {1.1, 60, 1, 5}, {0, 10, 1, 3}, {0.999, 4, 2, 3}, {0.3, 1000001, 1, 3},
	} {
		law, squares := Forgetting(outward.Decimal(c.factor), c.T, c.part, c.whole)
		const runs = 20000
		sums := make([]float64, runs)
		first, steps := c.factor, min(c.T, 4000)
		wantSquares := 0.0
		if math.Abs(first) > 1 {
			first = 1 / first
		}
		for i := range sums {
			power := 1.0
			for range steps {
				if source.IntN(c.whole) < c.part {
					sums[i] += power
				}
				if i == 0 {
					wantSquares += power * power
				}
				power *= first
			}
		}
		slices.Sort(sums)
		if got := squares.Up(); !(got >= wantSquares*(1-1e-12) && got <= wantSquares*(1+1e-9)) {
			t.Errorf("%+v: the squares are %v, want %v", c, got, wantSquares)
		}
		mass, mean := law.Below, 0.0
		for _, a := range law.Atoms {
			mass += a.High
			mean += a.Low * a.Least
			at, _ := slices.BinarySearchFunc(sums, a.Least, func(x, y float64) int {
				if x <= y+1e-12 {
					return -1
				}
				return 1
			})
			share := float64(at) / runs
			// S̃ ≤ S, so that P(S̃ ≤ x) is at least P(S ≤ x).
			if share > mass+5*math.Sqrt(share*(1-share)/runs)+20.0/runs {
				t.Errorf("%+v: at most %v has the probability %v, simulated %v", c, a.Least, mass, share)
			}
		}
		if math.Abs(mass-1) > 1e-9 {
			t.Errorf("%+v: the masses are %v", c, mass)
		}
		simulated, square := 0.0, 0.0
		for _, x := range sums {
			simulated += x / runs
			square += x * x / runs
		}
		spread := math.Sqrt(square - simulated*simulated)
		loss := 0.15
		if c.factor < 0 {
			loss = 0.3
		}
		if room := 5 * spread / math.Sqrt(runs); mean > simulated+room || mean < simulated-room-loss*spread {
			t.Errorf("%+v: the mean is %v, simulated %v ± %v", c, mean, simulated, spread)
		}
		for _, theta := range []float64{-1, 0.3, 1} {
			exact := 0.0
			for _, x := range sums {
				exact += math.Exp(theta*x) / runs
			}
			exact = math.Log(exact)
			got, room := law.cumulant(theta), 0.05+0.02*math.Abs(exact)
			if theta > 0 && got > exact+room || theta < 0 && got < exact-room || math.Abs(got-exact) > room+0.03*math.Abs(exact) {
				t.Errorf("%+v: the cumulant at %v is %v, simulated %v", c, theta, got, exact)
			}
		}
	}
}
