package plot

import (
	"math"
	"slices"

	"lastiterate/app/plot/svg"
)

// Overlay draws the hair at x and, in the strip above the plot, the readings of the lines there. The result is an SVG of the
// chart's size, to lie over the chart, so the chart is not drawn again. It is empty if x lies outside the plot.
func (a Drawing) Overlay(x float64) string { return a.overlay(x, true) }

// Strip is an Overlay without the hair, for a chart that nobody is reading. Its values have the digits of the answer, which is
// beside them; the hair shows more.
func (a Drawing) Strip(x float64) string {
	rest := *a.arrangement
	rest.chart.resting = true
	return Drawing{&rest}.overlay(x, false)
}

// Names draws the names of the lines in the strip of a terse chart, which shows them nowhere else. They stand there while
// nobody is reading the chart and the visitor's value is not on its axis. It is empty for other charts.
func (a Drawing) Names() string {
	if !a.chart.Terse {
		return ""
	}
	var names []Reading
	for _, s := range a.series {
		names = append(names, Reading{ID: s.ID, Kind: s.Kind})
	}
	w := &svg.Writer{}
	w.Open("plot plot-overlay", a.Width, a.Height, a.chart.frame())
	w.Raw(` aria-hidden="true">`)
	a.drawStrip(w, math.NaN(), names)
	w.Raw("</svg>")
	return w.String()
}

func (a Drawing) overlay(x float64, hair bool) string {
	at := a.x.Pixel(x)
	if !(at >= a.Left-0.5 && at <= a.Right+0.5) {
		return ""
	}
	w := &svg.Writer{}
	w.Open("plot plot-overlay", a.Width, a.Height, a.chart.frame())
	w.Raw(` aria-hidden="true">`)
	readings := a.readings(x)
	if hair {
		w.Line("plot-hair", svg.Ink, "1", svg.Crisp(at), a.Top, svg.Crisp(at), a.Bottom, "stroke-opacity", ".55")
		for _, r := range readings {
			if y := a.y.Pixel(r.Value); y >= a.Top-1 && y <= a.Bottom+1 {
				p := a.series[a.index(r.ID)].pencil()
				w.Circle("plot-point "+p.class+"-fill", at, y, 3, p.colour, svg.Paper, "1")
			}
		}
	}
	a.drawStrip(w, x, readings)
	w.Raw("</svg>")
	return w.String()
}

// Stretch marks the plot between two horizontal pixels, as an SVG of the chart's size, to lie over the chart.
func (a Drawing) Stretch(from, to float64) string {
	from, to = max(min(from, to), a.Left), min(max(from, to), a.Right)
	w := &svg.Writer{}
	w.Open("plot plot-overlay", a.Width, a.Height, a.chart.frame())
	w.Raw(` aria-hidden="true"><rect class="plot-stretch" fill="` + svg.Accent + `" fill-opacity=".12" stroke="` + svg.Accent +
		`" stroke-opacity=".5"`)
	w.Number("x", from)
	w.Number("y", a.Top)
	w.Number("width", max(to-from, 0))
	w.Number("height", a.Bottom-a.Top)
	w.Raw("/></svg>")
	return w.String()
}

// index is the index of a line among the drawn lines.
func (a *arrangement) index(id string) int {
	return slices.IndexFunc(a.series, func(s Series) bool { return s.ID == id })
}
