package bounds

// A plateau is where a row that settles has arrived: from a number of iterations
// on, its value is that at the end of the curve, or so little less that the end's,
// which is a bound for every shorter run, is stated for both.
type plateau struct {
	known   bool
	from    float64 // the least T known to have the value
	epsilon float64
}

// covers reports whether T lies on it.
func (p plateau) covers(T float64) bool { return p.known && T >= p.from }

// arrived is the relative difference from the end at which a row is there.
const arrived = 1e-9

// extend takes a further value of the row into account.
func (p *plateau) extend(T, epsilon float64) {
	if epsilon >= p.epsilon*(1-arrived) { // not NaN
		p.from = min(p.from, T)
	}
}
