package plot

import (
	"math"
	"strings"
	"testing"

	"lastiterate/app/plot/svg"
)

// A line that is alone is called by its name, on a telephone too, wherever it runs: no key
// stands for it, and the name does not lie on the line or on the answer.
func TestAloneLineHasItsName(t *testing.T) {
	for course, value := range map[string]func(x float64) float64{
		"rising":  func(x float64) float64 { return x },
		"falling": func(x float64) float64 { return 1 - x },
		"level":   func(x float64) float64 { return 0.99 * min(5*x, 1) },
		"peaked":  func(x float64) float64 { return math.Exp(-150 * (x - 0.5) * (x - 0.5)) },
		"low":     func(float64) float64 { return 1e-3 },
	} {
		s := Series{ID: "a", Name: "A bound with a name of its own", Kind: Best}
		for x := 0.0; x <= 100; x++ {
			s.X, s.Y = append(s.X, x), append(s.Y, value(x/100))
		}
		for _, standalone := range []bool{false, true} {
			c := Chart{X: Axis{Name: "iterations", Symbol: "T"}, Y: Axis{Name: "privacy loss", Symbol: "ε", To: 1}, Series: []Series{s}, Width: 358,
				Standalone: standalone, Markers: []Marker{{ID: "here", At: 80, Label: "your T = 80", Yours: true, Dot: value(0.8), Answer: "ε ≤ 0.405"}}}
			d := c.Draw()
			if len(d.key) > 0 {
				t.Errorf("%s: there is a key", course)
			}
			if strip := d.Strip(80); !standalone && (!strings.Contains(strip, "A bound") || strings.Contains(strip, ">a ")) {
				t.Errorf("%s: the strip says %s", course, strip)
			}
			var named []svg.Text
			for _, w := range d.texts {
				if strings.Contains(w.Class, "plot-best-label") {
					named = append(named, w)
				}
			}
			if len(named) == 0 {
				t.Fatalf("%s: the line has no name: %s", course, d.SVG())
			}
			for _, w := range named {
				b := w.Box()
				if b.Left < d.Left || b.Right > d.Right || b.Top < d.Top-2 || b.Bottom > d.Bottom {
					t.Errorf("%s: the name is at %v, the plot from %v to %v", course, b, svg.Edges(d.Left, d.Top, d.Right, d.Bottom), 0)
				}
				if d.crossesLine(b, -1) {
					t.Errorf("%s: the name lies on the line", course)
				}
				for _, o := range d.texts {
					if o != w && b.Meets(o.Box()) {
						t.Errorf("%s: the name lies on %q", course, o.Words)
					}
				}
			}
		}
	}
	two := sampleChart()
	two.Width = 280
	if d := two.Draw(); len(d.key) == 0 {
		t.Errorf("the key of %d lines is empty, want their names", len(two.Series))
	}
}
