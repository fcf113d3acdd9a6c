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
		if m.away {
			continue
		}
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
		if m.away {
			continue
		}
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

// placeAnswer writes the answer beside its dot: the one number in the plot that is what was
// asked for. Of the places around the dot it takes the first that no line crosses, or else that
// the fewest do; a rim parts it from these.
func (a *arrangement) placeAnswer() {
	for _, m := range a.markers {
		y := a.y.pixel(m.Dot)
		if m.away || m.Answer == "" || m.Dot == 0 || !(y >= a.Top-1 && y <= a.Bottom+1) {
			continue
		}
		width := lettering.Width(m.Answer, lettering.Size, true)
		best, least := box{}, -1
		for _, b := range a.aroundDot(m.x, y, width) {
			if b.left < a.Left || b.right > a.Right || b.top < a.Top || b.bottom > a.Bottom || a.covered(b) {
				continue
			}
			if n := a.crossings(b); least < 0 || n < least {
				best, least = b, n
			}
		}
		if least < 0 {
			continue // the readings tell it
		}
		a.insideBoxes = append(a.insideBoxes, best)
		t := text{x: best.left + beforeAnswer, y: best.top + lettering.Size + 2, anchor: start, size: lettering.Size, bold: true,
			class: "plot-yours-label plot-inside", words: m.Answer}
		if best.right < m.x { // the face that is there may be narrower
			t.x, t.anchor = best.right-beforeAnswer, end
		}
		a.add(t)
	}
}

const (
	beforeAnswer = 3 // between the answer and what is around it
	offAnswer    = 8 // from the dot to the answer
)

// aroundDot are the boxes that words of a width may have around a dot, the best first: on
// either side above it and below, then farther away.
func (a *arrangement) aroundDot(x, y, width float64) []box {
	const tall = lettering.LineHeight + 2
	wide := width + 2*beforeAnswer
	right, left := x+offAnswer-beforeAnswer, x-offAnswer+beforeAnswer-wide
	var out []box
	for away := dotRadius - 1.0; away < dotRadius+lettering.LineHeight; away += lettering.LineHeight / 3 {
		for _, top := range []float64{y - away - tall, y + away} {
			out = append(out, box{right, top, right + wide, top + tall}, box{left, top, left + wide, top + tall})
		}
	}
	return out
}

// crossings is how many lines pass through a box, those of markers among them.
func (a *arrangement) crossings(b box) int {
	n := a.markersIn(b)
	for _, line := range a.paths {
		if passes(line, b) {
			n++
		}
	}
	return n
}
