package plot

import "slices"

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
