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
	w.open("plot plot-overlay", a.Width, a.Height, a.chart.frame())
	w.raw(` aria-hidden="true">`)
	w.line("plot-hair", ink, "1", crisp(at), a.Top, crisp(at), a.Bottom, "stroke-opacity", ".55")
	for _, s := range a.series {
		if y := a.y.pixel(s.at(x)); y >= a.Top-1 && y <= a.Bottom+1 {
			p := s.pencil()
			w.circle("plot-point "+p.class+"-fill", at, y, 3, p.colour, paper, "1")
		}
	}
	a.drawReadings(w, x, at)
	w.raw("</svg>")
	return w.String()
}

// Stretch draws, as an SVG of the chart's size to lie over it, the stretch of
// the plot between two horizontal pixels.
func (c Chart) Stretch(from, to float64) string {
	a := c.arrange()
	from, to = max(min(from, to), a.Left), min(max(from, to), a.Right)
	w := &writer{}
	w.open("plot plot-overlay", a.Width, a.Height, a.chart.frame())
	w.raw(` aria-hidden="true"><rect class="plot-stretch" fill="` + accent + `" fill-opacity=".12" stroke="` + accent + `" stroke-opacity=".5"`)
	w.number("x", from)
	w.number("y", a.Top)
	w.number("width", max(to-from, 0))
	w.number("height", a.Bottom-a.Top)
	w.raw("/></svg>")
	return w.String()
}

const (
	readingPad    = 8
	readingSample = 16
	readingFixed  = 2*readingPad + readingSample + gap + 2*gap // all but names and values
)

// drawReadings draws the table of values: beside the hair on the side with
// more room, or, where that would cover a narrow plot, in the key's place.
func (a *arrangement) drawReadings(w *writer, x, at float64) {
	readings := a.chart.Readings(x)
	if len(readings) == 0 {
		return
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
	width := max(readingFixed+values+names, textWidth(head, textSize, true)+2*readingPad)
	width = min(width, a.Width-2*margin)
	t := readingTable{head: head, symbol: a.chart.X.Symbol, pad: readingPad, names: max(width-readingFixed-values, 0), width: width}

	if len(a.key) > 0 && width > (a.Right-a.Left)/2 {
		t.pad = 2 // the key has no line to spare for the head: it takes the axis's name's
		bottom := a.Height - a.chart.footHeight(a.Width)
		t.cut(readings, bottom-a.Top)
		t.top = min(bottom-t.height(), a.keyTop)
		t.left, t.width = margin-readingPad, a.Width
		sheet := min(t.top, a.keyTop-gap-lineHeight+2)
		w.rect("plot-sheet", 0, sheet, a.Width, bottom-sheet, "1", "0")
	} else {
		t.cut(readings, a.Height-2*margin)
		t.left = at + 12
		if at-a.Left > a.Right-at {
			t.left = at - 12 - width
		}
		t.left = math.Round(min(max(t.left, margin), a.Width-margin-width))
		t.top = math.Round(min(a.Top+gap, a.Height-margin-t.height()))
		w.rect("plot-sheet", t.left+0.5, t.top+0.5, t.width, t.height(), "1", ".2")
	}
	a.drawTable(w, t)
}

// readingTable is the table of values at its place.
type readingTable struct {
	head, symbol   string
	readings       []Reading
	omitted        int
	left, top, pad float64
	width, names   float64
}

// cut keeps as many readings as the height allows.
func (t *readingTable) cut(readings []Reading, height float64) {
	t.readings = readings
	most := int((height-2*t.pad)/lineHeight) - 1
	if len(readings) > most {
		t.readings = readings[:max(most-1, 0)]
		t.omitted = len(readings) - len(t.readings)
	}
}

func (t readingTable) height() float64 {
	lines := 1 + len(t.readings)
	if t.omitted > 0 {
		lines++
	}
	return float64(lines)*lineHeight + 2*t.pad - 2
}

func (a *arrangement) drawTable(w *writer, t readingTable) {
	left, y := t.left+readingPad, t.top+t.pad+11
	w.text(text{x: left, y: y, anchor: start, size: textSize, bold: true, class: "plot-reading", words: t.head, symbol: t.symbol})
	for _, r := range t.readings {
		y += lineHeight
		class, bold := "plot-reading", r.Kind == Best
		if bold {
			class = "plot-reading-best"
		}
		a.find(r.ID).drawSample(w, left, y-4, readingSample)
		w.text(text{x: left + readingSample + gap, y: y, anchor: start, size: textSize, bold: bold, class: class, words: cut(r.Name, t.names, textSize, bold)})
		w.text(text{x: t.left + t.width - readingPad, y: y, anchor: end, size: textSize, bold: bold, class: class, words: r.Text})
	}
	if t.omitted > 0 {
		w.text(text{x: left, y: y + lineHeight, anchor: start, size: textSize, class: "plot-reading-head", words: fmt.Sprintf("and %d more", t.omitted)})
	}
}

func (w *writer) rect(class string, x, y, width, height float64, opacity, strokeOpacity string) {
	w.raw(`<rect class="` + class + `" fill="` + paper + `" fill-opacity="` + opacity + `" stroke="` + ink + `" stroke-opacity="` + strokeOpacity + `" rx="3"`)
	w.number("x", x)
	w.number("y", y)
	w.number("width", width)
	w.number("height", height)
	w.raw("/>")
}

func (a *arrangement) find(id string) Series {
	for _, s := range a.series {
		if s.ID == id {
			return s
		}
	}
	return Series{}
}
