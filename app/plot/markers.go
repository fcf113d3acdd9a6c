package plot

import (
	"math"
	"slices"
	"sort"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// placedMarker is a marker with its words at their place.
type placedMarker struct {
	Marker
	x     float64
	words []svg.Text
	rows  int  // the number of rows of the strip from the plot to the top of its words
	short bool // its line ends at the plot's top
	away  bool // it lies outside the axis's range: its words say so, and it has no line
}

// placeMarkers sets the markers' words into a strip above the plot, and returns the strip's height. Words that
// would touch stand in different rows. The visitor's own marker is in the lowest row, its words centred above its
// line; other words begin at their line, which extends up to them. If the visitor's value is outside
// the axis's range, its words stand at the nearer end.
func (a *arrangement) placeMarkers() (strip float64) {
	a.markers = a.markers[:0]
	order := slices.Clone(a.chart.shownMarkers())
	sort.SliceStable(order, func(i, j int) bool { return order[i].Yours && !order[j].Yours })
	lines := 0
	for _, m := range order {
		p := placedMarker{Marker: m, x: a.x.Pixel(m.At)}
		switch {
		case p.x >= a.Left-0.5 && p.x <= a.Right+0.5:
		case !m.Yours || m.Label == "" || math.IsNaN(p.x):
			continue
		case p.x < a.Left:
			p.away, p.x, m.Label = true, a.Left, "← "+m.Label
		default:
			p.away, p.x, m.Label = true, a.Right, m.Label+" →"
		}
		words := lettering.Wrap(m.Label, a.Width-2*margin, lettering.Size, m.Yours)
		for row := 0; ; row++ {
			p.words = p.words[:0]
			for i := range words {
				t := a.markerLine(m, p.x, words[i], row+len(words)-1-i)
				if p.away {
					t = t.Within(a.Left, max(a.Right, a.Left+t.Box().Right-t.Box().Left))
				}
				p.words = append(p.words, t)
			}
			p.rows = row + len(words)
			// Of two markers at one place, only one line can reach up to its words.
			p.short = p.away || row > 2*len(order)
			if !slices.ContainsFunc(a.markers, p.touches) {
				break
			}
		}
		lines = max(lines, p.rows)
		a.markers = append(a.markers, p)
	}
	return float64(lines) * lettering.LineHeight
}

// markerLine is one line of a marker's words in a row of the strip, counted
// from the plot upwards.
func (a *arrangement) markerLine(m Marker, x float64, words string, row int) svg.Text {
	t := svg.Text{X: x + 5, Anchor: svg.Start, Size: lettering.Size, Class: "plot-marker-label", Words: words}
	if m.Yours {
		t = svg.Text{X: x, Anchor: svg.Middle, Size: lettering.Size, Bold: true, Class: "plot-yours-label", Words: words}
	}
	t.Y = a.Top - markerGap - float64(row)*lettering.LineHeight
	if before := x - 5; !m.Yours && t.Box().Right > a.Width-margin && before-(t.Box().Right-t.Box().Left) >= margin {
		t.X, t.Anchor = before, svg.End // to the left of the line, since they would have to lie across it
	}
	return t.Within(margin, a.Width-margin)
}

// touches reports whether the words or the lines of two markers meet.
func (p placedMarker) touches(o placedMarker) bool {
	for _, t := range p.words {
		b := t.Box()
		for _, u := range o.words {
			c := u.Box()
			if t.Y == u.Y && b.Left < c.Right+gap && c.Left < b.Right+gap {
				return true
			}
			if p.rows > o.rows && !p.short && c.Left-3 < p.x && p.x < c.Right+3 {
				return true // p's line would cross the words below it
			}
		}
		if o.rows > p.rows && !o.short && b.Left-3 < o.x && o.x < b.Right+3 {
			return true
		}
	}
	return false
}
