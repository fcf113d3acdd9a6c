package plot

import (
	"math"
	"slices"

	"lastiterate/app/plot/svg"
)

// Between says what is known about a line between two of its values on an axis of whole numbers.
//
// A curve through the values of a bound that jumps where an epoch ends would show, at the numbers that were not
// computed, a bound that nobody has computed. So such a line is drawn at its values and nowhere else, with two
// exceptions: if the bound never falls, each value bounds all numbers before it, and the line is a stair at that height;
// and values so close together that the eye does not separate them are joined.
type Between int

const (
	Smooth  Between = iota // the line goes from value to value without a turn
	Rises                  // the line never falls, so before a value it is at most this value
	Unknown                // nothing is known about the line between its values
)

const (
	joinWithin = 1.5 // pixels between two values that are joined, since the eye sees one line
	joinEvery  = 4   // the same on an axis of every so many-th number, if nothing is known about the line between them
	crowded    = 8   // pixels between level dots that are joined: a row of them looks like a line with holes
	riser      = 2   // pixels of a rise to the next whole number that looks like a jump, and above which dots are not level
)

// linePieces returns the points of a line that is not smooth, and the pieces of this line that are drawn: they leave out the
// stretches about which nothing is known. Along these stretches a hair guides the eye from value to value.
func (a *arrangement) linePieces(x, y []float64, known Between) (line, solid []point) {
	within := joinWithin
	if known == Unknown && a.chart.X.Every > 0 {
		within = joinEvery
	}
	gap := point{math.NaN(), math.NaN()}
	for k := range x {
		p := point{a.x.Pixel(x[k]), a.y.Pixel(y[k])}
		if k > 0 && !math.IsNaN(p.y+line[len(line)-1].y) {
			before := line[len(line)-1]
			var corners []point
			switch {
			case x[k]-x[k-1] <= 1 && math.Abs(p.y-before.y) > riser:
				corners = []point{{p.x, before.y}}
			case x[k]-x[k-1] <= 1 || p.x-before.x <= within:
			case known == Unknown && p.x-before.x < crowded && math.Abs(p.y-before.y) <= riser:
			case known == Rises:
				next := a.x.Pixel(x[k-1] + 1)
				corners = []point{{next, before.y}, {next, p.y}}
			default:
				solid = append(solid, gap)
			}
			line, solid = append(line, corners...), append(solid, corners...)
		}
		line, solid = append(line, p), append(solid, p)
	}
	return line, solid
}

// hasGaps reports whether line i has stretches about which nothing is known, so that it is drawn with a hair.
func (a *arrangement) hasGaps(i int) bool {
	return a.series[i].Between == Unknown && len(a.solid[i]) > len(a.lines[i])
}

// Guessed reports whether some line has values between which only a hair is drawn.
func (a Drawing) Guessed() bool {
	for i := range a.series {
		if a.hasGaps(i) {
			return true
		}
	}
	return false
}

// drawGuide draws the hair between the values of a line, and a dot at each value that is joined to no other.
func (a *arrangement) drawGuide(w *svg.Writer, i int) {
	if !a.hasGaps(i) {
		return
	}
	p := a.series[i].pencil()
	w.Raw("<path")
	w.Attribute("data-guide", a.series[i].ID)
	w.Raw(` class="` + p.class + `" fill="none" stroke="` + p.colour + `" stroke-width="1" stroke-opacity=".3"`)
	w.Path(linePath(a.lines[i]))
	line := a.solid[i]
	alone := func(k int) bool { return k < 0 || k == len(line) || math.IsNaN(line[k].y) }
	for k, at := range line {
		if !alone(k) && alone(k-1) && alone(k+1) {
			w.Circle("plot-value "+p.class+"-fill", at.x, at.y, 2, p.colour, p.colour, "0")
		}
	}
}

// bound is an upper bound on a line that never falls, before its k-th value; NaN for other lines.
func (s Series) bound(k int) float64 {
	if s.Between != Rises || k <= 0 || k >= len(s.Y) {
		return math.NaN()
	}
	return s.Y[k]
}

// belowBand returns the lower edge of a stretch of a band whose edges are not smooth. If the edge has gaps, it returns
// edge, the points at the values.
func (a *arrangement) belowBand(band Band, from, to int, edge []point) []point {
	line, _ := a.linePieces(band.X[from:to], band.Lower[from:to], band.Between)
	if slices.ContainsFunc(line, func(p point) bool { return math.IsNaN(p.y) }) {
		return edge // a logarithmic axis does not show 0
	}
	return line
}

// finest is the width, in pixels, of the straight pieces that a curve is drawn with.
const finest = 3

// smooth adds points between points that are far apart, on the monotone cubic through them (Fritsch and Butland 1984). The
// cubic turns only where the points do, and between two points it stays between their values. The number of points
// depends only on the pixels along the axis. Stairs stay stairs.
func smooth(line []point) []point {
	out := make([]point, 0, 2*len(line))
	for from := 0; from < len(line); {
		to := from
		for to < len(line) && !math.IsNaN(line[to].x) && !math.IsNaN(line[to].y) && (to == from || line[to].x != line[to-1].x) {
			to++
		}
		out = append(out, curve(line[from:to])...)
		for from = to; from < len(line) && (math.IsNaN(line[from].x) || math.IsNaN(line[from].y)); from++ {
			out = append(out, line[from])
		}
	}
	return out
}

