package ruler

import (
	"lastiterate/app/plot/svg"
)

// tick draws a point as a short stroke across the line, or as an arrow at the line's end if the point is infinite.
func (r Ruler) tick(w *svg.Writer, at func(Point) float64, p Point, y, reach float64, class, colour, width string) {
	switch {
	case !p.Known:
	case p.finite():
		w.Line(class, colour, width, at(p), y+0.5-reach, at(p), y+0.5+reach)
	default:
		r.beyond(w, at(p), y, class, colour)
	}
}

// beyond draws an arrow at the end of the line, for an infinite value.
func (r Ruler) beyond(w *svg.Writer, x, y float64, class, colour string) {
	w.Raw(`<path class="` + class + `" fill="none" stroke="` + colour +
		`" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`)
	var p svg.Pen
	p.Move(x, y-5)
	p.Line(x+6, y+0.5)
	p.Line(x, y+6)
	w.Path(p.Data)
}

// floor draws a lower bound as a dot: a filled one if the bound is proved, a hollow one if it is estimated.
func (r Ruler) floor(w *svg.Writer, at func(Point) float64, p Point, y float64, fill string) {
	if !p.Known || p.At == 0 {
		return
	}
	class := "ruler-floor"
	if fill == svg.Paper {
		class = "ruler-estimate"
	}
	w.Circle(class, at(p), y+0.5, 5, fill, svg.Accent, "1.5")
}
