package composition

import (
	"context"
	"fmt"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// sampledAt is a sampled run of so many steps, whose noise does not follow its learning rate.
func sampledAt(T int, schedule run.RateSchedule) run.Run {
	return run.Run{N: 60000, B: 256, T: T, Eta: 0.1, Clip: 1, Sigma: 0.1 / 256 * 4, Noise: run.IterateNoise, Adjacency: run.AddRemove,
		Diameter: 1,
		Scheme:   run.Poisson, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingActive, Schedule: schedule}
}

// A schedule of many sampled steps side by side with a constant learning rate: what is remembered is
// forgotten before each.
func BenchmarkSampledSchedule(b *testing.B) {
	for _, T := range []int{1e4, 1e6, 1e9} {
		for _, schedule := range []run.RateSchedule{run.ConstantRate, run.CosineFall} {
			for name, q := range map[string]claim.Question{"delta": {Delta: 1e-5}, "alpha": {Alpha: 4}} {
				b.Run(fmt.Sprintf("%s/T=%g/%s", name, float64(T), schedule), func(b *testing.B) {
					for i := range b.N {
						r := sampledAt(T, schedule)
						r.Sigma *= 1 + 1e-9*float64(i+1)
						if T > 1e6 {
							r.Sigma *= 30
						}
						p, err := Composition.Prove(context.Background(), r)
						if err != nil {
							b.Fatal(err)
						}
						s, err := p.At(q)
						if err != nil {
							b.Fatal(err)
						}
						b.ReportMetric(s.Epsilon, "ε")
					}
				})
			}
		}
	}
}
