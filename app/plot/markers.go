package plot

import "sort"

// placedMarker is a marker with its words at their place.
type placedMarker struct {
	Marker
	x     float64
	words []text
}

// placeMarkers sets the markers' words into a strip above the plot,
// one above the other where they would touch, and returns the strip's height.
// The person's own marker is nearest to the plot.
func (a *arrangement) placeMarkers() (strip float64) {
	a.markers = a.markers[:0]
	var lines []text // with y counted in lines from the plot, upwards
	taken := func(candidate text) bool {
		b := candidate.box()
		for _, l := range lines {
			if o := l.box(); l.y == candidate.y && b.left < o.right+gap && o.left < b.right+gap {
				return true
			}
		}
		return false
	}
	order := make([]Marker, len(a.chart.Markers))
	copy(order, a.chart.Markers)
	sort.SliceStable(order, func(i, j int) bool { return order[i].Yours && !order[j].Yours })
	for _, m := range order {
		x := a.x.pixel(m.At)
		if !(x >= a.Left-0.5 && x <= a.Right+0.5) {
			continue
		}
		class := "plot-marker-label"
		if m.Yours {
			class = "plot-yours-label"
		}
		words := wrap(m.Label, a.Width-2*margin, textSize, m.Yours)
		first := 0
		var own []text
	upwards:
		for row := 0; ; row++ {
			own = own[:0]
			for i := range words {
				t := text{x: x, y: float64(row + len(words) - 1 - i), anchor: middle, size: textSize, bold: m.Yours, class: class, words: words[i]}
				t = t.within(margin, a.Width-margin)
				if taken(t) {
					continue upwards
				}
				own = append(own, t)
			}
			first = row
			break
		}
		lines = append(lines, own...)
		strip = max(strip, float64(first+len(words))*lineHeight)
		a.markers = append(a.markers, placedMarker{Marker: m, x: x, words: own})
	}
	for _, m := range a.markers {
		for i := range m.words {
			m.words[i].y = a.Top - tickGap - m.words[i].y*lineHeight
		}
	}
	return strip
}
