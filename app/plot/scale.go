package plot

import (
	"math"
	"slices"

	"lastiterate/app/plot/axis"
)

const (
	// squash times the greatest value of the best bound is the largest end of a fitted linear axis: with a larger end, the
	// line that matters would lie at the bottom of the plot.
	squash = 5
	// decades is the greatest number of powers of ten on a fitted logarithmic axis.
	decades = 12
)

// extents are the ranges of the values of the drawn series and markers. They are computed once, however often the layout is
// tried.
type extents struct {
	x         axis.Extent
	all, best axis.Extent // the vertical values within the horizontal range: of all lines, and of the best and lower ones
}

func (c Chart) extents() extents {
	e := extents{x: axis.NoExtent(), all: axis.NoExtent(), best: axis.NoExtent()}
	for _, s := range c.drawnSeries() {
		for _, x := range s.X {
			e.x.Add(x, c.X.log())
		}
	}
	for _, m := range c.Markers {
		e.x.Add(m.At, c.X.log())
	}
	from, to := c.X.bounds(e.x)
	for _, s := range c.drawnSeries() {
		matters := s.Kind == Best || s.Kind == Lower
		for i, v := range s.Y {
			if s.X[i] < from || s.X[i] > to {
				continue
			}
			e.all.Add(v, c.Y.log())
			low, high := s.Interval.at(i)
			e.all.Add(low, c.Y.log())
			e.all.Add(high, c.Y.log())
			if matters {
				e.best.Add(v, c.Y.log())
			}
		}
	}
	for _, m := range c.Markers {
		if m.Dot != 0 {
			e.best.Add(m.Dot, c.Y.log())
			e.all.Add(m.Dot, c.Y.log())
		}
	}
	return e
}

// scaleX is the horizontal scale, without its pixels.
func (c Chart) scaleX(e extents) axis.Scale {
	from, to := c.X.bounds(e.x)
	return axis.New(c.X.log(), from, to)
}

// scaleY is the vertical scale, without its pixels; ticks is the wanted number of intervals.
func (c Chart) scaleY(e extents, ticks int) axis.Scale {
	all := e.all
	if c.Y.Most > 0 {
		all, e.best = axis.Extent{Min: c.Y.Least, Max: c.Y.Most}, axis.NoExtent()
	}
	switch {
	case all.Empty():
	case c.Y.Scale == Log:
		all.Min = max(all.Min, all.Max/math.Pow(10, decades))
		pad := max(math.Pow(all.Max/all.Min, 0.04), 1.05)
		all.Min, all.Max = all.Min/pad, all.Max*pad
	default:
		if !e.best.Empty() && e.best.Max > 0 {
			all.Max = min(all.Max, squash*e.best.Max)
		}
		all.Min = min(all.Min, 0)
		if all.Max > all.Min {
			step := axis.LinearStep(all.Max-all.Min, ticks, false)
			all.Max = math.Ceil(all.Max/step-1e-9) * step
			all.Min = math.Floor(all.Min/step+1e-9) * step
		}
	}
	from, to := c.Y.bounds(all)
	return axis.New(c.Y.log(), from, to)
}

func (a Axis) log() bool { return a.Scale == Log }

// bounds is the axis's own range if it has one, and otherwise a range that contains e. The range is never empty.
func (a Axis) bounds(e axis.Extent) (from, to float64) {
	const distinct = 1e-6 // relative length below which a range has no room for ticks
	if length := a.To - a.From; length > max(math.Abs(a.From), math.Abs(a.To))*distinct && !math.IsInf(length, 0) &&
		(a.Scale != Log || a.From > 0) {
		return a.From, a.To
	}
	switch {
	case e.Empty() && a.Scale == Log:
		return 1, 10
	case e.Empty():
		return 0, 1
	case e.Max-e.Min > math.Abs(e.Max)*distinct:
		return e.Min, e.Max
	case a.Scale == Log:
		return e.Min / 2, e.Max * 2
	case e.Max == 0:
		return 0, 1
	}
	return e.Min - math.Abs(e.Min)/2, e.Max + math.Abs(e.Max)/2
}

// drawnSeries lists the series that are not hidden and have values, with their colours and dashes.
func (c Chart) drawnSeries() []Series {
	var shown []Series
	all := slices.Clone(c.Series)
	settleDashes(all) // a line keeps its dashes while others are hidden and shown
	for _, s := range all {
		if !s.Hidden {
			s.X = s.X[:min(len(s.X), len(s.Y))]
			s.Y = s.Y[:len(s.X)]
			shown = append(shown, s)
		}
	}
	settleColours(shown)
	return slices.DeleteFunc(shown, func(s Series) bool { return len(s.X) == 0 })
}
