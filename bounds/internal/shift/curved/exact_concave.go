package curved

import (
	"math"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
)

// ExactConcave is ConcaveProgram with outward rounding. It evaluates paths that were found in floating point.
type ExactConcave struct {
	Plain, Visit []modulus.ExactModulus
	Sensitivity  interval.Number
	Diameter     interval.Number // undefined when there is no projection
	Period       int
}

// longestExact is the number of steps up to which a path is evaluated again. That takes about fifty milliseconds for Hölder
// moduli.
const longestExact = 400

// Cost encloses the cost R of a solution's path for T steps. It rounds the distances to pathBits, and computes each payment
// from one distance and the next. It is undefined if the solution has no path or too long a one, or if the two runs are not
// certain to be as close at its start as the path assumes.
func (p ExactConcave) Cost(s ConcaveSolution, T int) interval.Number {
	visits := (T-1)/p.Period + 1
	visit := p.Sensitivity.Square()
	if s.Z == nil {
		composed := visit.Mul(interval.Int(visits))
		if r := composed.Float64(); s.R < r*(1-1e-12) {
			return interval.Undefined // a path of epochs, which are not written out
		}
		return composed
	}
	n := len(s.A)
	if n > longestExact || !p.reached(s) {
		return interval.Undefined
	}
	after := T - s.Tau - n // steps at distance 0
	cost := visit.Mul(interval.Int((after + p.Period - 1) / p.Period))
	z := interval.Float(s.Z[0])
	if !p.Diameter.AtMost(z) && s.Z[0] == p.Diameter.Float64() {
		z = p.Diameter
	}
	for i := range n {
		grown, ms := interval.Int(0), p.Plain
		if (T-1-s.Tau-i)%p.Period == 0 {
			grown, ms = p.Sensitivity, p.Visit
		}
		if s.Z[i] != 0 {
			grown = grown.Add(modulus.LeastAt(ms, z))
		}
		z = interval.Float(cutToBits(s.Z[i+1]))
		if paid := grown.Sub(z); !paid.AtMost(interval.Int(0)) {
			cost = cost.Add(paid.Square())
		}
	}
	return cost
}

// pathBits is the number of significant bits of the distances of a path that is evaluated again. Searches on different
// platforms agree in more bits, so they evaluate the same path. The error is the square of the rounding.
const pathBits = 24

// cutToBits rounds z to pathBits.
func cutToBits(z float64) float64 {
	mantissa, exponent := math.Frexp(z)
	return math.Ldexp(math.Round(math.Ldexp(mantissa, pathBits)), exponent-pathBits)
}

// reached reports whether the two runs are certainly no further apart at τ than the path's start: at 0 at the first step, at
// the diameter at any time, and likewise at a distance that no step can pass.
func (p ExactConcave) reached(s ConcaveSolution) bool {
	start := interval.Float(s.Z[0])
	if s.Z[0] == 0 {
		return s.Tau == 0
	}
	if p.Diameter.Defined() && (p.Diameter.AtMost(start) || s.Z[0] == p.Diameter.Float64()) {
		return true
	}
	return modulus.LeastAt(p.Visit, start).Add(p.Sensitivity).AtMost(start) &&
		(p.Period == 1 || modulus.LeastAt(p.Plain, start).AtMost(start))
}
