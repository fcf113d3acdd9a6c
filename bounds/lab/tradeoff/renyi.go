package tradeoff

import (
	"math"

	"lastiterate/bounds/internal/scalar"
)

// largest is an upper bound on the largest y ≥ x that the guarantee allows for the false-positive rate x.
func (o RenyiGuarantee) largest(x float64) float64 {
	if math.IsInf(o.Epsilon, 1) || x == 1 {
		return 1
	}
	if x == 0 {
		return 0 // an event of probability 0 under one law has probability 0 under the other
	}
	_, high := scalar.Halve(x, 1, 60, func(y float64) bool { return !o.allows(y, x) })
	return up(high)
}

// allows reports whether the divergences between coins of biases y and x may be within the guarantee.
func (o RenyiGuarantee) allows(y, x float64) bool { return o.below(y, x) && o.below(x, y) }

// below reports whether (α−1) times the divergence of a coin of bias p from one of bias q, ln(p^α q^{1−α} + (1−p)^α (1−q)^{1−α}),
// may be at most (α−1)ε. It allows for the rounding of the logarithms.
func (o RenyiGuarantee) below(p, q float64) bool {
	term := func(p, q float64) float64 {
		if p == 0 {
			return math.Inf(-1)
		}
		return o.Alpha*math.Log(p) - (o.Alpha-1)*math.Log(q)
	}
	a, b := term(p, q), term(1-p, 1-q)
	if a < b {
		a, b = b, a
	}
	size := 1.0
	for _, x := range []float64{a, b} {
		if !math.IsInf(x, 0) {
			size += math.Abs(x)
		}
	}
	sum := a
	if !math.IsInf(a, 1) {
		sum += math.Log1p(math.Exp(b - a))
	}
	return sum <= (o.Alpha-1)*o.Epsilon+1e-12*(size+o.Alpha)
}

// advantage is an upper bound on the largest y − x that the guarantee allows. The allowed pairs are a convex set, since for orders
// above 1 the exponentials of divergences are jointly convex. It is symmetric about y = 1 − x, so the largest lies on that line.
func (o RenyiGuarantee) advantage() float64 {
	if math.IsInf(o.Epsilon, 1) {
		return 1
	}
	_, high := scalar.Halve(0, 1, 60, func(y float64) bool { return !o.allows((1+y)/2, (1-y)/2) })
	return high
}
