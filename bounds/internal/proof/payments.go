package proof

import (
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
)

// FromShift states the bounds of a feasible point of the shift program: (α, αR/(2σ²))-RDP and √R/σ-GDP.
func FromShift(s shift.FeasiblePoint, r run.Run) Parts {
	sigma := r.IterateNoise()
	g := Gaussian(s.R / sigma / sigma)
	g.Gap = Within(0) // the optimum of its program, in closed form
	return g
}

// Paying explains a value by the payments of a feasible point.
func Paying(r run.Run, s shift.FeasiblePoint, write func(found claim.Bound) string) claim.Explanation {
	return func(found claim.Bound) ([]claim.Choice, string) {
		return append(Window(r, s.Tau), claim.Chose("p", s.P)), write(found)
	}
}

// PaidOff writes the divergence of a shift program at its optimum, which is that of two Gaussians. each is a step's term,
// "a_t^2" or "(s+a_t)^2".
func PaidOff(r run.Run, found claim.Bound, tau int, each string) string {
	return Costing(r, found, fmt.Sprintf(`\sum_{t=%d}^{%d} %s`, tau, r.T-1, each))
}

// Costing writes α/(2σ²) times the cost of a shift program, as a sum and as a number.
func Costing(r run.Run, found claim.Bound, sum string) string {
	sigma := r.IterateNoise()
	unit := fmt.Sprintf(`\frac{\alpha}{2 \cdot %s}`, typeset.Squared(sigma))
	return fmt.Sprintf(`\varepsilon(\alpha) = %s %s = %s \cdot %s`, unit, sum, unit, typeset.Number(2*found.Renyi/found.Alpha*sigma*sigma))
}
