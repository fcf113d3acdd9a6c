package bounds

import (
	"context"
	"strings"
	"testing"
	"time"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
)

// speedRuns are the runs of BenchmarkTable in every scheme.
func speedRuns() map[string]run.Run {
	runs := tableRuns()
	delete(runs, "opening")
	delete(runs, "logistic")
	return runs
}

// freshTable fills the table of a run that was not asked about before: its noise differs by millionths from call to
// call, so that nothing is remembered but what the context remembers of the rows of this table.
func freshTable(ctx context.Context, b *testing.B, r run.Run, q claim.Question, call int) Report {
	b.Helper()
	r.Sigma *= 1 + 1e-6*float64(call)
	if err := validate(r, q); err != nil {
		b.Fatal(err)
	}
	rows := newTable(ctx, catalog.All(), catalog.All(), r, q)
	rows.fill(func(Part) {})
	return rows.report((*entry).isComplete)
}

var calls int // in all benchmarks

// timed times the function that prepare returns for the number of a call: by the clock and, if the system
// reports it, in processor time, which does not depend on other processes.
func timed(b *testing.B, prepare func(call int) func()) {
	cpu := time.Duration(0)
	for b.Loop() {
		b.StopTimer()
		calls++
		do := prepare(calls)
		b.StartTimer()
		before := cpuTime()
		do()
		cpu += cpuTime() - before
	}
	if cpu > 0 {
		b.ReportMetric(float64(cpu)/float64(b.N), "cpu-ns/op")
	}
}

// BenchmarkFresh times what a change of a run asks for at a δ: its table, and its verdict.
func BenchmarkFresh(b *testing.B) {
	q := claim.Question{Delta: 1e-5}
	for name, r := range speedRuns() {
		b.Run(name+"/table", func(b *testing.B) {
			timed(b, func(call int) func() {
				ctx := memo.Remembering(context.Background()) // as an engine's rows share what they have in common
				return func() { freshTable(ctx, b, r, q, call) }
			})
		})
		b.Run(name+"/verdict", func(b *testing.B) {
			timed(b, func(call int) func() {
				ctx := memo.Remembering(context.Background())
				report := freshTable(ctx, b, r, q, call)
				return func() { verdict(ctx, report, catalog.All(), catalog.All(), func() {}) }
			})
		})
	}
}

// BenchmarkFreshLength times the table at a thousand and at a billion steps, at an order
// and at a δ, for convex losses and for Hölder ones.
func BenchmarkFreshLength(b *testing.B) {
	for name, r := range speedRuns() {
		for _, loss := range []run.Class{run.Convex, run.Holder} {
			r.Loss, r.HolderOrder = loss, 0.5
			for kind, q := range map[string]claim.Question{"order": {Alpha: 8}, "delta": {Delta: 1e-5}} {
				for _, length := range []string{"1e3", "1e9"} {
					b.Run(strings.Join([]string{name, string(loss), kind, "T=" + length}, "/"), func(b *testing.B) {
						if err := r.Set("T", length); err != nil {
							b.Fatal(err)
						}
						timed(b, func(call int) func() { return func() { freshTable(context.Background(), b, r, q, call) } })
					})
				}
			}
		}
	}
}
