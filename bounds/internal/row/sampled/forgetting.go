package sampled

import (
	"math"

	"lastiterate/bounds/internal/scalar"
)

// forgettingMap is the recursion x ← g(x) = log(q·e^{gain+x} + (1−q)·e^{(1−forget)x})
// of x = log S in Ye and Shokri's Theorem 4.3.
type forgettingMap struct {
	q      float64 // in (0, 1], the probability that a step uses the differing example
	gain   float64 // ≥ 0, added to x by such a step
	forget float64 // 1 − c² in [0, 1], the share of x that another step removes
}

const (
	// exactSteps is the number of steps that are taken one by one: all of a short run.
	exactSteps = 1024
	// chordError bounds the excess of a chord over g, as a part of the step's increment g(x) − x.
	chordError = 1e-7
)

// rise is g(x) − x = log(q·e^gain + (1−q)·e^{−forget·x}), decreasing in x.
func (s forgettingMap) rise(x float64) float64 {
	decay := -s.forget * x
	if s.gain > 1 {
		// The sum is relative to the larger term; (1−q)/q·e^{decay−gain} may be 0.
		return s.gain + math.Log(s.q) + math.Log1p((1-s.q)/s.q*math.Exp(decay-s.gain))
	}
	return math.Log1p(s.q*math.Expm1(s.gain) + (1-s.q)*math.Expm1(decay))
}

// limit is the fixed point of g, +Inf where x grows without bound (q·e^gain ≥ 1).
func (s forgettingMap) limit() float64 {
	if s.forget == 0 || s.q == 1 || s.gain > -math.Log(s.q) {
		return math.Inf(1)
	}
	below := -s.q / (1 - s.q) * math.Expm1(s.gain) // (1−q·e^gain)/(1−q) − 1
	if below <= -1 {
		return math.Inf(1)
	}
	return -math.Log1p(below) / s.forget
}

// after returns x after the given number of steps from x = 0, or slightly more.
//
// g is convex, as the logarithm of a sum of exponentials of affine functions, and increasing with slope at most 1. So on an
// interval [x, y] it lies below its chord. Steps of the chord, which have a closed form, bound its steps from above while
// they stay in the interval. The intervals are short enough that chord and g differ by chordError of an increment. Steps from
// x never pass the limit.
func (s forgettingMap) after(steps int) float64 {
	limit := s.limit()
	if s.forget == 0 || s.q == 1 {
		return float64(steps) * s.rise(0)
	}
	x := 0.0
	for range min(steps, exactSteps) {
		x += max(0, s.rise(x))
	}
	for left := steps - exactSteps; left > 0; {
		rise := s.rise(x)
		if !(rise > 0) || x >= limit {
			return limit // within rounding of it
		}
		y := min(limit, x+s.interval(x, rise))
		width := y - x
		if width < 2*rise { // too short for more than a step
			x += rise
			left--
			continue
		}
		// x_k = x + rise·(1 − A^k)/(1 − A), A the slope of the chord.
		drop := min(1, max(0, rise-max(0, s.rise(y)))/width) // 1 − A
		taken := left
		if room := width * drop / rise; room < 1 && y < limit {
			k := width / rise
			if drop > 0 {
				k = math.Log1p(-room) / math.Log1p(-drop)
			}
			taken = int(max(1, min(math.Floor(k), float64(left))))
		}
		x += rise * scalar.Geometric(math.Log1p(-drop), float64(taken))
		left -= taken
	}
	return min(x, limit)
}

// interval returns the width at which the chord's excess, about width²/8 times the curvature of g, is chordError of the
// increment.
func (s forgettingMap) interval(x, rise float64) float64 {
	a := math.Log(s.q) + s.gain
	e := math.Log1p(-s.q) - s.forget*x
	// The curvature is forget²·p(1−p) with p the weight of the second term.
	p := 1 / (1 + math.Exp(a-e))
	curvature := s.forget * s.forget * p * (1 - p)
	if curvature == 0 {
		return math.Inf(1)
	}
	width := math.Sqrt(8 * chordError * rise / curvature)
	if p > 0.5 { // the curvature still rises with x, but over 1/forget by at most a factor of 2.72
		width = min(width, 1/s.forget)
	}
	return width
}
