package picture

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/plot"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

// few are rows that do not change as the calculator grows.
var few = []string{"composition", "chien-li-3.1", "kong-ribero-2.2", "bok-su-altschuler", "shift", "shift-sampled", "chien-li-3.12"}

// looked is the scene of a view, as the page would ask for it.
func looked(t *testing.T, v link.View, q claim.Question, change func(*run.Run)) Scene {
	t.Helper()
	r := bounds.DefaultRun()
	if change != nil {
		change(&r)
	}
	computed := v
	computed.Pinned = nil // is drawn beside the run
	key := fmt.Sprintf("%+v %+v %+v", computed, q, r)
	s, known := seen[key]
	if !known {
		var err error
		if s, err = lookedAt(computed, q, r); err != nil {
			t.Fatal(err)
		}
		seen[key] = s
	}
	s.View = v
	return s
}

// seen are the scenes that tests have looked at: several look at the same ones.
var seen = map[string]Scene{}

func lookedAt(v link.View, q claim.Question, r run.Run) (Scene, error) {
	ctx := context.Background()
	report, err := bounds.Evaluate(ctx, r, q, bounds.Settings{Rows: few})
	if err != nil {
		return Scene{}, err
	}
	s := Scene{View: v, Tab: TabOf(v, r), Query: claim.Query{Run: r, Question: q}, Result: engine.FromReport(report), Width: 720}
	if !s.Tab.Curved() {
		plan, err := bounds.MakeSchedule(ctx, r, PlanRow(v, s.Result), q)
		result := engine.FromSchedule(plan)
		s.Plan = &result
		return s, err
	}
	s.Parameter = Parameter(v, r)
	s.Here, _ = Here(s.Parameter, s.Query)
	s.At = At(s.Tab, SpanOf(v, s.Parameter, s.Query, s.Result), s.Here)
	if !s.Tab.Handled() {
		s.Here = 0
	}
	series, err := bounds.Curve(ctx, r, q, s.Parameter, s.At, bounds.Settings{Rows: few})
	s.Curve = engine.FromCurve(series, 0)
	return s, err
}

var (
	delta   = claim.Question{Delta: 1e-5}
	renyi   = claim.Question{Alpha: 2}
	convex  = func(r *run.Run) { r.Loss = run.Convex }
	deleted = func(r *run.Run) { r.After = 20 }
	cyclic  = func(r *run.Run) { r.N, r.Scheme, r.Loss = 50, run.Cyclic, run.Convex }
	// sampled has β_t that fall as steps come to weigh more.
	sampled = func(r *run.Run) { r.N, r.Scheme, r.T, r.Diameter = 50, run.WithoutReplacement, 2000, 0.5 }
)

// scenes are drawn into testdata/*.svg. UPDATE_SNAPSHOTS=1 go test writes them
// anew; look at every one that changed before it is committed.
func scenes(t *testing.T) map[string]Scene {
	return map[string]Scene{
		"iterations":     looked(t, link.View{}, delta, nil),
		"iterations-log": looked(t, link.View{XScale: "log", YScale: "log"}, renyi, convex),
		"deletion":       looked(t, link.View{}, delta, deleted),
		"order":          looked(t, link.View{Tab: "alpha"}, delta, nil),
		"failure":        looked(t, link.View{Tab: "delta"}, delta, nil),
		"attacker":       looked(t, link.View{Tab: "attacker"}, delta, nil),
		"sweep-noise":    looked(t, link.View{Tab: "sweep"}, delta, nil),
		"sweep-rate":     looked(t, link.View{Tab: "sweep", Sweep: "eta", From: 0.02, To: 0.3}, delta, nil),
		"schedule":       looked(t, link.View{Tab: "schedule", Plan: "chien-li-3.1"}, delta, convex),
		"schedule-order": looked(t, link.View{Tab: "schedule"}, renyi, cyclic),
		"parts":          looked(t, link.View{Tab: "parts"}, renyi, convex),
		"parts-simple":   looked(t, link.View{Tab: "parts", Plan: "shift"}, delta, nil),

		"schedule-sampled": looked(t, link.View{Tab: "schedule"}, delta, sampled),
		"parts-sampled":    looked(t, link.View{Tab: "parts"}, delta, sampled),
	}
}

