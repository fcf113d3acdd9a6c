package affine

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
)

// A Tail pays off the distance `start` over n+1 steps: the last step of a block, with the share β of its noise, and n ≥ 1
// further steps, each of which adds inflow. One affine majorant z ↦ cz + o holds for all of them. In units of the noise the
// cheapest payments are proportional to weight times variance, and together they are one Gaussian shift
//
//	Y/√X,   Y = start·cⁿ + inflow·Σ_{i<n} c^i,   X = βc^{2n} + Σ_{i<n} c^{2i}
//
// (contraction.md, section 8). Y and X are kept relative to the heaviest weight.
type Tail struct {
	start, inflow float64
	growth        float64 // of the same sign as ln of the factor from use to use
	reach         float64 // Y
	first, rest   float64 // the squared weight of the block's last step, and the sum of the other squared weights
	fromLast      float64 // the payments from the last use on, over the slope of At; only for growth > 0
	beforeFirst   float64 // the payments between the block and the first use of the tail, over that slope, carried back to the start
	raise         float64 // 1 + a bound on the relative error of the shift
}

// NewTail returns the tail of n steps from the distance start under a line. Each step adds s and the line's offset.
func NewTail(l Line, start, s, n float64) Tail {
	t := Tail{start: start, inflow: (s + l.Offset) * (1 + 2*errfloat.U), growth: l.Excess}
	c, k := 1+l.Excess, l.Excess
	power := n * l.Log() // ln cⁿ
	t.raise = marginOf(power)
	switch {
	case k == 0:
		t.reach, t.first, t.rest, t.fromLast = start+float64(n*t.inflow), 1, n, 1
	case k < 0:
		t.reach = float64(start*(errfloat.Exp(power)+Underflow)) + float64(t.inflow*(errfloat.Expm1(power)/k))
		t.first, t.rest, t.fromLast = errfloat.Exp(2*power), errfloat.Expm1(2*power)/(k*(1+c)), 1
	default:
		t.reach = start + float64(t.inflow*-errfloat.Expm1(-power)/k)
		t.first, t.rest, t.fromLast = 1, -errfloat.Expm1(-2*power)/(k*(1+c)), errfloat.Exp(-power)
	}
	return t
}

// Shift returns Y/√X, raised by its rounding error.
func (t Tail) Shift(beta float64) float64 {
	return t.reach / math.Sqrt(float64(beta*t.first)+t.rest) * t.raise
}

// At returns the shift, and whether its payments are feasible, that is, whether the distance is never below 0. If the
// factor from use to use is at most 1, the distance rises from use to use before it falls, so it is enough that it is not
// below 0 before the tail's first use. If the factor is larger, the payments from the last use on must be at least what
// that use adds.
func (t Tail) At(beta float64) (shift float64, feasible bool) {
	slope, raise := t.reach/(float64(beta*t.first)+t.rest), t.raise*t.raise // payment over weight and variance
	if t.growth > 0 {
		feasible = slope*t.fromLast >= t.inflow*raise
	} else {
		feasible = slope*(float64(beta*math.Sqrt(t.first))+t.beforeFirst)*raise <= t.start
	}
	return t.Shift(beta), feasible
}

// NewCyclicTail returns a tail in an order that uses the example at every B-th step, B = period > 1. From the last use of a
// block it covers the n gaps up to the n-th use after it, with the n−1 uses between them. Neither line has an offset. With
// the slopes c of plain and c* of use, a gap has the factor g = c^{B−1}, and use to use the factor Γ = c*g:
//
//	Y = start·gΓ^{n−1} + sgΣ_{i<n−1} Γ^i,   X = β(gΓ^{n−1})² + Σ_{j<B−1} c^{2j}·Σ_{i<n} Γ^{2i} + g²Σ_{i<n−1} Γ^{2i}.
func NewCyclicTail(plain, use Line, start, s, n, period float64) Tail {
	lc := plain.Log()
	lg := (period - 1) * lc
	whole := lg + use.Log() // ln Γ
	t := Tail{start: start, growth: whole}
	if n > 1 {
		t.inflow = s
	}
	switch apart := math.Abs(lg) + math.Abs(use.Log()); {
	case math.Abs(whole) >= apart/2:
		t.raise = margin(min(far, n*apart))
	case math.Abs(whole) > 64*errfloat.U*apart: // where the two cancel each other, ln Γ is known only as well as they are
		t.raise = margin(n * apart)
	default:
		t.raise = math.Inf(1)
	}
	if whole <= 0 {
		carried := 0.0 // ln Γ^{n−1}
		if n > 1 {
			carried = (n - 1) * whole
		}
		g, left := errfloat.Exp(lg), errfloat.Exp(lg+carried)
		t.reach = float64(start*(left+Underflow)) + float64(s*g*geometric(whole, n-1))
		t.first = left * left
		way := geometric(2*lc, period-1)
		t.rest = float64(way*geometric(2*whole, n)) + float64(g*g*geometric(2*whole, n-1))
		if n > 1 {
			t.beforeFirst = way * (errfloat.Exp(carried-lg) + Underflow)
		}
		return t
	}
	// Relative to the weight of the block's last step.
	way := errfloat.Exp(-2*lc) * geometric(-2*lc, period-1) // Σ c^{2j}/g²
	back := errfloat.Exp(-whole)
	t.reach = start + float64(s*back*geometric(-whole, n-1))
	t.first = 1
	t.rest = float64(way*geometric(-2*whole, n)) + float64(back*back*geometric(-2*whole, n-1))
	t.fromLast = (way + 1) * errfloat.Exp(-(n-1)*whole)
	return t
}

// geometric is Σ_{i<n} e^{li}, for l of either sign.
func geometric(l, n float64) float64 {
	switch {
	case n == 0:
		return 0
	case l == 0:
		return n
	}
	return errfloat.Expm1(n*l) / errfloat.Expm1(l)
}
