package bounds

import (
	"context"
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// LevelledOff returns the least number of iterations from which on the smallest of the selected valid upper bounds is within
// a hundredth of its value at the end of a curve along T, given by values and series. It returns 0 if that value is 0 or
// infinite. The smallest of several bounds that do not fall as T grows does not fall either, so the curve shows between
// which two of its values to search. LevelledOff also returns 0 at a stated position, where bounds fall after each use, and
// with a schedule, under which they need not grow.
func LevelledOff(ctx context.Context, r run.Run, q claim.Question, values []float64, series []Series, settings Settings) (int, error) {
	ctx = memo.Remembering(ctx)
	theorems, err := settings.selected()
	if err != nil || len(values) == 0 || r.States("position") {
		return 0, err
	}
	if r.T = int(min(values[len(values)-1], run.MaxCount)); !r.Steady() {
		return 0, nil
	}
	var uppers []*theorem.Theorem
	var curves []Series
	for i, t := range theorems {
		if t.Kind() == claim.UpperBound {
			uppers = append(uppers, t)
			curves = append(curves, series[i])
		}
	}
	low, high, end := between(values, curves)
	if high.T == 0 {
		return 0, ctx.Err()
	}
	level := levelled * end
	var lines []line
	for i, t := range uppers {
		if low.T == 0 || curves[i].Epsilon[low.place] < level*(1+levelSlack) {
			lines = append(lines, line{theorem: t}) // other rows are above the level from low on
		}
	}
	below := newFloor(ctx, settings.every())
	best := func(T int) float64 {
		r.T = T
		least := math.Inf(1)
		for _, l := range lines {
			if e := l.evaluate(ctx, r, q, false); e < least && !below.refutes(r, q, e, false) { // false for NaN: the row does not apply
				least = e
			}
			if least < level {
				break // other rows cannot raise the minimum
			}
		}
		return least
	}
	return crossing(ctx, low, high, level, best), ctx.Err()
}

// levelled is the share of a curve's last value from which on it has levelled off.
const levelled = 0.99

// levelSlack is how much a row may fall as T grows, relatively, through rounding and through a search that stops early;
// exactly computed, no row falls.
const levelSlack = 1e-3

// edge is an end of the stretch in which a curve levels off.
type edge struct {
	T       int // 0 if the end is not known
	place   int // index among the curve's values
	epsilon float64
}

// crossing returns the least T, above low and at most high, at which value is at least level. It tries the T at which the
// chord between the two ends meets the level, or the middle if the chord did not halve the stretch.
func crossing(ctx context.Context, low, high edge, level float64, value func(T int) float64) int {
	halve := low.T == 0
	for high.T-low.T > 1 && ctx.Err() == nil {
		width := high.T - low.T
		T := low.T + width/2
		if !halve {
			on := float64(width) * (level - low.epsilon) / (high.epsilon - low.epsilon)
			T = low.T + min(max(int(math.Ceil(on)), 1), width-1)
		}
		if e := value(T); e >= level {
			high.T, high.epsilon = T, e
		} else {
			low.T, low.epsilon = T, e
		}
		halve = !halve && 2*(high.T-low.T) > width
	}
	return high.T
}

// between returns the last value of T at which the least of the curves has not levelled off (low), the next value (high), and the
// least of the curves at the end (end). low.T is 0 if it has levelled off everywhere; high.T is 0 if end is 0, infinite or unknown.
func between(values []float64, curves []Series) (low, high edge, end float64) {
	end = math.NaN()
	for j := len(values) - 1; j >= 0 && low.T == 0; j-- {
		e := leastAt(curves, j)
		if math.IsNaN(e) || values[j] < 1 || values[j] != math.Trunc(values[j]) || values[j] > run.MaxCount {
			continue
		}
		if math.IsNaN(end) {
			if e == 0 || math.IsInf(e, 1) {
				return edge{}, edge{}, e
			}
			end = e
		}
		at := edge{T: int(values[j]), place: j, epsilon: e}
		if e >= levelled*end {
			high = at
		} else {
			low = at
		}
	}
	return low, high, end
}

// leastAt returns the least of the curves' j-th values; NaN if one of them is not known.
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
