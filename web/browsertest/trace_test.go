//go:build e2e

package browsertest

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// task is a stretch of work of a page's own thread, in milliseconds by the clock
// and of processor time, which other programs do not lengthen.
type task struct{ wall, cpu float64 }

// traced are the tasks of the page's thread while f runs.
func traced(p *page, f func()) []task {
	p.Helper()
	ctx, stop := context.WithCancel(p.ctx)
	defer stop()
	var raw [][]byte
	complete := make(chan struct{})
	if err := chromedp.Listen(ctx, func(e any) {
		switch e := e.(type) {
		case *tracing.EventDataCollected:
			for _, v := range e.Value {
				raw = append(raw, []byte(v))
			}
		case *tracing.EventTracingComplete:
			close(complete)
		}
	}); err != nil {
		p.Fatal(err)
	}
	call(p, p.ctx, tracing.Start, tracing.StartParams{TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{"toplevel",
		"__metadata"}}})
	f()
	call(p, p.ctx, tracing.End, cdp.Empty{})
	select {
	case <-complete:
	case <-ctx.Done():
		p.Fatal("the trace does not end: ", ctx.Err())
	}
	tasks, err := tasksOf(raw)
	if err != nil {
		p.Fatal(err)
	}
	if len(tasks) == 0 {
		p.Fatal("the trace has no task of the page")
	}
	return tasks
}

// tasksOf reads the trace events of pages' threads.
func tasksOf(raw [][]byte) ([]task, error) {
	type thread struct{ Pid, Tid int }
	type event struct {
		thread
		Name, Ph  string
		Dur, Tdur float64 // in microseconds
		Args      struct{ Name string }
	}
	events, pages := make([]event, len(raw)), map[thread]bool{}
	for i, text := range raw {
		e := &events[i]
		if err := json.Unmarshal(text, e); err != nil {
			return nil, err
		}
		if e.Name == "thread_name" && e.Args.Name == "CrRendererMain" {
			pages[e.thread] = true
		}
	}
	var tasks []task
	for _, e := range events {
		if pages[e.thread] && e.Ph == "X" && e.Name == "ThreadControllerImpl::RunTask" {
			tasks = append(tasks, task{e.Dur / 1000, e.Tdur / 1000})
		}
	}
	return tasks, nil
}

// long is how many milliseconds of processor time a task of the page's thread may
// take before a person could notice.
const long = 50

// BenchmarkVisit opens the page, waits for the picture and types into a field, as
// most visitors do, for the first time or not. It reports in what share of the visits
// no task of the page's thread took long; the goal is nine of ten.
func BenchmarkVisit(b *testing.B) {
	b.Run("first", func(b *testing.B) { benchmarkVisit(b, newcomer) })
	b.Run("again", func(b *testing.B) {
		benchmarkVisit(b, func(t testing.TB) *page { return newPage(t, site) })
	})
}

func benchmarkVisit(b *testing.B, come func(testing.TB) *page) {
	var longest []float64
	quick := 0
	for b.Loop() {
		p := come(b)
		most := 0.0
		for _, t := range traced(p, func() {
			p.goTo("/")
			p.awaitReady()
			p.await(drawn)
			p.enter("eta", "0.07")
			p.awaitReady()
			p.await(drawn)
		}) {
			most = max(most, t.cpu)
		}
		p.leave()
		longest = append(longest, most)
		if most <= long {
			quick++
		}
	}
	slices.Sort(longest)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(longest[len(longest)/2], "cpu-ms-median-of-longest-task")
	b.ReportMetric(longest[len(longest)-1], "cpu-ms-longest-task")
	b.ReportMetric(100*float64(quick)/float64(b.N), "%visits-without-long-task")
}

// BenchmarkLongTasks opens the page, types into a field, and walks through the
// picture's tabs and sweeps. It reports the longest task of the page's thread, in
// processor time and by the clock, and how many took long. The goal is none from computing, which is the worker's part; what is left
// is drawing.
func BenchmarkLongTasks(b *testing.B) {
	var longest task
	many := 0
	for b.Loop() {
		p := newPage(b, site)
		for _, t := range traced(p, func() {
			p.goTo(figure1 + "&loss=strongly-convex&strong_convexity=1&delta=1e-5")
			p.awaitReady()
			p.enter("eta", "0.07")
			p.awaitReady()
			for _, tab := range []string{"alpha", "delta", "attacker", "sweep", "schedule", "parts", "T"} {
				p.look(tab)
			}
			p.enter("eta", "0.1")
			p.awaitReady()
		}) {
			longest.wall, longest.cpu = max(longest.wall, t.wall), max(longest.cpu, t.cpu)
			if t.cpu > long {
				many++
			}
		}
		p.leave()
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(longest.cpu, "cpu-ms-longest-task")
	b.ReportMetric(longest.wall, "ms-longest-task")
	b.ReportMetric(float64(many)/float64(b.N), "long-tasks/op")
}

// BenchmarkLaboratoryLongTasks does the same for the laboratory while an estimate
// runs, from its start to a hundred counts: that is to take no task above 50 ms of
// processor time at all.
func BenchmarkLaboratoryLongTasks(b *testing.B) {
	var longest task
	many := 0
	for b.Loop() {
		p := visit(b, labTool(longEstimate))
		for _, t := range traced(p, func() {
			p.press("#lab-start")
			p.await(`document.querySelector("#lab-bar")?.value > 100`)
			p.press("#lab-cancel")
			p.await(`document.querySelector("#lab-start") !== null && ` + ready)
			for field, text := range map[string]string{"starts": "1", "epochs": "3", "points": "2"} {
				p.fill("hoelder", field, text)
			}
			p.press("#lab-start")
			p.answers("Estimated L = ")
		}) {
			longest.wall, longest.cpu = max(longest.wall, t.wall), max(longest.cpu, t.cpu)
			if t.cpu > long {
				many++
			}
		}
		p.leave()
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(longest.cpu, "cpu-ms-longest-task")
	b.ReportMetric(longest.wall, "ms-longest-task")
	b.ReportMetric(float64(many)/float64(b.N), "long-tasks/op")
}
