package bounds

import (
	"context"
	"math"
	"slices"
	"sort"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
)

// LevelledOff returns the least number of iterations from which on the smallest of
// the selected valid upper bounds is within a hundredth of its value at the last
// of the values that a curve along T was asked for; 0 where that is 0 or infinite.
// The smallest of bounds that do not fall as T grows does not fall, so that the
// curve's own values tell between which two to look. At a stated position bounds fall
// behind each use, and with a schedule they need not grow: 0.
func LevelledOff(ctx context.Context, r run.Run, q claim.Question, values []float64, series []Series, settings Settings) (int, error) {
	ctx = memo.Remembering(ctx)
	theorems, err := settings.selected()
	if err != nil || r.States("position") || !r.Steady() {
		return 0, err
	}
	var lines []line
	var curves []Series
	for i, t := range theorems {
		if t.Kind() == claim.UpperBound {
			lines = append(lines, line{theorem: t})
			curves = append(curves, series[i])
		}
	}
	below := newFloor(ctx, settings.theorems())
	best := func(T int) float64 {
		r.T = T
		least := math.Inf(1)
		for _, l := range lines {
			if e := l.evaluate(ctx, r, q, false); e < least && !below.refutes(r, q, e, false) { // not NaN: it does not apply
				least = e
			}
		}
		return least
	}
	low, high, end := between(values, curves)
	if high == 0 {
		return 0, ctx.Err()
	}
	found := low + 1 + sort.Search(high-low-1, func(i int) bool { return ctx.Err() != nil || best(low+1+i) >= levelled*end })
	return found, ctx.Err()
}

// levelled is the share of a curve's last value from which on it has levelled off.
const levelled = 0.99

// between are the last number of iterations before the least of the curves levels off,
// 0 if none is known, and one from which on it has; end is its last value. high is 0
// where end is 0 or infinite, or not known.
func between(values []float64, curves []Series) (low, high int, end float64) {
	end = math.NaN()
	for j := len(values) - 1; j >= 0 && low == 0; j-- {
		e := leastAt(curves, j)
		if math.IsNaN(e) || values[j] < 1 || values[j] != math.Trunc(values[j]) || values[j] > run.MaxCount {
			continue
		}
		if math.IsNaN(end) {
			if e == 0 || math.IsInf(e, 1) {
				return 0, 0, e
			}
			end = e
		}
		if e >= levelled*end {
			high = int(values[j])
		} else {
			low = int(values[j])
		}
	}
	return low, high, end
}

// leastAt is the least of the curves' j-th values, NaN where not every curve's is known.
func leastAt(curves []Series, j int) float64 {
	least, applies := math.Inf(1), func(e float64) bool { return !math.IsNaN(e) }
	for _, c := range curves {
		if !applies(c.Epsilon[j]) && slices.ContainsFunc(c.Epsilon, applies) {
			return math.NaN()
		}
		if c.Epsilon[j] < least {
			least = c.Epsilon[j]
		}
	}
	return least
}
