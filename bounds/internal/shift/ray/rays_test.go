package ray

import (
	"math"
	"testing"

	_ "lastiterate/bounds/draws"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/curved"
	"lastiterate/bounds/internal/shift/shifttest"
	"lastiterate/bounds/run"

	"pgregory.net/rapid"
)

// coarse solves the program on a grid of distances by dynamic programming from
// the end, over every start: with distances rounded up towards the start (more
// is paid than needed) its value is an upper bound on the optimum, with
// distances rounded down a lower one.
func coarse(r Rays, T, cells int, up bool) float64 {
	top := r.Diameter
	if math.IsInf(top, 1) {
		top = r.Track[len(r.Track)-1]
	}
	h := top / float64(cells)
	g := make([]float64, cells+1)
	for i := range g {
		g[i] = r.Modulus.Eval(h * float64(i))
	}
	bounds := func(tau int) float64 { // Δ_τ
		j := tau - (T-1)%r.Period
		switch {
		case j <= 0:
			return 0
		case j < len(r.Track):
			return r.Track[j]
		}
		return top
	}
	cost := make([]float64, cells+1) // cost[i]: least from h·i at this time to 0 at T
	for i := range cost {
		cost[i] = math.Inf(1)
	}
	cost[0] = 0
	best := math.Inf(1)
	for tau := T - 1; tau >= 0; tau-- {
		visit := (T-1-tau)%r.Period == 0
		next := make([]float64, cells+1)
		for i := range next {
			next[i] = math.Inf(1)
			for j := range cost {
				// From x in cell i to y in cell j. The grid stands for the true
				// distances rounded up (x ≤ hi, y ≥ h(j) would pay less).
				target := h * float64(j)
				if !up {
					target = h * float64(j+1)
				}
				a := max(0, g[i]-target)
				c := a * a
				if visit {
					c = r.Visit.Of(a)
				}
				if g[i] < h*float64(j) && i < j && up {
					continue // arriving higher than needed only costs more
				}
				next[i] = min(next[i], c+cost[j])
			}
		}
		cost = next
		start := bounds(tau) / h
		i := int(math.Ceil(start - 1e-12))
		if !up {
			i = int(start + 1e-12)
		}
		if i <= cells {
			best = min(best, cost[i])
		}
	}
	return best
}

func cyclicRays(m modulus.Modulus, s, drift, d float64, b, period, T int) Rays {
	part := m
	part.Holder *= float64(b-1) / float64(b)
	return Rays{Modulus: m, Visit: shift.Gaussian(s), Period: period, Diameter: d,
		Track: shift.ForwardTrack(
			func(z float64) float64 { return min(part.Eval(z)+s, z+drift) },
			func(z float64) float64 { return min(m.Eval(z), z+drift) }, period, d, T+1)}
}

// fullRays is Theorem 3.7 with s and 2ηC = drift, with its forward track (15)
// if tracked.
func fullRays(m modulus.Modulus, s, drift, d float64, T int, tracked bool) Rays {
	r := Rays{Modulus: m, Visit: shift.Gaussian(s), Period: 1, Diameter: d}
	if tracked {
		step := func(z float64) float64 { return min(m.Eval(z)+s, z+drift) }
		r.Track = shift.ForwardTrack(step, step, 1, d, T+1)
	}
	return r
}

// Dynamic programming on a grid encloses the optimum; the rays must lie between
// its two values, close to the upper one.
func TestRaysWithinTheGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shifttest.LogUniform(t, "s", 0.02, 0.5)
		m, d := shifttest.Holder(t), shifttest.LogUniform(t, "D/s", 1, 40)*s
		T := rapid.IntRange(1, 30).Draw(t, "T")
		var r Rays
		if rapid.Bool().Draw(t, "full") {
			r = fullRays(m, s, s*shifttest.LogUniform(t, "2ηC/s", 1, 100), d, T, true)
		} else {
			b, period := rapid.IntRange(1, 5).Draw(t, "b"), rapid.IntRange(2, 12).Draw(t, "B")
			if rapid.IntRange(0, 4).Draw(t, "unbounded") == 0 {
				d = math.Inf(1)
			}
			r = cyclicRays(m, s, s*float64(b), d, b, period, T)
		}
		got := r.Solve(T)
		low, high := coarse(r, T, 100, false), coarse(r, T, 100, true)
		if got.R < low*(1-1e-9) || got.R > high*(1+1e-3) {
			t.Fatalf("%+v, T=%d: rays %v, the grid [%v, %v]", r, T, got.R, low, high)
		}
	})
}

