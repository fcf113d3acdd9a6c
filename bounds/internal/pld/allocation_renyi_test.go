package pld

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/renyi"
)

// Both divergences of an epoch by series and quadrature, and by the law on a grid. The latter are larger, because the law's
// variance is too large; the tails that it cuts off do not matter at these orders.
func TestAllocationAgainstGrids(t *testing.T) {
	var c renyi.Counted
	for _, v := range []struct {
		bins, taken int
		u           float64
	}{{2, 2, 1}, {3, 2, 0.7}, {10, 10, 1}, {10, 4, 2}, {234, 234, 1}, {1000, 1000, 0.6}, {50, 49, 3}} {
		r, err := newRatios(nil, v.bins, v.taken, v.u, 1e-60)
		if err != nil {
			t.Fatal(err)
		}
		moments := c.AllocationMoments(v.bins, v.taken, v.u, 16)
		epoch, err := c.AllocationEpoch(v.bins, v.taken, v.u)
		if err != nil {
			t.Fatal(err)
		}
		for _, alpha := range []float64{1.05, 1.5, 1.9, 2, 3, 8} {
			var ahead, back float64 // E M^α − 1 and E M^{1−α} − 1, without what rounding does to the masses
			for i, x := range r.ratio {
				if x == 0 {
					continue
				}
				ahead += r.q[i] * (math.Pow(x, alpha) - 1 - alpha*(x-1))
				back += r.q[i] * (math.Pow(x, 1-alpha) - 1 + (alpha-1)*(x-1))
			}
			forward := renyi.AllocationForward(moments, alpha)
			if near, err := epoch.Near(alpha); err == nil {
				forward = min(forward, near)
			} else if alpha < 1.95 {
				t.Errorf("%+v, α = %v: Near: error %v, want none", v, alpha, err)
			}
			backward, err := epoch.Backward(alpha)
			if err != nil {
				t.Errorf("%+v, α = %v: Backward: error %v, want none", v, alpha, err)
			}
			for name, of := range map[string][2]float64{"removal": {forward, ahead}, "addition": {backward, back}} {
				if grid := math.Log1p(of[1]) / (alpha - 1); !(of[0] <= grid*(1+1e-6) && of[0] >= grid*0.99) {
					t.Errorf("%+v, α = %v, %s: D_α = %v, want at most %v, by a grid, and at most a hundredth below",
						v, alpha, name, of[0], grid)
				}
			}
		}
	}
}

// D_α of one epoch (by an independent program: .158565, .366683, .0113632, .00731626), and never less
// than in the other direction, which is not proved.
func TestAllocationDivergences(t *testing.T) {
	var c renyi.Counted
	for _, v := range []struct {
		bins           int
		u, alpha, want float64
	}{{10, 1, 2, 0.158565}, {10, 1, 4, 0.366683}, {100, 2, 8, 0.0113632}, {234, 1, 2, 0.00731626}} {
		epoch, _ := c.AllocationEpoch(v.bins, v.bins, v.u)
		got := renyi.AllocationForward(c.AllocationMoments(v.bins, v.bins, v.u, 8), v.alpha)
		back, err := epoch.Backward(v.alpha)
		if err != nil || math.Abs(got/v.want-1) > 5e-6 || back > got {
			t.Errorf("%+v: D_α = %v, in the other direction %v (%v), want %v and no more than the first", v, got, back, err, v.want)
		}
	}
	// For one step of an epoch they are those of Poisson sampling.
	one, err := c.AllocationEpoch(20, 1, 1.5)
	if err != nil {
		t.Fatal(err)
	}
	for _, alpha := range []float64{1.3, 2, 6} {
		back, err := one.Backward(alpha)
		want, failed := c.NormalToMix(0.05, 1.5, alpha)
		if err != nil || failed != nil || math.Abs(back/want-1) > 1e-8 {
			t.Errorf("one step of 20, α = %v: Backward = %v (%v), want Poisson sampling's %v (%v)", alpha, back, err, want, failed)
		}
		near := math.Inf(1)
		if alpha < 1.9 {
			if near, err = one.Near(alpha); err != nil {
				t.Errorf("one step of 20, α = %v: Near: error %v, want none", alpha, err)
			}
		}
		ahead := min(near, renyi.AllocationForward(c.AllocationMoments(20, 1, 1.5, 8), alpha))
		want, failed = c.MixToNormal(0.05, 1.5, alpha)
		if failed != nil || math.Abs(ahead/want-1) > 1e-8 {
			t.Errorf("one step of 20, α = %v: the forward divergence = %v, want Poisson sampling's %v (%v)", alpha, ahead, want, failed)
		}
	}
	for _, bad := range []float64{1, 0, math.Inf(1), math.NaN()} {
		if e, err := one.Backward(bad); err == nil || !math.IsInf(e, 1) {
			t.Errorf("order %v: Backward = %v, %v, want +Inf and an error", bad, e, err)
		}
	}
}

// For one batch the divergence is the Gaussian mechanism's α/(2u²), whatever the noise, the order and the
// orders asked before are; if an integral would take too long, there is an error.
func TestAllocationOfOneBatch(t *testing.T) {
	var c renyi.Counted
	for _, u := range []float64{0.06, 0.1, 0.3, 1, 1.5, 7, 300, 3e4} {
		epoch, err := c.AllocationEpoch(1, 1, u)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, alpha := range []float64{1.01, 1.3, 2, 2.5, 6, 40, 700, 2, 1.3, 1e7} {
			got, err := epoch.Backward(alpha)
			if err != nil {
				if !math.IsInf(got, 1) {
					t.Errorf("u = %v, α = %v: Backward = %v, %v, want +Inf with the error", u, alpha, got, err)
				}
				continue
			}
			found++
			if want := alpha / 2 / u / u; !(got >= want && got < want*(1+1e-8)+2e-9/(alpha-1)) {
				t.Errorf("u = %v, α = %v: Backward = %v, want %v", u, alpha, got, want)
			}
		}
		if found < 6 {
			t.Errorf("u = %v: Backward has %d of 10 divergences, want at least 6", u, found)
		}
	}
	if _, err := c.AllocationEpoch(3, 4, 1); err == nil {
		t.Error("AllocationEpoch(3, 4, 1): no error, want one: an epoch of 3 steps has no fourth")
	}
}