func TestPictures(t *testing.T) {
	drawn := map[string]bool{}
	for name, s := range scenes(t) {
		charts := s.Charts()
		c := plot.Stacked(charts)
		c.Standalone = true
		path := filepath.Join("testdata", name+".svg")
		drawn[path] = true
		got := c.SVG() + "\n"
		if os.Getenv("UPDATE_SNAPSHOTS") == "1" {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Errorf("%v: UPDATE_SNAPSHOTS=1 writes it", err)
		} else if string(want) != got {
			t.Errorf("%s is drawn differently: UPDATE_SNAPSHOTS=1 writes it; look at it", path)
		}
	}
	kept, _ := filepath.Glob("testdata/*.svg")
	for _, path := range kept {
		if !drawn[path] {
			t.Errorf("%s belongs to no test: delete it", path)
		}
	}
}

// Titles say what is seen, with numbers from the data.
func TestTitles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	all := scenes(t)
	for name, patterns := range map[string][]string{
		"iterations": {`^Privacy loss levels off after \d+ steps$`},
		"order":      {`^The Rényi bound grows in proportion to its order: 0\.0\d+ for each unit of α$`},
		"failure":    {`^A δ ten times smaller than 10⁻⁵ takes ε from 1\.\d+ to 1\.\d+$`},
		// By the shift row μ is 0.3487, and Φ(Φ⁻¹(0.01) + μ) = 0.02398.
		"attacker": {`^At a 1 % false-positive rate an attack identifies at most 2\.40.% of members$`},
		// α/(2σ²): ε falls as σ grows.
		"sweep-noise": {`^Privacy loss falls from \S+ to 0\.\d+ as the noise on the iterate goes from 0\.\d+ to 20$`},
		"sweep-rate":  {`^Privacy loss grows from 0\.\d+ to \d\.\d+ as the learning rate goes from 0\.02 to 0\.3$`},
		"schedule":    {`^Chien–Li, Theorem 3\.1: half of the bound is spent in the last \d of 200 steps; \d+ % of each step’s noise hides the step itself, the rest the distance$`},
		"parts": {`^Chien–Li, Theorem 3\.1: at step τ = 18[78] the two runs are at most 1\.00 apart; hiding this by T has a cost$`,
			`^The distance at τ is \d+ % of the bound, the steps’ own differences are the rest$`},
		"schedule-sampled": {`^Shift, sampled batches: half of the bound is spent in the last \d+ of 2000 steps$`,
			`^The share of the noise that hides whether the batch holds the example goes from 100 % to \d\d %$`},
		"parts-sampled": {`^Shift, sampled batches: at step τ = 19\d\d the two runs are at most 0\.500 apart`,
			`^The distance at τ is \d+ % of the bound, the steps’ own differences are the rest$`},
		"parts-simple": {`^Shift optimum: the accounting starts at the first step`, `^The steps’ own differences are all of the bound$`},
	} {
		charts := all[name].Charts()
		if len(charts) != len(patterns) {
			t.Errorf("%s has %d charts, want %d", name, len(charts), len(patterns))
			continue
		}
		for i, pattern := range patterns {
			if !regexp.MustCompile(pattern).MatchString(charts[i].Title) {
				t.Errorf("%s: %q is not %s", name, charts[i].Title, pattern)
			}
			if charts[i].Desc == "" {
				t.Errorf("%s: chart %d has no description", name, i)
			}
		}
	}
}

// The parts are those of Chien and Li, arXiv:2410.01068, Figure 2(b): (A) and
// (B) add up to the row's divergence, and their sentences hold the numbers.
func TestPartsAddUp(t *testing.T) {
	for i, change := range []func(*run.Run){convex, cyclic, nil, sampled, sampled} {
		s := looked(t, link.View{Tab: "parts"}, []claim.Question{renyi, renyi, renyi, renyi, delta}[i], change)
		row, ok := find(s.Result, s.Plan.Row)
		if !ok {
			t.Fatalf("no row %q", s.Plan.Row)
		}
		if sum := s.stepsCost() + s.distanceCost(); math.Abs(sum-float64(row.RDP.Epsilon)) > 1e-6*sum {
			t.Errorf("%s: (A) + (B) = %v, ε = %v", row.ID, sum, row.RDP.Epsilon)
		}
		parts := s.Explain()
		if len(parts) != 3 || parts[0].Letter != "A" || parts[1].Letter != "B" || parts[2].Letter != "C" {
			t.Fatalf("parts %+v", parts)
		}
		for _, p := range parts {
			if !strings.HasSuffix(p.Text, ".") || len(p.Text) < 60 {
				t.Errorf("(%s): %q", p.Letter, p.Text)
			}
		}
	}
}