// For a full batch only starts at D compete with composition (rays.md, section
// 2), so the forward track changes nothing.
func TestFullBatchNeedsNoTrack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shifttest.LogUniform(t, "s", 0.01, 1)
		m, d, T := shifttest.Holder(t), shifttest.LogUniform(t, "D", 0.01, 10), rapid.IntRange(1, 200).Draw(t, "T")
		drift := s * shifttest.LogUniform(t, "2ηC/s", 1, 100)
		with, without := fullRays(m, s, drift, d, T, true).Solve(T), fullRays(m, s, drift, d, T, false).Solve(T)
		if shifttest.Relative(with.R, without.R) > 1e-6 {
			t.Fatalf("%+v s=%v D=%v T=%d: %v with the track, %v without", m, s, d, T, with.R, without.R)
		}
	})
}

// 4∫(s+g(z)−z)dz is below every path from D (walk.continuous), and composition
// above; no scale may leave that interval, and long runs must stay close to its
// lower end where their steps are small.
func TestRaysAtEveryScale(t *testing.T) {
	const T = 1e12
	for _, order := range []float64{1e-6, 0.1, 0.5, 0.9, 1} {
		for _, h := range []float64{1e-30, 1e-9, 1e-3, 1, 1e6, 1e30} {
			for _, ratio := range []float64{1e-6, 1, 1e3, 1e6, 1e9, 1e15, 1e30} { // D/s
				r := Rays{Modulus: modulus.Modulus{Holder: h, Order: order}, Visit: shift.Gaussian(1e-3), Period: 1, Diameter: 1e-3 * ratio}
				got := r.Solve(T)
				d := r.Diameter
				limit := 4 * (1e-3*d + h*math.Pow(d, 1+order)/(1+order))
				composed := T * 1e-6
				if !(got.R >= min(limit, composed)*(1-1e-9)) || got.R > composed {
					t.Errorf("λ=%v H=%v D/s=%v: R = %v outside of [%v, %v]", order, h, ratio, got.R, limit, composed)
				}
				if slow := h*math.Pow(d, order) < 1e-3; slow && ratio >= 1e3 && limit < composed/2 && got.R > limit*1.02 {
					t.Errorf("λ=%v H=%v D/s=%v: R = %v, the continuous limit is %v", order, h, ratio, got.R, limit)
				}
			}
		}
	}
}

// The worst position of Theorem A.1 must not fall below what its own window
// costs, nor rise above composition, for runs of any length.
func TestCyclicRaysAtEveryScale(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	for _, order := range []float64{0.3, 0.5, 0.8, 1} {
		for _, h := range []float64{1e-30, 1e-3, 1e3} {
			for _, d := range []float64{1e-9, 1, 1e9, math.Inf(1)} {
				for _, period := range []int{2, 1000, 1e9} {
					for _, T := range []int{1, 7, 1e6, 1e12} {
						r := cyclicRays(modulus.Modulus{Holder: h, Order: order}, 1e-3, 0.1, d, 100, period, min(T, 1000))
						got := r.Solve(T)
						composed := 1e-6 * float64((T-1)/period+1)
						if !(got.R >= 1e-6*(1-1e-9)) || got.R > composed*(1+1e-15) {
							t.Errorf("λ=%v H=%v D=%v B=%d T=%d: R = %v, one visit costs 1e-6, all of them %v", order, h, d, period, T,
								got.R, composed)
						}
					}
				}
			}
		}
	}
}

// The programs of Chien and Li are feasible points of this one.
func TestConcaveBelowRays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shifttest.LogUniform(t, "s", 1e-3, 1)
		m, d, b := shifttest.Holder(t), s*shifttest.LogUniform(t, "D/s", 0.5, 1e3), rapid.IntRange(1, 9).Draw(t, "b")
		period, T := rapid.SampledFrom([]int{1, 1, 2, 5, 30}).Draw(t, "B"), int(shifttest.LogUniform(t, "T", 1, 1e5))
		drift := s * float64(b)
		ms := modulus.Min{m, {Offset: drift}}
		got := curved.ConcaveProgram{Plain: ms, Visit: ms.Visit(run.Run{B: b}.Step()), Sensitivity: s, Diameter: d, Period: period}.Solve(T)
		rays := cyclicRays(m, s, drift, d, b, period, min(T, 1000)).Solve(T)
		if got.R > rays.R*(1+1e-5) {
			t.Fatalf("%v s=%v D=%v b=%d B=%d T=%d: R = %v, rays %v", m, s, d, b, period, T, got.R, rays.R)
		}
	})
}
