package ruler

import (
	"math"

	"lastiterate/app/plot/axis"
)

// scale returns the function that gives the pixel of a point on the line.
func (r Ruler) scale(width float64) func(Point) float64 {
	values := axis.NoExtent()
	for _, p := range r.points() {
		if p.Known {
			values.Add(p.At, true)
		}
	}
	left, right := float64(endRoom), width-endRoom
	if r.open() {
		left = math.Round(beyondShare * width)
	}
	if !r.Published.finite() || r.Answer.Known && !r.Answer.finite() {
		right = width - math.Round(beyondShare*width)
	}
	if values.Empty() {
		values = axis.Extent{Min: 1, Max: 1}
	}
	if ratio := values.Max / values.Min; ratio < leastRatio {
		stretch := math.Sqrt(leastRatio / ratio)
		values.Min, values.Max = values.Min/stretch, values.Max*stretch
	}
	m := axis.New(true, values.Min, values.Max).OnPixels(left, right)
	return func(p Point) float64 {
		switch {
		case p.Known && p.At > 0 && !math.IsInf(p.At, 1):
			return m.Pixel(p.At)
		case p.Known && p.At > 0:
			return width - endRoom
		}
		return endRoom
	}
}

func (r Ruler) points() []Point { return []Point{r.Floor, r.Estimate, r.Answer, r.Rival, r.Published} }

func (p Point) finite() bool { return p.Known && !math.IsInf(p.At, 1) }

// open reports whether no floor bounds the true loss from below, so that the span in which the loss lies begins at the left
// end.
func (r Ruler) open() bool {
	return !(r.Floor.Known && r.Floor.At > 0) || r.Answer.Known && r.Answer.At == 0
}
