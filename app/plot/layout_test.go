package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
	_ "lastiterate/bounds/draws"

	"pgregory.net/rapid"
)

// anyChart draws charts of all sizes with up to fourteen lines, long and short
// names, and markers anywhere.
func anyChart() *rapid.Generator[Chart] {
	return rapid.Custom(func(t *rapid.T) Chart {
		words := rapid.SampledFrom([]string{"Shift, exact optimum", "Composition", "Chien–Li, Theorem 3.1",
			"Output perturbation with a long name that goes on", "Last step", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "ε"})
		c := Chart{
			Title: rapid.SampledFrom([]string{"", "The bound levels off after 24 steps",
				"Hidden state does not help here: the domain is five thousand times as wide as the noise of one step"}).Draw(t, "title"),
			X: Axis{Name: "iterations", Symbol: "T", Whole: true, Scale: rapid.SampledFrom([]Scale{Linear, Log}).Draw(t, "x")},
			Y: Axis{Name: "privacy loss", Symbol: "ε", Note: "at δ = 10⁻⁵",
				Scale: rapid.SampledFrom([]Scale{Linear, Log}).Draw(t, "y")},
			Width: rapid.Float64Range(240, 3840).Draw(t, "width"),
		}
		c.Terse = rapid.Bool().Draw(t, "terse")
		if rapid.Bool().Draw(t, "fixed height") {
			c.Height = rapid.Float64Range(200, 1600).Draw(t, "height")
		}
		span := math.Pow(10, rapid.Float64Range(0.5, 6).Draw(t, "span"))
		kinds := []Kind{Best, Other, NotValid, Estimate, Lower, Reference}
		for i := range rapid.IntRange(0, 14).Draw(t, "lines") {
			s := Series{ID: fmt.Sprint(i), Name: words.Draw(t, "name"), Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Colour: i}
			level, growth := math.Exp(rapid.Float64Range(-9, 5).Draw(t, "level")), rapid.Float64Range(0, 1).Draw(t, "growth")
			for k := 0.0; k <= 20; k++ {
				x := math.Pow(span, k/20)
				s.X, s.Y = append(s.X, x), append(s.Y, level*math.Pow(x, growth))
			}
			s.Valued = rapid.Bool().Draw(t, "valued")
			c.Series = append(c.Series, s)
		}
		for i := range rapid.IntRange(0, 3).Draw(t, "markers") {
			m := Marker{
				Dot: math.Exp(rapid.Float64Range(-9, 9).Draw(t, "dot")),
				ID:  "m", At: math.Pow(span, rapid.Float64Range(0, 1).Draw(t, "at")),
				Label: rapid.SampledFrom([]string{"T = 200", "hidden state helps from here", ""}).Draw(t, "marker"),
				Yours: rapid.Bool().Draw(t, "yours"),
			}
			if i == 0 { // a run has one answer
				m.Answer = "ε ≤ 0.000123"
			}
			c.Markers = append(c.Markers, m)
		}
		return c
	})
}

// No two texts overlap and none leaves the chart, in the widest of fonts.
func TestTextsKeepClear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyChart().Draw(t, "chart")
		a := c.arrange()
		if a.Bottom-a.Top < leastPlot || a.Right-a.Left < 40 {
			t.Fatalf("plot of %v × %v in a chart of %v × %v", a.Right-a.Left, a.Bottom-a.Top, a.Width, a.Height)
		}
		// A height that somebody forces may be too small for the words above
		// and below; then the plot keeps its least height and words may fall out.
		forced := c.Height != 0 && c.Height < c.FitHeight(c.Width)
		texts := a.texts
		if end := a.keyTop + float64(rows(a.key))*lettering.LineHeight; len(a.key) > 0 && end > a.Top && a.keyTop < a.Bottom && !forced {
			t.Fatalf("the key from %v to %v meets the plot from %v to %v", a.keyTop, end, a.Top, a.Bottom)
		}
		for _, e := range a.key {
			if s := a.series[e.series]; !c.Standalone {
				texts = append(texts, a.keyValue(e, Reading{ID: s.ID, Kind: s.Kind, Text: valueRoom}))
			}
		}
		for i, p := range texts {
			b := p.Box()
			if b.Left < 0 || b.Right > a.Width+0.5 || !forced && (b.Top < -1 || b.Bottom > a.Height) {
				t.Fatalf("%q at %+v leaves the chart of %v × %v", p.Words, b, a.Width, a.Height)
			}
			for _, q := range texts[:i] {
				o := q.Box()
				if b.Meets(o) && !forced {
					t.Fatalf("%q at %+v meets %q at %+v in %v × %v", p.Words, b, q.Words, o, a.Width, a.Height)
				}
			}
		}
		for _, l := range a.labels {
			if s := a.series[l.series]; s.Kind == Best {
				return
			}
		}
		if len(a.key) > 0 {
			return // it is there
		}
		if slices.ContainsFunc(a.texts, func(p svg.Text) bool { return strings.HasPrefix(p.Class, "plot-best-label") }) {
			return // along its line
		}
		for i, s := range a.series {
			if _, seen := a.lineEnd(i); seen && s.Kind == Best && len(a.series) < 8 && !forced && !c.Terse {
				t.Fatalf("the best line, %d of %d, has no name, want one: its end is visible", i+1, len(a.series))
			}
		}
	})
}

