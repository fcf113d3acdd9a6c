package adversary

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"lastiterate/bounds/internal/interval"
)

// A sum of powers over random uses, simulated: the law that rounds down is below
// the simulated one everywhere but for five standard errors, and not far below; and
// so is its cumulant.
func TestForgettingAgainstSimulation(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	source := rand.New(rand.NewPCG(8, 3))
	for _, c := range []struct {
		factor      float64
		T           int
		part, whole int
	}{
		{0.9, 50, 1, 4}, {0.99, 3000, 1, 50}, {0.5, 7, 1, 2}, {1, 300, 1, 10}, {-0.8, 31, 1, 3}, {-0.9, 40, 1, 2},
		{-0.99, 3001, 1, 20}, {-1.25, 20, 1, 3}, {1.1, 60, 1, 5}, {0, 10, 1, 3}, {0.999, 4, 2, 3}, {0.3, 1000001, 1, 3},
	} {
		law, squares := Forgetting(interval.Decimal(c.factor), c.T, c.part, c.whole)
		sums := make([]float64, simulations)
		first, steps := inverse(c.factor), min(c.T, 4000)
		wantSquares := 0.0
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
		if got := squares.Up(); !(got >= wantSquares*(1-1e-12) && got <= wantSquares*(1+1e-9)) {
			t.Errorf("%+v: the squares are %v, want %v", c, got, wantSquares)
		}
		loss := 0.15
		if c.factor < 0 {
			loss = 0.3
		}
		compareWithSimulated(t, fmt.Sprintf("%+v", c), law, sums, loss)
	}
}

// The same where passes are walked in a secret order, whose last one may be cut
// short and which may leave the example out.
func TestForgettingOrderAgainstSimulation(t *testing.T) {
	source := rand.New(rand.NewPCG(9, 3))
	for _, c := range []struct {
		factor      float64
		T, steps    int
		part, whole int
		once        bool
	}{
		{0.9, 50, 10, 1, 1, true}, {0.9, 53, 10, 7, 8, true}, {0.99, 3, 10, 1, 1, true}, {1, 45, 10, 9, 10, true},
		{1.2, 23, 10, 1, 1, true},
		{0.9, 50, 10, 1, 1, false}, {0.97, 153, 10, 7, 8, false}, {0.99, 3, 10, 1, 1, false}, {1, 45, 10, 9, 10, false},
		{1.2, 23, 10, 1, 1, false},
		{0.9999, 30000, 3000, 1, 1, false}, {0.999, 40100, 2000, 1, 2, true}, {0.5, 7, 1, 2, 3, false},
	} {
		law, squares := ForgettingOrder(interval.Decimal(c.factor), c.T, c.steps, c.part, c.whole, c.once)
		first := inverse(c.factor)
		sums := make([]float64, simulations)
		for i := range sums {
			place, in := source.IntN(c.steps), source.IntN(c.whole) < c.part
			for begin := 0; begin < c.T; begin += c.steps {
				if begin > 0 && !c.once {
					place, in = source.IntN(c.steps), source.IntN(c.whole) < c.part
				}
				if step := begin + place; in && step < c.T {
					age := c.T - 1 - step
					if math.Abs(c.factor) > 1 {
						age = step
					}
					sums[i] += math.Pow(first, float64(age))
				}
			}
		}
		want := 0.0
		for i := range c.T {
			want += math.Pow(first, float64(2*i))
		}
		if got := squares.Up(); !(got >= want*(1-1e-12) && got <= want*(1+1e-9)) {
			t.Errorf("%+v: the squares are %v, want %v", c, got, want)
		}
		compareWithSimulated(t, fmt.Sprintf("%+v", c), law, sums, 0.15)
	}
	for _, c := range []float64{0, -0.5, -2} {
		if law, squares := ForgettingOrder(interval.Decimal(c), 10, 5, 1, 1, false); squares.Defined() || law.Atoms != nil {
			t.Errorf("c = %v has the law %+v", c, law)
		}
	}
}

const simulations = 20000

func inverse(factor float64) float64 {
	if math.Abs(factor) > 1 {
		return 1 / factor
	}
	return factor
}

// compareWithSimulated wants a law that rounds down to be below simulated sums, and
// by no more than a loss of their deviations on average; and its cumulant.
func compareWithSimulated(t *testing.T, name string, law Law, sums []float64, loss float64) {
	t.Helper()
	slices.Sort(sums)
	runs := float64(len(sums))
	mass, mean := law.Below, 0.0
	for _, a := range law.Atoms {
		mass += a.High
		mean += a.Low * a.Least
		at, _ := slices.BinarySearchFunc(sums, a.Least, func(x, y float64) int {
			if x <= y {
				return -1
			}
			return 1
		})
		// S̃ ≤ S, so that P(S̃ ≤ x) is at least P(S ≤ x).
		if share := float64(at) / runs; share > mass+5*math.Sqrt(share*(1-share)/runs)+20/runs {
			t.Errorf("%s: at most %v has the probability %v, simulated %v", name, a.Least, mass, share)
			return
		}
	}
	if math.Abs(mass-1) > 1e-8 {
		t.Errorf("%s: the masses are %v", name, mass)
	}
	simulated, square := 0.0, 0.0
	for _, x := range sums {
		simulated += x / runs
		square += x * x / runs
	}
	spread := math.Sqrt(max(0, square-simulated*simulated))
	if room := 5*spread/math.Sqrt(runs) + 1e-9; mean > simulated+room || mean < simulated-room-loss*spread {
		t.Errorf("%s: the mean is %v, simulated %v ± %v", name, mean, simulated, spread)
	}
	for _, theta := range []float64{-1, 0.3, 1} {
		exact := 0.0
		for _, x := range sums {
			exact += math.Exp(theta*x) / runs
		}
		exact = math.Log(exact)
		got, room := law.cumulant(theta), 0.05+0.02*math.Abs(exact)
		if theta > 0 && got > exact+room || theta < 0 && got < exact-room || math.Abs(got-exact) > room+0.03*math.Abs(exact) {
			t.Errorf("%s: the cumulant at %v is %v, simulated %v", name, theta, got, exact)
		}
	}
}
