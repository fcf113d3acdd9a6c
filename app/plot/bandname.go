package plot

import "math"

// placeBandName sets the band's name where it is highest and the name meets neither a
// line nor another name; nowhere if there is no such place.
func (a *arrangement) placeBandName() {
	name := a.chart.Band.Name
	if name == "" {
		return
	}
	width := textWidth(name, textSize, false)
	var best text
	most := 0.0
	const steps = 40
	for i := range steps + 1 {
		left := a.Left + gap + float64(i)/steps*(a.Right-a.Left-width-2*gap)
		top, bottom := a.bandBetween(left-gap, left+width+gap)
		if room := bottom - top; !(room > most) || room < lineHeight+2*gap {
			continue
		}
		// The middle first, then above and below it: a line may pass there.
		for _, at := range []float64{0.5, 0.35, 0.65, 0.2, 0.8} {
			y := top + at*(bottom-top)
			b := box{left - gap, y - lineHeight/2 - 2, left + width + gap, y + lineHeight/2 + 2}
			if b.top < top || b.bottom > bottom || a.crossed(b, -1) || a.meets(b) {
				continue
			}
			most = bottom - top
			best = text{x: left, y: y + 0.35*textSize, anchor: start, size: textSize, class: "plot-band-label", words: name}
			break
		}
	}
	if most > 0 {
		a.add(best)
	}
}

// bandBetween is the part of the band, within the plot, that is free between two
// horizontal pixels.
func (a *arrangement) bandBetween(left, right float64) (top, bottom float64) {
	band := a.chart.Band
	top, bottom = a.Top, a.Bottom
	n, inside := min(len(band.X), len(band.Lower), len(band.Upper)), 0
	for i := range n {
		x := a.x.pixel(band.X[i])
		if !(x >= left && x <= right) {
			continue
		}
		upper, lower := a.y.pixel(band.Upper[i]), a.y.pixel(band.Lower[i])
		if math.IsNaN(upper) || math.IsNaN(lower) {
			return 0, 0
		}
		top, bottom, inside = max(top, upper), min(bottom, lower), inside+1
	}
	if inside == 0 {
		return 0, 0
	}
	return top, bottom
}

// meets reports whether a box meets the name of a line within the plot, or a marker's line.
func (a *arrangement) meets(b box) bool {
	for _, o := range a.insideBoxes {
		if b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom {
			return true
		}
	}
	for _, m := range a.markers {
		if m.x > b.left && m.x < b.right {
			return true
		}
	}
	return false
}