// curve is smooth on one piece without gaps.
func curve(line []point) []point {
	n := len(line)
	if n < 3 || !isRising(line) {
		return line
	}
	secant := make([]float64, n-1)
	for i := range secant {
		secant[i] = (line[i+1].y - line[i].y) / (line[i+1].x - line[i].x)
	}
	slope := make([]float64, n)
	for i := 1; i < n-1; i++ {
		slope[i] = between(secant[i-1], secant[i], line[i].x-line[i-1].x, line[i+1].x-line[i].x)
	}
	slope[0], slope[n-1] = outer(secant[0], slope[1]), outer(secant[n-2], slope[n-2])
	out := make([]point, 0, 2*n)
	for i := range secant {
		out = append(out, line[i])
		width := line[i+1].x - line[i].x
		for pieces, k := math.Ceil(width/finest), 1.0; k < pieces; k++ {
			t := k / pieces
			// Hermite's basis.
			y := line[i].y*(1+2*t)*(1-t)*(1-t) + line[i+1].y*t*t*(3-2*t) + width*t*(1-t)*(slope[i]*(1-t)-slope[i+1]*t)
			out = append(out, point{line[i].x + t*width, y})
		}
	}
	return append(out, line[n-1])
}

// isRising reports whether every point is to the right of the one before.
func isRising(line []point) bool {
	for i := range line[1:] {
		if !(line[i+1].x > line[i].x) || math.IsInf(line[i+1].x-line[i].x, 0) || math.IsInf(line[i].y, 0) || math.IsInf(line[i+1].y, 0) {
			return false
		}
	}
	return true
}

// between is the slope at a point, from the slopes of the lines to both its neighbours: 0 at a turn, otherwise their
// harmonic mean, with the larger weight for the shorter side.
func between(left, right, before, after float64) float64 {
	if left*right <= 0 {
		return 0
	}
	p, q := 2*after+before, after+2*before
	return (p + q) / (p/left + q/right)
}

// outer is the slope at the end of a line. secant is the slope of the straight line to the next point, and inner is the
// curve's slope there. The last piece is a parabola if that is monotone.
func outer(secant, inner float64) float64 {
	slope := (3*secant - inner) / 2
	switch {
	case slope*secant <= 0:
		return 0
	case math.Abs(slope) > 3*math.Abs(secant):
		return 3 * secant
	}
	return slope
}

const (
	apart = 5  // least pixels from one whole number to the next for a line to be stairs
	jump  = 12 // least pixels of a rise that looks like a jump in a line that is not stairs
)

// stairs adds the corners of stairs to a line, if the axis has only whole numbers and these are visibly apart: a slope from
// one whole number to the next would show values between them, where there are none. Each value holds until the next one
// begins, as a loss does from one step to the next. If the whole numbers are not visibly apart, the line has corners only
// at its jumps: a line of both stairs and slopes would bend where its values do not.
func (a *arrangement) stairs(x []float64, line []point) []point {
	if !a.chart.X.Whole {
		return line
	}
	all := a.inStairs(x, line)
	out := make([]point, 0, len(line))
	for k, p := range line {
		switch {
		case k == 0:
		case !all && upright(x, line, k):
			out = append(out, line[k-1], p) // the curves on both sides of the jump end there
		case all || jumps(x, line, k):
			out = append(out, a.risers(x[k-1], x[k], line[k-1], p)...)
		}
		out = append(out, p)
	}
	return out
}

// mostBetween is the greatest number of steps between two values of a line that is drawn as stairs.
const mostBetween = 4

// inStairs reports whether every visible step of a line is wide enough for stairs.
func (a *arrangement) inStairs(x []float64, line []point) bool {
	for k := 1; k < len(line); k++ {
		p, q, steps := line[k-1], line[k], x[k]-x[k-1]
		if steps < 1 || math.IsNaN(p.y+q.y) || q.x < a.Left || p.x > a.Right {
			continue
		}
		if steps > mostBetween || q.x-p.x < apart*steps {
			return false
		}
	}
	return true
}

// jumps reports whether a line jumps at its k-th point: it rises steeply from one whole number to the next, and is level
// before or after the rise.
func jumps(x []float64, line []point, k int) bool {
	const level = 1.0 / 8 // of the jump
	rise := func(k int) float64 {
		if k < 1 || k >= len(line) {
			return math.NaN()
		}
		return math.Abs(line[k].y - line[k-1].y)
	}
	high := rise(k)
	return x[k]-x[k-1] == 1 && high >= jump && (rise(k-1) <= level*high || rise(k+1) <= level*high)
}

// upright reports whether a line with few values jumps at its k-th point from the whole number before, on an axis too narrow for
// stairs: the curves through the points on either side must not bend towards the other.
func upright(x []float64, line []point, k int) bool {
	const steeper = 8
	steep := func(k int) float64 {
		if k < 1 || k >= len(line) {
			return 0
		}
		return math.Abs(line[k].y-line[k-1].y) / (line[k].x - line[k-1].x)
	}
	few := k > 1 && x[k-1]-x[k-2] > 1 || k+1 < len(x) && x[k+1]-x[k] > 1
	return few && x[k]-x[k-1] == 1 && line[k].x-line[k-1].x < apart && math.Abs(line[k].y-line[k-1].y) > riser &&
		steep(k) > steeper*max(steep(k-1), steep(k+1))
}

// risers returns the corners of the stairs between two points of a line. At whole numbers between them, which were not
// computed, the stairs follow the straight line between the points.
func (a *arrangement) risers(from, to float64, before, p point) (corners []point) {
	steps := to - from
	if math.IsNaN(p.y+before.y) || steps < 1 {
		return nil
	}
	for i := 1.0; i <= steps; i++ {
		x := p.x
		if i < steps {
			x = a.x.Pixel(from + i)
		}
		corners = append(corners, point{x, before.y + (i-1)/steps*(p.y-before.y)})
		if i < steps {
			corners = append(corners, point{x, before.y + i/steps*(p.y-before.y)})
		}
	}
	return corners
}
