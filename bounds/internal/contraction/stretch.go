package contraction

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
)

// A stretch is a number of steps that both runs take with one and the same
// kernel, under one affine majorant, in the form in which its Dobrushin
// coefficient is read off: two points at distance D mix like two Gaussians
// whose distance, in standard deviations, is
//
//	μ = 2x,  x(β) = reach/√(rest + last·(1−β)),
//
// when the last step keeps the share 1−β of its noise. It is the shift program
// from D to 0 without jumps: the payments a_i are proportional to the weights
// w_i = c^{n−i} and to the variances (contraction.md, section 3).
type stretch struct {
	reach float64 // Σ of what is to be paid, carried to the end, over 2σ
	rest  float64 // Σ w_i² of the steps before the last
	last  float64 // w_n²

	// offset is what each payment must reach at least, in units of 2σ, for the distance to
	// stay positive on the way; the payments are reach·w_i·v_i/(rest+last·v),
	// and the smallest is the first or the last.
	offset            float64
	firstPay, lastPay float64 // w_1 and w_n
	steps             float64
	raise             float64 // 1 + a bound on the relative error of x
}

// newStretch is n steps from the given diameter, lengths in units of the noise.
// Weights are relative to the largest, so that no power of c overflows.
func newStretch(l Line, diameter, n float64) stretch {
	if mutants.LaterMixing.On() {
		n++
	}
	c, k := 1+l.excess, l.excess
	whole, power := n*l.log(), 0.0 // ln cⁿ and ln c^{n−1}
	if n > 1 {
		power = (n - 1) * l.log()
	}
	s := stretch{steps: n, raise: raised(power)}
	switch {
	case n == 1:
		s.reach, s.last, s.firstPay = float64(c*diameter)+l.offset, 1, 1
	case k == 0:
		s.reach, s.rest, s.last, s.firstPay = diameter+float64(n*l.offset), n-1, 1, 1
	case k < 0:
		sum := errfloat.Expm1(whole) / k // Σ_{i<n} c^i
		s.reach = float64(c*diameter*(errfloat.Exp(power)+underflow)) + float64(l.offset*sum)
		s.rest = c * c * errfloat.Expm1(2*power) / (k * (2 + k)) // Σ_{1≤i<n} c^{2i}
		s.last, s.firstPay = 1, errfloat.Exp(power)
	default: // relative to w_1 = c^{n−1}
		sum := -errfloat.Expm1(-whole) / k * c // Σ_{i<n} c^{−i}
		s.reach = float64(c*diameter) + float64(l.offset*sum)
		s.rest = -errfloat.Expm1(-2*power) / (k * (2 + k)) * c * c // Σ_{i<n−1} c^{−2i}
		s.last, s.firstPay = errfloat.Exp(-2*power), 1
	}
	s.reach /= 2
	s.offset = l.offset / 2 * s.raise * s.raise // above the rounding of what is compared with it
	s.lastPay = math.Sqrt(s.last)
	return s
}

// ahead is the stretch followed by a step that keeps no noise for it: post-processing.
func (s stretch) ahead() stretch {
	s.rest, s.last = s.rest+s.last, 0
	return s
}

// cheapest is the number of steps after which the line's offset costs more than
// further noise gains: where the last payment falls to the offset. +Inf for a
// line through the origin.
func (l Line) cheapest(diameter float64) float64 {
	if l.excess == 0 {
		return diameter / l.offset
	}
	u := diameter * l.excess / l.offset
	if u <= -1 {
		return math.Inf(1)
	}
	return math.Log1p(u) / math.Log1p(l.excess)
}

// half returns x(β), +Inf where the majorant does not give a feasible path.
func (s stretch) half(beta float64) float64 {
	variance := s.rest + s.last*(1-beta)
	if s.offset > 0 && s.steps > 1 {
		slope, noise := s.reach/variance, 1.0
		if s.last > 0 {
			noise = 1 - beta
		}
		if slope*s.lastPay*noise < s.offset || slope*s.firstPay < s.offset {
			return math.Inf(1)
		}
	}
	return s.unchecked(beta)
}

// unchecked is x(β) whether or not the path is feasible. It grows with β.
func (s stretch) unchecked(beta float64) float64 {
	return s.reach / math.Sqrt(s.rest+s.last*(1-beta)) * s.raise
}

// dominates reports whether s mixes no worse than t for every β.
func (s stretch) dominates(t stretch) bool {
	return s.half(0) <= t.half(0) && s.half(1-1e-9) <= t.half(1-1e-9)
}

// contracted returns upper bounds on θ = 2Φ(x) − 1 = erf(x/√2) and, from below,
// 1 − θ = erfc(x/√2).
func contracted(x float64) (theta, rest float64) { return errfloat.Normal(x) }
