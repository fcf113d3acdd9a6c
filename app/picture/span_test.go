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

// What grows with a parameter leaves the picture, and what falls comes to lie on its axis: the default range ends before most of
// it is empty, at numbers that one reads at a glance, and holds the run's own value.
func TestRangesAreNotHalfEmpty(t *testing.T) {
	r := bounds.DefaultRun()
	for parameter, want := range map[string]Span{"eta": {From: 0.01, To: 0.5}, "clip": {From: 0.2, To: 10}, "sigma": {From: 0.2, To: 20}} {
		if got := SpanOf(link.View{}, parameter, claim.Query{Run: r, Question: delta}, protocol.Result{}); got.From != want.From || got.To != want.To {
			t.Errorf("%s from %v to %v, want %+v", parameter, got.From, got.To, want)
		}
	}
	for x, want := range map[float64][2]float64{0.3: {0.2, 0.5}, 5: {5, 5}, 7: {5, 10}, 0.01: {0.01, 0.01}, 99: {50, 100}} {
		if got := [2]float64{oneDigit(x, false), oneDigit(x, true)}; got != want {
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
