package pld

import (
	"fmt"
	"math"
	"testing"
)

// Values of an independent program: sums of log-normals on a grid of the mean of .002 to .004, rounded to
// the safe side, so at most 3 % high, in the directions of removal and of addition. An answer is
// no more than 1 % above, and not below what a published interval leaves.
func TestAllocationValues(t *testing.T) {
	for _, v := range []struct {
		bins, epochs int
		u, delta     float64
		least, most  float64
	}{
		{10, 1, 1, 1e-5, 2.18904 * 0.999, 2.18904 * 1.01},
		{234, 4, 1, 1e-5, 0.6364, 0.6580},
		{98, 40, 1.1, 1e-5, 2.98, 3.097},
	} {
		e, err := EpsilonWithin(nil, v.delta, RepeatedStep{Allocation(v.bins, v.bins, v.u), v.epochs})
		if err != nil || !(v.least <= e && e <= v.most) {
			t.Errorf("%d batches, %d epochs, u = %v: ε = %v (%v), want from %v to %v", v.bins, v.epochs, v.u, e, err, v.least, v.most)
		}
	}
}

// An epoch of which the run takes one step is a Poisson step of the rate 1/B, whose profile is a sum of normal tails. The answer is
// right also if δ is so small that Q's mass, at a loss at which P has δ, underflows.
func TestAllocationAtTinyDeltas(t *testing.T) {
	for _, u := range []float64{0.5, 0.2, 0.1045, 0.07} {
		for _, delta := range []float64{1e-5, 1e-100, 1e-150, 1e-200, 1e-299} {
			for _, bins := range []int{2, 10} {
				want, err := EpsilonWithin(nil, delta, RepeatedStep{Poisson(1/float64(bins), u), 1})
				if err != nil {
					t.Fatal(err)
				}
				for _, taken := range []int{1, bins} {
					if got, err := EpsilonWithin(nil, delta, RepeatedStep{Allocation(bins, taken, u), 1}); !(got >= want*(1-1e-9)) {
						t.Errorf("%d of %d batches, u = %v, δ = %v: ε = %v (%v), want at least that of one of them alone, %v",
							taken, bins, u, delta, got, err, want)
					}
				}
			}
		}
	}
}

// In the direction of addition, too: 1.3691, 0.5926 and 3.006.
func TestAllocationOfAddition(t *testing.T) {
	for _, v := range []struct {
		bins, epochs int
		u, want      float64
	}{{10, 1, 1, 1.3691}, {234, 4, 1, 0.5926}, {98, 40, 1.1, 3.006}} {
		r, err := newRun([]RepeatedStep{{Allocation(v.bins, v.bins, v.u), v.epochs}})
		if err != nil {
			t.Fatal(err)
		}
		r.accuracy = accuracy
		b := r.blueprint(share*1e-5, math.Inf(1))
		c, err := r.compose(b, b.forDelta(1e-5), 1e-5, math.Inf(1))
		if err != nil {
			t.Fatal(err)
		}
		e, _, err := c.dual().epsilonAbove(1e-5, 0)
		if err != nil || !(e <= v.want*1.01 && e >= v.want*0.97) {
			t.Errorf("%d batches, %d epochs, u = %v: ε = %v (%v), want at most 1 %% above and 3 %% below %v",
				v.bins, v.epochs, v.u, e, err, v.want)
		}
	}
}

// One step of an epoch is a step of Poisson sampling at the rate 1/B, and one batch an epoch is
// the Gaussian mechanism.
func TestAllocationOfOneStep(t *testing.T) {
	for _, u := range []float64{0.3, 1, 4} {
		for _, bins := range []int{2, 17, 1000} {
			a, err := EpsilonWithin(nil, 1e-6, RepeatedStep{Allocation(bins, 1, u), 7})
			p, failed := EpsilonWithin(nil, 1e-6, RepeatedStep{Poisson(1/float64(bins), u), 7})
			if err != nil || failed != nil || !(a >= p*(1-1e-4) && a <= p*1.003) {
				t.Errorf("u = %v, %d batches: ε = %v (%v), want Poisson sampling's %v (%v)", u, bins, a, err, p, failed)
			}
		}
		a, _ := EpsilonWithin(nil, 1e-6, RepeatedStep{Allocation(1, 1, u), 7})
		if g, _ := EpsilonWithin(nil, 1e-6, RepeatedStep{Gaussian(u), 7}); a != g {
			t.Errorf("u = %v, one batch: ε = %v, want the Gaussian mechanism's %v", u, a, g)
		}
	}
}

// Two batches an epoch: E_γ by the trapezoidal rule in the plane of both steps' noise, where the
// second push follows the first output. No adaptive run loses more than the answer; at an ε half a per cent smaller, the run
// that pushes as far as it may loses more than δ.
func TestAllocationOfTwoByQuadrature(t *testing.T) {
	pushes := map[string]func(z float64) float64{
		"the longest": func(float64) float64 { return 1 }, "the second backwards": func(float64) float64 { return -1 },
		"by the side":          func(z float64) float64 { return math.Copysign(1, z) },
		"if the first is high": func(z float64) float64 { return max(0, math.Tanh(z)) },
		"if the first is low":  func(z float64) float64 { return max(0, -math.Tanh(z)) },
	}
	for _, u := range []float64{0.5, 2} {
		for _, delta := range []float64{0.1, 1e-6} {
			e, err := EpsilonWithin(nil, delta, RepeatedStep{Allocation(2, 2, u), 1})
			if err != nil {
				t.Fatal(err)
			}
			for name, push := range pushes {
				removed, added := pairOfTwo(u, push, e)
				if lost := max(removed, added); lost > delta*(1+2e-3) {
					t.Errorf("u = %v, %s: δ(%v) = %v, want at most %v", u, name, e, lost, delta)
				} else if less, _ := pairOfTwo(u, push, e*0.995-1e-3*u); name == "the longest" && less < delta*(1-2e-3) {
					t.Errorf("u = %v: δ = %v half a per cent below ε = %v, want at least %v", u, less, e, delta)
				}
			}
		}
	}
}

