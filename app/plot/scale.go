package plot

import (
	"math"
	"slices"
	"strconv"
)

// axisScale maps the values of one axis to pixels.
type axisScale struct {
	log      bool
	from, to float64 // values at the ends
	a, b     float64 // pixels at the ends
	f0, f1   float64 // position(from), position(to)
}

func newAxisScale(s Scale, from, to float64) axisScale {
	m := axisScale{log: s == Log, from: from, to: to}
	m.f0, m.f1 = m.position(from), m.position(to)
	return m
}

// onPixels lays the scale between two pixels.
func (m axisScale) onPixels(a, b float64) axisScale {
	m.a, m.b = a, b
	return m
}

func (m axisScale) position(v float64) float64 {
	if m.log {
		return math.Log(v)
	}
	return v
}

// pixel is where v lies; NaN and infinite values, and what a logarithm does
// not take, give NaN.
func (m axisScale) pixel(v float64) float64 {
	p := m.position(v)
	if math.IsInf(p, 0) {
		return math.NaN()
	}
	return m.a + (p-m.f0)/(m.f1-m.f0)*(m.b-m.a)
}

// value is what lies at a pixel.
func (m axisScale) value(pixel float64) float64 {
	p := m.f0 + (pixel-m.a)/(m.b-m.a)*(m.f1-m.f0)
	if m.log {
		return math.Exp(p)
	}
	return p
}

// extent is the least and the greatest of the values added.
type extent struct{ min, max float64 }

func noExtent() extent { return extent{math.Inf(1), math.Inf(-1)} }

func (e extent) empty() bool { return e.min > e.max }

// add takes in a value that the scale can show.
func (e *extent) add(v float64, s Scale) {
	if math.IsNaN(v) || math.IsInf(v, 0) || s == Log && v <= 0 {
		return
	}
	e.min, e.max = min(e.min, v), max(e.max, v)
}

const (
	// squash bounds a fitted linear axis to this multiple of the greatest best
	// bound: beyond it the line that matters would lie on the floor.
	squash = 5
	// decades bounds a fitted logarithmic axis.
	decades = 12
)

// extents are what the series and markers that are drawn take up. They are
// found once, however often the layout is tried.
type extents struct {
	x         extent
	all, best extent // of the vertical values within the horizontal range
}

func (c Chart) extents() extents {
	e := extents{x: noExtent(), all: noExtent(), best: noExtent()}
	for _, s := range c.drawn() {
		for _, x := range s.X {
			e.x.add(x, c.X.Scale)
		}
	}
	for _, m := range c.Markers {
		e.x.add(m.At, c.X.Scale)
	}
	from, to := c.X.bounds(e.x)
	for _, s := range c.drawn() {
		matters := s.Kind == Best || s.Kind == Lower
		for i, v := range s.Y {
			if s.X[i] < from || s.X[i] > to {
				continue
			}
			e.all.add(v, c.Y.Scale)
			low, high := s.Interval.at(i)
			e.all.add(low, c.Y.Scale)
			e.all.add(high, c.Y.Scale)
			if matters {
				e.best.add(v, c.Y.Scale)
			}
		}
	}
	for _, m := range c.Markers {
		if m.Dot != 0 {
			e.best.add(m.Dot, c.Y.Scale)
			e.all.add(m.Dot, c.Y.Scale)
		}
	}
	return e
}

// scaleX is the horizontal scale, without its pixels.
func (c Chart) scaleX(e extents) axisScale {
	from, to := c.X.bounds(e.x)
	return newAxisScale(c.X.Scale, from, to)
}

// scaleY is the vertical scale, without its pixels: ticks is the number of
// intervals wanted.
func (c Chart) scaleY(e extents, ticks int) axisScale {
	all := e.all
	switch {
	case all.empty():
	case c.Y.Scale == Log:
		all.min = max(all.min, all.max/math.Pow(10, decades))
		pad := max(math.Pow(all.max/all.min, 0.04), 1.05)
		all.min, all.max = all.min/pad, all.max*pad
	default:
		if !e.best.empty() && e.best.max > 0 {
			all.max = min(all.max, squash*e.best.max)
		}
		all.min = min(all.min, 0)
		if all.max > all.min {
			step := linearStep(all.max-all.min, ticks, false)
			all.max = math.Ceil(all.max/step-1e-9) * step
			all.min = math.Floor(all.min/step+1e-9) * step
		}
	}
	from, to := c.Y.bounds(all)
	return newAxisScale(c.Y.Scale, from, to)
}

