package shift

import (
	"math"

	"lastiterate/bounds/internal/interval"
)

// ExactFullBatch is FullBatch with outward rounding: the cost of the points that
// Solve chooses, whose feasibility is certain, never of others.
type ExactFullBatch struct {
	Excess, Sensitivity interval.Number
	Diameter            interval.Number // undefined when there is no projection
}

// near is the program in floating point, in which points are chosen.
func (p ExactFullBatch) near() FullBatch {
	return FullBatch{Excess: p.Excess.Float64(), Sensitivity: p.Sensitivity.Float64(), Diameter: diameter(p.Diameter)}
}

// diameter is +Inf where it is undefined.
func diameter(d interval.Number) float64 {
	if !d.Defined() {
		return math.Inf(1)
	}
	return d.Float64()
}

// Solve is the cost R of Solve's best point for T steps.
func (p ExactFullBatch) Solve(T int) interval.Number {
	best := p.fromZero(T)
	if !p.Diameter.Defined() {
		return best
	}
	turn := p.near().turningPoint()
	for _, n := range []float64{math.Floor(turn), math.Ceil(turn)} {
		best = interval.Lesser(best, p.fromDiameter(int(min(max(n, 1), float64(T)))))
	}
	return best
}

// fromZero is the cost of a start at distance 0 at τ = 0.
func (p ExactFullBatch) fromZero(T int) interval.Number {
	one, square := interval.Int(1), p.Sensitivity.Square()
	all := square.Mul(interval.Int(T))
	if sign, certain := p.Excess.Sign(); !certain || sign >= 0 {
		return all
	}
	factor := one.Add(p.Excess)
	if factor.IsZero() {
		return square
	}
	rest := p.Excess.Log1p().Mul(interval.Fraction(-T, 2)).Tanh()
	return interval.Lesser(all, square.Mul(factor.Add(one)).Quo(p.Excess.Neg()).Mul(rest))
}

// fromDiameter is the cost of the last n steps from distance D; undefined where
// the last payment is not certain to be at least s and has to be.
func (p ExactFullBatch) fromDiameter(n int) interval.Number {
	one, two, steps := interval.Int(1), interval.Int(2), interval.Int(n)
	s, d, k := p.Sensitivity, p.Diameter, p.Excess
	sign, certain := k.Sign()
	switch {
	case !certain:
		return interval.Undefined
	case sign == 0:
		return d.Add(s.Mul(steps)).Square().Quo(steps)
	case one.Add(k).IsZero():
		return s.Square()
	}
	l := k.Log1p().Mul(steps)
	width := k.Mul(two.Add(k)) // c² − 1
	if sign < 0 {
		e := l.Expm1().Neg()
		y := d.Mul(l.Exp()).Add(s.Mul(e).Quo(k.Neg()))
		return y.Square().Mul(width.Neg()).Quo(e.Mul(two.Sub(e)))
	}
	e := l.Neg().Expm1().Neg()
	y := d.Add(s.Mul(e).Quo(k))
	lambda := y.Mul(width).Quo(e.Mul(two.Sub(e)))
	if !s.AtMost(lambda.Mul(l.Neg().Exp())) {
		return interval.Undefined
	}
	return lambda.Mul(y)
}
