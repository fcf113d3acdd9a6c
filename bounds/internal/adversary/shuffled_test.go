package adversary

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// pushes are the densities of an epoch of two batches at (x, y), in units of the noise, with the
// differing example and without it. Where the others push nothing, so does the zeroed example.
func pushes(ratio, x, y float64, flat bool) (with, without float64) {
	n, high, low := distuv.UnitNormal.Prob, 2*ratio, ratio
	if flat {
		high, low = ratio, 0
	}
	with = (n(x-high)*n(y) + n(x)*n(y-high)) / 2
	without = (n(x-low)*n(y) + n(x)*n(y-low)) / 2
	return with, without
}

// The floor of one epoch of two batches is below the loss of the pair, computed on a grid, and not far
// below it.
func TestShuffledAgainstThePair(t *testing.T) {
	for i, ratio := range []float64{0.3, 1, 3, 0.3, 1, 3} {
		flat := i >= 3
		for _, delta := range []float64{1e-5, 1e-3, 0.05} {
			floor := Shuffled{Period: 2, Epochs: 1, Ratio: ratio, Flat: flat}.Epsilon(delta)
			lost := func(epsilon float64) (p, q float64) { // δ in both directions
				const h = 0.03
				for x := -9.0; x < 9+2*ratio; x += h {
					for y := -9.0; y < 9+2*ratio; y += h {
						a, b := pushes(ratio, x, y, flat)
						p += max(0, a-math.Exp(epsilon)*b) * h * h
						q += max(0, b-math.Exp(epsilon)*a) * h * h
					}
				}
				return p, q
			}
			if p, q := lost(floor); max(p, q) < delta*(1-3e-3) { // what the grid may leave out
				t.Errorf("ratio %v, δ = %v: ε = %v, where δ is %v and %v", ratio, delta, floor, p, q)
			}
			// The whole pair says more than the largest push, but not much more.
			if p, q := lost(floor + 0.35 + 0.5*floor); max(p, q) > delta {
				t.Errorf("ratio %v, δ = %v: ε = %v is far below the pair’s", ratio, delta, floor)
			}
		}
	}
}

// Several epochs of one batch are a Gaussian mechanism, whose loss the floor does not pass.
func TestShuffledOfOneBatch(t *testing.T) {
	for _, c := range []struct {
		epochs int
		ratio  float64
	}{{1, 1}, {4, 0.5}, {100, 0.1}, {5000, 0.01}} {
		mu := c.ratio * math.Sqrt(float64(c.epochs))
		s := Shuffled{Period: 1, Epochs: c.epochs, Ratio: c.ratio}
		for _, delta := range []float64{1e-6, 0.01} {
			profile := func(e float64) float64 {
				return distuv.UnitNormal.CDF(mu/2-e/mu) - math.Exp(e)*distuv.UnitNormal.CDF(-mu/2-e/mu)
			}
			if e := s.Epsilon(delta); !(e > 0.2*mu) || profile(e) < delta*(1-1e-9) {
				t.Errorf("%+v: ε = %v at δ = %v, where the Gaussian has δ = %v", c, e, delta, profile(e))
			}
		}
		for _, alpha := range []float64{1.1, 2, 30} {
			if e, most := s.Renyi(alpha), alpha*mu*mu/2; !(e > 0.02*most) || e > most*(1+1e-12) {
				t.Errorf("%+v: ε(%v) = %v, the Gaussian’s is %v", c, alpha, e, most)
			}
		}
	}
}

// The loss does not fall with more epochs, and is always a finite number.
func TestShuffledGrows(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 14))
	for range 200 {
		s := Shuffled{Period: 1 + rng.IntN(500), Epochs: 1 + rng.IntN(40), Ratio: math.Exp(3 * rng.NormFloat64())}
		delta, alpha := math.Exp(-30*rng.Float64()), 1+math.Exp(2*rng.NormFloat64())
		more := s
		more.Epochs += 1 + rng.IntN(10)
		// The search for a threshold is coarse, so the larger run may lose a little less.
		if a, b := s.Epsilon(delta), more.Epsilon(delta); !(a >= 0) || !(b >= 0.98*a) || math.IsInf(b, 0) {
			t.Errorf("%+v at δ = %v: %v, with %d epochs %v", s, delta, a, more.Epochs, b)
		}
		if a, b := s.Renyi(alpha), more.Renyi(alpha); !(a >= 0) || !(b >= 0.98*a) || math.IsInf(b, 0) {
			t.Errorf("%+v at order %v: %v, with %d epochs %v", s, alpha, a, more.Epochs, b)
		}
	}
}

// The probability of the largest push, against the plain formula.
func TestShuffledAbove(t *testing.T) {
	for _, period := range []int{1, 2, 10, 1000} {
		for _, c := range []float64{0, 0.5, 2, 4, 6} {
			s := Shuffled{Period: period, Epochs: 1, Ratio: 1.7}
			phi := distuv.UnitNormal.CDF
			want := 1 - phi(c-2*1.7)*math.Pow(phi(c), float64(period-1))
			if p := s.above(c, 2); !p.Defined() || !(p.Down() <= want*(1+1e-10)) || !(p.Up() >= want*(1-1e-10)) ||
				p.Up()-p.Down() > 1e-10*want {
				t.Errorf("%d steps, above %v: from %v to %v, want %v", period, c, p.Down(), p.Up(), want)
			}
		}
	}
}
