package modulus

import "math"

// Inverse returns sup{z ≥ 0 : m(z) ≤ y} for y ≥ 0, to a relative error below 1e-14. It is 0 if y is below m(0+), and +Inf if
// m is constant and at most y.
//
// With a Hölder term m(z) = y is a quadratic in √z for λ = 1/2 (Chien and Li 2024, arXiv:2410.01068, Lemma 3.9, here in the
// form that does not cancel). Otherwise a bracketed Newton iteration solves it.
func (m Modulus) Inverse(y float64) float64 {
	y -= m.Offset
	slope := 1 + m.Excess
	switch {
	case m.Across > 0 && !(y > m.Across):
		return m.atRoot(y)
	case m.Across > 0:
		return math.Sqrt((y-m.Across)*(y+m.Across)) / slope // +Inf at slope 0
	case y < 0 || math.IsNaN(y):
		return 0
	case m.Holder > 0 && m.Order == 1:
		return y / (slope + m.Holder)
	case m.Holder > 0 && y == 0:
		return 0
	case m.Holder > 0 && m.Order == 0.5:
		root := 2 * y / (m.Holder + math.Sqrt(m.Holder*m.Holder+4*slope*y))
		return root * root
	case m.Holder > 0:
		return m.newton(y)
	case slope == 0:
		return math.Inf(1)
	}
	return y / slope
}

// atRoot returns Inverse for y at most m(0+), which a constant modulus may attain.
func (m Modulus) atRoot(y float64) float64 {
	if y == m.Across && m.Excess == -1 {
		return math.Inf(1)
	}
	return 0
}

// Inverse returns sup{z ≥ 0 : m(z) ≤ y} of the minimum m: the largest of the members' inverses, because each member
// increases; 0 for no members.
func (ms Min) Inverse(y float64) float64 {
	most := 0.0
	for _, m := range ms {
		most = max(most, m.Inverse(y))
	}
	return most
}

// newton solves Az + Hz^λ = y for y > 0 in x = ln z. The logarithm of the left side is convex in x with a slope between λ and
// 1. So Newton's steps from the right of the root never cross it, and each at least squares the error. The right end of the
// bracket is the smaller of the roots of either term alone, where the left side is at most 2y.
func (m Modulus) newton(y float64) float64 {
	slope := 1 + m.Excess
	logY, logH := math.Log(y), math.Log(m.Holder)
	x := (logY - logH) / m.Order
	if slope > 0 {
		x = min(x, logY-math.Log(slope))
	}
	low := x - math.Ln2/m.Order // there each term is at most half of y
	for range 60 {
		linear, holder := slope*math.Exp(x-logY), math.Exp(logH+m.Order*x-logY)
		sum := linear + holder
		step := math.Log(sum) * sum / (linear + m.Order*holder)
		x = max(low, x-step)
		if math.Abs(step) < 1e-9 {
			break // the next step would be below 1e-16
		}
	}
	return math.Exp(x)
}