// Every number of a run can be swept from a range that holds its own value.
func TestSpans(t *testing.T) {
	runs := []func(*run.Run){
		func(*run.Run) {}, convex, cyclic,
		func(r *run.Run) { r.Diameter = math.Inf(1) },
		func(r *run.Run) { r.Loss, r.WeakConvexity = run.WeaklyConvex, 0 },
		func(r *run.Run) { r.Loss = run.Holder },
		func(r *run.Run) { r.N, r.B, r.T, r.Scheme = 60000, 256, 1e9, run.Poisson },
	}
	for i, change := range runs {
		r := bounds.DefaultRun()
		change(&r)
		for _, parameter := range append(Sweepable(r), "alpha", "delta") {
			for _, v := range []link.View{{}, {From: 0.5, To: 3}, {From: 0, To: 1e30}} {
				s := SpanOf(v, parameter, claim.Query{Run: r, Question: delta}, protocol.Result{})
				here, has := Here(parameter, claim.Query{Run: r, Question: delta})
				values := s.Values(here)
				if !(s.From < s.To) || len(values) < 2 && v.To == 0 || len(values) > maxValues || !slices.IsSorted(values) {
					t.Fatalf("run %d, %s from %v to %v: %d values", i, parameter, s.From, s.To, len(values))
				}
				if v.To == 0 && has && !slices.Contains(values, here) {
					t.Errorf("run %d: %s from %v to %v leaves out %v", i, parameter, s.From, s.To, here)
				}
				least, most := Limits(parameter)
				for _, x := range values {
					if x < least || x > most || s.Whole && x != math.Trunc(x) {
						t.Fatalf("run %d, %s: value %v", i, parameter, x)
					}
				}
			}
		}
	}
	full := bounds.DefaultRun()
	if slices.Contains(Sweepable(full), "b") || slices.Contains(Sweepable(full), "holder_order") {
		t.Errorf("a full batch of strongly convex losses can vary %v", Sweepable(full))
	}
}

