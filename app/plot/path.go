package plot

import (
	"math"
	"slices"

	"lastiterate/app/plot/svg"
)

// point is a place in pixels, NaN if an axis cannot show a value.
type point struct{ x, y float64 }

// trace computes the points of the lines.
func (a *arrangement) trace() {
	a.lines, a.steps = make([][]point, len(a.series)), make([][]step, len(a.series))
	a.solid = make([][]point, len(a.series))
	for i, s := range a.series {
		if a.chart.X.Whole && s.Between != Smooth {
			a.lines[i], a.solid[i] = a.linePieces(s.X, s.Y, s.Between)
			continue
		}
		a.lines[i] = a.lineThrough(s, nil)
	}
	a.keepApart()
	a.paths = make([][]point, len(a.lines))
	for i := range a.lines {
		a.paths[i] = a.drawnLine(i)
	}
}

// course returns the values through which the line is drawn; at NaN it has a gap.
func (s Series) course() (x, y []float64) {
	x, y = s.X, s.Y
	if n := len(x); s.Lasts && n > 0 {
		x, y = make([]float64, n, n+1), append(y[:n:n], y[n-1])
		for k := range x {
			x[k] = s.X[k] - 1 // where the step begins
		}
		x = append(x, s.X[n-1])
	}
	for _, at := range s.Breaks {
		if k, _ := slices.BinarySearch(x, at); k > 0 && k < len(x) {
			x, y = slices.Insert(slices.Clone(x), k, (x[k-1]+at)/2), slices.Insert(slices.Clone(y), k, math.NaN())
		}
	}
	return x, y
}

// drawnLine returns the points of line i as it is drawn.
func (a *arrangement) drawnLine(i int) []point {
	if a.solid[i] != nil {
		return a.lines[i]
	}
	return smooth(a.lines[i])
}

// linePath is the path of a line. Values without a pixel leave gaps, and a single value between gaps becomes a dot.
func linePath(line []point) []byte {
	p := svg.Pen{Data: make([]byte, 0, 8*len(line))}
	open := false
	for _, at := range line {
		x, y := at.x, at.y
		switch {
		case math.IsNaN(x) || math.IsNaN(y):
			p.Dot(open)
			open = false
		case open:
			p.Line(x, y)
		default:
			p.Move(x, y)
			open = true
		}
	}
	p.Dot(open)
	return p.Data
}

// bandPath is the outline of a band: one closed piece for every stretch on which both edges are known. If the lower edge is
// zero, which a logarithmic axis cannot show, the band reaches down to the axis.
func (a *arrangement) bandPath(band Band) []byte {
	n := min(len(band.X), len(band.Lower), len(band.Upper))
	lower := func(i int) float64 {
		if a.y.Log && band.Lower[i] <= 0 {
			return a.Bottom
		}
		return a.y.Pixel(band.Lower[i])
	}
	var p svg.Pen
	for i := 0; i < n; i++ {
		from := i
		for i < n && !math.IsNaN(a.x.Pixel(band.X[i])) && !math.IsNaN(lower(i)) && !math.IsNaN(a.y.Pixel(band.Upper[i])) {
			i++
		}
		if i-from < 2 {
			continue
		}
		above, below := make([]point, 0, i-from), make([]point, 0, i-from)
		for k := from; k < i; k++ {
			x := a.x.Pixel(band.X[k])
			above, below = append(above, point{x, a.y.Pixel(band.Upper[k])}), append(below, point{x, lower(k)})
		}
		if a.chart.X.Whole && band.Between != Smooth {
			above, _ = a.linePieces(band.X[from:i], band.Upper[from:i], band.Between)
			below = a.belowBand(band, from, i, below)
		} else {
			above = smooth(a.stairs(band.X[from:i], above))
			below = smooth(a.stairs(a.underSteps(band.X[from:i], below)))
		}
		p.Move(above[0].x, above[0].y)
		for _, at := range above[1:] {
			p.Line(at.x, at.y)
		}
		for _, at := range slices.Backward(below) {
			p.Line(at.x, at.y)
		}
		p.Close()
	}
	return p.Data
}

// Move is how a line moves from one drawing to the next: two paths with the same
// commands, between which a browser interpolates.
type Move struct{ Series, From, To string }

// Since lists how the lines of both drawings have moved since the old one: from their old values, as the new axes show them. It is
// empty if the quantities on the axes or the widths differ: then the lines are drawn without moving.
func (a Drawing) Since(old Drawing) []Move {
	if old.arrangement == nil || old.chart.X.Name != a.chart.X.Name || old.chart.X.Scale != a.chart.X.Scale ||
		old.chart.Y.Scale != a.chart.Y.Scale || old.x.Log != a.x.Log || old.y.Log != a.y.Log || old.Width != a.Width {
		return nil
	}
	var moves []Move
	for i, s := range a.series {
		for k, before := range old.series {
			if before.ID != s.ID || len(s.X) < 2 || len(before.X) < 2 {
				continue
			}
			if a.hasGaps(i) || old.hasGaps(k) {
				continue // the stretches between its values are not drawn
			}
			drawn := a.paths[i]
			if from, to := fullPath(readAlong(a.shown(old.paths[k], old), drawn)), fullPath(drawn); from != to {
				moves = append(moves, Move{s.ID, from, to})
			}
		}
	}
	return moves
}

// shown is a line of an old drawing where the axes of this one show it.
func (a *arrangement) shown(line []point, old Drawing) []point {
	if a.x == old.x && a.y == old.y {
		return line
	}
	out := make([]point, len(line))
	for i, p := range line {
		out[i] = point{a.x.Pixel(old.x.Value(p.x)), a.y.Pixel(old.y.Value(p.y))}
	}
	return out
}

// Dotted reports whether a dot stands for some line that has not been computed yet.
func (a Drawing) Dotted() bool {
	for _, s := range a.series {
		if s.Own != 0 && len(s.X) == 1 {
			return true
		}
	}
	return false
}

// readAlong reads a line at the horizontal pixels of the line `at`. Where the first line has no value, the result is the
// point of `at`.
func readAlong(line, at []point) []point {
	out := make([]point, len(at))
	k := 1
	for i, p := range at {
		out[i] = p
		for k < len(line)-1 && line[k].x < p.x {
			k++
		}
		l, r := line[k-1], line[k]
		share := min(max((p.x-l.x)/(r.x-l.x), 0), 1)
		if y := l.y + share*(r.y-l.y); !math.IsNaN(y) && !math.IsNaN(p.y) {
			out[i].y = y
		}
	}
	return out
}

// fullPath is a path with a command for every point: paths of lines with the same number of points and the same gaps have the
// same commands. Points that are NaN are gaps.
func fullPath(line []point) string {
	data := make([]byte, 0, 12*len(line))
	command := byte('M')
	for _, p := range line {
		if math.IsNaN(p.x) || math.IsNaN(p.y) {
			command = 'M'
			continue
		}
		data = append(data, command)
		data = svg.AppendLength(data, p.x)
		data = append(data, ' ')
		data = svg.AppendLength(data, p.y)
		command = 'L'
	}
	return string(data)
}