// The lowest label of the vertical axis keeps clear of a wide first one of the horizontal axis.
func TestFirstLabelsKeepClear(t *testing.T) {
	c := Chart{Width: 240, X: Axis{Name: "iterations", Symbol: "T", Scale: Linear, Whole: true}, Y: Axis{Name: "privacy loss", Symbol: "ε",
		Note: "at δ = 10⁻⁵", Scale: Linear}, Markers: []Marker{{ID: "m", At: 19.504311089622945, Label: "T = 200", Dot: math.E, Answer: "ε ≤ 0.000123"}}}
	a := c.arrange()
	for i, p := range a.texts {
		for _, q := range a.texts[:i] {
			if b, o := p.Box(), q.Box(); b.Meets(o) {
				t.Errorf("%q at %+v meets %q at %+v", p.Words, b, q.Words, o)
			}
		}
	}
}

// FitHeight leaves a plot that is neither a slit nor a tower.
func TestFitHeight(t *testing.T) {
	for _, width := range []float64{240, 280, 320, 400, 560, 720, 900, 1200, 2000, 3840} {
		c := sampleChart()
		c.Width = width
		l := c.Layout()
		if h := l.Bottom - l.Top; h < 150 || h > 620 || l.Right-l.Left < 0.5*width {
			t.Errorf("%v wide: plot of %v × %v", width, l.Right-l.Left, h)
		}
	}
}

// Pixels and values are inverse, on both kinds of axis.
func TestLayoutInverse(t *testing.T) {
	for _, scale := range []Scale{Linear, Log} {
		c := sampleChart()
		c.X.Scale, c.Y.Scale = scale, scale
		l := c.Layout()
		for _, v := range []float64{1, 24, 200, 300} {
			if got := l.ValueX(l.X(v)); math.Abs(got-v) > 1e-9*v {
				t.Errorf("%s: %v lies at %v, where %v lies", scale, v, l.X(v), got)
			}
		}
		if l.X(1) != l.Left || math.Abs(l.X(300)-l.Right) > 1e-9 || l.Y(0.05) <= l.Y(0.1) {
			t.Errorf("%s: %+v: 1 at %v, 300 at %v", scale, l, l.X(1), l.X(300))
		}
		if !math.IsNaN(l.Y(math.Inf(1))) || !math.IsNaN(l.Y(math.NaN())) {
			t.Errorf("%s: infinity has a pixel", scale)
		}
	}
}