// A value of 0 is none, where it stands for what is not stated, and a value where it is one.
func TestHereOfZero(t *testing.T) {
	r := bounds.DefaultRun()
	r.Schedule, r.Tuning = run.CosineFall, run.NegativeBinomial
	for parameter, want := range map[string]bool{"schedule_final": true, "tuning_shape": true, "warmup": false, "weight_decay": false,
		"after": false, "group": false} {
		value, ok := Here(parameter, claim.Query{Run: r, Question: delta})
		if value != 0 || ok != want {
			t.Errorf("%s of 0 is %v, %v", parameter, value, ok)
		}
	}
}

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
	if want := "Privacy loss falls from 1.34 to 0.00466 as the steps after the deletion go from 0 to 60"; c.Title != want {
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

// A scene is drawn anew where anything of it has changed.
func TestSame(t *testing.T) {
	s := looked(t, link.View{}, delta, nil)
	if again := s; !s.Same(again) {
		t.Error("Same(itself) = false, want true")
	}
	for name, change := range map[string]func(*Scene){
		"rows":   func(s *Scene) { s.View.Rows = []string{} },
		"zoom":   func(s *Scene) { s.View.To = 10 },
		"scale":  func(s *Scene) { s.View.YScale = "log" },
		"width":  func(s *Scene) { s.Width = 300 },
		"height": func(s *Scene) { s.Height = 300 },
		"size":   func(s *Scene) { s.Terse = true },
		"value":  func(s *Scene) { s.Here = 3 },
		"curve":  func(s *Scene) { s.Curve.Series = slices.Clone(s.Curve.Series) },
		"answer": func(s *Scene) { s.Result.Rows = slices.Clone(s.Result.Rows) },
		"plan":   func(s *Scene) { s.Plan = &protocol.ScheduleResult{} },
		"tab":    func(s *Scene) { s.Tab = Parts },
		"run":    func(s *Scene) { s.Run.Eta *= 2 },
	} {
		other := s
		if change(&other); s.Same(other) {
			t.Errorf("another %s makes no difference", name)
		}
	}
}

// Of two charts one above the other, the same step stands at the same place,
// whatever their names and numbers take of the width.
func TestChartsLineUp(t *testing.T) {
	for _, tab := range []string{"parts"} {
		for _, width := range []float64{280, 390, 720, 1400} {
			s := looked(t, link.View{Tab: tab}, renyi, convex)
			s.Width = width
			charts := s.Charts()
			if len(charts) != 2 {
				t.Fatalf("%s: %d charts", tab, len(charts))
			}
			above, below := charts[0].Layout(), charts[1].Layout()
			if above.Left != below.Left || above.Right != below.Right {
				t.Errorf("%s, %v wide: one plot goes from %v to %v, the other from %v to %v", tab, width, above.Left, above.Right,
					below.Left,
					below.Right)
			}
		}
	}
}

// What is seen of a run of one step is what happens after it; and where nothing
// is lost nothing grows.
func TestTitlesAtTheEdges(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	one := looked(t, link.View{}, delta, func(r *run.Run) { r.T = 1 })
	if got := one.Chart().Title; strings.Contains(got, "as if every iterate were published") {
		t.Errorf("a run of one step: %q, though hidden state helps from two on", got)
	}
	quiet := looked(t, link.View{}, delta, func(r *run.Run) { r.Sigma = 1e20 })
	if got := quiet.Chart().Title; got != "At this δ, ε is 0 for any number of steps shown" {
		t.Errorf("where ε is 0: %q", got)
	}
}

// The best of several runs pays most at orders near 1: over its curve the divergence grows less than its order, or falls. And
// what stands beyond the curve is not told of it.
func TestTitlesOfTunedRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	tuned := func(r *run.Run) { r.Tuning, r.TuningMean = run.Geometric, 10 }
	s := looked(t, link.View{Tab: "alpha"}, renyi, tuned)
	if got := s.Chart().Title; got != "The Rényi bound grows more slowly than its order" {
		t.Errorf("the best of ten runs: %q", got)
	}
	people := looked(t, link.View{Tab: "sweep", Sweep: "group", From: 1, To: 20}, delta, nil)
	if got := people.Chart().Title; !strings.Contains(got, "as the examples of one person go from 1 to ") {
		t.Errorf("over the examples of a person: %q", got)
	}
	late := looked(t, link.View{From: 500, To: 1000}, delta, nil)
	if got := late.Chart().Desc; strings.Contains(got, "At T = 200") {
		t.Errorf("of a picture from T = 500 on: %q", got)
	}
}

// Along the order of a divergence, which it follows over decades, both axes are
// logarithmic unless the link says otherwise: no line lies on the floor or leaves at
// the top.
func TestOrdersAreDrawnOverDecades(t *testing.T) {
	s := looked(t, link.View{Tab: "alpha"}, renyi, convex)
	c := s.Chart()
	if c.X.Scale != plot.Log || c.Y.Scale != plot.Log || c.Y.To != 0 {
		t.Errorf("axes %+v, %+v", c.X, c.Y)
	}
	s.View.YScale = "linear"
	if c := s.Chart(); c.Y.Scale != plot.Linear {
		t.Errorf("the link says linear, drawn is %+v", c.Y)
	}
	s = looked(t, link.View{Tab: "delta"}, delta, nil)
	if c := s.Chart(); c.Y.Scale != plot.Linear {
		t.Errorf("along δ: %+v", c.Y)
	}
}

// Of a curve that has one value alone nothing is said of how it runs: where the deletion of
// two examples is refused, the loss does not "not depend" on it.
func TestOneValueIsNoCurve(t *testing.T) {
	s := looked(t, link.View{Tab: string(Sweep), Sweep: "after"}, delta, func(r *run.Run) {
		r.N, r.B, r.Scheme, r.Adjacency, r.Schedule, r.Group = 1000, 100, run.Poisson, run.AddRemove, run.CosineFall, 2
	})
	if title := s.Charts()[0].Title; title != "In this range there is a bound only at K = 0" {
		t.Errorf("the title is %q", title)
	}
}

