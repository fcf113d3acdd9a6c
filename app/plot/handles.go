package plot

import (
	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// Radii in pixels.
const (
	gripRadius = 6
	dotRadius  = 4.5
	// touchRadius makes a target of 44 pixels for a finger.
	touchRadius = 22
)

// drawMarkerLines draws the markers' vertical lines, under the series.
func (a *arrangement) drawMarkerLines(w *svg.Writer) {
	for _, m := range a.markers {
		if m.away {
			continue
		}
		x := svg.Crisp(min(m.x, a.Right-0.5))
		top := a.Top - markerGap + 3
		switch {
		case m.short:
			top = a.Top
		case m.Yours:
			top -= float64(m.rows-len(m.words)) * lettering.LineHeight
		default:
			top -= float64(m.rows)*lettering.LineHeight - 4 // no higher than its words
		}
		if m.Yours {
			w.Line("plot-yours", svg.Accent, "1", x, top, x, a.Bottom)
		} else {
			w.Line("plot-marker", svg.Ink, "1", x, top, x, a.Bottom, "stroke-opacity", ".45", "stroke-dasharray", "2 3")
		}
	}
}

// drawHandles draws the dots at the answer and the handles on the axis, over everything else. An invisible circle makes
// each handle large enough for a finger: the page listens to the circle, and moves the marker's value.
func (a *arrangement) drawHandles(w *svg.Writer) {
	for _, s := range a.series {
		x, y := a.x.Pixel(s.Own), a.y.Pixel(s.at(s.Own))
		if s.Own != 0 && x >= a.Left-1 && x <= a.Right+1 && y >= a.Top-1 && y <= a.Bottom+1 {
			p := s.pencil()
			w.Circle("plot-point "+p.class+"-fill", x, y, dotRadius, p.colour, svg.Paper, "1.5")
		}
	}
	for _, m := range a.markers {
		if m.away {
			continue
		}
		x := svg.Crisp(min(m.x, a.Right-0.5))
		if y := a.y.Pixel(m.Dot); m.Dot != 0 && y >= a.Top-1 && y <= a.Bottom+1 {
			w.Circle("plot-dot", x, y, dotRadius, svg.Accent, svg.Paper, "1.5")
		}
		if !m.Yours {
			continue
		}
		w.Circle("plot-handle", x, svg.Crisp(a.Bottom), gripRadius, svg.Accent, svg.Paper, "1.5")
		if !a.chart.Standalone {
			w.Raw(`<circle class="plot-grip"`)
			w.Attribute("data-marker", m.ID)
			w.Number("cx", x)
			w.Number("cy", a.Bottom)
			w.Number("r", touchRadius)
			w.Raw(` fill="none" pointer-events="all"/>`)
		}
	}
}

// placeAnswer writes the answer, the number that the visitor asked for, beside its dot. It takes the first of the places
// around the dot that no line crosses, or else the place that the fewest lines cross; a rim separates the number from
// these lines.
func (a *arrangement) placeAnswer() {
	for _, m := range a.markers {
		y := a.y.Pixel(m.Dot)
		if m.away || m.Answer == "" || m.Dot == 0 || !(y >= a.Top-1 && y <= a.Bottom+1) {
			continue
		}
		width := lettering.Width(m.Answer, lettering.Size, true)
		best, least := svg.Box{}, -1
		for _, b := range a.aroundDot(m.x, y, width) {
			if b.Left < a.Left || b.Right > a.Right || b.Top < a.Top || b.Bottom > a.Bottom || a.meetsWords(b) {
				continue
			}
			if n := a.crossings(b); least < 0 || n < least {
				best, least = b, n
			}
		}
		if least < 0 {
			continue // the readings show the answer
		}
		a.insideBoxes = append(a.insideBoxes, best)
		t := svg.Text{X: best.Left + beforeAnswer, Y: best.Top + lettering.Size + 2, Anchor: svg.Start, Size: lettering.Size, Bold: true,
			Class: "plot-yours-label plot-inside", Words: m.Answer}
		if best.Right < m.x { // the browser's face may be narrower
			t.X, t.Anchor = best.Right-beforeAnswer, svg.End
		}
		a.add(t)
	}
}

const (
	beforeAnswer = 3 // pixels left free around the answer
	offAnswer    = 8 // pixels from the dot to the answer
)

// aroundDot returns the boxes around a dot in which words of the given width may stand, the best first: above and below
// the dot on either side, then farther away.
func (a *arrangement) aroundDot(x, y, width float64) []svg.Box {
	const tall = lettering.LineHeight + 2
	wide := width + 2*beforeAnswer
	right, left := x+offAnswer-beforeAnswer, x-offAnswer+beforeAnswer-wide
	var out []svg.Box
	for away := dotRadius - 1.0; away < dotRadius+lettering.LineHeight; away += lettering.LineHeight / 3 {
		for _, top := range []float64{y - away - tall, y + away} {
			out = append(out, svg.Edges(right, top, right+wide, top+tall), svg.Edges(left, top, left+wide, top+tall))
		}
	}
	return out
}

// crossings is the number of lines that pass through a box, including markers' lines.
func (a *arrangement) crossings(b svg.Box) int {
	n := a.markersIn(b)
	for _, line := range a.paths {
		if passes(line, b) {
			n++
		}
	}
	return n
}
