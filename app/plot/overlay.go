package plot

import (
	"fmt"
	"math"

	"lastiterate/app/number"
)

// Overlay draws, as an SVG of the chart's size to lie over it, the hair at x
// and a small table of the values there. It is cheap: nothing of the chart is
// drawn again. It is empty text where x lies outside the plot.
func (c Chart) Overlay(x float64) string {
	a := c.arrange()
	at := a.x.pixel(x)
	if !(at >= a.Left-0.5 && at <= a.Right+0.5) {
		return ""
	}
	w := &writer{}
	w.open("plot plot-overlay", a.Width, a.Height)
	w.raw(` aria-hidden="true">`)
	w.line("plot-hair", ink, "1", crisp(at), a.Top, crisp(at), a.Bottom, "stroke-opacity", ".55")
	for _, s := range a.series {
		if y := a.y.pixel(s.at(x)); y >= a.Top-1 && y <= a.Bottom+1 {
			w.circle("plot-point "+s.pencil().fill(), at, y, 3, s.pencil().colour, paper, "1")
		}
	}
	a.drawReadings(w, x, at)
	w.raw("</svg>")
	return w.String()
}

// fill is the class that fills with the pencil's colour.
func (p pencil) fill() string { return p.class + "-fill" }

const (
	readingPad    = 8
	readingSample = 16
)

// drawReadings draws the table beside the hair, on the side with more room.
func (a *arrangement) drawReadings(w *writer, x, at float64) {
	readings := a.chart.Readings(x)
	if len(readings) == 0 {
		return
	}
	left := 0
	room := a.Height - 2*margin - 2*readingPad - lineHeight
	if most := max(int(room/lineHeight), 1); len(readings) > most {
		left = len(readings) - (most - 1)
		readings = readings[:most-1]
	}

	head := a.chart.X.Symbol + " = " + number.Plain(x)
	if a.chart.X.Symbol == "" {
		head = a.chart.X.Name + " " + number.Plain(x)
	}
	values, names := 0.0, 0.0
	for _, r := range readings {
		values = max(values, textWidth(r.Text, textSize, r.Kind == Best))
		names = max(names, textWidth(r.Name, textSize, r.Kind == Best))
	}
	const fixed = 2*readingPad + readingSample + gap + 2*gap
	names = max(min(names, a.Width-2*margin-fixed-values), 0)
	width := max(fixed+values+names, textWidth(head, textSize, true)+2*readingPad)
	lines := len(readings) + 1
	if left > 0 {
		lines++
	}
	height := float64(lines)*lineHeight + 2*readingPad - 2

	leftEdge := at + 12
	if at-a.Left > a.Right-at {
		leftEdge = at - 12 - width
	}
	leftEdge = math.Round(min(max(leftEdge, margin), max(a.Width-margin-width, 0)))
	top := math.Round(min(a.Top+gap, a.Height-margin-height))

	w.raw(`<rect class="plot-sheet" fill="` + paper + `" fill-opacity=".94" stroke="` + ink + `" stroke-opacity=".2" rx="3"`)
	w.number("x", leftEdge+0.5)
	w.number("y", top+0.5)
	w.number("width", width)
	w.number("height", height)
	w.raw("/>")
	y := top + readingPad + 11
	w.text(text{x: leftEdge + readingPad, y: y, anchor: start, size: textSize, bold: true, class: "plot-reading", words: head, symbol: a.chart.X.Symbol})
	for _, r := range readings {
		y += lineHeight
		s := a.find(r.ID)
		s.drawSample(w, leftEdge+readingPad, y-4, readingSample)
		class := "plot-reading"
		if r.Kind == Best {
			class = "plot-reading-best"
		}
		w.text(text{x: leftEdge + readingPad + readingSample + gap, y: y, anchor: start, size: textSize, bold: r.Kind == Best, class: class, words: cut(r.Name, names, textSize, r.Kind == Best)})
		w.text(text{x: leftEdge + width - readingPad, y: y, anchor: end, size: textSize, bold: r.Kind == Best, class: class, words: r.Text})
	}
	if left > 0 {
		w.text(text{x: leftEdge + readingPad, y: y + lineHeight, anchor: start, size: textSize, class: "plot-reading-head", words: fmt.Sprintf("and %d more", left)})
	}
}

func (a *arrangement) find(id string) Series {
	for _, s := range a.series {
		if s.ID == id {
			return s
		}
	}
	return Series{}
}
