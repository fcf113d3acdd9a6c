package plot

import (
	"slices"

	"lastiterate/app/number"
	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/style"
)

// SVG draws the chart.
func (c Chart) SVG() string {
	if c.Standalone && len(c.Below) > 0 {
		return c.stackedSVG()
	}
	return c.Draw().SVG()
}

// SVG draws the chart alone.
func (a Drawing) SVG() string {
	c := a.chart
	w := &writer{b: make([]byte, 0, 4096+a.points()*6)}
	class := "plot"
	if c.Standalone {
		class = "plot plot-standalone"
	}
	w.open(class, a.Width, a.Height, c.frame())
	w.raw(` role="img"`)
	w.attribute("aria-label", c.Title)
	if c.Desc != "" {
		w.attribute("aria-describedby", c.id("desc"))
	}
	w.raw(">")
	if c.Standalone {
		// On the page a title element would pop up under the pointer.
		w.raw("<title>")
		w.escaped(c.Title)
		w.raw("</title>")
	}
	if c.Desc != "" {
		w.raw("<desc")
		w.attribute("id", c.id("desc"))
		w.raw(">")
		w.escaped(c.Desc)
		w.raw("</desc>")
	}
	if c.Standalone {
		w.raw("<style>" + style.Sheet + style.Standalone + "</style>")
		w.raw(`<rect class="plot-paper" fill="` + paper + `"`)
		w.number("x", -c.frame())
		w.number("y", -c.frame())
		w.raw(` width="100%" height="100%"/>`)
	}
	a.drawFrame(w)
	a.drawBand(w)
	a.drawMarkerLines(w)
	a.drawSeries(w)
	a.drawLeaders(w)
	a.drawKey(w)
	a.drawHandles(w)
	for _, t := range a.texts {
		w.text(t)
	}
	w.raw("</svg>")
	return w.String()
}

func (c Chart) id(part string) string {
	if c.ID == "" {
		return "chart-" + part
	}
	return c.ID + "-" + part
}

func (a *arrangement) points() int {
	n := 0
	for _, s := range a.series {
		n += len(s.X)
	}
	return n
}

func tickLabel(v float64) string { return number.Plain(v) }

// drawFrame draws the rules, the axis on which the plot stands and its ticks.
// A hairline in the middle of a pixel is sharp.
func (a *arrangement) drawFrame(w *writer) {
	for _, v := range a.ticksY {
		if y := crisp(a.y.pixel(v)); y != crisp(a.Bottom) {
			w.line("plot-rule", ink, "1", a.Left, y, a.Right, y, "stroke-opacity", ".12")
		}
	}
	w.line("plot-base", ink, "1", a.Left, crisp(a.Bottom), a.Right, crisp(a.Bottom), "stroke-opacity", ".45")
	for _, v := range a.ticksX {
		x := crisp(a.x.pixel(v))
		w.line("plot-base", ink, "1", x, a.Bottom+1, x, a.Bottom+5, "stroke-opacity", ".45")
	}
}

// crisp is the middle of the pixel nearest to v, within the drawing.
func crisp(v float64) float64 { return float64(int(v)) + 0.5 }

func (a *arrangement) drawBand(w *writer) {
	data := a.bandPath(a.chart.Band)
	if len(data) == 0 {
		return
	}
	w.raw(`<path class="plot-band" fill="` + palette[0] + `" fill-opacity=".08" stroke="none"`)
	w.attribute("clip-path", "url(#"+a.chart.id("clip")+")")
	w.raw(` d="`)
	w.b = append(w.b, data...)
	w.raw(`"/>`)
}

