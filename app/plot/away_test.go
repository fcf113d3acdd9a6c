package plot

import (
	"strings"
	"testing"

	"lastiterate/app/plot/svg"
)

// outside is a chart of the given width with a line in the plot, one that leaves it, one above it, one below it, one without
// values and one that leaves the plot under another.
func outside(width float64) Chart {
	at := []float64{1, 10, 100}
	return Chart{
		Width: width, X: Axis{Name: "iterations", Symbol: "T"}, Y: Axis{Name: "privacy loss", Symbol: "ε", Scale: Log, From: 0.1, To: 1},
		Series: []Series{
			{ID: "inside", Name: "A line within the plot", Kind: Best, X: at, Y: []float64{0.2, 0.3, 0.3}},
			{ID: "leaving", Name: "A line that leaves it", Kind: Other, X: at, Y: []float64{0.2, 0.3, 3}},
			{ID: "above", Name: "A line above it", Kind: Other, X: at, Y: []float64{5, 5, 5}},
			{ID: "zero", Name: "A line below it", Kind: Other, X: at, Y: []float64{0, 0, 0}},
			{ID: "empty", Name: "A line without values", Kind: Other},
			{ID: "covered", Name: "A line under another", Kind: Quiet, X: at, Y: []float64{0.2, 0.3, 2.999}},
		},
	}
}

// The key has a piece of every line that is seen, an arrow to every line that is not, and no line without values; so has the
// strip of a wide chart.
func TestKeyShowsWhatIsSeen(t *testing.T) {
	key, strip := outside(320).Draw(), outside(900).Draw().Overlay(100)
	if len(key.key) != 5 || strings.Contains(strip, "without") {
		t.Fatalf("%d entries, want 5: a line without values has none; the strip: %s", len(key.key), strip)
	}
	for i, want := range []float64{0, 0, -1, 1, -1} {
		if got := key.directionOutside(i); got != want {
			t.Errorf("%s: %v, want %v", key.series[i].Name, got, want)
		}
	}
	if n := strings.Count(strip, "plot-arrow"); n != 3 {
		t.Errorf("the strip has %d arrows, want 3: %s", n, strip)
	}
	w := &svg.Writer{}
	if key.drawKey(w); strings.Count(w.String(), "plot-arrow") != 3 {
		t.Errorf("the key has %d arrows, want 3: %s", strings.Count(w.String(), "plot-arrow"), w.String())
	}
	inside := outside(320)
	inside.Series = inside.Series[:2]
	if !key.Outside() || inside.Draw().Outside() {
		t.Errorf("with lines outside of the plot: %v, without: %v", key.Outside(), inside.Draw().Outside())
	}
}

// At the visitor's own value the loss if every iterate is public is written at the plot's top if it is cut off there, and is not if it is
// seen, or if it is above the plot only elsewhere.
func TestValueAboveThePlot(t *testing.T) {
	for at, want := range map[float64]int{10: 0, 100: 1} {
		for _, width := range []float64{320, 900} {
			c := outside(width)
			c.X.From, c.X.To, c.Series[1].Kind = 1, 200, Published
			c.Markers = []Marker{{ID: "here", At: at, Label: "yours", Yours: true, Dot: 0.3, Answer: "ε ≤ 0.300"}}
			svg := c.SVG()
			if n := strings.Count(svg, ">↑ "); n != want || n != strings.Count(svg, ">↑ 3.00<") {
				t.Errorf("%v wide, at %v: written %d times, want %d", width, at, n, want)
			}
		}
	}
}
