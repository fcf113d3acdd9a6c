package plot

import (
	"strings"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

func (a *arrangement) add(t svg.Text) { a.texts = append(a.texts, t) }

// head places the title, the name of the vertical axis and the key, keeps room for the strip, and returns the pixel at which
// they end. They begin at the very left, like the page's own words. The axis's name is horizontal and stands above the plot,
// so that it can be read without turning one's head.
func (a *arrangement) head() (bottom float64) {
	width := a.Width - 2*margin
	y := float64(margin)
	title := a.chart.Title
	if a.chart.Terse {
		title, y = "", 0
	}
	of := lettering.TitleWidth
	if a.chart.Standalone { // the face is not known
		of = func(s string) float64 { return lettering.Width(s, lettering.TitleSize, true) }
	}
	for _, line := range lettering.BalancedBy(title, width, of) {
		a.add(svg.Text{Y: y + lettering.TitleSize, Anchor: svg.Start, Size: lettering.TitleSize, Bold: true, Class: "plot-title",
			Words: line,
			Width: of(line)})
		y += lettering.TitleLineHeight
	}
	for i, line := range lettering.Wrap(a.chart.namesY(), width, lettering.Size, false) {
		if i == 0 && title != "" {
			y += 2
		}
		a.add(svg.Text{Y: y + lettering.Size, Anchor: svg.Start, Size: lettering.Size, Class: "plot-axis", Words: line,
			Symbol: symbolIn(line,
				a.chart.Y.Symbol)})
		y += lettering.LineHeight
	}
	if a.keyBelow() {
		return y + gap
	}
	a.stripTop = y + 1
	if a.chart.Terse && a.stripLines() > 0 {
		a.stripTop -= terseUp
		return a.stripTop + float64(a.stripLines())*terseStep + terseGap + a.chart.narrowMore()
	}
	y += float64(a.stripLines()) * lettering.LineHeight
	if len(a.key) > 0 {
		return a.placeKey(y) + gap
	}
	return y + gap
}

// LinesOf is the greatest number of lines that words take beside a chart, in a column of so many pixels.
func LinesOf(words string, width float64) int {
	return len(lettering.Wrap(words, width, lettering.Size, false))
}

// Words is the axis's full name.
func (a Axis) Words() string {
	return strings.Join(strings.Fields(a.Name+" "+a.Symbol+" "+a.Note), " ")
}

// symbolIn is the symbol if the line contains it as a separate word, and otherwise empty.
func symbolIn(line, symbol string) string {
	if symbol != "" && strings.Contains(" "+line+" ", " "+symbol+" ") {
		return symbol
	}
	return ""
}

// axisNameX is the name of the horizontal axis, broken into lines.
func (a *arrangement) axisNameX() []string {
	if a.chart.Terse {
		return nil
	}
	return lettering.Wrap(a.chart.X.Words(), a.Width-2*margin, lettering.Size, false)
}

// horizontalAxis chooses as many ticks as there is room for labels, and places the labels of both axes and the horizontal
// axis's name.
func (a *arrangement) horizontalAxis(name []string) {
	perTick := float64(perTickX)
	if a.x.Log {
		perTick = perPower
	}
	var labels []svg.Text
	for most := int(min(max((a.Right-a.Left)/perTick, 2), mostTicks)); most >= 1; most-- {
		a.ticksX = a.x.Ticks(most+1, a.chart.X.Whole)
		fit := false
		if labels, fit = a.tickLabelsX(); fit || most == 1 {
			a.texts = append(a.texts, labels...)
			break
		}
	}
	if a.chart.Terse {
		a.add(a.terseName())
	}
	for i, line := range name {
		a.add(svg.Text{X: a.Right, Y: a.Bottom + tickGap + float64(i+1)*lettering.LineHeight + lettering.Size, Anchor: svg.End,
			Size:  lettering.Size,
			Class: "plot-axis",
			Words: line, Symbol: symbolIn(line, a.chart.X.Symbol)}.Within(margin, a.Width-margin))
	}
	for _, v := range a.ticksY {
		if a.rangeUnknown() {
			break
		}
		t := svg.Text{X: a.Left - tickGap, Y: a.y.Pixel(v) + 4.5, Anchor: svg.End, Size: lettering.Size, Class: "plot-tick",
			Words: tickLabel(v)}
		if a.chart.Terse {
			t.Y = max(t.Y, a.Top+terseOver)
		}
		a.add(t.Above(labels))
	}
}

// tickY is the baseline of the labels under the horizontal axis.
func (a *arrangement) tickY() float64 {
	if a.chart.Terse {
		return a.Bottom + tickGap + 12 - terseTicks
	}
	return a.Bottom + tickGap + 12
}

// tickLabelsX returns the labels under the horizontal axis, without labels that would touch the one before; fit is false
// if some are left out.
func (a *arrangement) tickLabelsX() (labels []svg.Text, fit bool) {
	fit = true
	for _, v := range a.ticksX {
		t := svg.Text{X: a.x.Pixel(v), Y: a.tickY(), Anchor: svg.Middle, Size: lettering.Size, Class: "plot-tick",
			Words: tickLabel(v)}.Within(margin, a.Width-margin)
		if n := len(labels); n > 0 && labels[n-1].Box().Right+gap > t.Box().Left {
			fit = false
			continue
		}
		labels = append(labels, t)
	}
	return labels, fit
}

// footLines is the small print, broken into lines.
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

// placeFoot places the small print at the bottom.
func (a *arrangement) placeFoot() {
	y := a.Height - margin - a.chart.footHeight(a.Width) + gap
	for i, line := range a.chart.footLines(a.Width) {
		a.add(svg.Text{Y: y + float64(i)*lettering.SmallLineHeight + lettering.SmallSize, Anchor: svg.Start, Size: lettering.SmallSize,
			Class: "plot-foot", Words: line})
	}
}

// placeWaits writes in the middle of the plot that its lines are being computed.
func (a *arrangement) placeWaits() {
	if a.chart.Waits == "" {
		return
	}
	a.add(svg.Text{X: (a.Left + a.Right) / 2, Y: (a.Top + a.Bottom) / 2, Anchor: svg.Middle, Size: lettering.Size,
		Class: "plot-note plot-waits", Words: a.chart.Waits})
}

// rangeUnknown reports whether the range of the vertical axis is not known yet, so that numbers at its rules would be
// meaningless.
func (a *arrangement) rangeUnknown() bool {
	return a.chart.Waits != "" && !(a.chart.Y.From < a.chart.Y.To) && a.chart.Y.Most == 0 && a.points() == 0
}
