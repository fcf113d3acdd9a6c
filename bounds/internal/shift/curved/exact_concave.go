package curved

import (
	"math"

	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
)

// ExactConcave is ConcaveProgram with outward rounding: it evaluates paths that were
// found in floating point.
type ExactConcave struct {
	Plain, Visit []modulus.ExactModulus
	Sensitivity  interval.Number
	Diameter     interval.Number // undefined when there is no projection
	Period       int
}

// longestExact is the number of steps up to which a path is evaluated again,
// about fifty milliseconds for Hölder moduli.
const longestExact = 400

// Cost encloses the cost R of a solution's path for T steps: the distances are rounded to
// pathBits, and each payment is what leads from one to the next. It is undefined
// where the solution has no path or one that is too long, and where it is not
// certain that the two runs are as close at its start as the path counts.
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

// pathBits are the significant bits of the distances of a path that is evaluated
// again. Searches on different platforms agree in more than that, so that they
// evaluate the same path; it costs the square of the cut.
const pathBits = 24

// cutToBits rounds z to pathBits.
func cutToBits(z float64) float64 {
	mantissa, exponent := math.Frexp(z)
	return math.Ldexp(math.Round(math.Ldexp(mantissa, pathBits)), exponent-pathBits)
}

// reached reports whether the two runs are certainly no further apart at τ than
// where the path starts: at 0 together at the first step, at the diameter at any
// time, and so at a distance that no step can pass.
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
