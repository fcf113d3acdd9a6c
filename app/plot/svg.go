package plot

import (
	"slices"
	"strings"

	"lastiterate/app/number"
	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/style"
	"lastiterate/app/plot/svg"
)

// SVG draws the chart.
func (c Chart) SVG() string {
	if c.Standalone && len(c.Below) > 0 {
		return c.stackedSVG()
	}
	return c.Draw().SVG()
}

// SVG draws the chart without those that are stacked below it.
func (a Drawing) SVG() string {
	c := a.chart
	w := svg.NewWriter(4096 + a.points()*6)
	class := "plot"
	if c.Standalone {
		class = "plot plot-standalone"
	}
	w.Open(class, a.Width, a.Height, c.frame())
	w.Raw(` role="img"`)
	w.Attribute("aria-label", c.Title)
	if c.Desc != "" {
		w.Attribute("aria-describedby", c.id("desc"))
	}
	w.Raw(">")
	if c.Standalone {
		// On the page a title element would pop up under the pointer.
		w.Raw("<title>")
		w.Escaped(c.Title)
		w.Raw("</title>")
	}
	if c.Desc != "" {
		w.Raw("<desc")
		w.Attribute("id", c.id("desc"))
		w.Raw(">")
		w.Escaped(c.Desc)
		w.Raw("</desc>")
	}
	if c.Standalone {
		w.Raw("<style>" + style.Sheet + style.Standalone + "</style>")
		w.Raw(`<rect class="plot-paper" fill="` + svg.Paper + `"`)
		w.Number("x", -c.frame())
		w.Number("y", -c.frame())
		w.Raw(` width="100%" height="100%"/>`)
	}
	a.drawFrame(w)
	a.drawBand(w)
	a.drawMarkerLines(w)
	a.drawSeries(w)
	a.drawLeaders(w)
	a.drawKey(w)
	a.drawHandles(w)
	for _, t := range a.texts {
		w.Text(t)
	}
	w.Raw("</svg>")
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

// drawFrame draws the rules, the horizontal axis and its ticks.
func (a *arrangement) drawFrame(w *svg.Writer) {
	for _, v := range a.ticksY {
		if y := svg.Crisp(a.y.Pixel(v)); y != svg.Crisp(a.Bottom) {
			w.Line("plot-rule", svg.Ink, "1", a.Left, y, a.Right, y, "stroke-opacity", ".12")
		}
	}
	w.Line("plot-base", svg.Ink, "1", a.Left, svg.Crisp(a.Bottom), a.Right, svg.Crisp(a.Bottom), "stroke-opacity", ".45")
	for _, v := range a.ticksX {
		x := svg.Crisp(a.x.Pixel(v))
		w.Line("plot-base", svg.Ink, "1", x, a.Bottom+1, x, a.Bottom+5, "stroke-opacity", ".45")
	}
}

func (a *arrangement) drawBand(w *svg.Writer) {
	data := a.bandPath(a.chart.Band)
	if len(data) == 0 {
		return
	}
	w.Raw(`<path class="plot-band" fill="` + svg.Colours[0] + `" fill-opacity=".08" stroke="none"`)
	w.Attribute("clip-path", "url(#"+a.chart.id("clip")+")")
	w.Path(data)
}

// drawSeries draws the lines, the more important ones over the others.
func (a *arrangement) drawSeries(w *svg.Writer) {
	w.Raw("<clipPath")
	w.Attribute("id", a.chart.id("clip"))
	w.Raw("><rect")
	w.Number("x", a.Left-2)
	w.Number("y", a.Top-2)
	w.Number("width", a.Right-a.Left+4)
	w.Number("height", a.Bottom-a.Top+4)
	w.Raw("/></clipPath><g")
	w.Attribute("clip-path", "url(#"+a.chart.id("clip")+")")
	w.Raw(">")
	a.drawIntervals(w)
	for level := 0; level <= importance[Best]; level++ {
		for i, s := range a.series {
			if importance[s.Kind] != level {
				continue
			}
			a.drawGuide(w, i)
			data := linePath(a.paths[i])
			if a.hasGaps(i) {
				data = linePath(a.solid[i])
			}
			if len(data) == 0 {
				continue
			}
			w.Raw("<path")
			w.Attribute("data-series", s.ID)
			s.pencil().attributes(w)
			w.Path(data)
		}
	}
	w.Raw("</g>")
}

// drawIntervals shades the intervals of the lines' values, under all lines.
func (a *arrangement) drawIntervals(w *svg.Writer) {
	for _, s := range a.series {
		if s.Interval == nil {
			continue
		}
		data := a.bandPath(Band{X: s.X, Lower: s.Interval.Low, Upper: s.Interval.High})
		if len(data) == 0 {
			continue
		}
		p := s.pencil()
		w.Raw("<path")
		w.Attribute("data-interval", s.ID)
		w.Raw(` class="` + p.class + `-fill" fill="` + p.colour + `" fill-opacity=".14" stroke="none"`)
		w.Path(data)
	}
}

// drawLeaders joins every line's end with its label. The label of a line that has left the plot has an arrow in the
// direction of the line instead.
func (a *arrangement) drawLeaders(w *svg.Writer) {
	for _, l := range a.labels {
		if l.inside {
			continue
		}
		p := a.series[l.series].pencil()
		if l.beyond != 0 {
			p.drawArrow(w, a.Right+leader-7, l.y, float64(l.beyond))
			continue
		}
		w.Raw(`<path class="plot-leader ` + p.class + `" fill="none" stroke="` + p.colour + `" stroke-width="1" stroke-opacity=".6"`)
		var path svg.Pen
		if l.endX < a.Right-2 {
			w.Attribute("stroke-dasharray", "1 3")
		}
		path.Move(l.endX+3, l.endY)
		if l.endX < a.Right {
			path.Line(a.Right+3, l.endY)
		}
		if a.pointsPast(l) {
			path.Line(a.Right+3, l.y) // first vertically, so that the leader does not cross the arrow
		} else {
			path.Line(a.Right+leader-6, l.y)
		}
		path.Line(a.Right+leader-3, l.y)
		w.Path(path.Data)
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
func (a *arrangement) drawKey(w *svg.Writer) {
	for _, e := range a.key {
		a.drawSample(w, e.series, e.x, a.keyTop+float64(e.row)*lettering.LineHeight+lettering.LineHeight/2, sample)
	}
}

// drawSample draws a piece of the series' line.
func (s Series) drawSample(w *svg.Writer, x, y, length float64) {
	w.Raw("<path")
	s.pencil().ofSample().attributes(w)
	var p svg.Pen
	p.Move(x, y)
	p.Line(x+length, y)
	w.Path(p.Data)
}

// dark opens the rule with the colours of the dark theme in every sheet of package style.
const dark = "@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light])"

// Only is a drawing with a sheet in the named theme, light or dark, alone; of any other theme it is the drawing itself, which
// follows the system.
func Only(drawing, theme string) string {
	if theme != "light" && theme != "dark" {
		return drawing
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(drawing, dark)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		colours, after, _ := strings.Cut(rest, "}}")
		if theme == "dark" {
			b.WriteString("@media screen{:root" + colours + "}}") // on paper dark stays light
		}
		drawing = after
	}
}
