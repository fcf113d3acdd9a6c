// Package modulus turns the assumptions on the loss into moduli of the
// training step: functions m with
//
//	‖ψ_B(x) − ψ_B(y)‖ ≤ m(‖x − y‖)   for all x, y in K and every batch B.
//
// Every modulus here does not fall and has m(0) = 0, so the pointwise minimum of several is a modulus again. Those of losses
// that are not smooth are convex on z > 0, all others concave.
package modulus

import "math"

// Modulus is m(z) = (1+Excess)·z + Offset + Holder·z^Order for z > 0, or with Across > 0 √((1+Excess)²z² + Across²), and m(0)
// = 0. It keeps the factor of z less 1, because in runs of a billion steps the last digit of that difference matters.
type Modulus struct {
	Name   string
	Excess float64 // slope − 1, at least −1
	Offset float64 // a length: m(0+) ≥ 0
	Holder float64 // ηL of the Hölder modulus, ≥ 0
	Order  float64 // λ in (0, 1]; read only where Holder > 0
	// Across is a length ≥ 0: the distance that a step adds at a right angle to the distance before it. Offset and Holder are
	// then 0.
	Across float64
}

// Linear is m(z) = (1+excess)·z.
func Linear(name string, excess float64) Modulus { return Modulus{Name: name, Excess: excess} }

// IsLinear reports whether m(z) is a multiple of z.
func (m Modulus) IsLinear() bool { return m.Offset == 0 && m.Holder == 0 && m.Across == 0 }

// Eval returns m(z) for z ≥ 0.
func (m Modulus) Eval(z float64) float64 {
	switch {
	case z == 0:
		return 0
	case m.Across > 0:
		return root((1+m.Excess)*z, m.Across)
	}
	y := (1+m.Excess)*z + m.Offset
	if m.Holder > 0 {
		y += m.Holder * math.Pow(z, m.Order)
	}
	return y
}

// root is √(x²+y²), with the same bits on every platform.
func root(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }

// Min is the pointwise minimum of moduli, itself a modulus. An empty Min is not a modulus: Eval returns +Inf.
type Min []Modulus

// Eval returns the smallest m(z); +Inf for an empty Min.
func (ms Min) Eval(z float64) float64 {
	best := math.Inf(1)
	for _, m := range ms {
		best = min(best, m.Eval(z))
	}
	return best
}

// Linear returns the smallest linear modulus among them.
func (ms Min) Linear() (best Modulus, ok bool) {
	for _, m := range ms {
		if m.IsLinear() && (!ok || m.Excess < best.Excess) {
			best, ok = m, true
		}
	}
	return best, ok
}
