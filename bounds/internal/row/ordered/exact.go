package ordered

import (
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/curved"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/run"
)

// The functions of this file are those of knownorder.go and shift.go with outward rounding, for certificates.

// exactProgram returns the moduli of a shift program's steps that do not use the example, and of
// those that do. If a step that counts as a use may lack the example, the first modulus holds for both.
func exactProgram(r run.Run, x certify.StatedStep) (plain, visit []modulus.ExactModulus) {
	plain, visit = stepwise.ExactModuli(r.Step(), x)
	if stepwise.MayBeIdle(r) {
		visit = plain
	}
	return stepwise.ExactIdle(r, x), visit
}

// exactLinearBest returns the cost of linearBest in units of σ²: the squared μ of the shift row.
func exactLinearBest(r run.Run) interval.Number {
	x := certify.StatedOf(r)
	program := statedProgram(r, x)
	best := program.Cyclic(x.Variance).Solve(r.T, stepwise.Visited(r)).R
	if clip, holds := modulus.Clipped(r.Step()); holds && clip.Excess == 0 && r.Scheme.UsesAll() && stepwise.AlwaysUsed(r) {
		best = min(best, program.Charged(x.Variance).Solve(r.T).R)
	}
	return interval.Float(best)
}

// statedProgram returns the constants of LinearProgram.
func statedProgram(r run.Run, x certify.StatedStep) shift.StatedConstants {
	plain, visit := exactProgram(r, x)
	if stepwise.AlwaysUsed(r) {
		plain = visit // as LinearModuli does
	}
	return shift.StatedConstants{Excess: modulus.LeastExcess(plain), VisitExcess: modulus.LeastExcess(visit), Sensitivity: x.Sensitivity,
		Diameter: x.Diameter, Period: r.StepsPerEpoch(), After: r.T - r.Holding(), Drift: x.Drift()}
}

// exactConcave returns the cost of the path found by the solver for concave moduli, in units of σ².
func exactConcave(r run.Run, path curved.ConcaveSolution) interval.Number {
	x := certify.StatedOf(r)
	plain, visit := exactProgram(r, x)
	return curved.ExactConcave{Plain: plain, Visit: visit, Sensitivity: x.Sensitivity, Diameter: x.Diameter,
		Period: r.StepsPerEpoch()}.Cost(path, r.T).Quo(x.Variance)
}

// mostProvenSteps is the longest path that is evaluated again, which bounds the time of a certificate.
const mostProvenSteps = 1 << 16

// ProvenPath bounds from above, in units of σ², the cost of the path of candidate c. It is undefined
// if c has no path, if the path has more than mostProvenSteps steps, or if it costs more than c.R by
// over a millionth.
func ProvenPath(r run.Run, c proof.Candidate, cost func(p curved.ProvenPath, path shift.Path) float64) interval.Number {
	if c.Path == nil || r.T-c.Tau > mostProvenSteps {
		return interval.Undefined
	}
	path, ok := c.Path()
	if !ok {
		return interval.Undefined
	}
	x := certify.StatedOf(r)
	p := curved.ProvenPath{Sensitivity: x.Sensitivity, Diameter: x.Diameter, Period: r.StepsPerEpoch(), First: stepwise.Visited(r),
		After: r.T - r.Holding()}
	p.Plain, p.Visit = exactProgram(r, x)
	const tolerance = 1e-6 // a path that costs more is not the one that the search found
	proved := cost(p, path)
	if !(proved <= c.R*(1+tolerance)) {
		return interval.Undefined
	}
	const digits = 13 // rounded up to this many, so that platforms agree
	return interval.Float(run.DigitsUp(proved, digits)).Quo(x.Variance)
}
