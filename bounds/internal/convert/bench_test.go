package convert

import "testing"

func BenchmarkGaussianEpsilon(b *testing.B) {
	for name, mu := range map[string]float64{"narrow": 0.01, "unit": 1, "wide": 30} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				GaussianEpsilonUpper(mu, 1e-5)
			}
		})
	}
}

func BenchmarkRenyiEpsilon(b *testing.B) {
	rdp := func(alpha float64) float64 { return alpha / 2 }
	for b.Loop() {
		EpsilonUpper(rdp, 1e-5)
	}
}
