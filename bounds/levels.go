package bounds

import (
	"context"
	"math"
	"sort"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// LevelledOff returns the least number of iterations from which on the smallest of
// the selected valid upper bounds is within a hundredth of its value at the last
// of the values that a curve along T was asked for; 0 where that is 0 or infinite.
// The smallest of bounds that do not fall as T grows does not fall, so that the
// curve's own values tell between which two to look. At a stated position bounds fall
// behind each use: 0.
func LevelledOff(ctx context.Context, r run.Run, q claim.Question, values []float64, series []Series, settings Settings) (int, error) {
	theorems, err := settings.selected()
	if err != nil || r.States("position") {
		return 0, err
	}
	var lines []line
	var curves []Series
	for i, t := range theorems {
		if t.Side == claim.Upper && t.Status == claim.Proved {
			lines = append(lines, line{theorem: t})
			curves = append(curves, series[i])
		}
	}
	below := newFloor(ctx, settings.theorems())
	best := func(T int) float64 {
		r.T = T
		least := math.Inf(1)
		for _, l := range lines {
			if e := l.evaluate(ctx, r, q, false); e < least && !below.refutes(r, q, e) { // not NaN: it does not apply
				least = e
			}
		}
		return least
	}
	low, high, end := 0, 0, math.NaN()
	sampled := func(j int) float64 { // NaN where not every line is known
		least := math.Inf(1)
		for _, c := range curves {
			if math.IsNaN(c.Epsilon[j]) && applies(c) {
				return math.NaN()
			}
			if c.Epsilon[j] < least {
				least = c.Epsilon[j]
			}
		}
		return least
	}
	const close = 0.99
	for j := len(values) - 1; j >= 0; j-- {
		switch e := sampled(j); {
		case math.IsNaN(e) || values[j] < 1 || values[j] != math.Trunc(values[j]) || values[j] > run.MaxCount:
		case math.IsNaN(end):
			if e == 0 || math.IsInf(e, 1) {
				return 0, ctx.Err()
			}
			end, high = e, int(values[j])
		case e >= close*end:
			high = int(values[j])
		default:
			low = int(values[j])
		}
		if low > 0 {
			break
		}
	}
	if high == 0 {
		return 0, ctx.Err()
	}
	found := low + 1 + sort.Search(high-low-1, func(i int) bool { return ctx.Err() != nil || best(low+1+i) >= close*end })
	return found, ctx.Err()
}

// applies reports whether a curve has any value.
func applies(s Series) bool {
	for _, e := range s.Epsilon {
		if !math.IsNaN(e) {
			return true
		}
	}
	return false
}
