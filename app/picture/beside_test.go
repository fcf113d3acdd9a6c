package picture

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

// besideOf is a pinned run as the page would draw it into a scene.
func besideOf(t *testing.T, s Scene, pin int, label string, q claim.Question, change func(*run.Run)) Beside {
	t.Helper()
	ctx, r := context.Background(), bounds.DefaultRun()
	change(&r)
	report, err := bounds.Evaluate(ctx, r, q, bounds.Settings{Rows: few})
	if err != nil {
		t.Fatal(err)
	}
	b := Beside{Pin: pin, Label: label, Query: claim.Query{Run: r, Question: q}, Result: engine.FromReport(report)}
	series, err := bounds.Curve(ctx, r, q, s.parameter(), s.At, bounds.Settings{Rows: BesideRows(b.Result)})
	if err != nil {
		t.Fatal(err)
	}
	b.Curve = engine.FromCurve(series, 0)
	return b
}

// A pinned run's line is the smallest of the engine's proved upper bounds for
// that run, at every value of the curve and at the run's own; the table and the
// CSV have the same numbers.
func TestBesideIsTheEngines(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	for _, v := range []link.View{{}, {Tab: "alpha"}, {Tab: "delta"}, {Tab: "sweep", Sweep: "eta"}} {
		v.Pinned = make([]link.Pinned, 2)
		s := looked(t, v, delta, nil)
		s.Beside = []Beside{
			besideOf(t, s, 0, "wide", delta, func(r *run.Run) { r.Diameter, r.T = 4, 90 }),
			besideOf(t, s, 1, "strict", claim.Question{Delta: 1e-7}, func(r *run.Run) { r.Loss, r.Sigma = run.Convex, 2 }),
		}
		c := s.Chart()
		csv := c.CSV()
		for _, b := range s.Beside {
			i := slices.IndexFunc(c.Series, func(l plot.Series) bool { return l.ID == BesideID(b.Pin) })
			if i < 0 {
				t.Fatalf("%s: %s is not drawn", v.Tab, b.Label)
			}
			line := c.Series[i]
			if line.Kind != plot.Beside || !strings.HasPrefix(line.Name, b.Label) || line.Hidden {
				t.Errorf("%s: the line is %s, called %q", v.Tab, line.Kind, line.Name)
			}
			points := 0
			for j, x := range s.At {
				want := math.Inf(1)
				for _, series := range b.Curve.Series {
					if e := series.Epsilon[j]; e != nil {
						want = min(want, float64(*e))
					}
				}
				k, found := slices.BinarySearch(line.X, x)
				if found && line.Y[k] != want {
					t.Errorf("%s: %s at %v is %v, the engine says %v", v.Tab, b.Label, x, line.Y[k], want)
				}
				if found {
					points++
				}
			}
			if points < 100 {
				t.Errorf("%s: %s has %d of %d points", v.Tab, b.Label, points, len(s.At))
			}
			if own, ok := Here(s.parameter(), b.Query); ok && own >= s.At[0] && own <= s.At[len(s.At)-1] && v.Tab != "alpha" {
				// Rows that prove the same ε differ in the last digits.
				want := float64(b.Result.Answer.Epsilon)
				k, found := slices.BinarySearch(line.X, own)
				switch {
				case !found || math.Abs(line.Y[k]-want) > 1e-9*want || line.Own != own:
					t.Errorf("%s: at its own value %v the line of %s is not its ε %v", v.Tab, own, b.Label, want)
				case !strings.Contains(csv, run.FormatNumber(line.Y[k])):
					t.Errorf("%s: the file lacks the ε of %s", v.Tab, b.Label)
				}
			}
			if head := c.Table(12).Head; !slices.Contains(head, line.Name) {
				t.Errorf("%s: the table has no %s: %q", v.Tab, line.Name, head)
			}
		}
		if len(c.Band.X) > 0 {
			t.Errorf("%s: a band beside other runs", v.Tab)
		}
		if svg := c.SVG(); !strings.Contains(svg, ">wide") || !strings.Contains(svg, "this run") {
			t.Errorf("%s: lines are not named", v.Tab)
		}
	}
}

