package sampling

// A plateau is where a row that settles has arrived: from a number of iterations
// on, its value is that at the end of the curve, or so little less that the end's,
// which is a bound for every shorter run, is stated for both.
type Plateau struct {
	Known   bool
	From    float64 // the least T known to have the value
	Epsilon float64
}

// Covers reports whether T lies on it.
func (p Plateau) Covers(T float64) bool { return p.Known && T >= p.From }

// arrived is the relative difference from the end at which a row is there.
const arrived = 1e-9

// Extend takes a further value of the row into account.
func (p *Plateau) Extend(T, epsilon float64) {
	if epsilon >= p.Epsilon*(1-arrived) { // not NaN
		p.From = min(p.From, T)
	}
}
