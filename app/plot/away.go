package plot

import (
	"slices"

	"lastiterate/app/plot/svg"
)

// A line that lies outside of the plot has an arrow to it in place of a piece of line, beside its name and in the key: a
// reader would look for the piece in vain.

// drawSample draws a piece of line i before its name, or, if nothing of it is seen, an arrow to where it is.
func (a *arrangement) drawSample(w *svg.Writer, i int, x, y, length float64) {
	if away := a.away(i); away != 0 {
		a.series[i].pencil().drawArrow(w, x+length/2, y, away)
		return
	}
	a.series[i].drawSample(w, x, y, length)
}

// away is −1 if line i lies wholly above the plot, 1 if it lies below it, otherwise 0.
func (a *arrangement) away(i int) float64 {
	plot := svg.Edges(a.Left-1, a.Top-1, a.Right+1, a.Bottom+1)
	holds := func(p point) bool { return plot.Meets(svg.Edges(p.x, p.y, p.x, p.y)) }
	if passes(a.paths[i], plot) || slices.ContainsFunc(a.paths[i], holds) {
		return 0
	}
	from, to := a.RangeX()
	for k, x := range slices.Backward(a.series[i].X) {
		switch y := a.series[i].Y[k]; {
		case x < from || x > to:
		case y > a.y.To:
			return -1
		case y < a.y.From:
			return 1
		}
	}
	return 0
}

// drawArrow draws an arrow that points up for −1 and down for 1.
func (p pencil) drawArrow(w *svg.Writer, x, y, down float64) {
	w.Raw(`<path class="plot-arrow ` + p.class + `" fill="none" stroke="` + p.colour +
		`" stroke-width="1.25" stroke-linecap="round" stroke-linejoin="round"`)
	var path svg.Pen
	path.Move(x, y-5*down)
	path.Line(x, y+5*down)
	path.Move(x-3, y+2*down)
	path.Line(x, y+5*down)
	path.Line(x+3, y+2*down)
	w.Path(path.Data)
}
