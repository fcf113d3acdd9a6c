package certify

import (
	"math"

	"lastiterate/bounds/internal/interval"
)

const (
	// gridBits is the number of significant bits of a grid point. Between its minimum and the next grid point a smooth function
	// changes by about a part in 2^48.
	gridBits = 24
	// walkSteps is the largest number of steps of the walk from near in each direction.
	walkSteps = 200
	// edgeBits is the number of times that edge halves the grid's unit.
	edgeBits = 16
)

// Descend walks from `near` > 0 along a grid to a local minimum of value, by exact comparison, and returns the value there. The
// grid is that of near's power of two, so two platforms agree if their values of near have the same exponent and lie within
// walkSteps points of the same local minimum. If value is undefined at the next point above, edge refines the result off the
// grid.
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

// better reports whether a is certainly below b, or b is undefined and a is not.
func better(a, b interval.Number) bool { return a.Defined() && (!b.Defined() || a.Less(b)) }

// edge refines a point x at which value is defined, and at x+step is not. It halves step edgeBits
// times and each time adds it to x if value is smaller there. best is the value at x.
func edge(x, step float64, best interval.Number, value func(x interval.Number) interval.Number) interval.Number {
	for range edgeBits {
		step /= 2
		if next := value(interval.Float(x + step)); better(next, best) {
			x, best = x+step, next
		}
	}
	return best
}
