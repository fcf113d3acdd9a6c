package plot

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"lastiterate/app/number"
	"lastiterate/app/plot/svg"
)

// Under a name at a line's end stands the value at that end, in the digits of the answer, rounded
// to the side of the line, with its place: nobody may take it for the answer. Where the line ends outside of the
// plot, or goes on past the last value, there is none, and on the page there is none at all: its strip has the run's values.
func TestNoteHasTheValueAtTheEnd(t *testing.T) {
	chart := func(s Series, x, y Axis) Chart {
		s.ID, s.Name, s.Kind, s.Valued = "a", "Composition", Best, true
		x.Symbol, x.Whole = "T", true
		return Chart{X: x, Y: y, Series: []Series{s}, Width: 900, Standalone: true}
	}
	line := Series{X: []float64{1, 200, 250}, Y: []float64{0.1, 1.07289, 1.234561}}
	for name, c := range map[string]struct {
		s    Series
		x, y Axis
		want string
	}{
		"whole":               {line, Axis{From: 1, To: 250}, Axis{}, "1.24 at T = 250"},
		"fitted":              {line, Axis{}, Axis{}, "1.24 at T = 250"},
		"a stretch":           {line, Axis{From: 1, To: 200}, Axis{}, "1.08 at T = 200"},
		"past the last value": {line, Axis{From: 1, To: 220}, Axis{}, ""},
		"ends early": {Series{X: line.X, Y: []float64{0.1, 1.07289, math.NaN()}}, Axis{From: 1, To: 250}, Axis{},
			"1.08 at T = 200"},
		"without end":    {Series{X: line.X, Y: []float64{0.1, 1.07289, math.Inf(1)}}, Axis{From: 1, To: 250}, Axis{}, ""},
		"out at the top": {line, Axis{From: 1, To: 250}, Axis{From: 0, To: 1}, ""},
	} {
		ch := chart(c.s, c.x, c.y)
		d := ch.Draw()
		if len(d.labels) != 1 {
			t.Fatalf("%s: %d labels", name, len(d.labels))
		}
		l := d.labels[0]
		if got := strings.Join(l.words, " "); got != "Composition" {
			t.Errorf("%s: the line is called %q", name, got)
		}
		got := strings.Join(l.note, " ")
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if value, _, noted := strings.Cut(got, " at "); noted {
			end := c.s.X[len(c.s.X)-1]
			if math.IsNaN(c.s.Y[len(c.s.Y)-1]) || c.x.To == 200 {
				end = 200
			}
			if r := d.Readings(end); len(r) != 1 || number.Up(r[0].Value, answerDigits) != value || len(r[0].Text) < len("1.07289") {
				t.Errorf("%s: the note says %s, the reading %+v", name, value, r)
			}
		}
		ch.Standalone = false
		if svg := ch.SVG(); strings.Contains(svg, "plot-note") || !strings.Contains(svg, ">Composition<") {
			t.Errorf("%s: on the page the end has a value, or no name: %s", name, svg)
		}
		if svg := d.SVG(); strings.Contains(svg, `class="plot-note"`) != (c.want != "") {
			t.Errorf("%s: the note is not drawn as one: %s", name, svg)
		}
	}
	quiet := chart(line, Axis{}, Axis{})
	quiet.Series[0].Kind, quiet.Series[0].Valued = Lower, false
	if got := quiet.endNote(quiet.Series[0]); got != "" {
		t.Errorf("a name without a value has %q under it", got)
	}
	quiet.Series[0].Valued = true
	if got := quiet.endNote(quiet.Series[0]); got != "≥ 1.23 at T = 250" {
		t.Errorf("a lower bound is rounded down: %q", got)
	}
	for want, at := range map[string]Axis{"σ = 2.5": {Symbol: "σ"}, "2.5": {Name: "people"}} {
		if got := (Chart{X: at}).place(2.5); got != want {
			t.Errorf("2.5 lies at %q, want %q", got, want)
		}
	}
	if got := (Chart{X: Axis{Symbol: "σ"}}).place(1.0 / 3); got != "σ ≈ 0.333" {
		t.Errorf("a third lies at %q", got)
	}
}

