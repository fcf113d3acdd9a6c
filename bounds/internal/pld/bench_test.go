package pld

import "testing"

func BenchmarkEpsilon(b *testing.B) {
	for _, c := range []struct {
		name string
		step StepLoss
		t    int
	}{
		{"poisson,q=0.01,u=1,T=1e4", Poisson(0.01, 1), 10_000},
		{"poisson,q=0.001,u=0.8,T=5e4", Poisson(0.001, 0.8), 50_000},
		{"poisson,q=0.0001,u=1,T=1e6", Poisson(0.0001, 1), 1_000_000},
		{"replace,q=0.01,u=2,T=1e4", PoissonReplace(0.01, 2), 10_000},
		{"without,q=0.025,u=1.5,T=4000", WithoutReplacement(0.025, 1.5), 4000},
		{"zeroout,q=0.01,u=2,T=1e4", WithoutReplacementZeroOut(0.01, 2), 10_000},
		{"gaussian,u=100,T=1e4", Gaussian(100), 10_000},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				EpsilonWithin(nil, 1e-6, RepeatedStep{c.step, c.t})
			}
		})
	}
}
