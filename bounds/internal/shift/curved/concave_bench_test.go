package curved

import (
	"fmt"
	"testing"

	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/run"
)

// BenchmarkConcave: the target is 10 ms, whatever T.
func BenchmarkConcave(b *testing.B) {
	for _, c := range []struct {
		s      float64
		period int
		ms     modulus.Min
	}{
		{0.02, 1, modulus.Min{{Holder: 0.3, Order: 0.5}, {Offset: 0.1}}},
		{0.01, 1, modulus.Min{{Holder: 0.01, Order: 0.7}, {Offset: 0.02}}},
		{1e-3, 1, modulus.Min{{Holder: 1e-3, Order: 0.5}, {Offset: 2e-3}}},
		{1e-5, 1, modulus.Min{{Holder: 1e-4, Order: 0.7}, {Offset: 1}}},
		{0.1, 5, modulus.Min{{Holder: 0.01, Order: 0.7}, {Offset: 0.2}}},
		{0.02, 50, modulus.Min{{Holder: 0.01, Order: 0.5}, {Offset: 0.2}}},
		{1e-4, 50, modulus.Min{{Holder: 1e-3, Order: 0.5}, {Offset: 0.2}}},
	} {
		p := ConcaveProgram{Plain: c.ms, Visit: c.ms.Visit(run.Run{B: 10}.Step()), Sensitivity: c.s, Diameter: 1, Period: c.period}
		for _, T := range []int{1e3, 1e9} {
			b.Run(fmt.Sprintf("s=%v,B=%d,T=%.0e", c.s, c.period, float64(T)), func(b *testing.B) {
				var got ConcaveSolution
				for b.Loop() {
					got = p.Solve(T)
				}
				b.ReportMetric(float64(T-got.Tau), "steps")
				b.ReportMetric(got.Gap(), "gap")
			})
		}
	}
}
