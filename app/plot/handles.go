package plot

import (
	"lastiterate/app/plot/lettering"
)

// Radii in pixels.
const (
	gripRadius = 6
	dotRadius  = 4.5
	// touchRadius makes a target of 44 pixels for a finger.
	touchRadius = 22
)

// drawMarkerLines draws the markers' vertical lines, under the series.
func (a *arrangement) drawMarkerLines(w *writer) {
	for _, m := range a.markers {
		x := crisp(min(m.x, a.Right-0.5))
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
			w.line("plot-yours", accent, "1", x, top, x, a.Bottom)
		} else {
			w.line("plot-marker", ink, "1", x, top, x, a.Bottom, "stroke-opacity", ".45", "stroke-dasharray", "2 3")
		}
	}
}

// drawHandles draws the dots at the answer and the handles on the axis, above
// everything. The invisible circle is what a finger hits; the page listens to
// it and moves the marker's value.
func (a *arrangement) drawHandles(w *writer) {
	for _, s := range a.series {
		x, y := a.x.pixel(s.Own), a.y.pixel(s.at(s.Own))
		if s.Own != 0 && x >= a.Left-1 && x <= a.Right+1 && y >= a.Top-1 && y <= a.Bottom+1 {
			p := s.pencil()
			w.circle("plot-point "+p.class+"-fill", x, y, dotRadius, p.colour, paper, "1.5")
		}
	}
	for _, m := range a.markers {
		x := crisp(min(m.x, a.Right-0.5))
		if y := a.y.pixel(m.Dot); m.Dot != 0 && y >= a.Top-1 && y <= a.Bottom+1 {
			w.circle("plot-dot", x, y, dotRadius, accent, paper, "1.5")
		}
		if !m.Yours {
			continue
		}
		w.circle("plot-handle", x, crisp(a.Bottom), gripRadius, accent, paper, "1.5")
		if !a.chart.Standalone {
			w.raw(`<circle class="plot-grip"`)
			w.attribute("data-marker", m.ID)
			w.number("cx", x)
			w.number("cy", a.Bottom)
			w.number("r", touchRadius)
			w.raw(` fill="none" pointer-events="all"/>`)
		}
	}
}

func (w *writer) circle(class string, x, y, r float64, fill, stroke, width string) {
	w.raw(`<circle class="` + class + `"`)
	w.number("cx", x)
	w.number("cy", y)
	w.number("r", r)
	w.raw(` fill="` + fill + `" stroke="` + stroke + `" stroke-width="` + width + `"/>`)
}
