package theorem

import (
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
)

// fromShift states what is known of a feasible point of the shift program:
// (α, αR/(2σ²))-RDP and √R/σ-GDP.
func fromShift(s shift.Solution, r run.Run) proof.Parts {
	sigma := r.IterateNoise()
	g := proof.Gaussian(s.R / sigma / sigma)
	g.Gap = proof.Within(0) // the optimum of its program in closed form
	return g
}

// paying explains a value by the payments of a feasible point.
func paying(r run.Run, s shift.Solution, write func(found claim.Bound) string) claim.Explanation {
	return func(found claim.Bound) ([]claim.Choice, string) {
		return append(window(r, s.Tau), claim.Chose("p", s.P)), write(found)
	}
}

// paidOff is a shift program at its optimum: the divergence is that of two
// Gaussians, and each is what a step pays, "a_t^2" or "(s+a_t)^2".
func paidOff(r run.Run, found claim.Bound, tau int, each string) string {
	return costing(r, found, fmt.Sprintf(`\sum_{t=%d}^{%d} %s`, tau, r.T-1, each))
}

// costing is α/(2σ²) times what a shift program pays, as a sum and as a number.
func costing(r run.Run, found claim.Bound, sum string) string {
	sigma := r.IterateNoise()
	unit := fmt.Sprintf(`\frac{\alpha}{2 \cdot %s}`, squared(sigma))
	return fmt.Sprintf(`\varepsilon(\alpha) = %s %s = %s \cdot %s`, unit, sum, unit, tex(2*found.Renyi/found.Alpha*sigma*sigma))
}
