package contraction

import (
	"math"

	"lastiterate/bounds/internal/modulus"
)

// A line is the affine majorant z ↦ (1+excess)·z + offset of a modulus.
type line struct {
	excess float64 // slope − 1, at least −1
	offset float64 // a length, ≥ 0
}

// tangents are the points, in units of the diameter, at which a Hölder modulus
// is replaced by its tangent.
var tangents = []float64{1, 0.5, 0.25, 0.1, 0.03, 0.01}

// lines returns affine majorants of the moduli on (0, diameter]; each modulus is
// concave, so that its tangents are above it. A larger modulus is a larger
// minimum of lines.
func lines(moduli modulus.Min, diameter float64) []line {
	var out []line
	for _, m := range moduli {
		if m.Holder == 0 {
			out = append(out, line{m.Excess, m.Offset})
			continue
		}
		for _, at := range tangents {
			z := at * diameter
			power := m.Holder * math.Pow(z, m.Order)
			out = append(out, line{m.Excess + m.Order*power/z, m.Offset + (1-m.Order)*power})
		}
	}
	return out
}

// lowest leaves out the lines that are nowhere below another.
func lowest(ls []line) (out []line) {
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

// after returns the line applied n times to z.
func (l line) after(z, n float64) float64 {
	switch {
	case n == 0:
		return z
	case l.excess == 0:
		return z + n*l.offset
	case l.excess == -1:
		return l.offset
	}
	power := n * math.Log1p(l.excess)
	return z*math.Exp(power) + l.offset*(math.Expm1(power)/l.excess) // two positive terms
}

// least is the minimum of lines applied n times to z; a point of distance 0
// stays there.
func least(ls []line, z, n float64) float64 {
	if z == 0 {
		return 0
	}
	best := math.Inf(1)
	for _, l := range ls {
		best = math.Min(best, l.after(z, n))
	}
	return best
}
