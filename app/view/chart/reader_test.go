package chart

import (
	"slices"
	"testing"

	"lastiterate/app/picture"
	"lastiterate/app/plot"
)

// A chart is read at the values of its best line, unless that has few: the intervals of an
// attack are read at each of their values though ours beside them is drawn at two.
func TestPointsToReadAt(t *testing.T) {
	many := []float64{50, 100, 150, 200, 250, 300, 350, 400}
	for _, e := range []struct{ best, want []float64 }{
		{[]float64{100, 400}, many},
		{[]float64{100, 200, 300, 400}, []float64{100, 200, 300, 400}},
	} {
		r := NewReader("figure")
		chart := plot.Chart{Series: []plot.Series{
			{ID: "attack", Kind: plot.Estimate, X: many, Y: many},
			{ID: "shift", Kind: plot.Best, X: e.best, Y: e.best},
		}}
		r.panes = []pane{{chart: chart, drawing: chart.Draw()}}
		if got := r.points(); !slices.Equal(got, e.want) {
			t.Errorf("the best line at %v: read at %v", e.best, got)
		}
	}
}

// The page says what an arrow before a name means where there is one, and nothing else.
func TestArrowsAreExplained(t *testing.T) {
	for top, want := range map[float64]bool{2: true, 20: false} {
		drawing := plot.Chart{Y: plot.Axis{To: top}, Series: []plot.Series{
			{ID: "shift", Kind: plot.Best, X: []float64{1, 2}, Y: []float64{1, 1}},
			{ID: "composition", Kind: plot.Other, X: []float64{1, 2}, Y: []float64{9, 9}},
		}}.Draw()
		c := &Chart{reader: NewReader("chart")}
		c.reader.panes = []pane{{drawing: drawing}}
		if got := c.omitted(); slices.Contains(got, picture.Outside) != want {
			t.Errorf("the axis ends at %v, a line is at 9: %q", top, got)
		}
	}
}
