package plot

import (
	"strings"

	"lastiterate/app/plot/lettering"
)

// text is one line of words at its place.
type text struct {
	x, y   float64 // of the baseline
	anchor anchor
	size   float64
	bold   bool
	class  string
	words  string
	// symbol, if not empty, is the part of words that is set in italics.
	symbol string
	// width is what is known about it in the page's face; 0 means that it is drawn in any.
	width float64
}

type anchor string

const (
	start  anchor = "start"
	middle anchor = "middle"
	end    anchor = "end"
)

// box is a rectangle in pixels.
type box struct{ left, top, right, bottom float64 }

// meets reports whether two rectangles have more in common than an edge.
func (b box) meets(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

// Ascent and descent of a line in parts of its size. Brackets and hooks reach
// a little further, raised digits do not.
const (
	ascent  = 0.78
	descent = 0.22
)

// box is the room that the text may take in the widest of fonts.
func (t text) box() box {
	width := t.width
	if width == 0 {
		width = lettering.Width(t.words, t.size, t.bold)
	}
	left := t.x
	switch t.anchor {
	case middle:
		left -= width / 2
	case end:
		left -= width
	}
	return box{left, t.y - ascent*t.size, left + width, t.y + descent*t.size}
}

func (a *arrangement) add(t text) { a.texts = append(a.texts, t) }

// head places the title and the name of the vertical axis, and returns where
// they end. They begin at the very left, where the page's own words do. The axis's name lies above the plot, where it reads without
// turning one's head.
func (a *arrangement) head() (bottom float64) {
	width := a.Width - 2*margin
	y := float64(margin)
	title := a.chart.Title
	if a.chart.Terse {
		title, y = "", 0
	}
	of := lettering.TitleWidth
	if a.chart.Standalone { // in whatever face there is
		of = func(s string) float64 { return lettering.Width(s, lettering.TitleSize, true) }
	}
	for _, line := range lettering.BalancedBy(title, width, of) {
		a.add(text{y: y + lettering.TitleSize, anchor: start, size: lettering.TitleSize, bold: true, class: "plot-title", words: line,
			width: of(line)})
		y += lettering.TitleLineHeight
	}
	for i, line := range lettering.Wrap(a.chart.namesY(), width, lettering.Size, false) {
		if i == 0 && title != "" {
			y += 2
		}
		a.add(text{y: y + lettering.Size, anchor: start, size: lettering.Size, class: "plot-axis", words: line, symbol: symbolIn(line,
			a.chart.Y.Symbol)})
		y += lettering.LineHeight
	}
	a.stripTop = y + 1
	y += float64(a.stripLines()) * lettering.LineHeight
	if len(a.key) > 0 {
		return a.placeKey(y) + gap
	}
	if a.chart.Terse && a.stripLines() > 0 {
		a.stripTop -= terseUp
		return y + terseGap
	}
	return y + gap
}

// LinesOf is how many lines words take at most beside a chart, in a column of so many pixels.
func LinesOf(words string, width float64) int {
	return len(lettering.Wrap(words, width, lettering.Size, false))
}

// Words is the axis's full name.
func (a Axis) Words() string {
	return strings.Join(strings.Fields(a.Name+" "+a.Symbol+" "+a.Note), " ")
}

// symbolIn is symbol if the line holds it as a word of its own.
func symbolIn(line, symbol string) string {
	if symbol != "" && strings.Contains(" "+line+" ", " "+symbol+" ") {
		return symbol
	}
	return ""
}

// axisNameX is the name of the horizontal axis, in lines.
func (a *arrangement) axisNameX() []string {
	if a.chart.Terse {
		return nil
	}
	return lettering.Wrap(a.chart.X.Words(), a.Width-2*margin, lettering.Size, false)
}

// horizontalAxis chooses as many ticks as have room for their labels and
// places these and the axis's name.
func (a *arrangement) horizontalAxis(name []string) {
	perTick := float64(perTickX)
	if a.x.log {
		perTick = perPower
	}
	var labels []text
	for most := int(min(max((a.Right-a.Left)/perTick, 2), mostTicks)); most >= 1; most-- {
		a.ticksX = a.x.ticks(most+1, a.chart.X.Whole)
		fit := false
		if labels, fit = a.tickLabelsX(); fit || most == 1 {
			a.texts, a.crammed = append(a.texts, labels...), !fit || len(a.ticksX) < 2
			break
		}
	}
	for i, line := range name {
		a.add(text{x: a.Right, y: a.Bottom + tickGap + float64(i+1)*lettering.LineHeight + lettering.Size, anchor: end,
			size:  lettering.Size,
			class: "plot-axis",
			words: line, symbol: symbolIn(line, a.chart.X.Symbol)}.within(margin, a.Width-margin))
	}
	for _, v := range a.ticksY {
		t := text{x: a.Left - tickGap, y: a.y.pixel(v) + 4.5, anchor: end, size: lettering.Size, class: "plot-tick", words: tickLabel(v)}
		a.add(t.above(labels))
	}
}

// above is the text a little higher where it would touch one of the labels below it.
func (t text) above(labels []text) text {
	for _, l := range labels {
		if under, own := l.box(), t.box(); own.meets(under) {
			t.y -= own.bottom - under.top
		}
	}
	return t
}

// tickLabelsX places the labels under the horizontal axis and reports whether
// they keep clear of each other; at one's wits' end only the first stays. In a terse chart
// the axis's name has its place among them.
func (a *arrangement) tickLabelsX() (labels []text, fit bool) {
	fit = true
	for _, v := range a.ticksX {
		t := text{x: a.x.pixel(v), y: a.Bottom + tickGap + 12, anchor: middle, size: lettering.Size, class: "plot-tick",
			words: tickLabel(v)}.within(margin, a.Width-margin)
		if n := len(labels); n > 0 && labels[n-1].box().right+gap > t.box().left {
			fit = false
			continue
		}
		labels = append(labels, t)
	}
	if a.chart.Terse {
		name, free := a.terseName(labels)
		for n := len(labels); !free && n > 0 && labels[n-1].box().right+gap > name.box().left; n = len(labels) {
			labels = labels[:n-1]
		}
		labels, fit = append(labels, name), fit && free
	}
	return labels, fit
}

// within moves the text so that it lies between two pixels.
func (t text) within(left, right float64) text {
	b := t.box()
	switch {
	case b.right > right:
		t.x -= b.right - right
	case b.left < left:
		t.x += left - b.left
	}
	return t
}

// footLines is the small print, in lines.
func (c Chart) footLines(width float64) []string {
	var lines []string
	for _, s := range c.Foot {
		lines = append(lines, lettering.Wrap(s, width-2*margin, lettering.SmallSize, false)...)
	}
	return lines
}

func (c Chart) footHeight(width float64) float64 {
	if lines := len(c.footLines(width)); lines > 0 {
		return float64(lines)*lettering.SmallLineHeight + gap
	}
	return 0
}

// placeFoot sets the small print at the bottom.
func (a *arrangement) placeFoot() {
	y := a.Height - margin - a.chart.footHeight(a.Width) + gap
	for i, line := range a.chart.footLines(a.Width) {
		a.add(text{y: y + float64(i)*lettering.SmallLineHeight + lettering.SmallSize, anchor: start, size: lettering.SmallSize,
			class: "plot-foot", words: line})
	}
}
