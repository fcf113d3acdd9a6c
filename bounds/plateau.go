package bounds

import "math"

// A plateau is where a row that settles has arrived: from a number of iterations
// on, its value is that at the end of the curve.
type plateau struct {
	known   bool
	from    float64 // the least T known to have the value
	epsilon float64
}

// covers reports whether T lies on it.
func (p plateau) covers(T float64) bool { return p.known && T >= p.from }

// extend takes a further value of the row into account.
func (p *plateau) extend(T, epsilon float64) {
	if epsilon == p.epsilon {
		p.from = math.Min(p.from, T)
	}
}
