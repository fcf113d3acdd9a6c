package main

import (
	"math"
	"slices"

	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// other draws the gradient of an example that is in both datasets.
func (d drafter) other() Piecewise {
	var g Piecewise
	switch d.IntN(6) {
	case 0:
		g = d.tilted(d.height())
	case 1, 2:
		g = line(d.slope(), d.place())
	case 3:
		g = d.ramp()
	case 4:
		g = d.bent()
	default:
		g = line(d.slope(), d.place()).plus(d.height())
	}
	if d.r.Clipping == run.ClippingNever {
		return d.within(g)
	}
	return g
}

// mine draws a gradient of the differing example that points to one side.
func (d drafter) mine(side float64) Piecewise {
	var g Piecewise
	switch d.IntN(8) {
	case 0, 1, 2:
		g = d.tilted(side * d.r.Clip)
	case 3:
		g = d.tilted(side * d.height())
	case 4, 5:
		g = d.ramp()
	default:
		g = d.bent()
	}
	if d.r.Clipping == run.ClippingNever || d.r.Clipping.Differences() {
		return d.within(g)
	}
	return g
}

// apart draws the difference between the two versions of an example, for runs that bound only this
// difference.
func (d drafter) apart() Piecewise {
	most := apartMost(d.r)
	side := random.Pick(d.Rand, -1.0, 1.0)
	switch d.IntN(5) {
	case 0:
		return d.ramp().clipped(most)
	case 1:
		return constant(side * most * d.Float64())
	}
	return constant(side * most)
}

// height draws the value of a gradient.
func (d drafter) height() float64 {
	side := random.Pick(d.Rand, -1.0, 1.0)
	switch c := d.r.Clip; d.r.Clipping {
	case run.ClippingNever:
		return side * c * random.Pick(d.Rand, 1, d.Float64())
	case run.ClippingDifference, run.ClippingDifferenceAll:
		return side * c * random.Pick(d.Rand, 1, 10*d.Float64(), random.LogUniform(d.Rand, 1, 1e3))
	case run.ClippingActive, run.ClippingGLM:
		return side * c * random.Pick(d.Rand, 1, d.Float64(), 3*d.Float64())
	}
	panic(run.Unknown(d.r.Clipping))
}

// slope draws a slope that the class allows; the ends of the range and the slope nearest to 0 are more likely.
func (d drafter) slope() float64 {
	most := d.most
	if d.r.Clipping == run.ClippingNever || d.r.Clipping.Differences() {
		if limit := 2 * d.r.Clip / d.scale; d.IntN(2) == 0 && limit > math.Abs(d.flat) {
			most = min(most, limit) // then no gradient is longer than C
		}
	}
	return random.Pick(d.Rand, d.least, most, d.most, d.flat, d.least+(d.most-d.least)*d.Float64(), most*d.Float64())
}

// tilted returns a gradient as constant as the class allows, with the given height in the middle. If clipping may act and
// the height is C, it is raised beyond C by so much that the clipped gradient is constant on the domain.
func (d drafter) tilted(height float64) Piecewise {
	if d.flat == 0 {
		return constant(height)
	}
	middle := (d.lo + d.hi) / 2
	if math.IsInf(d.lo, 0) {
		middle = 0
	}
	if d.r.Clipping == run.ClippingActive && math.Abs(height) == d.r.Clip && d.r.Bounded() {
		height += math.Copysign(d.flat*d.r.Diameter, height)
	}
	return line(d.flat, middle).plus(height)
}

// ramp returns a gradient that goes from one height to another, mostly at the largest or least slope of the class, and is as
// flat as the class allows on either side.
func (d drafter) ramp() Piecewise {
	from, to := -d.r.Clip, d.r.Clip
	if d.IntN(3) == 0 {
		from, to = d.height(), d.height()
	}
	slope := random.Pick(d.Rand, d.most, d.most, d.least, d.slope())
	if slope == 0 || from == to {
		return constant(from)
	}
	if (to-from)*slope < 0 {
		from, to = to, from
	}
	length := (to - from) / slope
	if l, order, stated := holderOf(d.r); stated {
		length = math.Pow(math.Abs(to-from)/l, 1/order)
	}
	if !(length > 1e-9*d.scale) { // so short that float64 would not tell its places apart
		return constant(from)
	}
	at := d.place() - length*random.Pick(d.Rand, 0, 0.5, 1)
	return Piecewise{X: []float64{at, at + length}, G: []float64{from, to}, Left: d.flat, Right: d.flat}
}

// bent returns a gradient with two to four slopes that the class allows.
func (d drafter) bent() Piecewise {
	var x []float64
	for range 1 + d.IntN(3) {
		x = append(x, d.place())
	}
	slices.Sort(x)
	x = slices.Compact(x)
	g := Piecewise{X: x, G: []float64{0}, Left: d.slope(), Right: d.slope()}
	for i := range len(x) - 1 {
		g.G = append(g.G, g.G[i]+d.slope()*(x[i+1]-x[i]))
	}
	if math.IsInf(d.lo, 0) && d.r.Loss == run.Holder {
		g.Left, g.Right = 0, 0
	}
	return g.plus(d.height() - g.At(x[d.IntN(len(x))]))
}

// within shortens a gradient to norm C by a clip if the class allows slope 0. Otherwise it adds a constant on a bounded
// domain, after which the gradient may still be too long.
func (d drafter) within(g Piecewise) Piecewise {
	if g.longest(d.lo, d.hi) <= d.r.Clip {
		return g
	}
	if d.flat == 0 {
		return g.clipped(d.r.Clip)
	}
	if math.IsInf(d.lo, 0) {
		return g
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range g.points(d.lo, d.hi) {
		low, high = min(low, g.At(x)), max(high, g.At(x))
	}
	side := random.Pick(d.Rand, d.r.Clip-high, -d.r.Clip-low, -(low+high)/2)
	return g.plus(side)
}

// nudged moves, stretches or replaces a gradient a little.
func (d drafter) nudged(g Piecewise) Piecewise {
	switch d.IntN(4) {
	case 0:
		g = g.plus(d.r.Clip * d.NormFloat64() / 4)
	case 1:
		by := d.scale * d.NormFloat64() / 6
		g.X = slices.Clone(g.X)
		for i := range g.X {
			g.X[i] += by
		}
	case 2:
		g = g.times(1 + d.NormFloat64()/6)
	default:
		return d.mine(random.Pick(d.Rand, -1.0, 1.0))
	}
	if d.r.Clipping == run.ClippingNever {
		return d.within(g)
	}
	return g
}
