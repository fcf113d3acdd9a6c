package picture

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/engine"
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

// Both tabs show the steps of the row that is chosen or open, or of the answer's. Where these have none they show those of the
// proved row with the smallest ε, whether or not its breakdown has all three parts.
func TestStepsFollowTheAnswer(t *testing.T) {
	row := func(id string, epsilon protocol.Number, tau int) protocol.Row {
		return protocol.Row{ID: id, Epsilon: &epsilon, Schedule: true, HiddenState: true, Status: string(claim.Proved),
			Optimum: &protocol.Optimum{Tau: tau}}
	}
	printed, public, unsaid := row("printed", 1.1, 10), row("public", 1.34, 0), protocol.Number(1)
	printed.Status, public.HiddenState = string(claim.NotValid), false
	r := protocol.Result{Answers: protocol.Answers{Answer: &protocol.Answer{Row: "whole", Epsilon: 1},
		Rows: []protocol.Row{{ID: "whole", Epsilon: &unsaid}, printed, public, row("parts", 1.36, 187), row("best", 1.34, 0),
			row("third", 9, 100), {ID: "plain"}}}}
	for _, tab := range []Tab{Schedule, Parts} {
		for _, c := range []struct{ answer, open, plan, want string }{
			{"whole", "", "", "best"}, {"parts", "", "", "parts"}, {"third", "", "", "third"}, {"whole", "third", "", "third"},
			{"whole", "plain", "", "best"}, {"whole", "third", "parts", "parts"}, {"whole", "", "printed", "printed"},
		} {
			r.Answer.Row = c.answer
			if got := PlanRow(link.View{Tab: string(tab), Open: c.open, Plan: c.plan}, r); got != c.want {
				t.Errorf("%s, %+v: the steps of %s", tab, c, got)
			}
		}
	}
	r.Rows = []protocol.Row{{ID: "third", Epsilon: r.Rows[0].Epsilon}}
	r.Answer.Row = "third"
	if got := PlanRow(link.View{Tab: "schedule"}, r); got != "third" {
		t.Errorf("where no row has steps, %s is asked why", got)
	}
}

// A title tells how the bound changes, also above the end of a cut axis.
func TestTitleOfACutAxis(t *testing.T) {
	if got := upTo([]float64{20.4, 2, 0.1}, 2); !math.IsInf(got[0], 1) || got[1] != 2 || got[2] != 0.1 {
		t.Errorf("up to 2: %v", got)
	}
	s := looked(t, link.View{Tab: "sweep", YScale: "linear"}, claim.Question{Delta: 1e-5}, nil)
	c := s.Chart()
	if at, best, _ := s.envelopes(); c.Y.To == 0 || best[0] <= c.Y.To || c.Title != s.title(at, best, c.Y.To, s.lowest()) {
		t.Errorf("the axis ends at %v: %s", c.Y.To, c.Title)
	}
	// The line leaves the picture at its top: the title has its value at the axis's end, and none of the frame.
	_, best, _ := s.envelopes()
	ends := "from " + number.Up(best[0], 3) + " to "
	if from := "goes from " + number.Plain(threeDigits(c.X.From)) + " to "; !strings.Contains(c.Title, ends) || !strings.Contains(c.Title, from) {
		t.Errorf("%q says neither %q nor %q", c.Title, ends, from)
	}
	if a := looked(t, link.View{Tab: "attacker"}, claim.Question{Delta: 1e-5}, nil).Charts()[0]; a.Series[0].Own != 1 {
		t.Errorf("the title’s rate has a dot at %v", a.Series[0].Own)
	}
}

// Where the accounting starts at the first step nothing was tracked before it, and no line says so.
func TestNothingTrackedFromTheFirstStep(t *testing.T) {
	s := looked(t, link.View{Tab: "parts", Plan: "shift"}, delta, nil)
	if s.Plan.Tau != 0 {
		t.Fatalf("τ = %d", s.Plan.Tau)
	}
	if c := s.Charts()[0]; len(c.Series) != 1 || c.Series[0].ID != "z" || strings.Contains(c.Desc, "Before τ") {
		t.Errorf("drawn are %+v: %s", c.Series, c.Desc)
	}
}