// Beside pinned runs the run itself is one line, named by its own label if it is
// pinned. A person can choose other lines instead.
func TestBesideLines(t *testing.T) {
	s := looked(t, link.View{Pinned: make([]link.Pinned, 1)}, delta, nil)
	s.Beside = []Beside{besideOf(t, s, 0, "wide", delta, func(r *run.Run) { r.Diameter = 4 })}
	if got := Drawn(s.View, s.Result); !slices.Equal(got, []string{s.Result.Answer.Row}) {
		t.Errorf("drawn: %v", got)
	}
	if got := s.Lines(); !slices.Equal(got, []string{s.Result.Answer.Row, "pin-1"}) {
		t.Errorf("lines: %v", got)
	}
	s.Own = "run 7"
	if svg := s.Chart().SVG(); !strings.Contains(svg, "run 7") || strings.Contains(svg, "this run") {
		t.Errorf("the labels are not those of run 7, want \"run 7\" and no \"this run\":\n%s", svg)
	}
	s.View.Rows = []string{"composition"}
	for _, line := range s.Chart().Series {
		if shown := line.ID == "composition"; line.Hidden == shown {
			t.Errorf("%s is hidden: %v", line.ID, line.Hidden)
		}
	}
	if empty, own := s.Same(Scene{}), s.Same(s); empty || !own {
		t.Errorf("Same(an empty scene) = %t, Same(itself) = %t, want false and true", empty, own)
	}
	other := s
	other.Beside = nil
	if s.Same(other) {
		t.Error("Same(the scene without pinned runs) = true, want false")
	}
}

func TestNotBeside(t *testing.T) {
	r := bounds.DefaultRun()
	smooth := r
	smooth.Loss = run.Smooth
	for _, c := range []struct {
		parameter string
		r         run.Run
		q, asked  claim.Question
		fits      bool
	}{
		{"T", r, delta, delta, true},
		{"T", r, renyi, delta, false},
		{"T", r, delta, renyi, false},
		{"alpha", r, renyi, delta, true},
		{"delta", r, renyi, delta, true},
		{"strong_convexity", r, delta, delta, true},
		{"strong_convexity", smooth, delta, delta, false},
	} {
		if why := NotBeside(c.parameter, c.r, c.q, c.asked); (why == "") != c.fits {
			t.Errorf("%s of %s: %q", c.parameter, c.r.Loss, why)
		}
	}
}

// Lines that nobody has named say in what the runs differ, and the page what is not drawn beside them.
func TestBesideLinesSayHowTheyDiffer(t *testing.T) {
	s := looked(t, link.View{Pinned: make([]link.Pinned, 3)}, delta, nil)
	if s.Apart() != "" {
		t.Errorf("without pinned runs: %s", s.Apart())
	}
	wide := func(r *run.Run) { r.Diameter = 4 }
	s.Beside = []Beside{besideOf(t, s, 0, "run 1", delta, wide), besideOf(t, s, 1, "mine", delta, wide),
		besideOf(t, s, 2, "run 3", delta, func(r *run.Run) { r.Diameter, r.Sigma, r.Eta, r.T = 4, 2, 0.05, 7 })}
	c := s.Chart()
	var labels []string
	for _, l := range c.Series {
		if l.Kind == plot.Beside || l.ID == s.best() {
			labels = append(labels, l.Label)
		}
	}
	if want := []string{"this run", "run 1, D = 4", "mine", "run 3 (0.170 at T = 7)"}; !slices.Equal(labels, want) {
		t.Errorf("lines are called %q, want %q", labels, want) // three constants are left to the table
	}
	s.Beside = s.Beside[:1]
	if got := s.label(s.Result.Rows[slices.IndexFunc(s.Result.Rows, func(r protocol.Row) bool { return r.ID == s.best() })]); got != "this run, D = 1" {
		t.Errorf("beside one the run is called %q", got)
	}
	if !strings.Contains(s.Apart(), "composition and what hiding the iterates saves are left out") {
		t.Error(s.Apart())
	}
	if s.View.Rows = []string{"composition"}; s.Apart() != "" {
		t.Errorf("with lines that somebody chose: %s", s.Apart())
	}
}

