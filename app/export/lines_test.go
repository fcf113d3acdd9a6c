package export

import (
	"math"
	"strings"
	"testing"

	"lastiterate/app/plot"
)

// The lines of a figure in print: round places, equal digits in a column, bounds rounded up but for the engine's own
// slack, the symbol as mathematics, and the paper in the caption.
func TestLinesInPrint(t *testing.T) {
	d := defaults(t)
	c := plot.Chart{Title: "Chien and Li 2024, Figure 1 (a): full batches", X: plot.Axis{Name: "iterations", Symbol: "T", Whole: true}}
	composition, output := plot.Series{ID: "a", Name: "Composition"}, plot.Series{ID: "b", Name: "Output"}
	for x := 1.0; x <= 200; x++ {
		composition.X, composition.Y = append(composition.X, x), append(composition.Y, 0.0064*x*(1+5e-9))
		output.X, output.Y = append(output.X, x), append(output.Y, 1.00002)
	}
	output.Y[0] = 1
	c.Series = []plot.Series{composition, output}
	text := d.LinesLaTeX(c)
	for _, want := range []string{`\caption{Chien and Li 2024, Figure 1 (a): full batches. Upper bounds are rounded up, floors down. ` +
		"Neighbouring datasets: replace one; n = 5, full batch; T from 1 to 200, " + tex("η = 0.1, C = 2; σ = 1; "),
		tex("L = 1, m = 1, D = 1; the last iterate; δ = 1e-5; a line may differ, as its name says.") + "}\n",
		`\url{` + address + `}`, "  iterations $T$ & \\parbox[b]{0.17\\linewidth}{\\raggedleft Composition} & \\parbox[b]{0.17\\linewidth}{\\raggedleft Output} \\\\\n",
		"  1 & 0.006400 & 1.000 \\\\\n", "  20 & 0.1280 & 1.001 \\\\\n", "  40 & 0.2560 & 1.001 \\\\\n", "  200 & 1.280 & 1.001 \\\\\n",
		"\\end{table}\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table lacks %q:\n%s", want, text)
		}
	}
	if n := strings.Count(text, " & 1.001 "); n != 10 {
		t.Errorf("%d rows after the first:\n%s", n, text)
	}
}

// Lines over something else than iterations keep the number of iterations of their run.
func TestCaptionKeepsTheLength(t *testing.T) {
	c := plot.Chart{X: plot.Axis{Name: "noise", Symbol: "σ"}, Y: plot.Axis{Name: "privacy loss", Symbol: "ε"},
		Series: []plot.Series{{ID: "a", Name: "Composition", X: []float64{1, 2}, Y: []float64{2, 1}}}}
	text := defaults(t).LinesLaTeX(c)
	want := tex("floors down. σ from 1 to 2; otherwise: Neighbouring datasets: replace one; n = 5, full batch; T = 200, η = 0.1")
	if !strings.Contains(text, want) {
		t.Errorf("the table lacks %q:\n%s", want, text)
	}
}

// More than four lines are rows with a few values, under wrapping names: as columns with these names they are wider than a page.
func TestManyLinesAreRows(t *testing.T) {
	c := plot.Chart{X: plot.Axis{Name: "iterations", Symbol: "T", Whole: true}, Y: plot.Axis{Name: "privacy loss", Symbol: "ε"}}
	for i := range 5 {
		s := plot.Series{ID: string(rune('a' + i)), Name: "Shift optimum, strongly convex (ours)"}
		for x := 1.0; x <= 200; x++ {
			s.X, s.Y = append(s.X, x), append(s.Y, x/4)
		}
		c.Series = append(c.Series, s)
	}
	d := defaults(t)
	text := d.LinesLaTeX(c)
	const columns, head, row = "{@{}p{0.28\\linewidth}rrrrr@{}}\n", "  iterations $T$ & 1 & 50 & 100 & 150 & 200 \\\\\n",
		"  \\raggedright Shift optimum, strongly convex (ours) & 0.2500 & 12.50 & 25.00 & 37.50 & 50.00 \\\\\n"
	if !strings.Contains(text, columns) || !strings.Contains(text, head) || strings.Count(text, row) != 5 {
		t.Errorf("want %q, %q and 5 times %q:\n%s", columns, head, row, text)
	}
	c.Series = c.Series[:4]
	if text = d.LinesLaTeX(c); strings.Contains(text, "raggedright") || strings.Count(text, "raggedleft") != 4 {
		t.Errorf("four lines, want each a column with a wrapping name:\n%s", text)
	}
}

// A line that rises over a few points and then stays has places where it rises: at round ones alone it would look constant. A line
// that is infinite at first has its own places too, and a log axis keeps its places.
func TestPlacesWhereLinesBend(t *testing.T) {
	c := plot.Chart{X: plot.Axis{Name: "iterations", Symbol: "T", Whole: true}, Y: plot.Axis{Name: "privacy loss", Symbol: "ε"}}
	for i := range 5 {
		s := plot.Series{ID: string(rune('a' + i)), Name: "line"}
		for x := 1.0; x <= 200; x++ {
			y := x
			if i == 2 {
				y = math.Min(x, 10)
			}
			if i == 3 && x < 40 {
				y = math.Inf(1)
			}
			s.X, s.Y = append(s.X, x), append(s.Y, y)
		}
		c.Series = append(c.Series, s)
	}
	d := defaults(t)
	text := d.LinesLaTeX(c)
	if want := "  iterations $T$ & 1 & 10 & 40 & 200 \\\\\n"; !strings.Contains(text, want) {
		t.Errorf("want %q:\n%s", want, text)
	}
	if want := "line & 1.000 & 10.00 & 10.00 & 10.00 \\\\\n"; strings.Count(text, want) != 1 {
		t.Errorf("want %q:\n%s", want, text)
	}
	c.Markers = []plot.Marker{{At: 150}}
	if text, want := d.LinesLaTeX(c), "  iterations $T$ & 1 & 10 & 40 & 150 & 200 \\\\\n"; !strings.Contains(text, want) {
		t.Errorf("want %q:\n%s", want, text)
	}
	for i := range c.Series { // a smooth rise has as many places as there is room for
		for k, x := range c.Series[i].X {
			c.Series[i].Y[k] = 1 - math.Exp(-x/5)
		}
	}
	c.Markers = nil
	if text, want := d.LinesLaTeX(c), "  iterations $T$ & 1 & 4 & 8 & 20 & 200 \\\\\n"; !strings.Contains(text, want) {
		t.Errorf("want %q:\n%s", want, text)
	}
	c.X.Scale = plot.Log
	if text := d.LinesLaTeX(c); !strings.Contains(text, " & 200 \\\\\n") || strings.Contains(text, "& 4 & 8 & 20 &") {
		t.Errorf("a log axis:\n%s", text)
	}
}

// A file of lines says which of them are floors, and names the run and the engine in every line, so that files can be put together.
func TestLinesSayWhatTheyAre(t *testing.T) {
	d := defaults(t)
	c := plot.Chart{X: plot.Axis{Name: "iterations", Symbol: "T", Whole: true}, Series: []plot.Series{
		{ID: "a", Name: "Composition", Kind: plot.Other, X: []float64{1, 2}, Y: []float64{1, 2}},
		{ID: "b", Name: "One step", Kind: plot.Lower, X: []float64{1, 2}, Y: []float64{0.5, 0.5}},
	}}
	end := ",Last Iterate " + d.Engine + "," + address + "\r\n"
	want := "iterations T,Composition,One step (floor),engine,link\r\n1,1,0.5" + end + "2,2,0.5" + end
	if got := d.LinesCSV(c); got != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
}
