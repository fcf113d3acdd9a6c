package shift_test

import (
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/ray"
	"lastiterate/bounds/internal/shift/shifttest"
)

// At λ = 1 each window has a closed form (water-filling, package comment of
// ChargedProgram.pay); the rays must find the cheapest.
func TestRaysAtOrderOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, h, d := shifttest.LogUniform(t, "s", 1e-3, 1), shifttest.LogUniform(t, "H", 1e-4, 3), shifttest.LogUniform(t, "D", 1e-2, 10)
		T := rapid.IntRange(1, 300).Draw(t, "T")
		closed := shift.ChargedProgram{FullBatch: shift.FullBatch{Excess: h, Sensitivity: s, Diameter: d}}
		want := float64(T) * s * s
		for n := 1; n <= T; n++ {
			want = min(want, closed.PayFrom(n, d))
		}
		rays := func(order float64) ray.Rays {
			return ray.Rays{Modulus: modulus.Modulus{Holder: h, Order: order}, Visit: shift.Gaussian(s), Period: 1, Diameter: d}
		}
		got := rays(1).Solve(T)
		if got.R < want*(1-1e-11) || got.R > want*(1+1e-7) {
			t.Fatalf("H=%v s=%v D=%v T=%d: rays %v (N=%d), closed form %v", h, s, d, T, got.R, T-got.Tau, want)
		}
		near := rays(1 - 1e-9).Solve(T)
		if shifttest.Relative(near.R, got.R) > 1e-6 {
			t.Fatalf("H=%v s=%v D=%v T=%d: %v at λ=1, %v just below", h, s, d, T, got.R, near.R)
		}
	})
}
