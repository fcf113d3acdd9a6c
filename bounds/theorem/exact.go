package theorem

import (
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
)

// The functions of this file are those of powers.go and shift.go with outward
// rounding, for certificates.

// thetaExact is theta for a factor c whose c² − 1 is given; undefined at c = 0
// for j > 1.
func thetaExact(squareExcess interval.Number, j int) interval.Number {
	if j == 1 {
		return interval.Int(1)
	}
	if squareExcess.IsZero() {
		return interval.Fraction(1, j)
	}
	l := squareExcess.Log1p()
	if sign, _ := squareExcess.Sign(); sign < 0 { // no power that could overflow
		return l.Mul(interval.Int(j - 1)).Exp().Mul(squareExcess).Quo(l.Mul(interval.Int(j)).Expm1())
	}
	return l.Neg().Expm1().Quo(l.Mul(interval.Int(-j)).Expm1())
}

// exactModuli are the moduli of a step without the differing example and of one
// with it.
func exactModuli(s run.Step, x certify.Stated) (plain, visit []modulus.Exact) {
	k := constants(x)
	plain = modulus.ExactOf(s, k)
	return plain, modulus.ExactVisit(s, k, constants(x.OfSize(s.Of.B-1)), plain)
}

// exactProgram are those of the steps of a shift program.
func exactProgram(r run.Run, x certify.Stated) (plain, visit []modulus.Exact) {
	plain, visit = exactModuli(r.Step(), x)
	if mayBeIdle(r) {
		visit = plain
	}
	return exactIdle(r, x), visit
}

// constants are the stated numbers that moduli are made of.
func constants(x certify.Stated) modulus.Constants {
	return modulus.Constants{Eta: x.Eta, Decay: x.Decay, Clip: x.Clip, Smoothness: x.Smoothness,
		StrongConvexity: x.StrongConvexity, WeakConvexity: x.WeakConvexity, HolderOrder: x.HolderOrder}
}

// exactLinearBest is linearBest in units of σ², the squared μ of the shift row.
func exactLinearBest(r run.Run) interval.Number {
	x := certify.State(r)
	program := statedProgram(r, x)
	best := program.Cyclic(x.Variance).Solve(r.T, visited(r)).R
	if clip, holds := modulus.Clipped(r.Step()); holds && clip.Excess == 0 && r.Scheme.UsesAll() && alwaysUsed(r) {
		best = min(best, program.Charged(x.Variance).Solve(r.T).R)
	}
	return interval.Float(best)
}

// statedProgram are the constants of linearProgram.
func statedProgram(r run.Run, x certify.Stated) shift.Constants {
	plain, visit := exactProgram(r, x)
	if alwaysUsed(r) {
		plain = visit // as linearModuli does
	}
	return shift.Constants{Excess: modulus.LeastExcess(plain), VisitExcess: modulus.LeastExcess(visit), Sensitivity: x.Sensitivity,
		Diameter: x.Diameter, Period: r.StepsPerEpoch(), After: r.T - r.Holding(), Drift: x.Drift()}
}

// exactConcave is the cost of the path that the solver for concave moduli found,
// in units of σ².
func exactConcave(r run.Run, path shift.ConcaveSolution) interval.Number {
	x := certify.State(r)
	plain, visit := exactProgram(r, x)
	return shift.ExactConcave{Plain: plain, Visit: visit, Sensitivity: x.Sensitivity, Diameter: x.Diameter,
		Period: r.StepsPerEpoch()}.Cost(path, r.T).Quo(x.Variance)
}

// exactChienLi37 is the path of Theorem 3.7 with its own modulus, in units of 2σ².
func exactChienLi37(r run.Run, path shift.ConcaveSolution) interval.Number {
	x := certify.State(r)
	return shift.ExactConcave{Visit: []modulus.Exact{exactHolder(r, x)}, Sensitivity: x.Sensitivity, Diameter: x.Diameter, Period: 1}.
		Cost(path, r.T).Quo(x.Variance).Mul(interval.Fraction(1, 2))
}

// exactHolder is holderModulus with outward rounding.
func exactHolder(r run.Run, x certify.Stated) modulus.Exact {
	g := modulus.Exact{Excess: interval.Int(0), Offset: interval.Int(0), Holder: x.Eta.Mul(x.Smoothness), Order: interval.Int(1),
		Across: interval.Int(0)}
	if r.Loss == run.Holder {
		g.Order = x.HolderOrder
	}
	return g
}

// mostProvenSteps is the longest path that is evaluated again.
const mostProvenSteps = 1 << 16

// provenPath is at least what a feasible point costs, in units of σ², of the path that it is
// written out as; undefined where it is not written out, too long, or dearer.
func provenPath(r run.Run, c candidate, cost func(p shift.ProvenPath, path shift.Path) float64) interval.Number {
	if c.path == nil || r.T-c.Tau > mostProvenSteps {
		return interval.Undefined
	}
	path, ok := c.path()
	if !ok {
		return interval.Undefined
	}
	x := certify.State(r)
	p := shift.ProvenPath{Sensitivity: x.Sensitivity, Diameter: x.Diameter, Period: r.StepsPerEpoch(), First: visited(r),
		After: r.T - r.Holding()}
	p.Plain, p.Visit = exactProgram(r, x)
	const loss = 1e-6 // more than that is not the point that was found
	proved := cost(p, path)
	if !(proved <= c.R*(1+loss)) {
		return interval.Undefined
	}
	const digits = 13 // what platforms may differ in is not seen
	return interval.Float(run.DigitsUp(proved, digits)).Quo(x.Variance)
}
