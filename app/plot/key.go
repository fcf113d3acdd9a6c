package plot

import (
	"slices"
	"strconv"

	"lastiterate/app/plot/lettering"
)

// keyEntry is one entry of the key under a chart too narrow for names at the
// lines' ends: the tag that stands there instead, a piece of the line, a name.
type keyEntry struct {
	series int // index among the drawn ones
	tag    string
	lines  []string // of the name
	x      float64
	row    int
}

const (
	tagWidth  = 14 // a single letter or digit in bold
	sample    = 22 // the piece of line
	keyIndent = tagWidth + sample + gap

	columnsFrom = 440 // width from which a row of the key holds several names
)

// keyEntries lays the names out in rows of the given width.
func (c Chart) keyEntries(width float64) []keyEntry {
	var entries []keyEntry
	x, row := 0.0, 0
	for i, s := range c.drawn() {
		e := keyEntry{series: i, tag: tag(i), lines: lettering.Wrap(s.label(), width-keyIndent, lettering.Size, false)}
		room := keyIndent + 2.0*gap
		for _, line := range e.lines {
			room = max(room, keyIndent+2*gap+lettering.Width(line, lettering.Size, false))
		}
		if x > 0 && (x+room-2*gap > width || len(e.lines) > 1 || width < columnsFrom) {
			x, row = 0, row+1
		}
		e.x, e.row = x, row
		entries = append(entries, e)
		x += room
		if len(e.lines) > 1 {
			x, row = 0, row+len(e.lines)
		}
	}
	return entries
}

// tag names the i-th line: a letter while there are letters.
func tag(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return strconv.Itoa(i % 10)
}

func rows(entries []keyEntry) int {
	n := 0
	for _, e := range entries {
		n = max(n, e.row+len(e.lines))
	}
	return n
}

// keyHeight is the room of the key with the blank line above it.
func keyHeight(entries []keyEntry) float64 {
	if len(entries) == 0 {
		return 0
	}
	return float64(rows(entries))*lettering.LineHeight + gap
}

// placeKey sets the key's words from the pixel top downwards.
func (a *arrangement) placeKey(top float64) {
	a.keyTop = top
	for _, e := range a.key {
		y := top + float64(e.row)*lettering.LineHeight + lettering.Size
		a.add(text{x: e.x, y: y, anchor: start, size: lettering.Size, bold: true, class: "plot-tag", words: e.tag})
		for i, line := range e.lines {
			a.add(text{x: e.x + keyIndent, y: y + float64(i)*lettering.LineHeight, anchor: start, size: lettering.Size, class: "plot-label",
				words: line})
		}
	}
}

func (s Series) label() string {
	if s.Label != "" {
		return s.Label
	}
	return s.Name
}

// LegendEntry is what the page's legend, with which lines are shown and
// hidden, says of one series.
type LegendEntry struct {
	ID, Name string
	Kind     Kind
	Hidden   bool
	// Tag is the letter that stands at the line's end where the chart is too
	// narrow for names; otherwise it is empty.
	Tag string
	// Sample is a small SVG of the line.
	Sample string
}

// Legend lists all series in the chart's order, the hidden ones too.
func (a Drawing) Legend() []LegendEntry {
	c := a.chart
	drawn := map[string]Series{}
	for _, s := range a.series {
		drawn[s.ID] = s
	}
	hidden := slices.Clone(c.Series)
	settleColours(hidden)
	settleDashes(hidden)
	tags := map[string]string{}
	for _, e := range a.key {
		tags[a.series[e.series].ID] = e.tag
	}
	entries := make([]LegendEntry, len(c.Series))
	for i, s := range hidden {
		if shown, ok := drawn[s.ID]; ok {
			s = shown
		}
		w := &writer{}
		w.open("plot plot-sample", sample+6, 10, 0)
		w.raw(` aria-hidden="true">`)
		s.drawSample(w, 3, 5, sample)
		w.raw("</svg>")
		entries[i] = LegendEntry{ID: s.ID, Name: s.Name, Kind: s.Kind, Hidden: s.Hidden, Tag: tags[s.ID], Sample: w.String()}
	}
	return entries
}
