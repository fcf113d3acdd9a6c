package shift

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
)

// ExactCyclic is Cyclic with outward rounding: the cost of a start that Solve
// chooses, or of a neighbouring one, by payments that are certain to be feasible. A
// period of 1 is FullBatch.
type ExactCyclic struct {
	Excess, VisitExcess, Sensitivity interval.Number
	Diameter                         interval.Number // undefined when there is no projection
	Period                           int
}

// near is the program in floating point, in which points are chosen.
func (p ExactCyclic) near() Cyclic {
	return Cyclic{Excess: p.Excess.Float64(), VisitExcess: p.VisitExcess.Float64(), Sensitivity: p.Sensitivity.Float64(),
		Diameter: diameter(p.Diameter), Period: p.Period}
}

// diameter is +Inf where it is undefined.
func diameter(d interval.Number) float64 {
	if !d.Defined() {
		return math.Inf(1)
	}
	return d.Float64()
}

// proven is the program in intervals; ok is false where c and c* are not certain to lie on
// one side of 1.
func (p ExactCyclic) proven() (q proven, ok bool) {
	sign, certain := p.Excess.Sign()
	visitSign, visitCertain := p.VisitExcess.Sign()
	q = proven{period: p.Period, expands: sign >= 0, s: outward(p.Sensitivity), d: outward(p.Diameter)}
	away := func(x interval.Number) quantity { // from 0
		if q.expands {
			return outward(x)
		}
		return outward(x.Neg())
	}
	q.k, q.visitK, q.l, q.visitL = away(p.Excess), away(p.VisitExcess), away(p.Excess.Log1p()), away(p.VisitExcess.Log1p())
	return q, certain && visitCertain && !(q.expands && visitSign < 0) && !(!q.expands && visitSign > 0)
}

// Solve is the cost R of Solve's best point.
func (p ExactCyclic) Solve(T, position int) interval.Number {
	near := p.near()
	visits := near.Visits(T, position)
	if visits == 0 {
		return interval.Int(0)
	}
	q, ok := p.proven()
	if !ok {
		return interval.Undefined
	}
	trailing := T - 1 - (position + (visits-1)*p.Period)
	best := q.pay(outward(interval.Int(0)), trailing, 0, visits-1).exact
	if !p.Diameter.Defined() {
		return best
	}
	found := near.Solve(T, position).Tau
	longest := T - 1 - trailing // steps before the last visit
	if before := longest - found; before >= 0 {
		best = interval.Lesser(best, leastAround(before, 0, longest, func(before int) interval.Number {
			return q.pay(q.d, trailing, before%p.Period, before/p.Period).exact
		}))
	}
	if trailing > 0 {
		best = interval.Lesser(best, q.afterLastVisit(trailing).exact)
	}
	return best
}

// Verified is the program in units of the noise, whose variance is given; what it
// evaluates is not defined where c and c* are not certain to lie on one side of 1.
func (p ExactCyclic) Verified(variance interval.Number) *VerifiedCyclic {
	sigma := variance.Sqrt()
	q, ok := p.proven()
	if !ok {
		sigma = interval.Undefined
	}
	return &VerifiedCyclic{near: p.near(), unit: approximately(interval.Int(1).Quo(sigma)), proven: proven{
		period: q.period, expands: q.expands,
		k: approximately(q.k.exact), visitK: approximately(q.visitK.exact),
		l: approximately(q.l.exact), visitL: approximately(q.visitL.exact),
		s: approximately(p.Sensitivity.Quo(sigma)), d: approximately(p.Diameter.Quo(sigma)),
	}}
}

// approximately is x ≥ 0 as a near number.
func approximately(x interval.Number) quantity {
	if !x.Defined() {
		return nearly(errfloat.Undefined)
	}
	return nearly(errfloat.Between(x.Down(), x.Up()))
}
