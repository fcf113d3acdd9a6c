package plot

import (
	"math"
	"slices"
	"strings"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// keyEntry is one entry of the key of a chart that is too narrow for names at the lines' ends: a piece of the line, its
// name, and its value where the chart is read. The key stands above the plot, and a long one below it.
type keyEntry struct {
	series int      // index among the drawn series
	lines  []string // of the name
	x      float64
	row    int
	values float64 // the horizontal pixel at which the value ends
}

const (
	sample    = 22 // length of the piece of the line
	keyIndent = sample + gap

	columnsFrom  = 440 // least width of a chart whose key has two columns
	leastKeyName = 90  // least width of a name with its value beside it; otherwise the value stands under the name
	keyColumns   = 24  // between two columns
	longKey      = 8   // rows from which on a key in one column stands below the plot, which would otherwise be out of sight
)

// keyBelow reports whether the key stands below the plot, with the line that says where the chart is read. In a height that
// somebody has chosen it stands above, so that the plot keeps its place.
func (a *arrangement) keyBelow() bool {
	return a.chart.Height == 0 && a.Width < columnsFrom && rows(a.key) >= longKey
}

// placeKeyBelow moves the bottom of the plot up, and places a long key below the words of the horizontal axis, which are so
// high.
func (a *arrangement) placeKeyBelow(axis float64) {
	if !a.keyBelow() {
		return
	}
	lines := float64(a.stripLines())
	a.Bottom = math.Round(a.Bottom - gap - (lines+float64(rows(a.key)))*lettering.LineHeight)
	a.stripTop = a.Bottom + tickGap + axis + gap
	a.placeKey(a.stripTop + lines*lettering.LineHeight)
}

// valueWidth is the width that a line's value takes in the key; 0 in a standalone chart, whose values are not read.
func (a *arrangement) valueWidth(s Series) float64 {
	switch {
	case a.chart.Standalone:
		return 0
	case s.Interval != nil && s.Stated:
		return gap + lettering.Width(terseRoom+endsRoom, lettering.Size, s.Kind == Best)
	case s.Interval != nil:
		return gap + lettering.Width(valueRoom+endsRoom, lettering.Size, s.Kind == Best)
	}
	return gap + lettering.Width(a.roomFor(s), lettering.Size, s.Kind == Best)
}

// keyEntries lays out the key: in two columns if every name has room in one of them, and otherwise in one, so that the values stand
// below each other. In a wide chart the values of one column stand beside the longest name: at the far end of the row they would be
// away from their names.
func (a *arrangement) keyEntries() []keyEntry {
	width := a.Width - 2*margin
	column := width
	wide := func(s Series) bool {
		return keyIndent+lettering.Width(s.label(), lettering.Size, false)+a.valueWidth(s) > (width-keyColumns)/2
	}
	if width >= columnsFrom && !slices.ContainsFunc(a.series, wide) {
		column = (width - keyColumns) / 2
	}
	var entries []keyEntry
	x, row, values := 0.0, 0, 0.0
	for i, s := range a.series {
		e := keyEntry{series: i, lines: keyName(s.label(), column-keyIndent, a.valueWidth(s)), x: x, row: row, values: x + column}
		values = max(values, keyIndent+lettering.Width(e.lines[len(e.lines)-1], lettering.Size, false)+a.valueWidth(s))
		entries = append(entries, e)
		if x += column + keyColumns; x+column > width+0.5 {
			x, row = 0, row+len(e.lines)
		}
	}
	if column == width {
		for i := range entries {
			entries[i].values = min(values, width)
		}
	}
	return entries
}

// keyName breaks a name into lines so that the value has room after the last line, which may be empty.
func keyName(name string, width, value float64) []string {
	lines := lettering.Wrap(name, width, lettering.Size, false)
	if len(lines) == 0 {
		return []string{""}
	}
	if last := lines[len(lines)-1]; lettering.Width(last, lettering.Size, false)+value <= width {
		return lines
	}
	if narrow := width - value; narrow >= leastKeyName {
		cut := func(line string) bool { return strings.HasSuffix(line, "…") } // of a word that is too long
		if broken := lettering.Wrap(name, narrow, lettering.Size, false); len(broken) <= len(lines)+1 && !slices.ContainsFunc(broken, cut) {
			return broken
		}
	}
	return append(lines, "")
}

// rows is the number of rows of the key.
func rows(entries []keyEntry) int {
	n := 0
	for _, e := range entries {
		n = max(n, e.row+len(e.lines))
	}
	return n
}

// placeKey places the key's words from the pixel top downwards, and returns the pixel at which they end.
func (a *arrangement) placeKey(top float64) (bottom float64) {
	a.keyTop = top
	for _, e := range a.key {
		y := a.keyLine(e, 0)
		for i, line := range e.lines {
			if line == "" {
				continue // only the value stands there
			}
			a.add(svg.Text{X: e.x + keyIndent, Y: y + float64(i)*lettering.LineHeight, Anchor: svg.Start, Size: lettering.Size,
				Class: "plot-label",
				Words: line})
		}
	}
	return top + float64(rows(a.key))*lettering.LineHeight
}

// keyLine is the baseline of a line of an entry.
func (a *arrangement) keyLine(e keyEntry, line int) float64 {
	return a.keyTop + float64(e.row+line)*lettering.LineHeight + lettering.Size
}

// keyValue is a line's value, at its place in the key.
func (a *arrangement) keyValue(e keyEntry, r Reading) svg.Text {
	t := svg.Text{X: e.values, Y: a.keyLine(e, len(e.lines)-1), Anchor: svg.End, Size: lettering.Size, Class: "plot-reading",
		Words: a.valueText(r)}
	if r.Kind == Best {
		t.Bold, t.Class = true, "plot-reading-best"
	}
	return t
}

// label is the name at the line's end.
func (s Series) label() string {
	if s.Label != "" {
		return s.Label
	}
	return s.Name
}

// LegendEntry is one series in the page's legend, which shows and hides lines.
type LegendEntry struct {
	ID, Name string
	Kind     Kind
	Hidden   bool
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
	entries := make([]LegendEntry, len(c.Series))
	for i, s := range hidden {
		if shown, ok := drawn[s.ID]; ok {
			s = shown
		}
		w := &svg.Writer{}
		w.Open("plot plot-sample", sample+6, 10, 0)
		w.Raw(` aria-hidden="true">`)
		s.drawSample(w, 3, 5, sample)
		w.Raw("</svg>")
		entries[i] = LegendEntry{ID: s.ID, Name: s.Name, Kind: s.Kind, Hidden: s.Hidden, Sample: w.String()}
	}
	return entries
}