// bounds is the axis's own range if it has one, otherwise what holds e, and
// never an empty range.
func (a Axis) bounds(e extent) (from, to float64) {
	const distinct = 1e-6 // relative length below which a range has no room for ticks
	if length := a.To - a.From; length > max(math.Abs(a.From), math.Abs(a.To))*distinct && !math.IsInf(length, 0) &&
		(a.Scale != Log || a.From > 0) {
		return a.From, a.To
	}
	switch {
	case e.empty() && a.Scale == Log:
		return 1, 10
	case e.empty():
		return 0, 1
	case e.max-e.min > math.Abs(e.max)*distinct:
		return e.min, e.max
	case a.Scale == Log:
		return e.min / 2, e.max * 2
	case e.max == 0:
		return 0, 1
	}
	return e.min - math.Abs(e.min)/2, e.max + math.Abs(e.max)/2
}

// drawn lists the series that are not hidden, each with its own colour.
func (c Chart) drawn() []Series {
	var shown []Series
	all := slices.Clone(c.Series)
	settleDashes(all) // a line keeps its own while others are hidden and shown
	for _, s := range all {
		if !s.Hidden {
			s.X = s.X[:min(len(s.X), len(s.Y))]
			s.Y = s.Y[:len(s.X)]
			shown = append(shown, s)
		}
	}
	settleColours(shown)
	return shown
}

// ticks returns round values within the scale, at most most of them but at
// least one where the range allows it: multiples of 1, 2 or 5 times a power of
// ten on a linear axis; 1, 2 and 5 times every power of ten, or 1, 1.5, 2, 3, 5 and 7
// times where that is little, or 1 and 3 times, or the powers alone, or every so many of them, on a logarithmic one. whole
// leaves out fractions.
func (m axisScale) ticks(most int, whole bool) []float64 {
	most = max(most, 1)
	if !m.log {
		return m.linearTicks(most, whole)
	}
	fine := m.powerTicks(1, whole, 1, 2, 5)
	if len(fine) < 3 { // less than a decade: plain steps read better
		return m.linearTicks(most, whole)
	}
	if more := m.powerTicks(1, whole, 1, 1.5, 2, 3, 5, 7); len(fine) < 5 && len(more) <= most {
		return more // little more than a decade
	}
	if len(fine) <= most {
		return fine
	}
	if halves := m.powerTicks(1, whole, 1, 3); len(halves) <= most && len(halves) > 1 {
		return halves
	}
	for stride := 1; ; stride++ {
		if powers := m.powerTicks(stride, whole, 1); len(powers) <= most {
			if len(powers) == 0 {
				return fine[:1]
			}
			return powers
		}
	}
}

func (m axisScale) linearTicks(most int, whole bool) []float64 {
	step := linearStep(m.to-m.from, most, whole)
	slack := (m.to - m.from) * 1e-9
	if m.log {
		slack = m.from * 1e-9 // never down to zero
	}
	var out []float64
	for {
		out = out[:0]
		for k := math.Ceil((m.from - slack) / step); k*step <= m.to+slack; k++ {
			out = append(out, round(k*step))
		}
		if len(out) <= most {
			return out
		}
		step = linearStep(step*2, 1, whole) // one tick more than intervals
	}
}

// powerTicks lists factor·10^k within the scale for every stride-th k.
func (m axisScale) powerTicks(stride int, whole bool, factors ...float64) []float64 {
	const slack = 1e-9
	var out []float64
	first := int(math.Floor(math.Log10(m.from)))
	first -= ((first % stride) + stride) % stride
	for k := first; math.Pow10(k) <= m.to*(1+slack); k += stride {
		for _, f := range factors {
			v := round(f * math.Pow10(k))
			if v >= m.from*(1-slack) && v <= m.to*(1+slack) && (!whole || v == math.Trunc(v)) {
				out = append(out, v)
			}
		}
	}
	return out
}

// linearStep is the least 1, 2 or 5 times a power of ten that divides length
// into at most intervals parts.
func linearStep(length float64, intervals int, whole bool) float64 {
	least := length / float64(max(intervals, 1)) * (1 - 1e-9)
	if whole {
		least = max(least, 1)
	}
	power := math.Floor(math.Log10(least))
	for _, f := range []float64{1, 2, 5} {
		if step := f * math.Pow(10, power); step >= least*(1-1e-9) {
			return step
		}
	}
	return math.Pow(10, power+1)
}

// round removes the noise of the last places: 0.30000000000000004 is 0.3.
func round(v float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 12, 64), 64)
	return rounded + 0 // not −0
}
