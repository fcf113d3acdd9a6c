package plot

import (
	"math"

	"lastiterate/app/plot/lettering"
)

// placeBandName sets the band's name where it is highest and the name meets neither a
// line nor another name; nowhere if there is no such place.
func (a *arrangement) placeBandName() {
	name := a.chart.Band.Name
	if name == "" {
		return
	}
	width, edges := lettering.Width(name, lettering.Size, false), a.bandEdges()
	var best text
	most := 0.0
	const steps = 40
	for i := range steps + 1 {
		left := a.Left + gap + float64(i)/steps*(a.Right-a.Left-width-2*gap)
		top, bottom := a.bandBetween(edges, left-gap, left+width+gap)
		if room := bottom - top; !(room > most) || room < lettering.LineHeight+2*gap {
			continue
		}
		// The middle first, then above and below it: a line may pass there.
		for _, at := range []float64{0.5, 0.35, 0.65, 0.2, 0.8} {
			y := top + at*(bottom-top)
			b := box{left - gap, y - lettering.LineHeight/2 - 2, left + width + gap, y + lettering.LineHeight/2 + 2}
			if b.top < top || b.bottom > bottom || a.crossed(b, -1) || a.meets(b) {
				continue
			}
			most = bottom - top
			best = text{x: left, y: y + 0.35*lettering.Size, anchor: start, size: lettering.Size, class: "plot-band-label", words: name}
			break
		}
	}
	if most > 0 {
		a.add(best)
	}
}

// edge is where the band runs at one of its values, in pixels.
type edge struct{ x, upper, lower float64 }

func (a *arrangement) bandEdges() []edge {
	band := a.chart.Band
	edges := make([]edge, min(len(band.X), len(band.Lower), len(band.Upper)))
	for i := range edges {
		edges[i] = edge{a.x.pixel(band.X[i]), a.y.pixel(band.Upper[i]), a.y.pixel(band.Lower[i])}
	}
	return edges
}

// bandBetween is the part of the band, within the plot, that is free between two
// horizontal pixels.
func (a *arrangement) bandBetween(edges []edge, left, right float64) (top, bottom float64) {
	top, bottom = a.Top, a.Bottom
	inside := false
	for _, e := range edges {
		if !(e.x >= left && e.x <= right) {
			continue
		}
		if math.IsNaN(e.upper) || math.IsNaN(e.lower) {
			return 0, 0
		}
		top, bottom, inside = max(top, e.upper), min(bottom, e.lower), true
	}
	if !inside {
		return 0, 0
	}
	return top, bottom
}

// meets reports whether a box meets words within the plot, or a marker's line.
func (a *arrangement) meets(b box) bool {
	return a.markersIn(b) > 0 || a.covered(b)
}

// markersIn is how many lines of markers pass through a box.
func (a *arrangement) markersIn(b box) (n int) {
	for _, m := range a.markers {
		if !m.away && m.x > b.left && m.x < b.right {
			n++
		}
	}
	return n
}

// covered reports whether a box meets words within the plot.
func (a *arrangement) covered(b box) bool {
	for _, o := range a.insideBoxes {
		if b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom {
			return true
		}
	}
	return false
}
