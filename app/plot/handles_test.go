package plot

import (
	"fmt"
	"strings"
	"testing"

	"lastiterate/app/plot/svg"
)

// The answer stands beside its dot, in bold, whatever the width, and no line passes through
// it where a place around the dot is free.
func TestAnswerStandsAtItsDot(t *testing.T) {
	for _, width := range []float64{240, 280, 358, 480, 720, 1200} {
		for _, at := range []int{1, 24, 100, 200, 300} {
			c := sampleChart()
			c.Width = width
			answer := "ε ≤ " + fmt.Sprint(at)
			c.Markers[0].At, c.Markers[0].Dot, c.Markers[0].Answer = float64(at), c.Series[4].Y[at-1], answer
			a := c.arrange()
			var found []svg.Text
			for _, x := range a.texts {
				if x.Words == answer {
					found = append(found, x)
				}
			}
			if len(found) != 1 {
				t.Errorf("%v wide, at %d: the answer is written %d times", width, at, len(found))
				continue
			}
			b, x, y := found[0].Box(), a.x.Pixel(float64(at)), a.y.Pixel(c.Markers[0].Dot)
			away := 0.0 // with a leader
			if len(a.leaders) > 0 {
				away = 60
			}
			if !found[0].Bold || b.Left > x+12+away || b.Right < x-12-away || b.Top > y+20+away || b.Bottom < y-20-away {
				t.Errorf("%v wide, at %d: the dot is at %v, %v, its answer at %+v", width, at, x, y, b)
			}
			if at >= 100 && width >= 480 && a.crossesLine(b, -1) {
				t.Errorf("%v wide, at %d: a line passes through the answer at %+v", width, at, b)
			}
		}
	}
	// Where the stretch shown does not hold the person's value, words at its end say where that is.
	for want, to := range map[string][2]float64{"your T = 200 →": {1, 60}, "← your T = 200": {230, 300}} {
		c := sampleChart()
		c.Width, c.X.From, c.X.To = 720, to[0], to[1]
		a, svg := c.arrange(), c.SVG()
		if !strings.Contains(svg, want) || strings.Contains(svg, c.Markers[0].Answer) || strings.Contains(svg, `class="plot-yours"`) ||
			strings.Contains(svg, `class="plot-handle"`) {
			t.Errorf("from %v to %v: %s", to[0], to[1], svg)
		}
		for _, x := range a.texts {
			if b := x.Box(); x.Words == want && (b.Left < a.Left-0.5 || b.Right > a.Right+0.5) {
				t.Errorf("%q lies at %+v, the plot from %v to %v", want, b, a.Left, a.Right)
			}
		}
	}
	c := sampleChart()
	c.Markers[0].Dot = 0 // no bound there
	for _, x := range c.arrange().texts {
		if x.Words == c.Markers[0].Answer {
			t.Errorf("the answer %q is written, want it not to be: it has no dot", x.Words)
		}
	}
}
