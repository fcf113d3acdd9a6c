package plot

import (
	"math"
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"

	"lastiterate/app/number"
	"lastiterate/bounds/run"
)

const (
	readingDigits = 6 // significant digits of a value read from the chart
	answerDigits  = 3 // significant digits of a value beside the answer, the same number as of the answer
)

// Reading is the value of one series at one place.
type Reading struct {
	ID, Name string
	Kind     Kind
	Value    float64
	// Text is the value, rounded up for an upper bound and down for a lower one, with the ends of its interval:
	// "0.31 (0.241 to 0.356)". Between the values of the series it is "≈ 1.07", or "≤ 1.07" if the series never falls, or
	// "no value" if nothing is known there.
	Text string
}

// Points lists, in ascending order, every value of the horizontal axis at which a drawn series has a point. The hair moves
// from point to point.
func (c Chart) Points() []float64 {
	var points []float64
	for _, s := range c.drawnSeries() {
		if !slices.Equal(points, s.X) { // mostly all series have the same
			points = append(points, s.X...)
		}
	}
	slices.Sort(points)
	points = slices.Compact(points)
	return slices.DeleteFunc(points, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}

// Nearest is the point of the chart that lies nearest to a horizontal pixel; ok is false if no point lies within the axis's
// range.
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

// Readings are the readings of the drawn lines at a value of the horizontal axis, the highest first. Lines that do not reach
// so far are left out.
func (a Drawing) Readings(x float64) []Reading { return a.readings(x) }

func (a *arrangement) readings(x float64) []Reading {
	var readings []Reading
	for i := range a.series {
		if r := a.reading(i, x); r.Text != "" {
			readings = append(readings, r)
		}
	}
	sort.SliceStable(readings, func(i, j int) bool {
		return readings[i].Value > readings[j].Value || math.IsNaN(readings[j].Value) && !math.IsNaN(readings[i].Value)
	})
	return readings
}

// reading is the reading of line i at x. Its text is empty if the line does not reach so far.
func (a *arrangement) reading(i int, x float64) Reading {
	value, own := a.read(i, x)
	s := a.series[i]
	r := Reading{ID: s.ID, Name: s.Name, Kind: s.Kind, Value: value}
	switch {
	case math.IsNaN(value):
		if a.solid[i] != nil && !own && s.reaches(x) {
			r.Text = noValue
		}
	case own:
		r.Text = s.roundedText(value, a.chart.digits()) + s.within(x)
	case a.solid[i] != nil:
		r.Text = "≤ " + number.Tabled(s.roundedText(value, answerDigits))
	case s.Stated: // rounded to the nearest
		r.Text = "≈ " + number.Plain(threeDigits(value))
	default:
		r.Text = "≈ " + number.Tabled(s.roundedText(value, answerDigits))
	}
	if !math.IsNaN(value) {
		r.Text += a.chart.Y.Unit
	}
	return r
}

// read is the value that line i shows at x; own says that it is one of the series' own values. Between these values it is
// the value of the drawn line, moved to the right side of what the facing lines prove there.
func (a *arrangement) read(i int, x float64) (value float64, own bool) {
	s := a.series[i]
	if value = s.at(x); !math.IsNaN(value) {
		return value, true
	}
	value = a.between(i, x)
	if a.solid[i] != nil {
		return value, false // NaN if nothing is drawn there, otherwise a bound
	}
	for _, k := range a.facing(i) {
		proved := a.series[k].at(x)
		if math.IsNaN(proved) && s.Kind != Lower {
			proved, _ = a.read(k, x)
		}
		switch {
		case math.IsNaN(proved): // the other line has no value here
		case s.Kind == Lower:
			value = min(value, proved)
		default:
			value = max(value, proved)
		}
	}
	return value, false
}

// between is the value that line i shows between two of its own values.
func (a *arrangement) between(i int, x float64) float64 {
	s := a.series[i]
	if step := a.stepAt(i, x); step != nil && !math.IsNaN(step.value) {
		return step.value
	}
	k, found := slices.BinarySearch(s.X, x)
	if a.solid[i] != nil {
		return s.bound(k)
	}
	if found || k == 0 || k >= len(s.X) || math.IsInf(s.Y[k], 0) || math.IsInf(s.Y[k-1], 0) || slices.Contains(s.Breaks, s.X[k]) {
		return math.NaN()
	}
	x0, x1, y0, y1 := a.x.Position(s.X[k-1]), a.x.Position(s.X[k]), a.y.Position(s.Y[k-1]), a.y.Position(s.Y[k])
	y := y0 + (y1-y0)*(a.x.Position(x)-x0)/(x1-x0)
	if a.y.Log {
		y = math.Exp(y)
	}
	return y
}

// noValue is the reading between two values of a line if nothing is known about the line there.
const noValue = "no value"

// reaches reports whether x lies between the ends of a line, at none of its values.
func (s Series) reaches(x float64) bool {
	return len(s.X) > 0 && x > s.X[0] && x < s.X[len(s.X)-1] && math.IsNaN(s.at(x))
}

// Valued is a line's name and its value. A name that ends in a number of its own,
// "Theorem 3.1", is separated from the value by a colon.
func Valued(name, value string) string {
	if last, _ := utf8.DecodeLastRuneInString(name); unicode.IsDigit(last) {
		name += ":"
	}
	return name + " " + value
}

// threeDigits rounds to the nearest number of three digits.
func threeDigits(x float64) float64 { return run.Digits(x, answerDigits) }

// at is the series' own value at x, NaN if it has no point.
func (s Series) at(x float64) float64 { return valueAt(s.X, s.Y, x) }

// valueAt is the value that belongs to x, NaN if there is none.
func valueAt(xs, ys []float64, x float64) float64 {
	if i, found := slices.BinarySearch(xs, x); found && i < len(ys) {
		return ys[i]
	}
	return math.NaN()
}

// roundedText writes a value with so many digits. Lower bounds and estimates are rounded down, and all others up. A Stated
// value is written as it was published.
func (s Series) roundedText(value float64, digits int) string {
	if s.Stated {
		return number.Plain(value)
	}
	text := number.Up(value, digits)
	switch s.Kind {
	case Lower, Estimate:
		text = number.Down(value, digits)
	case Best, Published, Rival, Quiet, NotValid, Reference, Beside, Other: // rounded up
	}
	if digits == readingDigits {
		return number.Tabled(text)
	}
	return text
}
