package sampling

// A Plateau is the range of T, from From on, in which a row is within a part `arrived` of its value at the end of the curve. The
// end's value bounds all shorter runs, so it is stated for every T on the plateau.
type Plateau struct {
	Known   bool
	From    float64 // the least T known to have the value
	Epsilon float64
}

// Covers reports whether T lies on the plateau.
func (p Plateau) Covers(T float64) bool { return p.Known && T >= p.From }

// arrived is the relative difference from the end's value that counts as equal to it.
const arrived = 1e-9

// Extend takes a further value of the row into account.
func (p *Plateau) Extend(T, epsilon float64) {
	if epsilon >= p.Epsilon*(1-arrived) { // false for NaN
		p.From = min(p.From, T)
	}
}
