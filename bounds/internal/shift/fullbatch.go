package shift

import (
	"math"

	"lastiterate/bounds/internal/mutants"
)

// FullBatch is the program whose every step uses the differing example under
// one linear modulus m(z) = (1+Excess)·z.
type FullBatch struct {
	Excess      float64 // c − 1 ≥ −1, c the factor of one step
	Sensitivity float64 // s > 0, a length
	Diameter    float64 // D > 0, a length; +Inf when there is no projection
}

// Solution is a feasible point of the program. R/σ² is the squared GDP
// parameter it proves.
type Solution struct {
	R   float64 // Σ a_t², a squared length
	Tau int     // step at which the shifted run starts
	P   float64 // the last step's a_{T−1}, a length
}

// Solve returns the optimum for T ≥ 1 steps in constant time.
//
// A start at distance 0 (τ = 0) costs s²·(1−c^T)/(1+c^T)·(1+c)/(1−c) for c < 1,
// and Ts² otherwise (the convex minorant is the chord, or the points
// themselves). A start at distance D with N steps left costs
// (D + sΣ_{j≤N}c^{−j})²/Σ_{j≤N}c^{−2j}, which falls and then rises in N with
// its least real value D(c−1)(c+1)D + 2Ds(c+1) at c^N = 1 + D(c−1)/s; the two
// whole numbers around it are tried. See shift.md, section 3.
func (p FullBatch) Solve(T int) Solution {
	best := p.fromZero(T)
	if math.IsInf(p.Diameter, 1) {
		return best
	}
	turn := p.turningPoint()
	for _, n := range []float64{math.Floor(turn), math.Ceil(turn)} {
		steps := int(min(max(n, 1), float64(T)))
		if s, feasible := p.fromDiameter(steps); feasible && s.R < best.R {
			s.Tau = T - steps
			best = s
		}
	}
	return best
}

// fromZero is the optimum that starts at τ = 0 with z = 0.
func (p FullBatch) fromZero(T int) Solution {
	s := p.Sensitivity
	all := Solution{R: float64(T) * s * s, P: s}
	if p.Excess >= 0 {
		return all
	}
	l := math.Log1p(p.Excess)
	// (1−c^T)/(1+c^T) = tanh(−T·ln c/2)
	c := 1 + p.Excess
	r := s * s * (1 + c) / -p.Excess * math.Tanh(-float64(T)*l/2)
	if !(r < all.R) {
		return all
	}
	// a_t = λw_t with λ = Y/X and w_{T−1} = 1.
	return Solution{R: r, P: s * (1 + c) / (1 + math.Pow(c, float64(T)))}
}

// turningPoint is the real number of steps at which a start at distance D is
// cheapest: ln(1 + D(c−1)/s)/ln c, and D/s at c = 1. It is +Inf where the
// forward track never reaches D, and then a start at D is never cheaper.
func (p FullBatch) turningPoint() float64 {
	if p.Excess == 0 {
		return p.Diameter / p.Sensitivity
	}
	u := p.Diameter * p.Excess / p.Sensitivity
	if u <= -1 {
		return math.Inf(1)
	}
	return math.Log1p(u) / math.Log1p(p.Excess)
}

// fromDiameter is the cheapest payment over the last n steps from distance D:
// a_j proportional to c^{n−j}. It is infeasible where the last payment would be
// below s, because the distance would then have to be negative before it.
func (p FullBatch) fromDiameter(n int) (Solution, bool) {
	s, d, k, steps := p.Sensitivity, p.Diameter, p.Excess, float64(n)
	if mutants.FreeStart.On() {
		d = 0
	}
	if k == 0 {
		a := (d + steps*s) / steps
		return Solution{R: a * a * steps, P: a}, true
	}
	// Sums are taken relative to the heavier end, so that no power of c
	// overflows: e = 1 − c^N below 1, 1 − c^{−N} above.
	e := -math.Expm1(-steps * math.Abs(math.Log1p(k)))
	var y, x, last float64
	if k < 0 {
		y = d*math.Exp(steps*math.Log1p(k)) + s*e/-k
		x = e * (2 - e) / (-k * (2 + k))
		last = 1
	} else {
		y = d + s*e/k
		x = e * (2 - e) / (k * (2 + k))
		last = 1 - e // c^{−N}
	}
	lambda := y / x
	return Solution{R: lambda * y, P: lambda * last}, k < 0 || lambda*last >= s
}