// The schedule and the parts of one row say different things: no sentence stands in both, no number twice
// beside the parts, and the schedule ends with what its steps pay.
func TestScheduleAndPartsDiffer(t *testing.T) {
	for i, change := range []func(*run.Run){convex, cyclic, sampled} {
		said := map[Tab][]string{}
		for _, tab := range []Tab{Schedule, Parts} {
			s := looked(t, link.View{Tab: string(tab)}, renyi, change)
			for _, c := range s.Charts() {
				_, title, _ := strings.Cut(c.Title, ": ")
				said[tab] = append(said[tab], strings.Split(title, "; ")...)
			}
			if tab == Schedule {
				said[tab] = append(said[tab], s.Payments())
				continue
			}
			for _, p := range s.Explain() {
				said[tab] = append(said[tab], p.Text)
			}
		}
		for _, sentence := range said[Schedule] {
			if sentence != "" && slices.Contains(said[Parts], sentence) {
				t.Errorf("run %d: both say %q", i, sentence)
			}
		}
		if last := said[Schedule][len(said[Schedule])-1]; !strings.Contains(last, " pays ") {
			t.Errorf("run %d: the schedule ends with %q", i, last)
		}
		once := map[string]bool{}
		for _, n := range regexp.MustCompile(`\d\.\d{2,}`).FindAllString(strings.Join(said[Parts], " "), -1) {
			if once[n] {
				t.Errorf("run %d: %s stands twice in %q", i, n, said[Parts])
			}
			once[n] = true
		}
	}
}

// A title is that of the line that is drawn best: where published theorems alone are left, the place at which
// another line levelled off is not that of this one.
func TestLevelOfAnotherLine(t *testing.T) {
	s := looked(t, link.View{}, delta, nil)
	own := s.Chart().Title
	for _, stale := range []int{2, 150} {
		s.Curve.LevelsOff = stale
		if got := s.Chart().Title; got != own {
			t.Errorf("with another line's %d steps: %q, want %q", stale, got, own)
		}
	}
}

// What grows with a parameter leaves the picture, and what falls comes to lie on its axis: the default range ends before most of
// it is empty, at numbers that one reads at a glance, and holds the run's own value.
func TestRangesAreNotHalfEmpty(t *testing.T) {
	r := bounds.DefaultRun()
	for parameter, want := range map[string]Span{"eta": {From: 0.01, To: 0.5}, "clip": {From: 0.2, To: 10}, "sigma": {From: 0.2, To: 20}} {
		if got := SpanOf(link.View{}, parameter, claim.Query{Run: r, Question: delta}, protocol.Result{}); got != want {
			t.Errorf("%s from %v to %v, want %+v", parameter, got.From, got.To, want)
		}
	}
	for x, want := range map[float64][2]float64{0.3: {0.2, 0.5}, 5: {5, 5}, 7: {5, 10}, 0.01: {0.01, 0.01}, 99: {50, 100}} {
		if got := [2]float64{rounded(x, false), rounded(x, true)}; got != want {
			t.Errorf("%v lies between %v, want %v", x, got, want)
		}
	}
}

// Axes without a line say nothing: why there is none is said in their place, unless a range was chosen.
func TestNoEmptyAxes(t *testing.T) {
	value, none := protocol.Number(1), protocol.Number(math.Inf(1))
	s := Scene{Tab: Sweep, Parameter: "sigma", Query: bounds.DefaultQuery()}
	for name, c := range map[string]struct {
		line  []*protocol.Number
		view  link.View
		empty bool
	}{
		"a value": {[]*protocol.Number{nil, &value}, link.View{}, false}, "no value": {[]*protocol.Number{nil, nil}, link.View{}, true},
		"infinite": {[]*protocol.Number{&none}, link.View{}, true}, "a range": {[]*protocol.Number{nil}, link.View{From: 1, To: 2}, false},
	} {
		s.View, s.Curve.Series = c.view, []protocol.Series{{Row: "composition", Epsilon: c.line}}
		if got := s.Empty(); (got != "") != c.empty || got != "" && !strings.Contains(got, "Draw another row") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// The steps are read at the last one until somebody reads them elsewhere.
func TestStepsAreReadAtTheEnd(t *testing.T) {
	s := Scene{Plan: &protocol.ScheduleResult{At: []int{187, 193, 199}}}
	if got := s.Begins(); got != 199 {
		t.Errorf("at %v", got)
	}
	if s.View.To = 195; s.Begins() != 0 {
		t.Errorf("of a stretch at %v", s.Begins())
	}
}
