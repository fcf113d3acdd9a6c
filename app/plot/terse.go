package plot

import (
	"strings"

	"lastiterate/app/number"
	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// A terse chart stands in a small frame, which has room for little but the lines. It has no title, no names at the lines'
// ends and no words at markers. The symbol of its vertical axis stands in the strip. The name of its horizontal axis stands
// below the ticks' labels: among these it would seem to be one of them.

const (
	terseStrip  = 2   // lines of the strip
	terseNarrow = 330 // width below which the strip may have one line more
	terseSpare  = 400 // width below which the strip has a further line if it would otherwise leave out names
	terseLeast  = 310 // width below which the strip may have two lines more

	terseUp    = 4              // pixels by which the strip is moved up, so that its letters begin at the top
	terseStep  = 16             // pixels from one line of the strip to the next
	terseTicks = 2              // pixels by which the ticks' labels are moved up
	terseGap   = 1              // pixels below the strip
	terseLine  = 14             // pixels from the ticks' labels to the axis's name below them
	terseBelow = 20 + terseLine // pixels below the plot
	terseOver  = 11             // pixels from the plot's top to the baseline of a label there, which leaves the strip its room

	terseName = 100 // width in pixels to which names in the strip are cut if they would take more lines
)

// digits is the number of significant digits of a reading.
func (c Chart) digits() int {
	if c.Terse || c.resting {
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

// widestHead is the value of the horizontal axis for which the strip keeps room. A terse strip keeps room for the run's own
// value; at a longer value the last line of the strip is cut.
func (c Chart) widestHead() string {
	if own := c.shownMarkers(); c.Terse && len(own) > 0 {
		return number.Plain(own[0].At)
	}
	return "1,000,000"
}

// namesY is the name of the vertical axis above the plot. It is empty in a terse chart whose strip shows the symbol.
func (c Chart) namesY() string {
	if c.Terse && c.Y.Symbol != "" {
		return ""
	}
	return c.Y.Words()
}

// shownMarkers are the markers that are drawn. A terse chart has room only for the visitor's own, without its words.
func (c Chart) shownMarkers() []Marker {
	if !c.Terse {
		return c.Markers
	}
	var own []Marker
	for _, m := range c.Markers {
		if m.Yours {
			m.Label = "" // the strip shows the value
			own = append(own, m)
		}
	}
	return own
}

// narrowMore is by how many pixels the lines of words above and below the plot are further apart in a narrow chart. Large type
// enlarges it, and the boxes of their letters must not lie on those of the ticks' labels.
func (c Chart) narrowMore() float64 {
	if c.Width < terseNarrow {
		return 2
	}
	return 0
}

// terseName is the name of a terse chart's horizontal axis, at the right end below the ticks' labels. A name that is longer than
// the axis is cut before its symbol.
func (a *arrangement) terseName() svg.Text {
	x := a.chart.X
	t := svg.Text{X: a.Right + leader, Y: a.tickY() + terseLine + a.chart.narrowMore(), Anchor: svg.End, Size: lettering.Size,
		Class: "plot-axis", Words: x.Words(), Symbol: x.Symbol}
	if lettering.Width(t.Words, lettering.Size, false) > a.Right {
		t.Words = lettering.Cut(x.Name, a.Right-lettering.Width(" "+x.Symbol, lettering.Size, false), lettering.Size, false)
		t.Words = strings.TrimSpace(t.Words + " " + x.Symbol)
	}
	return t
}
