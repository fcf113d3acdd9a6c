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
		case m.short, a.chart.Terse:
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
	for _, l := range a.leaders {
		w.Line("plot-yours", svg.Accent, "1", l.fromX, l.fromY, l.toX, l.toY)
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
