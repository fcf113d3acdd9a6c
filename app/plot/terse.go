package plot

import (
	"strings"

	"lastiterate/app/number"
	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// A terse chart stands in a small frame, where little but the lines has room: neither title
// nor names at the lines' ends, no words of markers, and the axes' names where the space is
// free: the vertical one's symbol in the strip, the horizontal one's name in a wide chart among the ticks'
// labels, or below them where it would take the place of too many or be one of few.

const (
	terseStrip  = 2   // lines of the strip
	terseNarrow = 330 // width below which the strip has one line more
	terseSpare  = 400 // width below which the strip has one line more than that where it would leave out lines
	terseLeast  = 250 // width below which it has two more
	terseShare  = 0.4 // share of the plot's width that an axis's name may take among the ticks

	terseUp    = 3  // pixels by which the strip is moved up, so that its letters begin at the top
	terseGap   = 5  // pixels below the strip
	terseBelow = 22 // pixels below the plot, for the ticks' labels
	terseLine  = 15 // pixels more for the axis's name below them

	terseName = 100 // width in pixels to which names in the strip are cut if they would take more lines
)

// digits is how many digits a reading has.
func (c Chart) digits() int {
	if c.Terse {
		return answerDigits
	}
	return readingDigits
}

// mostStripLines is the largest number of lines of the strip.
func (c Chart) mostStripLines() int {
	switch {
	case c.Terse && c.Width < terseLeast:
		return terseStrip + 2
	case c.Terse && c.Width < terseNarrow:
		return terseStrip + 1
	case c.Terse:
		return terseStrip
	case c.Width >= wideStrip:
		return mostStrip + 1
	}
	return mostStrip
}

// widestHead is the value of the horizontal axis for which the strip keeps room. A terse strip keeps room for
// the run's own value; at a longer one its last line is cut short.
func (c Chart) widestHead() string {
	if own := c.shownMarkers(); c.Terse && len(own) > 0 {
		return number.Plain(own[0].At)
	}
	return "1,000,000"
}

// namesY is the name of the vertical axis above the plot; a terse chart's strip has its symbol.
func (c Chart) namesY() string {
	if c.Terse && c.Y.Symbol != "" {
		return ""
	}
	return c.Y.Words()
}

// shownMarkers are those that the chart has room to explain.
func (c Chart) shownMarkers() []Marker {
	if !c.Terse {
		return c.Markers
	}
	var own []Marker
	for _, m := range c.Markers {
		if m.Yours {
			m.Label = "" // the strip says it
			own = append(own, m)
		}
	}
	return own
}

// amongTicks reports whether a terse chart's horizontal axis has its name in the row of the ticks'
// labels.
func (a *arrangement) amongTicks() bool {
	return a.chart.Terse && !a.nameBelow && a.Width >= symbolFrom &&
		lettering.Width(a.chart.X.Words(), lettering.Size, false) <= terseShare*a.Right
}

// terseName is the name of a terse chart's horizontal axis, at the right of the row of the ticks'
// labels or below it, cut short before its symbol where it is longer than the axis. Among the labels
// it takes the place of none: where the last one is in its way it stands in the last blank among them that
// is wide enough.
func (a *arrangement) terseName(labels []svg.Text) (name svg.Text, fit bool) {
	name = a.terseNameAtEnd()
	if !a.amongTicks() {
		return name, true
	}
	width := name.Box().Right - name.Box().Left
	for i := len(labels); i >= 0; i-- {
		left, right := a.Left-leader, name.Box().Right
		if i > 0 {
			left = labels[i-1].Box().Right + gap
		}
		if i < len(labels) {
			right = labels[i].Box().Left - gap
		}
		if right-left < width {
			continue
		}
		if i < len(labels) {
			name.X, name.Anchor = (left+right)/2, svg.Middle
		}
		return name, true
	}
	return name, len(labels) == 0
}

func (a *arrangement) terseNameAtEnd() svg.Text {
	x := a.chart.X
	t := svg.Text{X: a.Right + leader, Y: a.Bottom + tickGap + 12, Anchor: svg.End, Size: lettering.Size, Class: "plot-axis",
		Words:  x.Words(),
		Symbol: x.Symbol}
	if !a.amongTicks() {
		t.Y += terseLine
	}
	if lettering.Width(t.Words, lettering.Size, false) > a.Right {
		t.Words = lettering.Cut(x.Name, a.Right-lettering.Width(" "+x.Symbol, lettering.Size, false), lettering.Size, false)
		t.Words = strings.TrimSpace(t.Words + " " + x.Symbol)
	}
	return t
}
