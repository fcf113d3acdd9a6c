package contraction

import "math"

// A tail pays off a distance over the last step of a block, with the share β of
// its noise, and n ≥ 1 further steps, each of which adds inflow, under one affine
// majorant z ↦ cz + o. In units of the noise the cheapest payments are
// proportional to weight times variance, and together they are one Gaussian shift
//
//	Y/√X,   Y = start·cⁿ + inflow·Σ_{i<n} c^i,   X = βc^{2n} + Σ_{i<n} c^{2i}
//
// (contraction.md, section 8). Y and X are kept relative to the heaviest weight.
type tail struct {
	start, inflow float64
	growth        float64 // c − 1
	reach         float64 // Y
	first, rest   float64 // the weight of the block's last step squared, and Σ of the others
	last          float64 // the weight of the last step
	raise         float64
}

func newTail(l line, start, s, n float64) tail {
	t := tail{start: start, inflow: s + l.offset, growth: l.excess}
	c, k := 1+l.excess, l.excess
	power := n * math.Log1p(k) // ln cⁿ
	t.raise = 1 + 4e-15 + 4e-16*math.Min(800, math.Abs(power))
	switch {
	case k == 0:
		t.reach, t.first, t.rest, t.last = start+n*t.inflow, 1, n, 1
	case k < 0:
		e := -math.Expm1(power) // 1 − cⁿ
		t.reach = start*math.Exp(power) + t.inflow*e/-k
		t.first, t.rest, t.last = math.Exp(2*power), -math.Expm1(2*power)/(-k*(1+c)), 1
	default:
		t.reach = start + t.inflow*-math.Expm1(-power)/k
		t.first, t.rest, t.last = 1, -math.Expm1(-2*power)/(k*(1+c)), math.Exp(-power)
	}
	return t
}

// shift is Y/√X, raised by its rounding.
func (t tail) shift(beta float64) float64 {
	return t.reach / math.Sqrt(beta*t.first+t.rest) * t.raise
}

// at is the shift, and whether its payments keep the distance from passing
// below 0 on the way: for c ≤ 1 the block's own payment must leave some, and the
// distance then rises and falls; for c > 1 the last and smallest payment must be at
// least what its step adds.
func (t tail) at(beta float64) (shift float64, feasible bool) {
	slope := t.reach / (beta*t.first + t.rest) // payment over weight and variance
	if t.growth > 0 {
		feasible = slope*t.last >= t.inflow*t.raise
	} else {
		feasible = slope*beta*math.Sqrt(t.first)*t.raise <= t.start
	}
	return t.shift(beta), feasible
}
