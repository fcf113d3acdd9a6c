package paper

import (
	"math"

	"lastiterate/bounds/internal/interval"
)

// theta returns θ_c(j) = c^{2(j−1)}/Σ_{i<j} c^{2i} for j ≥ 1 and c = e^logC: the share of s² that a sensitivity s costs if
// its distance shrinks by c a step and is paid for over j steps, the first of them its own. It falls from θ(1) = 1 to max(0,
// 1 − c^{−2}) and is 1/j at c = 1. c = 0 is logC = −Inf. No power of c is formed that could overflow.
func theta(logC float64, j int) float64 {
	switch {
	case j == 1:
		return 1
	case logC == 0:
		return 1 / float64(j)
	case logC > 0:
		return math.Expm1(-2*logC) / math.Expm1(-2*float64(j)*logC)
	case math.IsInf(logC, -1):
		return 0
	}
	return math.Exp(2*float64(j-1)*logC) * math.Expm1(2*logC) / math.Expm1(2*float64(j)*logC)
}

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
