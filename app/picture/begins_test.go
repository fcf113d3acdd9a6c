package picture

import (
	"math"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/plot"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// A panel of steps begins at its first value, unless a stretch was chosen.
func TestPanelBeginsAtItsFirstValue(t *testing.T) {
	axis := plot.Axis{From: 0, To: 200, Whole: true}
	at, y := []float64{0, 100, 193, 199}, []float64{math.NaN(), math.NaN(), 0.99, 0.53}
	if got := (Scene{}).fromFirst(axis, at, y); got.From != 193 || got.To != 200 {
		t.Errorf("from %v to %v", got.From, got.To)
	}
	if got := (Scene{View: link.View{From: 0, To: 200}}).fromFirst(axis, at, y); got.From != 0 {
		t.Errorf("the stretch chosen begins at %v", got.From)
	}
}

// A growth is told as faster or slower than the order where it is so by a fifth.
func TestGrowthIsToldWhereItIsClear(t *testing.T) {
	for want, end := range map[string]float64{"nearly in proportion to": 9.6, "more slowly than": 7, "faster than": 13} {
		if got := (Scene{}).overAlpha([]float64{1, 10}, []float64{1, end}); !strings.Contains(got, want) {
			t.Errorf("from 1 to %v at ten times the order: %q", end, got)
		}
	}
}

// Both tabs of steps open on one theorem where it is little worse than the best.
func TestStepTabsShowOneTheorem(t *testing.T) {
	row := func(id string, epsilon protocol.Number, tau int) protocol.Row {
		return protocol.Row{ID: id, Epsilon: &epsilon, Schedule: true, HiddenState: true, Status: string(claim.Proved),
			Optimum: &protocol.Optimum{Tau: tau}}
	}
	for _, c := range []struct {
		other protocol.Number
		want  string
	}{{1.54, "parts"}, {3, "best"}} {
		var r protocol.Result
		r.Rows = []protocol.Row{row("best", 1.34, 0), row("parts", c.other, 187)}
		if got := PlanRow(link.View{Tab: string(Schedule)}, r); got != c.want {
			t.Errorf("at %v the steps are those of %s", c.other, got)
		}
		if got := PlanRow(link.View{Tab: string(Parts)}, r); got != "parts" {
			t.Errorf("at %v the parts are those of %s", c.other, got)
		}
	}
}

// The steps and the parts are those of the row that is open, or of the answer's, where it has them.
func TestStepsFollowTheAnswer(t *testing.T) {
	row := func(id string, epsilon protocol.Number, tau int) protocol.Row {
		return protocol.Row{ID: id, Epsilon: &epsilon, Schedule: true, HiddenState: true, Status: string(claim.Proved),
			Optimum: &protocol.Optimum{Tau: tau}}
	}
	r := protocol.Result{Answers: protocol.Answers{Answer: &protocol.Answer{Row: "best", Epsilon: 1.34},
		Rows: []protocol.Row{row("best", 1.34, 0), row("parts", 1.54, 187), row("third", 9, 100), {ID: "plain"}}}}
	for _, c := range []struct{ tab, open, plan, want string }{
		{"schedule", "", "", "best"}, {"parts", "", "", "parts"}, {"schedule", "third", "", "third"}, {"parts", "third", "", "third"},
		{"schedule", "plain", "", "best"}, {"schedule", "third", "parts", "parts"}, {"parts", "best", "", "parts"},
	} {
		if got := PlanRow(link.View{Tab: c.tab, Open: c.open, Plan: c.plan}, r); got != c.want {
			t.Errorf("%+v: the steps of %s", c, got)
		}
	}
	r.Rows = []protocol.Row{{ID: "best", Epsilon: r.Rows[0].Epsilon}}
	if got := PlanRow(link.View{Tab: "schedule"}, r); got != "best" {
		t.Errorf("where no row has steps, %s is asked why", got)
	}
}

// A title tells what a cut axis shows.
func TestTitleOfACutAxis(t *testing.T) {
	if got := upTo([]float64{20.4, 2, 0.1}, 2); !math.IsInf(got[0], 1) || got[1] != 2 || got[2] != 0.1 {
		t.Errorf("up to 2: %v", got)
	}
	s := looked(t, link.View{Tab: "sweep"}, claim.Question{Delta: 1e-5}, nil)
	c := s.Chart()
	if at, best, _ := s.envelopes(); c.Y.To == 0 || c.Title == s.title(at, best) || c.Title != s.title(at, upTo(best, c.Y.To)) {
		t.Errorf("the axis ends at %v: %s", c.Y.To, c.Title)
	}
	if a := looked(t, link.View{Tab: "attacker"}, claim.Question{Delta: 1e-5}, nil).Charts()[0]; a.Series[0].Own != 1 {
		t.Errorf("the title’s rate has a dot at %v", a.Series[0].Own)
	}
}
