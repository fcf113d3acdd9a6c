package ray

import (
	"fmt"
	"testing"

	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/shift"
)

// BenchmarkRays: the target is 5 ms for D/s up to 1e4.
func BenchmarkRays(b *testing.B) {
	for _, order := range []float64{0.5, 0.7, 1} {
		for _, c := range []struct{ holder, s float64 }{{0.1, 0.08}, {0.1, 1e-4}, {1e-5, 1e-2}, {1e-7, 1e-4}, {1e-4, 1e-4}} {
			r := Rays{Modulus: modulus.Modulus{Holder: c.holder, Order: order}, Visit: shift.Gaussian(c.s), Period: 1, Diameter: 1}
			b.Run(fmt.Sprintf("full/λ=%v,H=%v,s=%v", order, c.holder, c.s), func(b *testing.B) {
				var s RaySolution
				for b.Loop() {
					s = r.Solve(1e9)
				}
				b.ReportMetric(float64(1e9-s.Tau), "steps")
			})
			if order == 0.7 {
				continue
			}
			for _, period := range []int{5, 100} {
				r := cyclicRays(r.Modulus, c.s, 2*c.s, 1, 2, period, 1<<14)
				b.Run(fmt.Sprintf("cyclic/λ=%v,H=%v,s=%v,B=%d", order, c.holder, c.s, period), func(b *testing.B) {
					var s RaySolution
					for b.Loop() {
						s = r.Solve(100000)
					}
					b.ReportMetric(float64(100000-s.Tau), "steps")
				})
			}
		}
	}
}
