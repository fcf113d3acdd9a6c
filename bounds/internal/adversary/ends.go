package adversary

import "math"

// ends are the ends of the interval, {W ≥ y} and {W ≤ y}, with the probabilities that the
// final laws give them, each of which is computed once.
type ends struct {
	pair
	known map[end]float64
}

type end struct {
	which   int // of the two laws
	y, sign float64
}

func (p pair) ends() ends { return ends{p, make(map[end]float64, 4*(endPoints+60))} }

func (e ends) reach(which int, y, sign float64) float64 {
	at := end{which, y, sign}
	v, known := e.known[at]
	if !known {
		v = e.pair.reach(which, y, sign)
		e.known[at] = v
	}
	return v
}

// most is the largest value that is found of an end with one of the laws first.
func (e ends) most(value func(first, second int, y, sign float64) float64) (best float64) {
	for first := range 2 {
		for _, sign := range []float64{1, -1} {
			best = math.Max(best, e.search(best, func(y float64) float64 { return value(first, 1-first, y, sign) }))
		}
	}
	return best
}

// endPoints are the places on the interval that are tried first.
const endPoints = 96

// search is the largest value that is found on the interval, or less where that is
// nowhere near least.
func (e ends) search(least float64, value func(y float64) float64) (best float64) {
	const near = 1.1
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
	from, to := climb(value, math.Max(-e.half, at-step), math.Min(e.half, at+step), 40)
	return math.Max(best, math.Max(value(from), value(to)))
}
