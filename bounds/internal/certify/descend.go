package certify

import (
	"math"

	"lastiterate/bounds/internal/interval"
)

const (
	// gridBits is the precision of the grid. Between two of its points a smooth
	// function at its minimum changes by 2^−48 or so, relatively.
	gridBits = 24
	// walkSteps bounds the walk from what was found to the best point.
	walkSteps = 200
	// edgeBits more are used where the function ceases to be defined.
	edgeBits = 16
)

// Descend walks from near > 0 to a point of a fixed grid at which the value is
// smaller than at its neighbours, by exact comparison, and returns that value. So
// every platform finds the same one, whatever near was there.
func Descend(near float64, value func(x interval.Number) interval.Number) interval.Number {
	if !(near > 0) || math.IsInf(near, 1) {
		return interval.Undefined
	}
	share, exponent := math.Frexp(near)
	unit := math.Ldexp(1, exponent-gridBits)
	at := func(k float64) interval.Number { return value(interval.Float(k * unit)) }
	k := math.Round(math.Ldexp(share, gridBits))
	best := at(k)
	above, known := interval.Undefined, false // the value at k+1
	for range walkSteps {
		next := at(k - 1)
		if best.Defined() && !better(next, best) {
			break
		}
		k, best, above, known = k-1, next, best, true
	}
	for range walkSteps {
		if !known {
			above, known = at(k+1), true
		}
		if !better(above, best) {
			break
		}
		k, best, known = k+1, above, false
	}
	if best.Defined() && !above.Defined() {
		return edge(k*unit, unit, best, value)
	}
	return best
}

func better(a, b interval.Number) bool { return a.Defined() && (!b.Defined() || a.Less(b)) }

// edge halves the step from a point where the value is defined to the next one,
// where it is not, as long as that lowers it.
func edge(x, step float64, best interval.Number, value func(x interval.Number) interval.Number) interval.Number {
	for range edgeBits {
		step /= 2
		if next := value(interval.Float(x + step)); better(next, best) {
			x, best = x+step, next
		}
	}
	return best
}