// pairOfTwo is E_{e^ε} in both directions, where the second push is a part of the first's length that
// follows the first output.
func pairOfTwo(u float64, push func(z float64) float64, epsilon float64) (removed, added float64) {
	const h = 0.02
	gamma := math.Exp(epsilon)
	reach := 8 + 1/u
	for x := -reach; x <= reach; x += h {
		first := math.Exp(x/u - 0.5/u/u)
		v := push(x) / u
		for y := -reach; y <= reach; y += h {
			m := (first + math.Exp(y*v-v*v/2)) / 2
			q := h * h * math.Exp(-(x*x+y*y)/2) / (2 * math.Pi)
			removed += q * max(0, m-gamma)
			added += q * max(0, 1-gamma*m)
		}
	}
	return removed, added
}

// A law of a sum is at least the sum in convex order: its mean is what is left of it, and its
// variance is no smaller, and nearly the same.
func TestSpreadMoments(t *testing.T) {
	for _, u := range []float64{0.4, 1, 3} {
		one, err := oneRatio(nil, u, 1e-20)
		if err != nil {
			t.Fatal(err)
		}
		for _, times := range []int{1, 2, 3, 10, 77, 1000} {
			s := sumOf(nil, one, times, 1e-20)
			mass, mean, variance, n := 0.0, 0.0, 0.0, float64(times)
			for i, x := range s.x {
				mass += s.mass[i]
				mean += s.mass[i] * x / n
				variance += s.mass[i] * (x - n) * (x - n) / n
			}
			want := math.Expm1(1 / u / u)
			if !(mass >= 1 && mass < 1+1e-9 && mean+s.lost/n >= 1-1e-12 && mean < 1+1e-9 && variance >= want && variance < want*1.012) {
				t.Errorf("u = %v, %d of them: mass %v, mean %v and %v lost, variance %v, want 1, 1 in all, and from %v to 1.2 %% more",
					u, times, mass,
					mean, s.lost, variance, want)
			}
		}
	}
}

// More epochs, fewer batches, less noise and a smaller δ lose no less; the answer is never more
// than 3 % above Poisson sampling at the rate 1/B from ten batches on; and an unfinished
// epoch lies between none and a whole one.
func TestAllocationIsMonotone(t *testing.T) {
	value := func(bins, taken, epochs int, u, delta float64) float64 {
		parts := []RepeatedStep{{Allocation(bins, bins, u), epochs}}
		if taken > 0 {
			parts = append(parts, RepeatedStep{Allocation(bins, taken, u), 1})
		}
		e, err := EpsilonWithin(nil, delta, parts...)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	const close = 1 + 1e-3
	for _, u := range []float64{0.4, 1.5} {
		for _, bins := range []int{10, 40} {
			for _, delta := range []float64{1e-2, 1e-8} {
				e := value(bins, 0, 3, u, delta)
				at := fmt.Sprintf("u = %v, %d batches, δ = %v: %v", u, bins, delta, e)
				part, whole := value(bins, bins/2, 3, u, delta), value(bins, 0, 4, u, delta)
				for name, more := range map[string]float64{
					"four epochs": whole, "half the batches": value(bins/2, 0, 3, u, delta),
					"less noise": value(bins, 0, 3, u*0.9, delta), "less δ": value(bins, 0, 3, u, delta/10),
					"a part of an epoch": part,
				} {
					if more*close < e {
						t.Errorf("%s; with %s ε = %v, want no less", at, name, more)
					}
				}
				if part > whole*close {
					t.Errorf("%s; with half an epoch more ε = %v, want at most %v, that with a whole one", at, part, whole)
				}
				if p, err := EpsilonWithin(nil, delta, RepeatedStep{Poisson(1/float64(bins), u), 3 * bins}); err != nil || e > p*1.03 {
					t.Errorf("%s; want at most 3 %% above Poisson sampling's %v (%v)", at, p, err)
				}
			}
		}
	}
}

// Whatever is asked ends in a number that is an upper bound, or in an error with +Inf.
func TestAllocationExtremes(t *testing.T) {
	for _, u := range []float64{1e-8, 0.02, 0.041, 30, 1e8} {
		for _, bins := range []int{3, 1 << 40} {
			for _, epochs := range []int{1, 1e9} {
				for _, delta := range []float64{1e-300, 0.5} {
					e, err := EpsilonWithin(nil, delta, RepeatedStep{Allocation(bins, bins, u), epochs})
					if math.IsNaN(e) || e < 0 || (err != nil) != math.IsInf(e, 1) {
						t.Errorf("u = %v, %d batches, %d epochs, δ = %v: ε = %v (%v), want a number that is not negative, or +Inf with an error",
							u, bins, epochs, delta, e, err)
					}
				}
			}
		}
	}
	for _, s := range []StepLoss{Allocation(2, 3, 1), Allocation(2, 0, 1), Allocation(0, 0, 1), Allocation(3, 2, math.NaN()),
		Allocation(3, 2, 0)} {
		if e, err := EpsilonWithin(nil, 1e-5, RepeatedStep{s, 1}); err == nil || !math.IsInf(e, 1) {
			t.Errorf("%v: ε = %v, %v, want +Inf and an error", s, e, err)
		}
	}
}
