package plot

import (
	"math"
	"slices"

	"lastiterate/app/plot/lettering"
	"lastiterate/app/plot/svg"
)

// placeBandName sets the band's name where the band is highest and the name meets neither a
// line nor another name. If there is no such place, the name is left out.
func (a *arrangement) placeBandName() {
	name := a.chart.Band.Name
	if name == "" {
		return
	}
	width, edges := lettering.Width(name, lettering.Size, false), a.bandEdges()
	var best svg.Text
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
			b := svg.Edges(left-gap, y-lettering.LineHeight/2-2, left+width+gap, y+lettering.LineHeight/2+2)
			if b.Top < top || b.Bottom > bottom || a.crossesLine(b, -1) || a.meets(b) {
				continue
			}
			most = bottom - top
			best = svg.Text{X: left, Y: y + 0.35*lettering.Size, Anchor: svg.Start, Size: lettering.Size, Class: "plot-band-label",
				Words: name}
			break
		}
	}
	if most > 0 {
		a.add(best)
	}
}

// edge is the band at one of its values, in pixels.
type edge struct{ x, upper, lower float64 }

func (a *arrangement) bandEdges() []edge {
	band := a.chart.Band
	edges := make([]edge, min(len(band.X), len(band.Lower), len(band.Upper)))
	for i := range edges {
		edges[i] = edge{a.x.Pixel(band.X[i]), a.y.Pixel(band.Upper[i]), a.y.Pixel(band.Lower[i])}
	}
	return edges
}

// bandBetween returns the vertical pixels between which everything lies in the band and in the plot, from one horizontal
// pixel to another; 0, 0 if the band has no such part.
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
func (a *arrangement) meets(b svg.Box) bool {
	return a.markersIn(b) > 0 || a.meetsWords(b)
}

// markersIn is the number of markers' lines that pass through a box.
func (a *arrangement) markersIn(b svg.Box) (n int) {
	for _, m := range a.markers {
		if !m.away && m.x > b.Left && m.x < b.Right {
			n++
		}
	}
	return n
}

// meetsWords reports whether a box meets words within the plot.
func (a *arrangement) meetsWords(b svg.Box) bool {
	return slices.ContainsFunc(a.insideBoxes, b.Meets)
}

// The only line of a chart needs no key: if its name has no room beyond the line's end, the name stands in the
// plot, along the line.

// hasOneLine reports whether only one line is drawn.
func (a *arrangement) hasOneLine() bool { return len(a.series) == 1 }

const (
	mostAlone  = 3  // the greatest number of lines of text in its name
	aloneStep  = 12 // pixels between the places that are tried
	aloneClear = 6  // pixels from the line to its name
)

// placeAlone sets the name of the only line above or below the line, as far to the right as there is room, in
// as few lines of text as possible. If there is no room beside the line, the name lies on the line at an end of the plot.
func (a *arrangement) placeAlone() {
	s := a.series[0]
	bold, class := s.Kind == Best, "plot-label"
	if bold {
		class = "plot-best-label"
	}
	var words []string
	var b svg.Box
	best := onWords
	for lines := 1; lines <= mostAlone && best != free; lines++ {
		width := min(lettering.Narrowest(s.label(), lines, lettering.Size, bold), a.Right-a.Left-2*gap)
		broken := lettering.Balanced(s.label(), width, lettering.Size, bold)
		if at, is := a.besideLine(width, float64(len(broken))*lettering.LineHeight); words == nil || is > best {
			words, b, best = broken, at, is
		}
	}
	a.insideBoxes = append(a.insideBoxes, b)
	for i, line := range words {
		a.add(svg.Text{X: b.Right, Y: b.Top + float64(i)*lettering.LineHeight + lettering.Size, Anchor: svg.End, Size: lettering.Size,
			Bold:  bold,
			Class: class + " plot-inside", Words: line})
	}
}

// place says how good a place in the plot is: it lies on other words, on a line, or on neither.
type place int

const (
	onWords place = iota
	onLine
	free
)

// besideLine is the best place for words of the given size: beside the only line or, if none is free there, on it at an end of
// the plot. Beside the line it crosses a marker's line only if every other such place does.
func (a *arrangement) besideLine(width, height float64) (b svg.Box, is place) {
	drawn := a.paths[0]
	for _, meets := range []func(svg.Box) bool{a.meets, a.meetsWords} {
		for right := a.Right - gap; right-width >= a.Left+gap-1; right -= aloneStep {
			top, bottom := heights(drawn, right-width, right)
			for _, y := range []float64{top - aloneClear - height, bottom + aloneClear} {
				b = svg.Edges(right-width, y, right, y+height)
				if b.Top >= a.Top && b.Bottom <= a.Bottom && !a.crossesLine(b, -1) && !meets(b) {
					return b, free
				}
			}
		}
	}
	for y := a.Top + tickGap; y+height <= a.Bottom; y += aloneStep { // no place beside the line is free: on the line
		for _, left := range []float64{a.Left + gap, a.Right - gap - width} {
			if b = (svg.Edges(left, y, left+width, y+height)); !a.meetsWords(b) {
				return b, onLine
			}
		}
	}
	return svg.Edges(a.Left+gap, a.Top+tickGap, a.Left+gap+width, a.Top+tickGap+height), onWords
}

// heights returns the highest and the lowest pixel of a drawn line between two horizontal pixels; NaN if the line has no
// point there.
func heights(line []point, left, right float64) (top, bottom float64) {
	top, bottom = math.NaN(), math.NaN()
	for i := 1; i < len(line); i++ {
		p, q := line[i-1], line[i]
		from, to := max(p.x, left), min(q.x, right)
		if !(from <= to) || !(q.x > p.x) || math.IsNaN(p.y+q.y) {
			continue
		}
		slope := (q.y - p.y) / (q.x - p.x)
		for _, x := range []float64{from, to} {
			y := p.y + slope*(x-p.x)
			if !(top <= y) {
				top = y
			}
			if !(bottom >= y) {
				bottom = y
			}
		}
	}
	return top, bottom
}
