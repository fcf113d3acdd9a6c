package bounds

import (
	"math"
	"strings"
	"testing"
	"time"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
)

// rates are ways in which a learning rate changes over a run of any length.
func rates(r run.Run) map[string]run.Run {
	linear, cosine, step, warm := r, r, r, r
	linear.Schedule, linear.ScheduleFinal = run.LinearFall, 0.1
	cosine.Schedule = run.CosineFall
	step.Schedule, step.ScheduleEvery, step.ScheduleFactor = run.StepFall, r.T/4, 0.1
	warm.Warmup = r.T / 10
	return map[string]run.Run{"constant": r, "linear": linear, "cosine": cosine, "step": step, "warm-up": warm}
}

// longRuns are the runs of BenchmarkTable in every scheme, a million and a billion steps long and with noise that
// leaves a loss worth asking for: the same at every step, or as large as the learning rate.
func longRuns() map[string]run.Run {
	runs := map[string]run.Run{}
	for name, r := range speedRuns() {
		for length, T := range map[string]int{"T=1e6": 1e6, "T=1e9": 1e9} {
			r.T, r.Sigma = T, 4*math.Sqrt(float64(T)/1e6)
			runs[strings.Join([]string{name, length, "multiplier"}, "/")] = r.WithConvention(run.NoiseMultiplier)
			runs[strings.Join([]string{name, length, "iterate"}, "/")] = r.WithConvention(run.IterateNoise)
		}
	}
	return runs
}

// BenchmarkSchedules times the whole table of a run at a δ under every way in which its learning rate may change. Its
// ratio is to the time of the same run at a constant learning rate, in processor time if the system reports that.
// It should be at most 10 at a million steps; at a billion the table should end.
func BenchmarkSchedules(b *testing.B) {
	q := claim.Question{Delta: 1e-5}
	for name, constant := range longRuns() {
		for rate, r := range rates(constant) {
			b.Run(name+"/"+rate, func(b *testing.B) {
				spent := func(r run.Run) time.Duration {
					calls++
					from, cpu := time.Now(), cpuTime()
					freshTable(memo.Remembering(b.Context()), b, r, q, calls)
					if cpu > 0 {
						return cpuTime() - cpu
					}
					return time.Since(from)
				}
				var scheduled, steady time.Duration
				for b.Loop() {
					scheduled += spent(r)
					b.StopTimer()
					steady += spent(constant)
					b.StartTimer()
				}
				b.ReportMetric(float64(scheduled)/float64(steady), "ratio")
			})
		}
	}
}
