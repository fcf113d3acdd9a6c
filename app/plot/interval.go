package plot

import (
	"math"
	"slices"

	"lastiterate/app/number"
)

// at are the two ends at a line's i-th value, NaN where it has none.
func (v *Interval) at(i int) (low, high float64) {
	if v == nil || i >= len(v.Low) || i >= len(v.High) {
		return math.NaN(), math.NaN()
	}
	return v.Low[i], v.High[i]
}

// within says, after a line's own value at x, what that lies within:
// " (1.066 to 1.211)".
func (s *Series) within(x float64) string {
	i, found := slices.BinarySearch(s.X, x)
	if low, high := s.Interval.at(i); found && low <= high {
		return " (" + number.Plain(low) + " to " + number.Plain(high) + ")"
	}
	return ""
}

// column is the line's name where its values stand under it in words.
func (s *Series) column() string {
	if s.Interval == nil {
		return s.Name
	}
	return s.Name + " (" + s.Interval.Ends[0] + " to " + s.Interval.Ends[1] + ")"
}
