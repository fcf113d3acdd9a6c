package forgetting

import (
	"math"
	"slices"

	"lastiterate/bounds/claim"
)

const (
	finalists                  = 5        // the number of sketches that are evaluated again with finer tables
	parted                     = 2        // the number of best sketches whose windows are divided further
	sketchNodes, answerNodes   = 100, 450 // nodes of the tables of the parts' means, at rising e
	sketchPoints, answerPoints = 60, 600  // points of the profile, for its integral
)

// measure finds the loss at the order or δ of a question.
type measure struct {
	value func(l losses, points int) float64
	above func(l losses, loss float64) bool // reports whether the value exceeds loss; nil if that is no quicker than value
}

// measureOf returns the measure that answers a question.
func measureOf(q claim.Question) measure {
	if q.Renyi() {
		return measure{value: func(l losses, points int) float64 { return l.renyi(q.Alpha, points) }}
	}
	delta := claim.AtMost(q.Delta)
	return measure{
		value: func(l losses, _ int) float64 { return l.epsilon(delta) },
		above: func(l losses, loss float64) bool { return l.at(loss) > delta },
	}
}

// tableReach returns the largest ln e of a table for shifts of at most `far`.
func (o walk) tableReach(far, alpha float64) float64 {
	return min(reachOf(far, max(alpha, 2))+math.Log(float64(o.run.StepsPerEpoch()))+1, widestReach)
}

// least returns the least value found over windows and ways to divide them into parts, and the number of steps of its window.
// Sketches choose the finalists. In a run of less than an epoch the window of all steps is tried as well, without tables.
func (o walk) least(a measure, alpha float64) (least float64, steps int) {
	least = math.Inf(1)
	if o.run.T < o.run.StepsPerEpoch() {
		least, steps = a.value(o.window(o.run.T).losses(), answerPoints), o.run.T
	}
	reach := o.tableReach(o.far, alpha)
	type sketch struct {
		value float64
		steps int
		ends  []int
	}
	sketches := []sketch{{value: math.Inf(1)}} // by rising value
	try := func(m int, ends ...int) {
		w := o.window(m, ends...)
		w.tabulateLater(reach, sketchNodes)
		if a.above != nil && len(sketches) > finalists && a.above(w.losses(), sketches[finalists-1].value) {
			return // it would not be evaluated again
		}
		sketches = append(sketches, sketch{a.value(w.losses(), sketchPoints), m, ends})
		// An insertion, since slices.SortFunc would be compiled once more for this type, and the
		// program's size has a limit.
		for i := len(sketches) - 1; i > 0 && sketches[i].value <= sketches[i-1].value; i-- {
			sketches[i-1], sketches[i] = sketches[i], sketches[i-1]
		}
	}
	for _, m := range o.windows() {
		if try(m); m > 1 {
			try(m, 1)
		}
	}
	// The window that is best in one part or two may be second best in three, so those of several sketches are divided
	// further. The best sketches may be of one window, sketched in one part and in two.
	bestSteps := [parted]int{}
	for i := range bestSteps {
		bestSteps[i] = sketches[min(i, len(sketches)-1)].steps
	}
	for i, m := range bestSteps {
		if slices.Contains(bestSteps[:i], m) {
			continue
		}
		for end := 2; end < m; end += max(1, end/2) {
			try(m, end)
			try(m, 1, end)
		}
	}
	for _, s := range sketches[:min(finalists, len(sketches))] {
		if math.IsInf(s.value, 1) {
			break
		}
		w := o.window(s.steps, s.ends...)
		w.tabulateLater(reach, answerNodes)
		if v := a.value(w.losses(), answerPoints); v < least {
			least, steps = v, s.steps
		}
	}
	return least, steps
}
