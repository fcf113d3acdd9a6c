package reproduce

import (
	"context"
	"strings"
	"testing"

	"lastiterate/app/plot"
	"lastiterate/bounds"
	"lastiterate/bounds/figure"
	"lastiterate/wasm/protocol"
)

func drawn(t *testing.T, f figure.Figure) protocol.FigureResult {
	t.Helper()
	lines, err := bounds.Draw(context.Background(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return protocol.FromFigure(f, lines)
}

// Every line of a figure is in its picture with exactly the engine's values,
// and is named; a bound that is not valid looks like one.
func TestChart(t *testing.T) {
	for _, f := range figure.All() {
		r := drawn(t, f)
		c := Chart(f, r, 0)
		if len(c.Series) != len(f.Lines) {
			t.Fatalf("%s: %d of %d lines", f.ID, len(c.Series), len(f.Lines))
		}
		svg := c.SVG()
		for i, s := range c.Series {
			l := r.Lines[i]
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
		}
	}
}

func TestChecks(t *testing.T) {
	f, _ := figure.ByID("liang-1")
	r := drawn(t, f)
	got := Checks(r)
	want := Checked{Line: "Liang et al. (Theorem 3.4)", T: "49", Want: "1.684375", Got: "1.684375", Agrees: true, Explanation: "agrees in every digit"}
	want.Source = got[2].Source
	if got[2] != want || want.Source == "" {
		t.Errorf("got %+v, want %+v", got[2], want)
	}
	r.Checks[2].Agrees, r.Checks[2].Got = false, nil
	if c := Checks(r)[2]; c.Got != "none" || c.Explanation != "differs" {
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