// drawSeries draws the lines, the more important above the others.
func (a *arrangement) drawSeries(w *writer) {
	w.raw("<clipPath")
	w.attribute("id", a.chart.id("clip"))
	w.raw("><rect")
	w.number("x", a.Left-2)
	w.number("y", a.Top-2)
	w.number("width", a.Right-a.Left+4)
	w.number("height", a.Bottom-a.Top+4)
	w.raw("/></clipPath><g")
	w.attribute("clip-path", "url(#"+a.chart.id("clip")+")")
	w.raw(">")
	a.drawIntervals(w)
	for level := 0; level <= importance[Best]; level++ {
		for i, s := range a.series {
			if importance[s.Kind] != level {
				continue
			}
			a.drawGuide(w, i)
			data := linePath(a.paths[i])
			if a.guessed(i) {
				data = linePath(a.solid[i])
			}
			if len(data) == 0 {
				continue
			}
			w.raw("<path")
			w.attribute("data-series", s.ID)
			s.pencil().attributes(w)
			w.raw(` d="`)
			w.b = append(w.b, data...)
			w.raw(`"/>`)
		}
	}
	w.raw("</g>")
}

// drawIntervals shades what the lines' values lie within, below all lines.
func (a *arrangement) drawIntervals(w *writer) {
	for _, s := range a.series {
		if s.Interval == nil {
			continue
		}
		data := a.bandPath(Band{X: s.X, Lower: s.Interval.Low, Upper: s.Interval.High})
		if len(data) == 0 {
			continue
		}
		p := s.pencil()
		w.raw("<path")
		w.attribute("data-interval", s.ID)
		w.raw(` class="` + p.class + `-fill" fill="` + p.colour + `" fill-opacity=".14" stroke="none" d="`)
		w.b = append(w.b, data...)
		w.raw(`"/>`)
	}
}

// drawLeaders joins every line's end with its label. A line that has left the
// plot points to where it went.
func (a *arrangement) drawLeaders(w *writer) {
	for _, l := range a.labels {
		if l.inside {
			continue
		}
		p := a.series[l.series].pencil()
		if l.beyond != 0 {
			d := float64(l.beyond)
			w.raw(`<path class="plot-arrow ` + p.class + `" fill="none" stroke="` + p.colour +
				`" stroke-width="1.25" stroke-linecap="round" stroke-linejoin="round" d="`)
			var path pen
			x := a.Right + leader - 7
			path.move(x, l.y-5*d)
			path.line(x, l.y+5*d)
			path.move(x-3, l.y+2*d)
			path.line(x, l.y+5*d)
			path.line(x+3, l.y+2*d)
			w.b = append(w.b, path.data...)
			w.raw(`"/>`)
			continue
		}
		w.raw(`<path class="plot-leader ` + p.class + `" fill="none" stroke="` + p.colour + `" stroke-width="1" stroke-opacity=".6"`)
		var path pen
		if l.endX < a.Right-2 {
			w.attribute("stroke-dasharray", "1 3")
		}
		w.raw(` d="`)
		path.move(l.endX+3, l.endY)
		if l.endX < a.Right {
			path.line(a.Right+3, l.endY)
		}
		if a.pointsPast(l) {
			path.line(a.Right+3, l.y) // beside the arrow, not across it
		} else {
			path.line(a.Right+leader-6, l.y)
		}
		path.line(a.Right+leader-3, l.y)
		w.b = append(w.b, path.data...)
		w.raw(`"/>`)
	}
}

// pointsPast reports whether the arrow of a line that has left the plot stands
// between a line's end and its label.
func (a *arrangement) pointsPast(l label) bool {
	above, below := min(l.endY, l.y), max(l.endY, l.y)
	return slices.ContainsFunc(a.labels, func(o label) bool {
		return o.beyond != 0 && !o.inside && o.y+5 > above && o.y-5 < below
	})
}

// drawKey draws the pieces of line in the key; its words are among the texts.
func (a *arrangement) drawKey(w *writer) {
	for _, e := range a.key {
		const apart = 2 // from the widest letter
		a.series[e.series].drawSample(w, e.x+tagWidth+apart, a.keyTop+float64(e.row)*lettering.LineHeight+lettering.LineHeight/2,
			sample-apart)
	}
}

// drawSample draws a piece of the series' line.
func (s Series) drawSample(w *writer, x, y, length float64) {
	w.raw("<path")
	s.pencil().ofSample().attributes(w)
	w.raw(` d="`)
	var p pen
	p.move(x, y)
	p.line(x+length, y)
	w.b = append(w.b, p.data...)
	w.raw(`"/>`)
}
