package adversary

import "math"

// ends are the events {W ≥ y} and {W ≤ y}, with their probabilities under the final laws of a pair.
type ends struct{ pair }

// end is {W ≥ y} for sign 1, {W ≤ y} for sign −1.
type end struct {
	which   int // of the two laws
	y, sign float64
}

// epsilon returns the largest log((P(end) − δ)/Q(end)) found over the ends, or `least` ≥ 0 if none is larger. low and high
// bound a probability, given its computed value p, from below and above.
func (e ends) epsilon(delta, least float64, low, high func(p float64) float64) float64 {
	return e.most(least, func(first, second int, y, sign float64) float64 {
		mass := e.reach(first, y, sign)
		if mass > 0.5 && math.Abs(y) < e.half {
			// If δ is near 1, P − δ would lose its digits. 1 − δ less the probability of the other end keeps them.
			mass = (1 - delta) - high(e.reach(first, y, -sign))
		} else {
			mass = low(mass) - delta
		}
		other := high(e.reach(second, y, sign))
		if !(mass > other) || !(other > 0) {
			return 0
		}
		return math.Log1p((mass - other) / other)
	})
}

// most returns the largest value found over ends and both orders of the two laws, at least `least`.
func (e ends) most(least float64, value func(first, second int, y, sign float64) float64) float64 {
	best := least
	for first := range 2 {
		for _, sign := range []float64{1, -1} {
			best = max(best, e.search(best, func(y float64) float64 { return value(first, 1-first, y, sign) }))
		}
	}
	return best
}

// mostEnds is the largest number of probabilities that a pair keeps, several times as many as a question needs.
const mostEnds = 2048

// endPoints is the number of equal parts of the interval whose ends a search tries first.
const endPoints = 96

// search returns the largest value found on the interval. It tries evenly spaced places, and climbs from the best place
// unless its value is well below `least`, the value to beat.
func (e ends) search(least float64, value func(y float64) float64) (best float64) {
	const (
		near  = 1.1 // a factor that a climb hardly ever gains
		turns = 40  // of golden sections: a part in 10⁸ of the place
	)
	at, step := 0.0, 2*e.half/endPoints
	for i := range endPoints + 1 {
		y := -e.half + step*float64(i)
		if i == endPoints {
			y = e.half
		}
		if v := value(y); v > best {
			best, at = v, y
		}
	}
	if best*near <= least {
		return best
	}
	from, to := climb(value, max(-e.half, at-step), min(e.half, at+step), turns)
	return max(best, value(from), value(to))
}
