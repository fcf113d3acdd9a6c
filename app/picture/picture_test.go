package picture

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	_ "lastiterate/bounds/draws"

	"pgregory.net/rapid"

	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

func TestValues(t *testing.T) {
	for _, steps := range []int{1, 2, 7, 200, 320, 1000, 123456, 1e6, 1e9, 1e12} {
		values := Values(steps)
		if len(values) > maxValues || !slices.Contains(values, float64(steps)) || values[0] != 1 || !slices.IsSorted(values) {
			t.Errorf("T = %d: %d values from %v to %v", steps, len(values), values[0], values[len(values)-1])
		}
		if last := values[len(values)-1]; last > run.MaxCount || last < min(1.25*float64(steps), run.MaxCount) {
			t.Errorf("T = %d ends at %v", steps, last)
		}
		for i, v := range values {
			if v != math.Trunc(v) || i > 0 && v == values[i-1] {
				t.Fatalf("T = %d asks for %v after %v", steps, v, values[max(i-1, 0)])
			}
		}
	}
	if got := len(Values(200)); got != 250 {
		t.Errorf("T = 200 is asked at %d values, want every one up to 250", got)
	}
}

// No gap wider than a few pixels on either axis of a chart of 800.
func TestValuesAreDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := Values(rapid.IntRange(1, 1e9).Draw(t, "T"))
		last := values[len(values)-1]
		for i := 1; i < len(values); i++ {
			a, b := values[i-1], values[i]
			if b-a > 1 && (b-a)/last > 8.0/800 {
				t.Fatalf("from %v to %v of %v on a linear axis", a, b, last)
			}
			if b-a > 1 && math.Log(b/a)/math.Log(last) > 8.0/800 {
				t.Fatalf("from %v to %v of %v on a logarithmic axis", a, b, last)
			}
		}
	})
}

// slowValues is at how many values of a curve the page first asks for rows that take
// their time.
const slowValues = 16

