package reproduce

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/bounds"
	"lastiterate/bounds/figure"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

func drawn(t *testing.T, f figure.Figure) protocol.FigureResult {
	t.Helper()
	lines, err := bounds.Draw(context.Background(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return engine.FromFigure(f, lines)
}

// finished is drawn for a figure as it is declared. Several tests look at all figures.
func finished(t *testing.T, f figure.Figure) protocol.FigureResult {
	t.Helper()
	r, ok := known[f.ID]
	if !ok {
		r = drawn(t, f)
		known[f.ID] = r
	}
	return r
}

var known = map[string]protocol.FigureResult{}

// Every line of a figure is in its picture with exactly the engine's values, and is named; it ends within the plot and clear of
// the ground, where it can be read; a bound that is not valid looks like one.
func TestChart(t *testing.T) {
	const clear = 6 // pixels
	for _, f := range figure.All() {
		r := finished(t, f)
		c := Chart(f, r, 0)
		if len(c.Series) != len(f.Lines) {
			t.Fatalf("%s: %d of %d lines", f.ID, len(c.Series), len(f.Lines))
		}
		svg, narrow := c.SVG(), Chart(f, r, 390).Layout()
		for i, s := range c.Series {
			l := r.Lines[i]
			if end := narrow.Y(s.Y[len(s.Y)-1]); end < narrow.Top || end > narrow.Bottom-clear {
				t.Errorf("%s, %s ends at the pixel %.1f, want it between %.1f and %.1f", f.ID, l.ID, end, narrow.Top, narrow.Bottom-clear)
			}
			if len(s.X) != len(l.At) {
				t.Errorf("%s, %s: %d of %d points", f.ID, l.ID, len(s.X), len(l.At))
			}
			for j := range s.X {
				if s.X[j] != float64(l.At[j]) || s.Y[j] != float64(*l.Epsilon[j]) {
					t.Errorf("%s, %s: point %d is %v, %v", f.ID, l.ID, j, s.X[j], s.Y[j])
				}
			}
			if (l.Status == "not-valid") != (s.Kind == plot.NotValid) {
				t.Errorf("%s, %s is %s and looks like %s", f.ID, l.ID, l.Status, s.Kind)
			}
			if !strings.Contains(svg, `data-series="`+s.ID+`"`) {
				t.Errorf("%s: %s is not drawn", f.ID, s.ID)
			}
			if l.Ours != strings.HasSuffix(s.Name, " (ours)") {
				t.Errorf("%s: %s does not say whose it is", f.ID, s.Name)
			}
			if s.Label != "" { // then the legend and the line's end have one name
				t.Errorf("%s: the line of %s is called %s", f.ID, s.Name, s.Label)
			}
		}
	}
}

// A line has the look, and so the colour, of its end from the start: a reader who has found a line finds it when others have come.
func TestLinesKeepTheirLook(t *testing.T) {
	for _, f := range figure.All() {
		waiting, done := Waiting(f, 0, ""), Chart(f, finished(t, f), 0)
		for i, s := range waiting.Series {
			if s.Kind != done.Series[i].Kind {
				t.Errorf("%s, %s is drawn as %s and then as %s", f.ID, s.ID, s.Kind, done.Series[i].Kind)
			}
		}
	}
}

// A figure declares the ends of its finished lines, rounded outwards to three digits, and its axis is logarithmic: on a linear one
// the lowest line would lie on the ground.
func TestSpanIsOfTheFinishedLines(t *testing.T) {
	const ground = 10 // the largest ratio of the highest value to the last value of the lowest line on a linear axis
	for _, f := range figure.All() {
		c := Chart(f, finished(t, f), 0)
		least, most, low := math.Inf(1), 0.0, math.Inf(1)
		for _, s := range c.Series {
			low = min(low, s.Y[len(s.Y)-1])
			values := slices.Clone(s.Y)
			if v := s.Interval; v != nil {
				values = slices.Concat(values, v.Low, v.High)
			}
			for _, y := range values {
				if y > 0 && !math.IsInf(y, 1) {
					least, most = min(least, y), max(most, y)
				}
			}
		}
		const rounding = 0.01
		if lo, hi := f.Span[0], f.Span[1]; !(lo <= least*(1+1e-8) && lo >= least*(1-rounding) && hi >= most*(1-1e-8) && hi <= most*(1+rounding)) {
			t.Errorf("%s declares values from %g to %g, its lines have %g to %g", f.ID, lo, hi, least, most)
		}
		if c.Y.Scale != plot.Log || most <= ground*low {
			t.Errorf("%s has a %s axis for values up to %g over a line that ends at %g", f.ID, c.Y.Scale, most, low)
		}
	}
}

// Before a line is computed a figure has the axes, the height and the legend that it keeps, and says how far it has come.
func TestNothingMovesWhileLinesCome(t *testing.T) {
	for _, f := range figure.All() {
		r := finished(t, f)
		some := r
		some.Lines = r.Lines[len(r.Lines)/2:]
		for _, width := range []float64{0, 390, 864} {
			whole := Chart(f, r, width)
			for state, c := range map[string]plot.Chart{"before": Waiting(f, width, "computing, 40 %"), "with half of the lines": Chart(f, some, width)} {
				got, want := c.Layout(), whole.Layout()
				if got.Width != want.Width || got.Height != want.Height || got.Left != want.Left || got.Right != want.Right ||
					got.Top != want.Top || got.Bottom != want.Bottom || got.Y(1) != want.Y(1) || got.X(10) != want.X(10) {
					t.Errorf("%s at %v pixels %s: %v × %v, plot %v–%v × %v–%v; finished %v × %v, plot %v–%v × %v–%v", f.ID, width, state,
						got.Width, got.Height, got.Left, got.Right, got.Top, got.Bottom,
						want.Width, want.Height, want.Left, want.Right, want.Top, want.Bottom)
				}
			}
		}
	}
	f, _ := figure.ByID("chien-li-1a")
	svg := Waiting(f, 0, "computing, 40 %").SVG()
	for _, want := range []string{"computing, 40 %", ">200<", ">0.1<", "iterations", f.Title, "Output perturbation"} {
		if !strings.Contains(svg, want) {
			t.Errorf("before it is computed the figure has no %q:\n%s", want, svg)
		}
	}
	if strings.Contains(svg, "NaN") {
		t.Errorf("a line without values has a place:\n%s", svg)
	}
}

// While slow lines are computed, the others are in the picture with the colours that they keep, and the slow ones are named.
func TestUnfinished(t *testing.T) {
	f, _ := figure.ByID("chien-li-1a")
	var unfinished protocol.FigureResult
	lines, err := bounds.Draw(context.Background(), f, func(complete []bounds.DrawnLine) {
		if len(complete) == 2 {
			unfinished = engine.FromFigure(f, complete)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	part, whole := Chart(f, unfinished, 0), Chart(f, engine.FromFigure(f, lines), 0)
	if !reflect.DeepEqual(part.Series[:2], whole.Series[:2]) || !math.IsNaN(part.Series[2].Y[0]) {
		t.Errorf("two complete lines are drawn in %+v, want the first two of %+v", part.Series, whole.Series)
	}
	var names []string
	for _, s := range whole.Series[2:] {
		names = append(names, s.Name)
	}
	if got, want := StillComputing(f, unfinished), "Still computing: "+strings.Join(names, "; ")+"."; got != want || len(names) == 0 {
		t.Errorf("the others are announced as %q, want %q", got, want)
	}
}

// A line of ours that begins with a row's name is that row's, or a reader finds another value in the table.
func TestLinesAreNamedByTheirRows(t *testing.T) {
	report, err := bounds.Evaluate(context.Background(), bounds.DefaultRun(), bounds.DefaultQuestion(), bounds.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figure.All() {
		for _, l := range f.Lines {
			named := ""
			for _, row := range report.Rows {
				if l.Ours && strings.HasPrefix(l.Name, row.Theorem.Name) && len(row.Theorem.Name) > len(named) {
					named = row.Theorem.Name
				}
			}
			for _, row := range report.Rows {
				if row.Theorem.ID == l.Row && named != "" && row.Theorem.Name != named && !strings.HasPrefix(row.Theorem.Name, named+",") {
					t.Errorf("%s: the line %q is the row %q", f.ID, l.Name, row.Theorem.Name)
				}
			}
		}
	}
}

// Every interval of a line is in its picture with exactly the figure's ends, and the axis
// says what is shaded; a figure that is not of ε says so and not ε.
func TestIntervalsAndQuantities(t *testing.T) {
	for id, want := range map[string]string{
		"liang-2a": "privacy loss ε at δ = 10⁻⁵ (shaded: 2.5 % to 97.5 % of the trainings)",
		"liang-4":  "training loss (shaded: 2.5 % to 97.5 % of the trainings)",
		"liang-5":  "privacy loss ε of Rényi DP at α = 1.1",
	} {
		f, _ := figure.ByID(id)
		shaded := 0
		for i, l := range f.Lines {
			if l.Points == nil {
				f.Lines[i].At = f.Values[:1] // what is computed is not looked at here
			}
			if len(l.Low) > 0 {
				shaded++
			}
		}
		c := Chart(f, drawn(t, f), 0)
		if got := strings.TrimSpace(strings.Join([]string{c.Y.Name, c.Y.Symbol, c.Y.Note}, " ")); strings.Join(strings.Fields(got),
			" ") != want {
			t.Errorf("%s: the axis is %q, want %q", id, got, want)
		}
		for i, s := range c.Series {
			l, v := f.Lines[i], s.Interval
			if s.Stated != (l.Points != nil) || (v != nil) != (len(l.Low) > 0) ||
				v != nil && (!slices.Equal(v.Low, l.Low) || !slices.Equal(v.High, l.High) || v.Ends != f.Ends) {
				t.Errorf("%s: %s lies within %+v", id, s.ID, s.Interval)
			}
		}
		if want := 6; id != "liang-5" && (shaded != want || strings.Count(c.SVG(), "data-interval") != want) {
			t.Errorf("%s: %d of %d intervals are drawn", id, strings.Count(c.SVG(), "data-interval"), shaded)
		}
		if words := c.Title + c.SVG() + c.CSV(); id == "liang-4" && (strings.Contains(words, "ε") || strings.Contains(words, "δ =")) {
			t.Errorf("%s speaks of ε", id)
		}
	}
}

func TestChecks(t *testing.T) {
	f, _ := figure.ByID("liang-1")
	r := drawn(t, f)
	got := Checks(r)
	want := Checked{Line: "Liang et al. (Theorem 3.4)", T: "49", Want: "1.684375", Got: "1.684375", Agrees: true,
		Explanation: "equal when rounded to 7 digits"}
	want.Source = got[2].Source
	if got[2] != want || want.Source == "" {
		t.Errorf("got %+v, want %+v", got[2], want)
	}
	r.Checks[2].Agrees, r.Checks[2].Got = false, nil
	if c := Checks(r)[2]; c.Got != "none" || c.Explanation != "not equal when rounded to 7 digits" {
		t.Errorf("a difference is told as %+v", c)
	}
}

func TestPapers(t *testing.T) {
	n := 0
	for _, paper := range Papers() {
		for _, f := range paper {
			if f.Paper != paper[0].Paper {
				t.Errorf("%s is under %s", f.ID, paper[0].Paper)
			}
			n++
		}
	}
	if n != len(figure.All()) || len(Papers()) != 5 {
		t.Errorf("%d figures of %d papers", n, len(Papers()))
	}
}

// No two lines of a figure look alike: where they have one colour, and so for
// every eye and in print, their dashes differ, at the line and in its sample.
func TestLinesDiffer(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	several := 0
	for _, f := range figure.All() {
		r := finished(t, f)
		for _, width := range []float64{0, 320} {
			c := Chart(f, r, width)
			svg := c.SVG()
			looks, ours := map[string]string{}, map[string]bool{}
			for _, s := range c.Series {
				at := strings.Index(svg, `data-series="`+s.ID+`"`)
				line := svg[at : at+strings.Index(svg[at:], "/>")]
				dash := attribute(line, "stroke-dasharray")
				look := attribute(line, "stroke") + " " + dash
				if before, taken := looks[look]; taken {
					t.Errorf("%s: %s and %s both look like %s", f.ID, before, s.ID, look)
				}
				looks[look] = s.ID
				if s.Kind == plot.Best {
					ours[dash] = true
				}
			}
			if len(ours) > 1 {
				several++
			}
			samples := map[string]string{}
			for _, e := range c.Draw().Legend() {
				look := attribute(e.Sample, "stroke") + " " + attribute(e.Sample, "stroke-dasharray")
				if before, taken := samples[look]; taken {
					t.Errorf("%s: the samples of %s and %s are the same", f.ID, before, e.ID)
				}
				samples[look] = e.ID
			}
		}
	}
	if several < 8 {
		t.Errorf("%d pictures have several lines of ours", several)
	}
}

// attribute is the value of an attribute in markup, empty where there is none.
func attribute(markup, name string) string {
	_, rest, found := strings.Cut(markup, " "+name+`="`)
	if !found {
		return ""
	}
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// On a screen that has the room no name above a figure's plot is cut: what is left out first is
// that a line is ours, which its colour says. The names in other papers' figures may be longer than a strip.
func TestNamesOfLinesAreWhole(t *testing.T) {
	const wide = 864
	for _, f := range figure.All() {
		r := finished(t, f)
		last := f.Values[len(f.Values)-1]
		before, _, cut := strings.Cut(Chart(f, r, wide).Draw().Strip(last), "…")
		if cut && strings.HasPrefix(f.ID, "chien-li") {
			t.Errorf("%s: a name is cut: %s", f.ID, before[max(0, len(before)-40):])
		}
	}
}

// Where numbers are checked it is said how those elsewhere are rounded: to their side, so that the last digit may be another.
func TestRoundingsAreTold(t *testing.T) {
	f, _ := figure.ByID("chien-li-1a")
	for _, l := range drawn(t, f).Lines {
		if last := float64(*l.Epsilon[len(l.Epsilon)-1]); l.ID == "smooth" && (number.Up(last, 6) != "0.546344" || f.Checks[1].Want != 0.546343) {
			t.Errorf("%s has %s elsewhere, %v is checked", l.ID, number.Up(last, 6), f.Checks[1].Want)
		}
	}
	if !strings.Contains(Roundings, "upper bounds are rounded up and floors down") {
		t.Error(Roundings)
	}
}

// The thin lines of a figure have colours that differ, and each says its value at its end.
func TestLinesEndInTheirValues(t *testing.T) {
	f, _ := figure.ByID("chien-li-1a")
	svg := Chart(f, finished(t, f), 860).SVG()
	for _, want := range []string{"Composition 1.28", "Smooth, convex 0.321", "plot-c1", "plot-c5"} {
		if !strings.Contains(svg, want) {
			t.Errorf("%q is missing in the figure", want)
		}
	}
	if strings.Contains(svg, "plot-c4") {
		t.Error("the figure has amber and vermilion lines")
	}
}
