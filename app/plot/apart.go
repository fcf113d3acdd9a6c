package plot

import (
	"math"
	"slices"
)

// Between two of its values a line is a guess, and a guess may contradict a proof: where a bound jumps, the drawn line may
// lead an upper bound below a proved lower bound. There the line is straight or, if that is not enough, a horizontal
// step, at the larger of the two values for an upper bound and at the smaller for a lower bound.

// step replaces the curve of a line between its values at from and to: by a straight line if value is NaN, otherwise by a
// horizontal line at value.
type step struct{ from, to, value float64 }

// crossing is the number of pixels by which an upper bound may be drawn below a lower bound: the precision of paths.
const crossing = 0.1

// upper reports whether a line is a proved upper bound on the loss of the chart's own run.
func (s Series) upper() bool {
	switch s.Kind {
	case Best, Published, Rival, Quiet, Other:
		return true
	case NotValid, Estimate, Lower, Reference, Beside:
	}
	return false
}

// facing lists the lines that bound the same loss as line i from the other side. A line that lies on the wrong side of
// line i where both have values is about another run, and is left out.
func (a *arrangement) facing(i int) (others []int) {
	for k, o := range a.series {
		high, low := a.series[i], o
		if high.Kind == Lower {
			high, low = low, high
		}
		if !high.upper() || low.Kind != Lower {
			continue
		}
		if !slices.ContainsFunc(low.X, func(x float64) bool { return high.at(x) < low.at(x) }) {
			others = append(others, k)
		}
	}
	return others
}

// keepApart adds steps until no upper bound is drawn below a lower bound.
func (a *arrangement) keepApart() {
	for again := true; again; {
		again = false
		for f, floor := range a.series {
			if floor.Kind != Lower {
				continue
			}
			for _, i := range a.facing(f) {
				mended := math.Inf(-1) // in this pass, steps have been added up to here
				for _, x := range a.below(i, f) {
					// The upper bound is tried first, since a floor mostly has more values.
					for _, try := range [4]struct {
						line int
						flat bool
					}{{i, false}, {f, false}, {i, true}, {f, true}} {
						if x > mended && a.addStep(try.line, x, try.flat) {
							again, mended = true, a.stepAt(try.line, x).to
						}
					}
				}
			}
		}
	}
}

// below returns values of the horizontal axis: one from each stretch on which line i is drawn below line f.
func (a *arrangement) below(i, f int) (at []float64) {
	above, below := a.drawnLine(i), a.drawnLine(f)
	height := func(p, q point, x float64) float64 { return p.y + (q.y-p.y)*(x-p.x)/(q.x-p.x) }
	for j, k := 1, 1; j < len(above) && k < len(below); {
		p, q, r, s := above[j-1], above[j], below[k-1], below[k]
		from, to := max(p.x, r.x), min(q.x, s.x)
		// Vertical pixels grow downwards. Comparisons with NaN are false, so NaN is no crossing.
		if to > from && (height(p, q, from) > height(r, s, from)+crossing || height(p, q, to) > height(r, s, to)+crossing) {
			at = append(at, a.x.Value((from+to)/2))
		}
		if q.x < s.x || math.IsNaN(q.x) {
			j++
		} else {
			k++
		}
	}
	return at
}

// addStep makes line i straight, or horizontal if flat, between its values around x. It returns false if the line has
// such a step already, or cannot have one.
func (a *arrangement) addStep(i int, x float64, flat bool) bool {
	s, made := a.series[i], a.stepAt(i, x)
	k, found := slices.BinarySearch(s.X, x)
	switch {
	case found || k == 0 || k == len(s.X) || a.solid[i] != nil:
		return false // a line that is not smooth is drawn only at its values, not guessed between them
	case made == nil:
		a.steps[i] = append(a.steps[i], step{s.X[k-1], s.X[k], math.NaN()})
		made = &a.steps[i][len(a.steps[i])-1]
	case !flat || !math.IsNaN(made.value):
		return false
	}
	if flat {
		made.value = a.level(i, k)
	}
	a.lines[i] = a.lineThrough(s, a.steps[i])
	return true
}

// level is the value of a horizontal step of line i before its k-th value. It lies on the right side of all values that the
// facing lines have within the step.
func (a *arrangement) level(i, k int) float64 {
	s := a.series[i]
	from, to, pick := s.X[k-1], s.X[k], func(a, b float64) float64 { return max(a, b) }
	if s.Kind == Lower {
		pick = func(a, b float64) float64 { return min(a, b) }
	}
	value := pick(s.Y[k-1], s.Y[k])
	for _, o := range a.facing(i) {
		for j, x := range a.series[o].X {
			if y := a.series[o].Y[j]; x > from && x < to && !math.IsNaN(y) {
				value = pick(value, y)
			}
		}
	}
	return value
}

// stepAt is the step of line i around x, nil if there is none.
func (a *arrangement) stepAt(i int, x float64) *step {
	for k, s := range a.steps[i] {
		if x > s.from && x < s.to {
			return &a.steps[i][k]
		}
	}
	return nil
}

// lineThrough returns the points of a line through its values, in pixels, with the corners of its steps.
func (a *arrangement) lineThrough(of Series, steps []step) []point {
	x, y := of.course()
	var at []float64
	var line []point
	add := func(x, y float64) {
		at, line = append(at, x), append(line, point{a.x.Pixel(x), a.y.Pixel(y)})
	}
	corner := func(x, y, value float64) { // a second point at x ends the curve there
		if math.IsNaN(value) {
			value = y
		}
		add(x, value)
	}
	for k := range x {
		for _, s := range steps {
			if s.to == x[k] {
				corner(x[k], y[k], s.value)
			}
		}
		add(x[k], y[k])
		for _, s := range steps {
			if s.from == x[k] {
				corner(x[k], y[k], s.value)
			}
		}
	}
	return a.stairs(at, line)
}

// underSteps returns the lower edge of the band with the steps of the best line, along which the edge runs.
func (a *arrangement) underSteps(x []float64, edge []point) (at []float64, line []point) {
	at, line = x, edge
	for i, s := range a.series {
		for _, step := range a.steps[i] {
			if s.Kind != Best || math.IsNaN(step.value) {
				continue
			}
			y := a.y.Pixel(step.value)
			x, edge, at, line = at, line, nil, nil
			for k, p := range edge {
				if x[k] > step.from && x[k] < step.to {
					p.y = min(p.y, y)
				}
				if x[k] == step.to {
					at, line = append(at, x[k]), append(line, point{p.x, y})
				}
				at, line = append(at, x[k]), append(line, p)
				if x[k] == step.from {
					at, line = append(at, x[k]), append(line, point{p.x, y})
				}
			}
		}
	}
	return at, line
}
