package main

import (
	"math"
	"slices"
	"sort"
)

// Piecewise is a continuous function along the line, an example's gradient or the map of a batch. It is linear between its knots
// and continues with the slopes Left and Right outside them.
type Piecewise struct {
	X     []float64 `json:"x"` // knots, rising; at least one
	G     []float64 `json:"g"` // the value there
	Left  float64   `json:"left,omitempty"`
	Right float64   `json:"right,omitempty"`
}

// constant is the gradient of a linear loss.
func constant(g float64) Piecewise { return Piecewise{X: []float64{0}, G: []float64{g}} }

// line is the gradient of a quadratic loss: slope·(x − zero).
func line(slope, zero float64) Piecewise {
	return Piecewise{X: []float64{zero}, G: []float64{0}, Left: slope, Right: slope}
}

// At is the gradient at x.
func (g Piecewise) At(x float64) float64 {
	last := len(g.X) - 1
	switch {
	case x <= g.X[0]:
		if g.Left == 0 {
			return g.G[0] // no 0 times infinity
		}
		return g.G[0] + g.Left*(x-g.X[0])
	case x >= g.X[last]:
		if g.Right == 0 {
			return g.G[last]
		}
		return g.G[last] + g.Right*(x-g.X[last])
	}
	i, _ := slices.BinarySearch(g.X, x)
	share := (x - g.X[i-1]) / (g.X[i] - g.X[i-1])
	return g.G[i-1] + share*(g.G[i]-g.G[i-1])
}

// plus is the gradient with a constant added.
func (g Piecewise) plus(c float64) Piecewise {
	out := g
	out.G = slices.Clone(g.G)
	for i := range out.G {
		out.G[i] += c
	}
	return out
}

// times is the gradient multiplied by a factor.
func (g Piecewise) times(c float64) Piecewise {
	out := Piecewise{X: g.X, G: slices.Clone(g.G), Left: c * g.Left, Right: c * g.Right}
	for i := range out.G {
		out.G[i] *= c
	}
	return out
}

// sum adds two gradients.
func sum(a, b Piecewise) Piecewise {
	x := slices.Concat(a.X, b.X)
	slices.Sort(x)
	x = slices.Compact(x)
	out := Piecewise{X: x, Left: a.Left + b.Left, Right: a.Right + b.Right}
	for _, x := range x {
		out.G = append(out.G, a.At(x)+b.At(x))
	}
	return out
}

// clipped is the gradient cut off at ±c, as a training run clips it.
func (g Piecewise) clipped(c float64) Piecewise {
	x := slices.Clone(g.X)
	last := len(g.X) - 1
	for _, level := range []float64{-c, c} {
		if g.Left != 0 {
			if at := g.X[0] + (level-g.G[0])/g.Left; at < g.X[0] {
				x = append(x, at)
			}
		}
		if g.Right != 0 {
			if at := g.X[last] + (level-g.G[last])/g.Right; at > g.X[last] {
				x = append(x, at)
			}
		}
		for i := range last {
			if (g.G[i]-level)*(g.G[i+1]-level) < 0 {
				x = append(x, g.X[i]+(g.X[i+1]-g.X[i])*(level-g.G[i])/(g.G[i+1]-g.G[i]))
			}
		}
	}
	slices.Sort(x)
	out := Piecewise{X: slices.Compact(x)}
	for _, x := range out.X {
		out.G = append(out.G, max(-c, min(c, g.At(x))))
	}
	return out // beyond the last crossings a slope that is not 0 is cut off
}

// points are the knots between lo and hi, and lo and hi themselves if finite.
func (g Piecewise) points(lo, hi float64) []float64 {
	var out []float64
	if !math.IsInf(lo, 0) {
		out = append(out, lo)
	}
	for _, x := range g.X {
		if x > lo && x < hi {
			out = append(out, x)
		}
	}
	if !math.IsInf(hi, 0) {
		out = append(out, hi)
	}
	return out
}

// slopes are the least and the largest slope between lo and hi.
func (g Piecewise) slopes(lo, hi float64) (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	put := func(slope, from, to float64) {
		if min(to, hi) > max(from, lo) {
			least, most = min(least, slope), max(most, slope)
		}
	}
	last := len(g.X) - 1
	put(g.Left, math.Inf(-1), g.X[0])
	for i := range last {
		put((g.G[i+1]-g.G[i])/(g.X[i+1]-g.X[i]), g.X[i], g.X[i+1])
	}
	put(g.Right, g.X[last], math.Inf(1))
	return least, most
}

// slopesAt are the slopes on either side of x.
func (g Piecewise) slopesAt(x float64) [2]float64 {
	var out [2]float64
	below := sort.Search(len(g.X), func(i int) bool { return g.X[i] >= x }) // knots below x
	above := sort.Search(len(g.X), func(i int) bool { return g.X[i] > x })  // and up to it
	for side, i := range []int{below, above} {
		switch {
		case i == 0:
			out[side] = g.Left
		case i == len(g.X):
			out[side] = g.Right
		default:
			out[side] = (g.G[i] - g.G[i-1]) / (g.X[i] - g.X[i-1])
		}
	}
	return out
}

// longest is the largest |g| between lo and hi, +Inf if it is unbounded.
func (g Piecewise) longest(lo, hi float64) float64 {
	if math.IsInf(lo, -1) && g.Left != 0 || math.IsInf(hi, 1) && g.Right != 0 {
		return math.Inf(1)
	}
	most := 0.0
	for _, x := range append(g.points(lo, hi), max(lo, min(hi, g.X[0]))) {
		most = max(most, math.Abs(g.At(x)))
	}
	return most
}
