package affine

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
)

// A Stretch is a number of steps that both runs take with the same kernel, under one affine majorant z ↦ cz + o. Two points
// at distance D mix over it at least as well as two Gaussians whose distance, in standard deviations, is
//
//	μ = 2x,  x(β) = reach/√(rest + last·(1−β)),
//
// when the last step keeps the share 1−β of its noise; this bounds Dobrushin's coefficient. It solves the shift program
// from D to 0 without jumps: the payment a_i of a step is proportional to its weight w_i = c^{n−i} and to its variance
// (contraction.md, section 3).
type Stretch struct {
	Reach float64 // half of the distance to be paid, carried to the end of the stretch
	Rest  float64 // Σ w_i² of the steps before the last
	Last  float64 // w_n²

	// offset is a lower limit on half of the last payment, reach·w_n·v/(rest+last·v) with v = 1−β. Above it the distance
	// stays positive on the way (contraction.md, Lemma 4): payments before the last are smallest at one end, and if that
	// end is the first step, the distance rises and then falls to 0, seen from the end of the stretch.
	offset     float64
	LastWeight float64 // w_n
	Steps      float64
	Raise      float64 // 1 + a bound on the relative error of x
}

// NewStretch returns the stretch of n ≥ 1 steps from the given diameter. Weights are relative to the largest, so that no
// power of c overflows.
func NewStretch(l Line, diameter, n float64) Stretch {
	if mutants.LaterMixing.On() {
		n++
	}
	c, k := 1+l.Excess, l.Excess
	whole, power := n*l.Log(), 0.0 // ln cⁿ and ln c^{n−1}
	if n > 1 {
		power = (n - 1) * l.Log()
	}
	s := Stretch{Steps: n, Raise: marginOf(power)}
	switch {
	case n == 1:
		s.Reach, s.Last = float64(c*diameter)+l.Offset, 1
	case k == 0:
		s.Reach, s.Rest, s.Last = diameter+float64(n*l.Offset), n-1, 1
	case k < 0:
		sum := errfloat.Expm1(whole) / k // Σ_{i<n} c^i
		s.Reach = float64(c*diameter*(errfloat.Exp(power)+Underflow)) + float64(l.Offset*sum)
		s.Rest = c * c * errfloat.Expm1(2*power) / (k * (2 + k)) // Σ_{1≤i<n} c^{2i}
		s.Last = 1
	default: // relative to w_1 = c^{n−1}
		sum := -errfloat.Expm1(-whole) / k * c // Σ_{i<n} c^{−i}
		s.Reach = float64(c*diameter) + float64(l.Offset*sum)
		s.Rest = -errfloat.Expm1(-2*power) / (k * (2 + k)) * c * c // Σ_{i<n−1} c^{−2i}
		s.Last = errfloat.Exp(-2 * power)
	}
	s.Reach /= 2
	s.offset = l.Offset / 2 * s.Raise * s.Raise // raised by more than the rounding of what is compared with it
	s.LastWeight = math.Sqrt(s.Last)
	return s
}

// Ahead returns the stretch followed by one more step, all of whose noise pays. That step is post-processing.
func (s Stretch) Ahead() Stretch {
	s.Rest, s.Last = s.Rest+s.Last, 0
	return s
}

// Cheapest returns the number of steps, not rounded, after which the line's offset costs more than further noise gains: the
// n at which (Dcⁿ + oΣw)²/Σw² is least, and the last payment is (1 + c)·o. It is +Inf for a line through the origin and
// where there is no such n.
func (l Line) Cheapest(diameter float64) float64 {
	if l.Excess == 0 {
		return diameter / l.Offset
	}
	u := diameter * l.Excess / l.Offset
	if u <= -1 {
		return math.Inf(1)
	}
	return math.Log1p(u) / math.Log1p(l.Excess)
}

// Half returns x(β), +Inf where the majorant does not give a feasible path.
func (s Stretch) Half(beta float64) float64 {
	variance := s.Rest + s.Last*(1-beta)
	if s.offset > 0 && s.Steps > 1 {
		slope, noise := s.Reach/variance, 1.0
		if s.Last > 0 {
			noise = 1 - beta
		}
		if slope*s.LastWeight*noise < s.offset {
			return math.Inf(1)
		}
	}
	return s.Unchecked(beta)
}

// Unchecked is x(β) whether or not the path is feasible. It grows with β.
func (s Stretch) Unchecked(beta float64) float64 {
	return s.Reach / math.Sqrt(s.Rest+s.Last*(1-beta)) * s.Raise
}

// Dominates reports whether s mixes no worse than t at β = 0 and next to β = 1. If neither stretch has an offset, 1/x² is
// linear in β, so s then mixes no worse at every β. Otherwise t may be better in between; dropping it is sound all the
// same.
func (s Stretch) Dominates(t Stretch) bool {
	return s.Half(0) <= t.Half(0) && s.Half(1-1e-9) <= t.Half(1-1e-9)
}

// Contracted returns upper bounds on θ = 2Φ(x) − 1 = erf(x/√2) and, from below,
// 1 − θ = erfc(x/√2).
func Contracted(x float64) (theta, rest float64) { return errfloat.Normal(x) }