// spread finds the least sum of squares: no small move of a single label, or
// of several touching ones together, that keeps the rules makes it smaller.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var labels []label
		y := 0.0
		for range rapid.IntRange(1, 10).Draw(t, "labels") {
			y += rapid.Float64Range(0, 40).Draw(t, "step")
			labels = append(labels, label{endY: y, words: make([]string, rapid.IntRange(1, 2).Draw(t, "lines"))})
		}
		top, bottom := 10.0, 10+max(y+20, 20*lettering.LineHeight+60)
		spread(labels, top, bottom)
		const slack = 1e-6
		for i, l := range labels {
			if l.y-l.height()/2 < top-slack || l.y+l.height()/2 > bottom+slack {
				t.Fatalf("label %d at %v leaves %v … %v", i, l.y, top, bottom)
			}
			if i > 0 && l.y-l.height()/2 < labels[i-1].y+labels[i-1].height()/2-slack {
				t.Fatalf("labels %d and %d touch", i-1, i)
			}
		}
		for from := range labels {
			for to := from + 1; to <= len(labels); to++ {
				pull := 0.0 // towards the lines' ends
				for _, l := range labels[from:to] {
					pull += l.endY - l.y
				}
				first, last := labels[from], labels[to-1]
				roomUp, roomDown := first.y-first.height()/2-top, bottom-last.y-last.height()/2
				if from > 0 {
					roomUp = first.y - first.height()/2 - labels[from-1].y - labels[from-1].height()/2
				}
				if to < len(labels) {
					roomDown = labels[to].y - labels[to].height()/2 - last.y - last.height()/2
				}
				if pull < -slack && roomUp > slack || pull > slack && roomDown > slack {
					t.Fatalf("labels %d … %d could move by %v with room %v, %v", from, to-1, pull, roomUp, roomDown)
				}
			}
		}
	})
}

// A line of few points is drawn smoothly, and its name stands beside where the drawn one leaves the plot: it
// does not cross its own name.
func TestNameOfALineOfFewPoints(t *testing.T) {
	c := Chart{X: Axis{Scale: Log, From: 1, To: 250}, Y: Axis{From: 0, To: 0.08}, Width: 860, Series: []Series{
		{ID: "best", Name: "Profile", Kind: Best, X: []float64{1, 250}, Y: []float64{0.006, 0.016}},
		{ID: "steep", Name: "Chien–Li, Theorem 3.7", Kind: Other, X: []float64{1, 6, 20, 250}, Y: []float64{0.006, 0.06, 0.2, 0.61}},
	}}
	d := c.Draw()
	for _, l := range d.labels {
		if !l.inside {
			continue
		}
		b := d.insideBox(l.x, l.words, false)
		for _, at := range smooth(d.lines[l.series]) {
			if at.x > b.Left+gap && at.x < b.Right && at.y > b.Top && at.y < b.Bottom {
				t.Errorf("%q at %v is crossed by its line at %v", l.words, b, at)
			}
		}
		return
	}
	t.Error("0 names stand in the plot, want at least 1")
}

// The names of two steep lines stand where each of them leaves the plot: the best
// line's has the first choice, and is broken rather than laid across a line.
func TestNamesWhereLinesLeave(t *testing.T) {
	line := func(id, name string, kind Kind, slope float64) Series {
		s := Series{ID: id, Name: name, Kind: kind}
		for x := 0.0; x <= 100; x++ {
			s.X, s.Y = append(s.X, x), append(s.Y, slope*x)
		}
		return s
	}
	c := Chart{
		X: Axis{Name: "order", To: 100}, Y: Axis{Name: "loss", To: 10}, Width: 720,
		Series: []Series{
			line("steep", "Contraction", Other, 1),
			line("best", "Profile contraction", Best, 0.2),
			line("flat", "Floor", Lower, 0.12),
		},
	}
	a := c.arrange()
	for _, l := range a.labels {
		id := a.series[l.series].ID
		if !l.inside {
			t.Errorf("the name of %s is not beside its line", id)
			continue
		}
		if id == "best" && len(l.words) != 2 {
			t.Errorf("the best line's name is written %q", l.words)
		}
		if b := a.insideBox(l.x, l.words, id == "best"); a.crossesLine(b, l.series) {
			t.Errorf("a line crosses the name of %s at %+v", id, b)
		}
	}
	if len(a.labels) != 3 {
		t.Errorf("%d names of three lines", len(a.labels))
	}
}

// The values of a key stand below each other: in one column, unless all names have room in two.
func TestKeyHasOneColumnOfValues(t *testing.T) {
	c := manyLines(20, 60)
	c.Width, c.Height = 450, 400
	for i, want := range []int{2, 1} {
		for k := range c.Series {
			c.Series[k].Name = fmt.Sprint("line ", k)
		}
		if i == 1 {
			c.Series[3].Name = "a name that needs more than one half of the width"
		}
		a := c.arrange()
		columns := map[float64]bool{}
		for _, e := range a.key {
			columns[e.values] = true
		}
		if len(columns) != want {
			t.Errorf("the values of %d lines end at %v, want %d columns", len(a.key), columns, want)
		}
	}
}
