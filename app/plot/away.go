package plot

import (
	"math"
	"slices"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// The strip and the key show a piece of each line before its name. For a line that is not visible in the plot, they show an
// arrow to the end of the line instead, since a reader would look in vain for a line like the piece.

// drawSample draws a piece of line i before its name, or an arrow in its direction if the line is not visible.
func (a *arrangement) drawSample(w *svg.Writer, i int, x, y, length float64) {
	if away := a.directionOutside(i); away != 0 {
		a.series[i].pencil().drawArrow(w, x+length/2, y, away)
		return
	}
	a.series[i].drawSample(w, x, y, length)
}

// Outside reports whether some line is not visible.
func (a Drawing) Outside() bool {
	for i := range a.series {
		if a.directionOutside(i) != 0 {
			return true
		}
	}
	return false
}

// directionOutside is −1 if line i is not visible and ends above the plot, 1 if it is not visible and ends below, and otherwise 0.
func (a *arrangement) directionOutside(i int) float64 {
	from, to := a.RangeX()
	for k, x := range slices.Backward(a.series[i].X) {
		switch y := a.series[i].Y[k]; {
		case x < from || x > to || math.IsNaN(y):
		case y > a.y.To && !a.isVisible(i):
			return -1
		case y < a.y.From && !a.isVisible(i):
			return 1
		default:
			return 0
		}
	}
	return 0
}

// isVisible reports whether line i is visible: a part of it lies within the plot, and no line that is drawn over it covers it.
func (a *arrangement) isVisible(i int) bool {
	plot := svg.Edges(a.Left-1, a.Top-1, a.Right+1, a.Bottom+1)
	var within []point
	for _, p := range a.paths[i] {
		if plot.Meets(svg.Edges(p.x, p.y, p.x, p.y)) {
			within = append(within, p)
		}
	}
	if within == nil {
		return passes(a.paths[i], plot)
	}
	own := importance[a.series[i].Kind]
	for k, s := range a.series {
		over := importance[s.Kind] > own || importance[s.Kind] == own && k > i
		apart := func(p point) bool { return !(math.Abs(a.heightAt(k, p.x)-p.y) < 1) }
		if over && !slices.ContainsFunc(within, apart) {
			return false
		}
	}
	return true
}

// placeAbove writes, at the top of the visitor's own marker, the loss if every iterate is public, if it lies above the plot there:
// "↑ 5.06". Otherwise the plot would cut off what hiding the iterates saves in the visitor's own run. Other words come first.
func (a *arrangement) placeAbove() {
	for _, m := range a.markers {
		for _, s := range a.series {
			y := s.at(m.At)
			if s.Kind != Published || !m.Yours || m.away || !(y > a.y.To) || math.IsInf(y, 1) {
				continue
			}
			words := "↑ " + s.roundedText(y, answerDigits)
			wide := lettering.Width(words, lettering.Size, false)
			for _, left := range []float64{m.x - gap - wide, m.x + gap} {
				b := svg.Edges(left-gap+1, a.Top, left+wide+gap-1, a.Top+tickGap+lettering.LineHeight)
				if b.Left >= a.Left && b.Right <= a.Right && !a.meets(b) && !a.crossesLine(b, -1) {
					a.insideBoxes = append(a.insideBoxes, b)
					t := svg.Text{X: left, Y: a.Top + tickGap + lettering.Size, Anchor: svg.Start, Size: lettering.Size,
						Class: "plot-band-label plot-inside", Words: words}
					if left < m.x { // the browser's face may be narrower
						t.X, t.Anchor = left+wide, svg.End
					}
					a.add(t)
					break
				}
			}
		}
	}
}

// drawArrow draws an arrow that points up if down is −1 and down if it is 1.
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
