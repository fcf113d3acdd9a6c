package contraction

import (
	"math"
	"slices"

	"lastiterate/bounds/internal/errfloat"
)

// A curve bounds E_γ between what a kernel makes of any two points: at γ − 1 = excess
// by values, in between by chords, which are above since E_γ is convex in γ, and beyond
// by two Gaussians mu apart.
type curve struct {
	mu             float64
	excess, values []float64
	both           []bool // by chord: whether Gaussians may be below it
}

// compare finds the chords that Gaussians may be below.
func (c *curve) compare() {
	c.both = make([]bool, len(c.excess))
	for i := 1; i < len(c.excess); i++ {
		middle := (c.excess[i-1] + c.excess[i]) / 2
		c.both[i] = errfloat.Profile(c.mu, math.Log1p(middle)) < 1.01*(c.values[i-1]+c.values[i])/2
	}
}

// at is the chord at γ − 1 = excess, from above, and whether Gaussians need not be
// asked; 1 where only they know.
func (c *curve) at(excess float64) (v float64, enough bool) {
	last := len(c.excess) - 1
	if excess == c.excess[last] {
		return c.values[last], false
	}
	if !(excess < c.excess[last]) {
		return 1, false
	}
	i, exact := slices.BinarySearch(c.excess, excess)
	if i == 0 || exact {
		return c.values[i], false
	}
	a, b := c.excess[i-1], c.excess[i]
	share := (b - excess) / (b - a)
	return (float64(c.values[i-1]*share) + float64(c.values[i]*(1-share))) * (1 + 16*u), !c.both[i]
}

// An apartness says how a kernel takes apart any two points: like Gaussians mu apart,
// +Inf for no kernel, and by a curve if there is one.
// Of a Poisson step mu is the largest, and the mean over sizes counts.
type apartness struct {
	mu     float64
	curve  *curve
	sizes  []spread // nil where mu says all
	beyond float64  // at least the probability of other sizes, of which nothing is forgotten
}

// none says that there is no kernel.
func (k apartness) none() bool { return !(k.mu < math.Inf(1)) }

// left is what the kernel leaves at γ − 1 = excess, at least.
func (k apartness) left(excess float64) float64 {
	if k.sizes != nil {
		return k.mean(excess)
	}
	left, enough := 1.0, false
	if k.curve != nil {
		left, enough = k.curve.at(excess)
	}
	if enough {
		return left
	}
	return min(left, errfloat.Profile(k.mu, errfloat.Log1p(excess)*(1-18*u)))
}
