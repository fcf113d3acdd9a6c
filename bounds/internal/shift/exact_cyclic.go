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
func (p ExactCyclic) proven() (q proven[interval.Number], ok bool) {
	sign, certain := p.Excess.Sign()
	visitSign, visitCertain := p.VisitExcess.Sign()
	q = proven[interval.Number]{period: p.Period, expands: sign >= 0, s: p.Sensitivity, d: p.Diameter,
		k: p.Excess, visitK: p.VisitExcess, l: p.Excess.Log1p(), visitL: p.VisitExcess.Log1p()}
	if !certain || !visitCertain || q.expands && visitSign < 0 || !q.expands && visitSign > 0 {
		return q, false
	}
	if !q.expands {
		q.k, q.visitK, q.l, q.visitL = q.k.Neg(), q.visitK.Neg(), q.l.Neg(), q.visitL.Neg()
	}
	return q, true
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
	best := q.pay(interval.Int(0), trailing, 0, visits-1)
	if !p.Diameter.Defined() {
		return best
	}
	found := near.Solve(T, position).Tau
	longest := T - 1 - trailing // steps before the last visit
	if before := longest - found; before >= 0 {
		best = interval.Lesser(best, leastAround(before, 0, longest, func(before int) interval.Number {
			return q.pay(p.Diameter, trailing, before%p.Period, before/p.Period)
		}))
	}
	if trailing > 0 {
		best = interval.Lesser(best, q.afterLastVisit(trailing))
	}
	return best
}

// Verified is the program in units of the noise, whose variance is given; what it
// evaluates is not defined where c and c* are not certain to lie on one side of 1.
func (p ExactCyclic) Verified(variance interval.Number) *VerifiedCyclic {
	sigma := variance.Sqrt()
	f := &VerifiedCyclic{near: p.near(), unit: nearly(interval.Int(1).Quo(sigma))}
	q, ok := p.proven()
	f.proven = proven[errfloat.Near]{period: q.period, expands: q.expands, s: nearly(q.s.Quo(sigma)), d: nearly(q.d.Quo(sigma)),
		k: nearly(q.k), visitK: nearly(q.visitK), l: nearly(q.l), visitL: nearly(q.visitL)}
	if !ok {
		f.s, f.d, f.unit = errfloat.Undefined, errfloat.Undefined, errfloat.Undefined
	}
	return f
}

// nearly is x ≥ 0 in float64.
func nearly(x interval.Number) errfloat.Near {
	if !x.Defined() {
		return errfloat.Undefined
	}
	return errfloat.Between(x.Down(), x.Up())
}
