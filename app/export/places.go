package export

import (
	"math"
	"slices"
	"strconv"

	"lastiterate/app/plot"
)

// A straight line is told by its ends. Places differ from round ones if some line bends by more than bent of its greatest value between
// its ends, and are added as long as some line is further than told from the straight lines between them.
const (
	bent = 0.05
	told = 0.005
)

// printed is the chart as a table for print, of about the given number of rows: the chart's own, unless a line over a linear axis bends.
// Then the rows are where the lines bend most, so that a line that rises over a few points and stays does not look constant.
func printed(c plot.Chart, about int) plot.Table {
	lines := drawn(c)
	points := c.Points()
	points = slices.DeleteFunc(points, func(x float64) bool { // where a line would have to be read between its values
		return slices.ContainsFunc(lines, func(s plot.Series) bool {
			i, found := slices.BinarySearch(s.X, x)
			return !found && i > 0 && i < len(s.X)
		})
	})
	if c.X.Scale == plot.Log || len(points) <= about {
		return c.Printed(about)
	}
	places := []float64{points[0], points[len(points)-1]}
	least := bent
	for len(places) < about {
		x, off := furthest(lines, points, places)
		if off <= least {
			break
		}
		if least == bent {
			places, least = append(places, own(c, points)...), told
		}
		places = append(places, x)
		slices.Sort(places)
		places = slices.Compact(places)
	}
	if least == bent {
		return c.Printed(about)
	}
	return at(c, places).Printed(len(places))
}

// own is the place of the chart's first marker, the run's own, if the lines have values there.
func own(c plot.Chart, points []float64) []float64 {
	if len(c.Markers) == 0 || !slices.Contains(points, c.Markers[0].At) {
		return nil
	}
	return []float64{c.Markers[0].At}
}

// drawn are the chart's lines on show, with heights that are shares of the line's greatest, or their logarithms on a log axis.
func drawn(c plot.Chart) (lines []plot.Series) {
	for _, s := range c.Series {
		n := min(len(s.X), len(s.Y))
		if s.Hidden || n == 0 {
			continue
		}
		greatest := 0.0
		for _, y := range s.Y[:n] {
			if size := math.Abs(y); !math.IsInf(y, 0) {
				greatest = max(greatest, size)
			}
		}
		heights := make([]float64, n)
		for i, y := range s.Y[:n] {
			if heights[i] = y / greatest; c.Y.Scale == plot.Log {
				heights[i] = math.Log(heights[i])
			}
		}
		lines = append(lines, plot.Series{X: s.X[:n], Y: heights})
	}
	return lines
}

// heightAt is a line's value at one of its points, NaN elsewhere.
func heightAt(s plot.Series, x float64) float64 {
	i, found := slices.BinarySearch(s.X, x)
	if !found {
		return math.NaN()
	}
	return s.Y[i]
}

// furthest is a point where some line is far from the straight lines between its places: the roundest number of those that are nearly
// the furthest.
func furthest(lines []plot.Series, points, places []float64) (x, off float64) {
	offs := make([]float64, len(points))
	for i, p := range points {
		k, found := slices.BinarySearch(places, p)
		if found {
			continue
		}
		from, to := places[k-1], places[k]
		for _, s := range lines {
			const above = 2 // all finite heights, for infinite ones; the first finite point is then far from the line
			low, high, y := min(heightAt(s, from), above), min(heightAt(s, to), above), heightAt(s, p)
			if d := math.Abs(y - low - (high-low)*(p-from)/(to-from)); d > offs[i] && !math.IsInf(y, 0) { // not if it is NaN
				offs[i] = d
			}
		}
		off = max(off, offs[i])
	}
	const nearly = 0.8
	fewest, best := math.MaxInt, 0.0
	for i, p := range points {
		if offs[i] < nearly*off {
			continue
		}
		if n := digits(p); n < fewest || n == fewest && offs[i] > best {
			x, fewest, best = p, n, offs[i]
		}
	}
	return x, off
}

// digits is the number of significant digits of x.
func digits(x float64) (n int) {
	text := strconv.FormatFloat(math.Abs(x), 'e', -1, 64)
	for n < len(text) && text[n] != 'e' {
		n++
	}
	return n
}

// at is the chart at the given places alone.
func at(c plot.Chart, places []float64) plot.Chart {
	c.Markers, c.Series = nil, slices.Clone(c.Series)
	for k, s := range c.Series {
		var x, y []float64
		var ends *plot.Interval
		if s.Interval != nil {
			ends = &plot.Interval{Ends: s.Interval.Ends}
		}
		for i := range min(len(s.X), len(s.Y)) {
			if !slices.Contains(places, s.X[i]) {
				continue
			}
			x, y = append(x, s.X[i]), append(y, s.Y[i])
			if ends != nil {
				ends.Low, ends.High = append(ends.Low, s.Interval.Low[i]), append(ends.High, s.Interval.High[i])
			}
		}
		s.X, s.Y, s.Interval = x, y, ends
		c.Series[k] = s
	}
	return c
}
