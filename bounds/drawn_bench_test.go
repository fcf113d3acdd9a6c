package bounds

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
)

// BenchmarkDrawn times tables and verdicts at a δ of runs that are drawn at random, a few of every scheme: the median
// and the third quartile, in milliseconds. Each has an engine of its own.
func BenchmarkDrawn(b *testing.B) {
	const runs = 24
	for _, scheme := range []run.Scheme{run.Poisson, run.WithoutReplacement, run.Reshuffle, run.Allocation} {
		b.Run(string(scheme), func(b *testing.B) {
			var tables, verdicts []time.Duration
			for b.Loop() {
				rng := rand.New(rand.NewPCG(uint64(calls), 11))
				calls++
				for range runs {
					r, _ := drawScheme(rng, scheme)
					ctx := memo.Remembering(context.Background())
					before := time.Now()
					report := freshTable(ctx, b, r, claim.Question{Delta: 1e-5}, 0)
					tables = append(tables, time.Since(before))
					before = time.Now()
					verdict(ctx, report, catalog.All(), catalog.All(), func() {})
					verdicts = append(verdicts, time.Since(before))
				}
			}
			for name, of := range map[string][]time.Duration{"table": tables, "verdict": verdicts} {
				slices.Sort(of)
				b.ReportMetric(float64(of[len(of)/2].Microseconds())/1e3, name+"-median-ms")
				b.ReportMetric(float64(of[len(of)*3/4].Microseconds())/1e3, name+"-quartile-ms")
			}
		})
	}
}