// At the run's own value a line has the run's ε, also where the curve has a value of its own there, rounded outward.
func TestOwnValueIsTheRuns(t *testing.T) {
	row, coarse := protocol.Number(0.5), protocol.Number(0.5000001)
	q := bounds.DefaultQuery()
	for _, at := range [][]float64{{100, 200, 300}, {100, 150, 300}} {
		series := []protocol.Series{{Row: "a", Epsilon: []*protocol.Number{&coarse, &coarse, &coarse}}}
		s := Scene{Query: q, At: at, Curve: protocol.CurveResult{Series: series}}
		x, y := s.along(protocol.Row{ID: "a", Epsilon: &row})
		i, found := slices.BinarySearch(x, float64(q.Run.T))
		if !found || y[i] != 0.5 || y[0] != 0.5000001 {
			t.Errorf("at %v the line is %v", x, y)
		}
	}
}

// Along the order, the answer at a δ is marked with its order, or the axis says that it has none; where its line jumps, the chart
// says why; and the chart is read at the axis's end.
func TestOrdersAreExplained(t *testing.T) {
	r, rows := bounds.DefaultRun(), bounds.Settings{Rows: []string{"profile"}}
	report, err := bounds.Evaluate(t.Context(), r, delta, rows)
	if err != nil {
		t.Fatal(err)
	}
	s := Scene{Tab: OverAlpha, Parameter: "alpha", Query: claim.Query{Run: r, Question: delta}, Result: engine.FromReport(report),
		At: []float64{8, 16, 32, 40, 44, 47, 48, 49, 50, 52, 56, 64}}
	lines, err := bounds.Curve(t.Context(), r, delta, s.Parameter, s.At, rows)
	if err != nil {
		t.Fatal(err)
	}
	s.Curve = engine.FromCurve(lines, 0)
	c := s.Chart()
	if !strings.Contains(c.X.Note, "no order") {
		t.Errorf("the axis is %q", c.X.Words())
	}
	i := slices.IndexFunc(c.Markers, func(m plot.Marker) bool { return m.ID == "raised" })
	if i < 0 {
		t.Fatalf("the markers are %+v, want one at the jump", c.Markers)
	}
	x, y := s.along(protocol.Row{ID: "profile"})
	if k := slices.Index(x, c.Markers[i].At); !(y[k]/x[k] > 1.02*y[k-1]/x[k-1]) {
		t.Errorf("the line does not jump at %v", c.Markers[i].At)
	}
	if got := s.Begins(); got != c.X.To {
		t.Errorf("the chart is read at %v, its axis ends at %v", got, c.X.To)
	}
	if got := (Scene{Tab: Attack, Parameter: "delta", At: s.At}).Begins(); got != 0 {
		t.Errorf("the attacker's chart is read at %v", got)
	}
}

// The steps of a theorem that does not give the answer are drawn under its own number.
func TestStepsOfAnotherTheoremHaveItsNumber(t *testing.T) {
	e := protocol.Number(1.3359)
	s := Scene{Query: bounds.DefaultQuery(), Plan: &protocol.ScheduleResult{Row: "b"}, Result: protocol.Result{Answers: protocol.Answers{
		Answer: &protocol.Answer{Row: "a", Epsilon: 0.383}, Rows: []protocol.Row{{ID: "a", Name: "A", Epsilon: &e}, {ID: "b", Name: "B", Epsilon: &e}}}}}
	for row, want := range map[string]string{"a": "A: half", "b": "B, ε ≤ 1.34: half"} {
		if s.Plan.Row = row; s.of("Half") != want {
			t.Errorf("the steps of %s stand under %q, want %q", row, s.of("Half"), want)
		}
	}
}
