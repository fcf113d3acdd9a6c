package shift

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
)

// FullBatch is the program whose every step uses the differing example under one linear modulus m(z) = (1+Excess)·z.
type FullBatch struct {
	Excess      float64 // c − 1 ≥ −1, c the factor of one step
	Sensitivity float64 // s > 0, a length
	Diameter    float64 // D > 0, a length; +Inf when there is no projection
}

// FeasiblePoint is a feasible point of the program. R/σ² is the squared GDP
// parameter it proves.
type FeasiblePoint struct {
	R   float64 // Σ a_t², a squared length
	Tau int     // step at which the shifted run starts
	P   float64 // the last step's a_{T−1}, a length
}

// cyclic returns the same program with epochs of one step.
func (p FullBatch) cyclic() CyclicProgram {
	return CyclicProgram{p.Excess, p.Excess, p.Sensitivity, p.Diameter, 1, 0}
}

// Solve returns the optimum for T ≥ 1 steps.
//
// A start at distance 0 (τ = 0) costs s²·(1−c^T)/(1+c^T)·(1+c)/(1−c) for c < 1,
// and Ts² otherwise. A start at distance D with N steps left costs
// (D + sΣ_{j≤N}c^{−j})²/Σ_{j≤N}c^{−2j}, which falls and then rises in N with
// its least value over real N, D²(c²−1) + 2Ds(c+1), at c^N = 1 + D(c−1)/s. See shift.md, section 3.
func (p FullBatch) Solve(T int) FeasiblePoint { return p.cyclic().Solve(T, 0) }

// turningPoint returns the real number of steps at which a start at distance D is cheapest: ln(1 + D(c−1)/s)/ln c, and D/s at
// c = 1. It is +Inf if the forward track never reaches D; a start at D is then never cheaper.
func (p FullBatch) turningPoint() float64 {
	if p.Excess == 0 {
		return p.Diameter / p.Sensitivity
	}
	u := p.Diameter * p.Excess / p.Sensitivity
	if u <= -1 {
		return math.Inf(1)
	}
	return errfloat.Log1p(u) / logarithm(p.Excess)
}
