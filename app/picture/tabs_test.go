package picture

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/plot"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Along α for a question about δ the best row is the one that is smallest
// there, and the order that gave the answer is marked.
func TestOrderOfTheAnswer(t *testing.T) {
	s := looked(t, link.View{Tab: "alpha"}, delta, nil)
	c := s.Chart()
	if len(c.Markers) != 1 || c.Markers[0].Yours || c.Markers[0].At != bestOrder(s.Result) {
		t.Errorf("markers %+v, the best order is %v", c.Markers, bestOrder(s.Result))
	}
	least := math.Inf(1)
	for _, line := range c.Series {
		if len(line.Y) > 0 && (line.Kind == plot.Best || line.Kind == plot.Other) {
			least = min(least, line.Y[len(line.Y)-1])
		}
	}
	for _, line := range c.Series {
		if line.Kind == plot.Best && line.Y[len(line.Y)-1] > least*(1+1e-9) {
			t.Errorf("the best line ends at %v, another at %v", line.Y[len(line.Y)-1], least)
		}
	}
}

// After a deletion the steps since then are what is seen unasked, as far as a few times those
// that the run has; who asks for another picture gets that.
func TestDeletionIsSeenFirst(t *testing.T) {
	r := bounds.DefaultRun()
	deleted(&r)
	q := claim.Query{Run: r, Question: delta}
	for v, want := range map[string][2]string{
		"": {"sweep", "after"}, "T": {"T", "T"}, "delta": {"delta", "delta"}, "sweep": {"sweep", "sigma"},
	} {
		if tab, parameter := TabOf(link.View{Tab: v}, r), Parameter(link.View{Tab: v}, r); string(tab) != want[0] || parameter != want[1] {
			t.Errorf("tab=%s shows %s over %s, want %v", v, tab, parameter, want)
		}
	}
	if got := Parameter(link.View{Sweep: "eta"}, r); got != "after" {
		t.Errorf("a parameter that was looked at before another picture is shown: %s", got)
	}
	for k, want := range map[int]Span{1: {To: 10, Whole: true}, 20: {To: 60, Whole: true}, 150: {To: 199, Whole: true}} {
		q.Run.After = k
		if got := SpanOf(link.View{}, "after", q, protocol.Result{}); got != want {
			t.Errorf("around K = %d: %+v, want %+v", k, got, want)
		}
	}
	q.Run.After = 0
	if got := SpanOf(link.View{Tab: "sweep", Sweep: "after"}, "after", q, protocol.Result{}); got != (Span{To: 199, Whole: true}) {
		t.Errorf("without a deletion: %+v", got)
	}
	c := looked(t, link.View{}, delta, deleted).Charts()[0]
	if c.X.Symbol != "K" || c.X.To != 60 || c.Markers[0].At != 20 || c.Markers[0].Answer == "" {
		t.Errorf("the picture has the axis %+v and the markers %+v", c.X, c.Markers)
	}
	for _, line := range c.Series {
		if line.Kind == plot.Best && (c.Y.To != 0 && c.Y.To < line.Y[0] || line.X[0] != 0) {
			t.Errorf("the axis ends at %v, the loss at the deletion is %v at K = %v", c.Y.To, line.Y[0], line.X[0])
		}
	}
	if want := "The bound falls from 1.34 to 0.00466 as the steps after the deletion go from 0 to 60"; c.Title != want {
		t.Errorf("the title is %q, want %q", c.Title, want)
	}
}

// A picture says what it is along, unless that is T.
func TestAlong(t *testing.T) {
	r := bounds.DefaultRun()
	for tab, want := range map[string]string{
		"": "", "T": "", "alpha": "alpha", "delta": "delta", "attacker": "attacker", "schedule": "schedule", "parts": "parts",
		"sweep": "sigma", "sweep eta": "eta",
	} {
		name, sweep, _ := strings.Cut(tab, " ")
		if got := Along(link.View{Tab: name, Sweep: sweep}, r); got != want {
			t.Errorf("tab %q is along %q, want %q", tab, got, want)
		}
	}
	deleted(&r)
	if got := Along(link.View{}, r); got != "after" {
		t.Errorf("after a deletion, a picture is along %q, want after", got)
	}
}

// A view of another tab, row or parameter than there is shows the nearest.
func TestUnknownViews(t *testing.T) {
	r := bounds.DefaultRun()
	for _, c := range []struct{ got, want string }{
		{string(TabOf(link.View{Tab: "nothing"}, r)), string(OverT)},
		{Parameter(link.View{Tab: "sweep", Sweep: "holder_order"}, r), "sigma"},
		{Parameter(link.View{}, r), "T"},
	} {
		if c.got != c.want {
			t.Errorf("an unknown view is answered by %q, want %q", c.got, c.want)
		}
	}
	if row := PlanRow(link.View{Plan: "nothing"}, protocol.Result{}); row != "composition" {
		t.Errorf("the schedule of %q", row)
	}
	less, more := protocol.Number(1), protocol.Number(2)
	made := protocol.Result{
		Answers: protocol.Answers{
			Rows: []protocol.Row{
				{ID: "printed", Status: "not-valid", HiddenState: true, Schedule: true, Epsilon: &less},
				{ID: "proved", Status: "proved", HiddenState: true, Schedule: true, Epsilon: &more}},
		},
	}
	if row := PlanRow(link.View{}, made); row != "proved" {
		t.Errorf("unasked, the schedule of %q", row)
	}
	if row := PlanRow(link.View{Plan: "printed"}, made); row != "printed" {
		t.Errorf("asked for what is printed, the schedule of %q", row)
	}
}

// A tab is offered if it has something to show: without a row that is written out step by step there are no schedules, unless the
// visitor has chosen one, which then says why.
func TestOfferedTabs(t *testing.T) {
	reshuffled := func(r *run.Run) { cyclic(r); r.Scheme = run.Reshuffle }
	without := []Tab{OverT, OverDelta, OverAlpha, Sweep, Attack}
	for name, c := range map[string]struct {
		chosen Tab
		of     protocol.Result
		want   []Tab
	}{
		"a known order":     {OverT, looked(t, link.View{}, delta, cyclic).Result, Tabs()},
		"a secret order":    {OverT, looked(t, link.View{}, delta, reshuffled).Result, without},
		"a chosen schedule": {Parts, looked(t, link.View{}, delta, reshuffled).Result, append(without[:5:5], Parts)},
		"before the answer": {OverT, protocol.Result{}, Tabs()},
	} {
		if got := Offered(c.chosen, c.of); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
