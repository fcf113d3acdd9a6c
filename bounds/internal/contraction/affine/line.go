package affine

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
)

// A Line is the affine majorant z ↦ (1+Excess)·z + Offset of a modulus.
type Line struct {
	Excess float64 // slope − 1, at least −1
	Offset float64 // a length, ≥ 0
}

// tangents are the points, in units of the diameter, at which Lines takes tangents of a Hölder modulus. Any tangent is a
// majorant. The points are closer together where the modulus bends more.
var tangents = []float64{1, 0.5, 0.25, 0.1, 0.03, 0.01}

// Lines returns affine majorants on (0, diameter] of the moduli, rounded up: an affine modulus itself, tangents of a concave
// one (Holder), and the chord of a convex one (Across). If a modulus rises, so does the minimum of its lines.
func Lines(moduli []modulus.ExactModulus, diameter interval.Number) (out []Line) {
	for _, m := range moduli {
		if !m.Across.IsZero() {
			rise := m.Eval(diameter).Sub(m.Across)
			out = append(out, Line{rise.Quo(diameter).Sub(interval.Int(1)).Up(), m.Across.Up()})
			continue
		}
		if m.Holder.IsZero() {
			out = append(out, Line{m.Excess.Up(), m.Offset.Up()})
			continue
		}
		for _, at := range tangents {
			z := interval.Float(at).Mul(diameter)
			power := m.Holder.Mul(z.Pow(m.Order))
			out = append(out, Line{m.Excess.Add(m.Order.Mul(power).Quo(z)).Up(),
				m.Offset.Add(interval.Int(1).Sub(m.Order).Mul(power)).Up()})
		}
	}
	return out
}

// Lowest drops every line for which another line is at most as high on all of [0, most]. Of lines that are equal on [0, most]
// it keeps the first.
func Lowest(ls []Line, most float64) (out []Line) {
	nowhereAbove := func(a, b Line) bool {
		if math.IsInf(most, 1) {
			return a.Offset <= b.Offset && a.Excess <= b.Excess
		}
		return a.Offset <= b.Offset && float64(a.Excess*most)+a.Offset <= float64(b.Excess*most)+b.Offset
	}
	for i, l := range ls {
		superfluous := false
		for j, other := range ls {
			superfluous = superfluous || i != j && nowhereAbove(other, l) && (j < i || !nowhereAbove(l, other))
		}
		if !superfluous {
			out = append(out, l)
		}
	}
	return out
}

// Log is ln(1+excess), with a relative error of at most 20u.
func (l Line) Log() float64 { return errfloat.Log1p(l.Excess) }

// Underflow is above e^x for every x at which errfloat.Exp returns 0.
const Underflow = 1e-307

// far is such that errfloat.Exp is +Inf above far and 0 below −far.
const far = 800

// marginOf is margin for a power of either sign. If |power| > far, the exponential is +Inf or 0 and the error of the power does
// not matter (contraction.md, section 9).
func marginOf(power float64) float64 {
	if power = math.Abs(power); power > far {
		power = 0
	}
	return margin(power)
}

// margin is 1 plus a bound on the relative error of a result of a few dozen operations that uses e^power or e^−power. The
// power, a number times a logarithm, has a relative error of at most 24u (contraction.md, section 9).
func margin(power float64) float64 { return 1 + float64((160+float64(48*power))*errfloat.U) }

// After returns an upper bound on the distance after n applications of the line to the distance z.
func (l Line) After(z, n float64) float64 {
	switch {
	case n == 0:
		return z
	case n == 1:
		return (float64(z*(1+l.Excess)) + l.Offset) * (1 + 4*errfloat.U)
	case l.Excess == 0:
		return (z + float64(n*l.Offset)) * (1 + 4*errfloat.U)
	case l.Excess == -1:
		return l.Offset
	}
	power := n * l.Log()
	grown := errfloat.Exp(power)
	if math.IsInf(grown, 1) {
		if z == 0 && l.Offset == 0 {
			return 0
		}
		return grown
	}
	image := float64(z * (grown + Underflow))
	if l.Offset > 0 {
		image += float64(l.Offset * (errfloat.Expm1(power) / l.Excess)) // the quotient is positive: its two parts have the sign of Excess
	}
	return image * marginOf(power)
}

// Least is the smallest of the bounds After(z, n) of the lines. A distance of 0 stays 0.
func Least(ls []Line, z, n float64) float64 {
	if z == 0 {
		return 0
	}
	best := math.Inf(1)
	for _, l := range ls {
		best = min(best, l.After(z, n))
	}
	return best
}