// scene is the default run's, changed by change, as the page draws it.
func scene(t *testing.T, change func(*run.Run)) Scene {
	t.Helper()
	r := bounds.DefaultRun()
	change(&r)
	s, err := sceneOf(r, bounds.Settings{SlowValues: slowValues})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// everyValue is the default run's scene with every row at every value, with -short as the
// page draws it first. It takes seconds, and is of all tests: who changes its numbers clones
// them.
var everyValue = sync.OnceValues(func() (Scene, error) {
	var s bounds.Settings
	if testing.Short() {
		s.SlowValues = slowValues
	}
	return sceneOf(bounds.DefaultRun(), s)
})

func defaultScene(t *testing.T) Scene {
	t.Helper()
	s, err := everyValue()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func sceneOf(r run.Run, settings bounds.Settings) (Scene, error) {
	q := claim.Question{Delta: 1e-5}
	report, err := bounds.Evaluate(context.Background(), r, q, bounds.Settings{})
	if err != nil {
		return Scene{}, err
	}
	at := Values(r.T)
	series, err := bounds.Curve(context.Background(), r, q, "T", at, settings)
	return Scene{Tab: OverT, Query: claim.Query{Run: r, Question: q}, Result: engine.FromReport(report), Curve: engine.FromCurve(series, 0),
		At: at, Here: float64(r.T)}, err
}

func TestDefaultPicture(t *testing.T) {
	s := defaultScene(t)
	c := s.Chart()
	if !regexp.MustCompile(`^The bound levels off after [1-9]\d? steps$`).MatchString(c.Title) {
		t.Errorf("title %q", c.Title)
	}
	best := 0
	for _, line := range c.Series {
		if line.Kind == plot.Best {
			best++
			if line.Hidden || line.ID != s.Result.Answer.Row {
				t.Errorf("the answer's line is %s, hidden %v", line.ID, line.Hidden)
			}
		}
	}
	if best != 1 {
		t.Errorf("%d lines are the best", best)
	}
	i := slices.Index(s.At, s.Here)
	if mark := c.Markers[0]; !mark.Yours || mark.At != 200 || mark.Dot != float64(s.Result.Answer.Epsilon) {
		t.Errorf("the person's marker is %+v; the answer %v, the curve there %v", mark, s.Result.Answer.Epsilon, i)
	}
	if say := words.About(s.Query, s.Result, nil).Say().Number; c.Markers[0].Answer != say || say == "" {
		t.Errorf("at the dot stands %q, in the answer %q", c.Markers[0].Answer, say)
	}
	moved := s
	moved.Here = 100 // by its handle
	at, upper, _ := moved.envelopes()
	here, _ := slices.BinarySearch(at, 100)
	if got, want := moved.Chart().Markers[0].Answer, "ε ≤ "+number.Up(upper[here], 3); got != want {
		t.Errorf("at a value that is on the move stands %q, want %q", got, want)
	}
	if moved.Here = 100.5; moved.Chart().Markers[0].Answer != "" { // the dot is a place there, no claim
		t.Errorf("between the values of the lines stands %q", moved.Chart().Markers[0].Answer)
	}
	if len(c.Markers) != 2 || c.Markers[1].At != float64(s.Result.Verdict.BurnIn) {
		t.Errorf("markers %+v", c.Markers)
	}
	// The band lies between the answer and what is lost if every iterate is public.
	if !slices.Equal(c.Band.X, s.At) || c.Band.Name != "what hiding the iterates saves" {
		t.Errorf("the band %q is over %v", c.Band.Name, c.Band.X)
	}
	here = slices.Index(s.At, 200)
	if c.Band.Lower[here] != float64(s.Result.Answer.Epsilon) || c.Band.Upper[here] != float64(s.Result.Published.Epsilon) {
		t.Errorf("at the person's own value the band lies between %v and %v", c.Band.Lower[here], c.Band.Upper[here])
	}
	if first, again := c.SVG(), s.Chart().SVG(); first != again {
		t.Errorf("one scene is drawn twice as\n%s\nand\n%s\nwant the same picture", first, again)
	}
}

// Where hiding the iterates saves nothing there is no band, nor where the line is not
// drawn that it would reach up to.
func TestNoBand(t *testing.T) {
	drawn := defaultScene(t)
	drawn.View.Rows = []string{drawn.Result.Answer.Row}
	if c := drawn.Chart(); len(c.Band.X) > 0 {
		t.Errorf("the band has %d points, want none up to a line that is not drawn", len(c.Band.X))
	}
	s := scene(t, func(r *run.Run) { r.Loss, r.Clipping, r.Diameter = run.Smooth, run.ClippingActive, math.Inf(1) })
	c := s.Chart()
	if len(c.Band.X) > 0 {
		t.Errorf("the band has %d points, want none where nothing is saved", len(c.Band.X))
	}
	if !strings.Contains(c.Title, "grows with every step") {
		t.Errorf("title %q", c.Title)
	}
	passes := scene(t, func(r *run.Run) {
		r.N, r.B, r.Scheme, r.Loss, r.Clipping, r.Diameter = 50, 5, run.Cyclic, run.Smooth, run.ClippingActive, math.Inf(1)
		r.T, r.Release = 20, run.AllIterates
	})
	if title := passes.Chart().Title; !strings.Contains(title, "grows with every epoch") {
		t.Errorf("title of batches in passes: %q", title)
	}
}

func TestDrawnRows(t *testing.T) {
	s := defaultScene(t)
	drawn := Drawn(s.View, s.Result)
	if len(drawn) == 0 || len(drawn) > mostDrawn || drawn[0] != s.Result.Answer.Row || !slices.Contains(drawn, "composition") {
		t.Errorf("drawn unasked: %v", drawn)
	}
	if rival := bestPublished(s.Result); rival == "" || !slices.Contains(drawn, rival) {
		t.Errorf("the best published theorem, %q, is not among %v", rival, drawn)
	}
	s.View = link.View{Rows: []string{"composition", "no-such-row"}}
	if got := Drawn(s.View, s.Result); !slices.Equal(got, []string{"composition"}) {
		t.Errorf("drawn as asked: %v", got)
	}
	s.View = link.View{Rows: []string{}}
	if got := Drawn(s.View, s.Result); len(got) != 0 {
		t.Errorf("nothing was asked for and %v drawn", got)
	}
	for _, line := range s.Chart().Series {
		if !line.Hidden {
			t.Errorf("%s is drawn", line.ID)
		}
	}
}

// Lines that agree are drawn once.
func TestLinesThatCoincide(t *testing.T) {
	eps := func(x float64) *protocol.Number { n := protocol.Number(x); return &n }
	row := func(id string, e float64) protocol.Row {
		return protocol.Row{ID: id, Side: "upper", Status: "proved", HiddenState: true, Applies: true, Epsilon: eps(e)}
	}
	r := protocol.Result{
		Answers: protocol.Answers{
			Answer: &protocol.Answer{Row: "a", Epsilon: 1},
			Rows:   []protocol.Row{row("a", 1), row("same", 1.0000001), row("other", 1.5), row("far", 100), row("never", math.Inf(1))},
		},
	}
	if got := Drawn(link.View{}, r); !slices.Equal(got, []string{"a", "other"}) {
		t.Errorf("drawn %v", got)
	}
}

// A line far above the answer does not flatten it.
func TestCeiling(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	s := scene(t, func(r *run.Run) { r.T = 100000 })
	c := s.Chart()
	_, upper, _ := s.envelopes()
	if c.Y.To == 0 || c.Y.To > (tooHigh+1)*highest(upper) {
		t.Errorf("the axis ends at %v above bounds of %v", c.Y.To, highest(upper))
	}
	s.View.XScale, s.View.YScale = "log", "log"
	c = s.Chart()
	if c.X.Scale != plot.Log || c.Y.Scale != plot.Log || c.X.From != 1 {
		t.Errorf("axes %+v, %+v", c.X, c.Y)
	}
}

func TestNothingToDraw(t *testing.T) {
	c := Scene{Tab: OverT, Query: claim.Query{Question: claim.Question{Delta: 1e-5}}, Here: 10}.Chart()
	if c.Title != "No bound here applies to this run" || !strings.Contains(c.SVG(), "<svg") {
		t.Errorf("title %q", c.Title)
	}
}

// Where the answer has no line, the title does not say that there is no bound.
func TestAnswerWithoutALine(t *testing.T) {
	s := defaultScene(t)
	if len(s.Curve.Series) < 2 || s.Result.Answer == nil {
		t.Fatalf("the default run has %d lines and the answer %v, want at least 2 lines and an answer",
			len(s.Curve.Series), s.Result.Answer)
	}
	s.Curve.Series = slices.DeleteFunc(slices.Clone(s.Curve.Series), func(c protocol.Series) bool { return c.Row == s.Result.Answer.Row })
	if title := s.Chart().Title; title != "The answer’s line is not drawn" {
		t.Errorf("without the line of %s the title is %q", s.Result.Answer.Row, title)
	}
}

// A row that takes its time is computed at few values: its line joins them, the
// answer's own T is on it, and nothing is said in between.
func TestSparseRows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	s := defaultScene(t)
	s.Here, s.Run.T = 201, 201
	best := s.Result.Answer.Row
	s.Curve.Series = slices.Clone(s.Curve.Series)
	for i, c := range s.Curve.Series {
		if c.Row != best {
			continue
		}
		s.Curve.Series[i].Epsilon = slices.Clone(c.Epsilon)
		for j := range c.Epsilon {
			if j%20 != 0 || s.At[j] == 201 {
				s.Curve.Series[i].Epsilon[j] = nil
			}
		}
	}
	c := s.Chart()
	for _, line := range c.Series {
		if line.ID != best {
			continue
		}
		at, found := slices.BinarySearch(line.X, 201)
		if len(line.X) != len(s.At)/20+1 || !found || line.Y[at] != float64(s.Result.Answer.Epsilon) {
			t.Errorf("%d points, at T = 201: %v", len(line.X), found)
		}
	}
	// The area that hiding saves ends at the lines as they are drawn, wherever either bends.
	for _, line := range c.Series {
		if line.Kind != plot.Published && line.ID != best {
			continue
		}
		edge := c.Band.Upper
		if line.ID == best {
			edge = c.Band.Lower
		}
		for i, x := range line.X {
			if j, found := slices.BinarySearch(c.Band.X, x); !found ||
				math.Abs(edge[j]-line.Y[i]) > 1e-12*line.Y[i] { // where two rows tie, up to rounding, it is at the lower
				t.Fatalf("at T = %v the line of %s is at %v, the area’s edge is not: %v", x, line.ID, line.Y[i], edge)
			}
		}
	}
	if c.Markers[0].Dot != float64(s.Result.Answer.Epsilon) {
		t.Errorf("the dot is at %v, the answer at %v", c.Markers[0].Dot, s.Result.Answer.Epsilon)
	}
	if !strings.HasPrefix(c.Title, "The bound levels off after") {
		t.Errorf("title %q", c.Title)
	}
}

// With more steps a rate that falls forgets more, so that the loss of a schedule may rise and fall. It does not level off where it
// first comes near its last value.
func TestScheduleThatForgetsDoesNotLevelOff(t *testing.T) {
	s := defaultScene(t)
	s.At = []float64{1, 10, 50, 100, 400, 1000, 2000, 2500}
	s.Curve.Series = []protocol.Series{{Row: s.Result.Answer.Row}}
	for _, e := range []float64{0.1, 0.3, 0.8, 1.1, 1.38, 0.9, 0.6, 0.5} {
		epsilon := protocol.Number(e)
		s.Curve.Series[0].Epsilon = append(s.Curve.Series[0].Epsilon, &epsilon)
	}
	s.Curve.LevelsOff = 0
	steady := s.Chart().Title
	s.Run.Schedule, s.Run.ScheduleFinal = run.CosineFall, 0.1
	if got, want := s.Chart().Title, "The bound is highest, 1.38, near T = 400"; got != want || steady == want {
		t.Errorf("title %q, %q with a constant rate, want %q", got, steady, want)
	}
}

// A small embed draws the best published bound beside a result of ours, and names both and
// the floor in the fewest words.
func TestSmallChartHasTheLiterature(t *testing.T) {
	s := defaultScene(t)
	s.View.Rows, s.Terse, s.Width = Story(s.Result), true, 300
	c := s.Chart()
	labels := map[plot.Kind]string{}
	for _, line := range c.Series {
		if !line.Hidden {
			labels[line.Kind] = line.Label
		}
	}
	for kind, want := range map[plot.Kind]string{plot.Best: words.OwnProof, plot.Rival: words.Literature, plot.Lower: "floor"} {
		if labels[kind] != want {
			t.Errorf("the line of kind %s is called %q, want %q", kind, labels[kind], want)
		}
	}
	strip := c.Draw().Strip(s.Here)
	for _, want := range []string{words.OwnProof + " ", words.Literature + " ", ">floor ≥ "} {
		if !strings.Contains(strip, want) {
			t.Errorf("the strip has no %q: %s", want, strip)
		}
	}
}

// A picture without lines says how far they have come; one with lines says nothing in them.
func TestPictureSaysHowFarItHasCome(t *testing.T) {
	for want, done := range map[string]int{"computing …": 0, "computing, 40 %": 12, "computing, 96 %": 29, "computing the last values …": 30} {
		if got := Waiting(done, 30); got != want {
			t.Errorf("%d of 30: %q", done, got)
		}
	}
	s := Scene{Tab: OverAlpha, Parameter: "alpha", Query: bounds.DefaultQuery(), At: []float64{1.1, 2, 3}, Unfinished: true, Waits: "computing, 40 %"}
	if svg := s.Chart().SVG(); !strings.Contains(svg, s.Waits) || strings.Contains(svg, ">0.2<") {
		t.Errorf("bare axes: %s", svg)
	}
	s.Unfinished = false
	if svg := s.Chart().SVG(); strings.Contains(svg, s.Waits) {
		t.Errorf("a finished picture says %q, want it not to:\n%s", s.Waits, svg)
	}
}

// The name at a line's end says which lines are results of ours; nothing else tells them from published theorems.
func TestLinesOfOursAreMarked(t *testing.T) {
	s, marked := defaultScene(t), 0
	for _, line := range s.Chart().Series {
		row, _ := find(s.Result, line.ID)
		if got := strings.HasSuffix(line.Label, " (ours)"); got != words.Ours(row) {
			t.Errorf("the line of %s is called %q", row.ID, line.Label)
		} else if got {
			marked++
		}
	}
	if marked == 0 {
		t.Error("no line is marked")
	}
}

// On a telephone the picture has one height, before the values come and after.
func TestNarrowPictureHasOneHeight(t *testing.T) {
	for _, width := range []float64{320, 358} {
		s := defaultScene(t)
		s.Width = width
		done := s.Chart()
		s.Unfinished, s.Curve.Series = true, s.Curve.Series[:2]
		for i := range s.Curve.Series {
			s.Curve.Series[i].Epsilon = s.Curve.Series[i].Epsilon[:len(s.Curve.Series[i].Epsilon)/2]
		}
		if coming := s.Chart(); coming.Height != done.Height || coming.Title == done.Title {
			t.Errorf("%v wide: %v pixels high with few values, %v with all", width, coming.Height, done.Height)
		}
	}
}