// A pinned run that differs by T alone has the same curve. Its name has its own bound, which is not the curve's value where this run
// is read, and a sentence says that one line hides the other.
func TestBesideAtAnotherLength(t *testing.T) {
	s := looked(t, link.View{Pinned: make([]link.Pinned, 2)}, delta, nil)
	s.Here = float64(s.Run.T)
	s.Beside = []Beside{besideOf(t, s, 0, "run 1", delta, func(r *run.Run) { r.T = 10 }),
		besideOf(t, s, 1, "run 2", delta, func(r *run.Run) { r.Sigma = 2 })}
	c := s.Chart()
	i := slices.IndexFunc(c.Series, func(l plot.Series) bool { return l.ID == BesideID(0) })
	own := number.Up(float64(s.Beside[0].Result.Answer.Epsilon), 3)
	if want := "run 1 (" + own + " at T = 10)"; c.Series[i].Label != want || c.Series[i].Own != 10 {
		t.Errorf("the line is called %q with a point at %v, want %q", c.Series[i].Label, c.Series[i].Own, want)
	}
	if got := c.Series[i+1].Label; got != "run 2, σ = 2" {
		t.Errorf("of the same T: %q", got)
	}
	if got := s.Apart(); !strings.HasPrefix(got, "The curve of run 1 is the same as that of this run; its point is at T = 10. Beside") {
		t.Error(got)
	}
}

// Lines about which nothing is known between their values are compared at the values that all have; a run's own value stays, a line
// that is known everywhere keeps its values, and nothing is left out if hardly any is shared.
func TestLinesAreComparedWhereAllAreKnown(t *testing.T) {
	line := func(kind plot.Kind, between plot.Between, x ...float64) plot.Series {
		return plot.Series{Kind: kind, Between: between, X: x, Y: slices.Clone(x)}
	}
	pinned := line(plot.Beside, plot.Unknown, 10, 11, 20, 21, 25, 30, 31)
	pinned.Own = 25
	lines := together([]plot.Series{line(plot.Best, plot.Unknown, 10, 20, 21, 22, 30, 40), pinned, line(plot.Beside, plot.Rises, 1, 2, 3),
		line(plot.Quiet, plot.Unknown, 5, 6)}, 40)
	for i, want := range [][]float64{{10, 20, 21, 30, 40}, {10, 20, 21, 25, 30}, {1, 2, 3}, {5, 6}} {
		if !slices.Equal(lines[i].X, want) || !slices.Equal(lines[i].Y, want) {
			t.Errorf("line %d has values %v at %v, want %v", i, lines[i].Y, lines[i].X, want)
		}
	}
	few := []plot.Series{line(plot.Best, plot.Unknown, 1, 2, 3, 9), line(plot.Beside, plot.Unknown, 5, 6, 7, 9)}
	if lines := together(few, 0); len(lines[0].X) != 4 || len(lines[1].X) != 4 {
		t.Errorf("of lines that share one value %v and %v are left", lines[0].X, lines[1].X)
	}
}

// Each of several compared lines has its value at its end, unless its name has the run's own at another place.
func TestBesideLinesHaveValuesAtTheirEnds(t *testing.T) {
	s := looked(t, link.View{Pinned: make([]link.Pinned, 2)}, delta, nil)
	s.Beside = []Beside{besideOf(t, s, 0, "run 1", delta, func(r *run.Run) { r.T = 10 }),
		besideOf(t, s, 1, "run 2", delta, func(r *run.Run) { r.Sigma = 2 })}
	for _, l := range s.Chart().Series {
		if want := l.ID == s.best() || l.ID == BesideID(1); l.Valued != want && !l.Hidden {
			t.Errorf("%s: the value stands at the end: %t, want %t", l.Label, l.Valued, want)
		}
	}
}
