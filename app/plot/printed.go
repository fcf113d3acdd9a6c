package plot

import (
	"cmp"
	"math"
	"slices"

	"lastiterate/bounds/run"
)

const (
	printedDigits = 4    // of every value of a printed table, so that a column has equal digits
	slack         = 1e-8 // relative, that the engine adds to a bound for its own rounding
)

// Printed is the chart as a table for print, of about the given number of rows: at its first point
// and at round places of a linear axis, where its lines have values there, else as in Table. All values have as many
// digits; bounds are rounded to their side, but one that exceeds its rounding by no more than the engine's own slack
// is printed as that.
func (c Chart) Printed(most int) Table {
	t := Table{Head: c.columns()}
	a := c.arrange()
	for _, x := range c.roundPlaces(most) {
		row := []string{c.shortly(x)}
		for i, s := range a.series {
			row = append(row, cmp.Or(s.printed(a, i, x), "none"))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// printed is the i-th line's value at x; between its values, and of what was published, it is the reading.
func (s Series) printed(a *arrangement, i int, x float64) string {
	value, own := a.read(i, x)
	if !own || s.Stated || s.Interval != nil || math.IsInf(value, 0) {
		return a.reading(i, x).Text
	}
	if near := run.Digits(value, printedDigits); math.Abs(value-near) <= slack*math.Abs(value) {
		value = near
	}
	return s.rounded(value, printedDigits)
}

// roundPlaces are places of the horizontal axis for a table.
func (c Chart) roundPlaces(most int) []float64 {
	points := c.common(c.Points())
	if c.X.Scale == Log || len(points) <= most {
		return c.samples(most)
	}
	first, last := points[0], points[len(points)-1]
	places := []float64{first, last}
	for _, m := range c.Markers {
		if slices.Contains(points, m.At) {
			places = append(places, m.At)
		}
	}
	step := linearStep(last-first, most-1, c.X.Whole)
	for k := math.Floor(first/step) + 1; k*step < last; k++ {
		x := round(k * step)
		if !slices.Contains(points, x) {
			return c.samples(most)
		}
		places = append(places, x)
	}
	slices.Sort(places)
	return slices.Compact(places)
}