// meetingLines are lines that meet at the right edge.
func meetingLines(bends map[string]float64) Chart {
	c := Chart{Width: 900}
	for _, id := range []string{"low", "middle", "high"} {
		bend, wanted := bends[id]
		if !wanted {
			continue
		}
		s, step := Series{ID: id, Name: "the " + id + " line", Kind: Other}, 1.0
		if id == "middle" {
			step = 3.125 // of a row that takes its time
		}
		for x := 0.0; x <= 100; x += step {
			s.X, s.Y = append(s.X, x), append(s.Y, math.Pow(x/100, bend))
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// Names of two lines that end at one place stand in the order in which the lines come there.
func TestNamesOfLinesThatMeet(t *testing.T) {
	var got []string
	for _, l := range meetingLines(map[string]float64{"middle": 1, "high": 0.5}).Draw().labels {
		got = append(got, l.words[0])
	}
	if strings.Join(got, ", ") != "the high line, the middle line" {
		t.Errorf("from above: %q", got)
	}
}

// Names of three lines that end at one place would fan out of it: each stands along its line, nearer
// to it than to another, and the plot has their room.
func TestNamesAlongLines(t *testing.T) {
	bends := map[string]float64{"low": 2, "middle": 1, "high": 0.5}
	a := meetingLines(bends).Draw()
	if len(a.labels) > 0 || a.Right < 870 {
		t.Errorf("%d names at the ends, beside a plot up to %v of 900 pixels", len(a.labels), a.Right)
	}
	named := 0
	for _, w := range a.texts {
		id, _, _ := strings.Cut(strings.TrimPrefix(w.Words, "the "), " ")
		if _, ok := bends[id]; !ok {
			continue
		}
		named++
		b := w.Box()
		for i, s := range a.series {
			nearest := 0.0
			for nearest < 200 && !passes(a.paths[i], svg.Edges(b.Left-nearest, b.Top-nearest, b.Right+nearest, b.Bottom+nearest)) {
				nearest++
			}
			if own := s.ID == id; own && (nearest < 1 || nearest > 10) || !own && nearest < 10 {
				t.Errorf("%q is %v pixels from the line %q", w.Words, nearest, s.ID)
			}
		}
	}
	if named != 3 {
		t.Errorf("%d names of three lines", named)
	}
}

// A chart without room for names beside the ends of its lines has all names in its key. In the plot stand those that have
// room, clear of every line and of each other; there are no letters to look up.
func TestNamesInANarrowPlot(t *testing.T) {
	for _, lines := range []int{3, 9, 14, 19} {
		for width := 300.0; width <= 900; width += 60 {
			c := manyLines(lines, 60)
			if c.Width = width; width > 700 {
				c.Height = 588 // on a screen of 1440 by 900 pixels
			}
			c.Y.To = 0.7 * c.extents().all.Max
			for i := range c.Series { // pairs that coincide
				c.Series[i].Name = fmt.Sprintf("line %d with a name that has no room at its end", i)
				c.Series[i].Label = fmt.Sprintf("line %d, which is not that short", i)
				if i%4 == 1 {
					c.Series[i].Y = c.Series[i-1].Y
				}
			}
			a := c.arrange()
			if len(a.key) == 0 {
				continue // names have room
			}
			named := strings.Builder{}
			for _, e := range a.key {
				named.WriteString(strings.Join(e.lines, " ") + "\n")
			}
			for i := range a.series {
				if !strings.Contains(named.String(), fmt.Sprintf("line %d,", i)) {
					t.Errorf("%d lines, %v wide: the key lacks line %d: %s", lines, width, i, named.String())
				}
			}
			inside := 0
			for _, w := range a.texts {
				b := w.Box()
				if len(w.Words) <= 2 && strings.ContainsAny(w.Words, "abcdefghijklmnopqrs") {
					t.Errorf("%d lines, %v wide: there is a letter %q", lines, width, w.Words)
				}
				if !strings.Contains(w.Class, "plot-inside") || !strings.Contains(w.Class, "label") {
					continue
				}
				inside++
				if a.crossesLine(b, -1) {
					t.Errorf("%d lines, %v wide: %q lies on a line", lines, width, w.Words)
				}
			}
			if lines == 3 && inside == 0 {
				t.Errorf("%d lines, %v wide: none has its name in the plot", lines, width)
			}
		}
	}
}

// A name of one long word keeps its letters in the key: its value stands in a line of its own.
func TestLongWordInTheKey(t *testing.T) {
	c := meetingLines(map[string]float64{"low": 2, "high": 0.5})
	c.Series[0].Name, c.Width = "Bok–Su–Altschuler", 240
	a := c.arrange()
	if len(a.key) == 0 || strings.Join(a.key[0].lines, "|") != "Bok–Su–Altschuler|" {
		t.Errorf("the key is %+v", a.key)
	}
}

// In a narrow plot names stand along the lines where there is room, the answer's first: where it has none, all names are left to the
// key, since a reader would take the only name for the answer's.
func TestNameAlongALineInANarrowPlot(t *testing.T) {
	for alone, want := range map[bool]string{false: "", true: "Shift, exact optimum"} {
		c := sampleChart()
		c.Width, c.Markers = 280, nil
		c.Series[2].Hidden, c.Series[5].Hidden = alone, alone // the answer's neighbours
		var inside []string
		for _, w := range c.arrange().texts {
			if strings.Contains(w.Class, "label plot-inside") {
				inside = append(inside, w.Words)
			}
		}
		if got := strings.Join(inside, " "); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("alone %v: in the plot stands %q, want %q first", alone, got, want)
		}
	}
}

// A name along its line does not touch a marker's line.
func TestNameBesideAMarker(t *testing.T) {
	for at := 100.0; at <= 250; at += 3 {
		c := sampleChart()
		c.Width, c.Markers = 280, []Marker{{ID: "here", At: at, Label: "your T", Yours: true}}
		a := c.arrange()
		x := a.X(at)
		for _, w := range a.texts {
			if b := w.Box(); strings.HasPrefix(w.Class, "plot-label plot-inside") && b.Left < x+3 && b.Right > x-3 {
				t.Errorf("at %v the name %q from %v to %v meets the marker at %v", at, w.Words, b.Left, b.Right, x)
			}
		}
	}
}
