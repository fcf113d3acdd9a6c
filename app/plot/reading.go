package plot

import (
	"math"
	"slices"
	"sort"

	"lastiterate/app/number"
)

// readingDigits are the significant digits of a value read from the chart.
const readingDigits = 6

// Reading is the value of one series at one place.
type Reading struct {
	ID, Name string
	Kind     Kind
	Value    float64 // NaN where the series has none
	Text     string  // rounded to the side on which the series errs
}

// Points lists, in ascending order, every value of the horizontal axis at
// which a series that is drawn has a point. The hair moves between them.
func (c Chart) Points() []float64 {
	var points []float64
	for _, s := range c.drawn() {
		if !slices.Equal(points, s.X) { // mostly all have the same
			points = append(points, s.X...)
		}
	}
	slices.Sort(points)
	points = slices.Compact(points)
	return slices.DeleteFunc(points, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}

// Nearest is the one of the chart's points that lies nearest to a horizontal
// pixel; ok is false where there is no point within the axis's range.
func (c Chart) Nearest(pixel float64) (x float64, ok bool) {
	l := c.Layout()
	distance := math.Inf(1)
	for _, p := range c.Points() {
		at := l.X(p)
		if d := math.Abs(at - pixel); d < distance && at >= l.Left-0.5 && at <= l.Right+0.5 {
			x, ok, distance = p, true, d
		}
	}
	return x, ok
}

// Readings are the values of the series that are drawn at one of the chart's
// points, in the order in which the lines lie above each other there. Series
// without a value come last.
func (c Chart) Readings(x float64) []Reading {
	var readings []Reading
	for _, s := range c.drawn() {
		value := s.at(x)
		readings = append(readings, Reading{ID: s.ID, Name: s.Name, Kind: s.Kind, Value: value, Text: s.format(value)})
	}
	sort.SliceStable(readings, func(i, j int) bool {
		a, b := readings[i].Value, readings[j].Value
		return a > b || !math.IsNaN(a) && math.IsNaN(b)
	})
	return readings
}

// at is the series' own value at x, NaN where it has no point. Between points
// nothing is known: a bound at one T is no bound at the next.
func (s Series) at(x float64) float64 {
	if i, found := slices.BinarySearch(s.X, x); found && i < len(s.Y) {
		return s.Y[i]
	}
	return math.NaN()
}

// format rounds a value to its series' side: what is at most ε up, what is at
// least ε down.
func (s Series) format(value float64) string {
	switch s.Kind {
	case Lower, Estimate:
		return number.Down(value, readingDigits)
	}
	return number.Up(value, readingDigits)
}
