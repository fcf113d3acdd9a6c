package plot

import "math"

// finest is the width, in pixels, of the straight pieces that a curve is drawn with.
const finest = 3

// smooth is a line with points between those that are far apart, on the monotone cubic
// through them (Fritsch and Butland 1984): it turns at no point where it need not, and
// between two points it never leaves the values that they have. How many points there are
// depends on the pixels along the axis alone. Stairs stay stairs.
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
	if n < 3 || !rising(line) {
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

// rising reports whether every point is to the right of the one before.
func rising(line []point) bool {
	for i := range line[1:] {
		if !(line[i+1].x > line[i].x) || math.IsInf(line[i+1].x-line[i].x, 0) || math.IsInf(line[i].y, 0) || math.IsInf(line[i+1].y, 0) {
			return false
		}
	}
	return true
}

// between is the slope at a point from those of both its sides: none at a turn, otherwise their
// harmonic mean, with the larger weight for the shorter side.
func between(left, right, before, after float64) float64 {
	if left*right <= 0 {
		return 0
	}
	p, q := 2*after+before, after+2*before
	return (p + q) / (p/left + q/right)
}

// outer is the slope at an end, from that of the end's piece and at its other point: as if
// the piece were of second order, within what keeps the piece monotone.
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
	apart = 5  // pixels from one whole number to the next from which a line goes in stairs
	jump  = 12 // pixels of a rise that one sees as a jump where it does not
)

// stairs are the points of a line with corners, where the axis has whole numbers alone and all of
// these are seen apart: a slope from one to the next would give values to what lies between, where
// there is none. A value holds until the next begins, as a loss does from one step to the next.
// Else the line is one path, with corners at its jumps alone: a line that is both would bend where
// its values do not.
func (a *arrangement) stairs(x []float64, line []point) []point {
	if !a.chart.X.Whole {
		return line
	}
	all := a.inStairs(x, line)
	out := make([]point, 0, len(line))
	for k, p := range line {
		if k > 0 && (all || jumps(x, line, k)) {
			out = append(out, a.risers(x[k-1], x[k], line[k-1], p)...)
		}
		out = append(out, p)
	}
	return out
}

// mostBetween is over how many steps at once a line may go on in stairs.
const mostBetween = 4

// inStairs reports whether every step of a line that is seen is wide enough for stairs.
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

// jumps reports whether a line jumps at its k-th point: from one whole number to the next, and
// before or after that it is level.
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

// risers are the corners between two points of a line. Where whole numbers that were not computed lie
// between, the stairs go on through them, on the straight line.
func (a *arrangement) risers(from, to float64, before, p point) (corners []point) {
	steps := to - from
	if math.IsNaN(p.y+before.y) || steps < 1 {
		return nil
	}
	for i := 1.0; i <= steps; i++ {
		x := p.x
		if i < steps {
			x = a.x.pixel(from + i)
		}
		corners = append(corners, point{x, before.y + (i-1)/steps*(p.y-before.y)})
		if i < steps {
			corners = append(corners, point{x, before.y + i/steps*(p.y-before.y)})
		}
	}
	return corners
}
