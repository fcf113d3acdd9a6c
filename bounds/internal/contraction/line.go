package contraction

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
)

// A Line is the affine majorant z ↦ (1+excess)·z + offset of a modulus.
type Line struct {
	excess float64 // slope − 1, at least −1
	offset float64 // a length, ≥ 0
}

// tangents are the points, in units of the diameter, at which a Hölder modulus
// is replaced by its tangent.
var tangents = []float64{1, 0.5, 0.25, 0.1, 0.03, 0.01}

// Lines returns affine majorants of the moduli on (0, diameter], rounded up. A concave modulus is
// below its tangents, a convex one below its chord, whose slope and offset grow with it; and two
// iterates are never further apart than the diameter. A larger modulus is a larger minimum of lines.
func Lines(moduli []modulus.Exact, diameter interval.Number) (out []Line) {
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
			out = append(out, Line{m.Excess.Add(m.Order.Mul(power).Quo(z)).Up(), m.Offset.Add(interval.Int(1).Sub(m.Order).Mul(power)).Up()})
		}
	}
	return out
}

// lowest leaves out the lines that are nowhere below another.
func lowest(ls []Line) (out []Line) {
	for i, l := range ls {
		above := false
		for j, other := range ls {
			lower := other.excess <= l.excess && other.offset <= l.offset
			above = above || lower && i != j && (other != l || j < i)
		}
		if !above {
			out = append(out, l)
		}
	}
	return out
}

// log is ln(1+excess) to 20u.
func (l Line) log() float64 { return errfloat.Log1p(l.excess) }

// underflow is above e^x where errfloat.Exp is 0.
const underflow = 1e-307

// raised is 1 and more than the relative error of what a few dozen operations make of
// e^power, from both sides: a power, a product with a logarithm, is known to 24u, and far
// beyond −708 its exponential is 0 (contraction.md, section 9).
func raised(power float64) float64 {
	const far = 800
	if power = math.Abs(power); power > far {
		power = 0
	}
	return 1 + float64((160+48*power)*u)
}

// after is at least the line applied n times to z.
func (l Line) after(z, n float64) float64 {
	switch {
	case n == 0:
		return z
	case n == 1:
		return (float64(z*(1+l.excess)) + l.offset) * (1 + 4*u)
	case l.excess == 0:
		return (z + float64(n*l.offset)) * (1 + 4*u)
	case l.excess == -1:
		return l.offset
	}
	power := n * l.log()
	far := z * (errfloat.Exp(power) + underflow)
	if l.offset > 0 {
		far += float64(l.offset * (errfloat.Expm1(power) / l.excess)) // positive, too
	}
	return far * raised(power)
}

// least is at least the minimum of lines applied n times to z; a point of distance 0
// stays there.
func least(ls []Line, z, n float64) float64 {
	if z == 0 {
		return 0
	}
	best := math.Inf(1)
	for _, l := range ls {
		best = min(best, l.after(z, n))
	}
	return best
}
