package shift

import (
	"lastiterate/bounds/internal/interval"
)

// ExactCyclic is Cyclic with outward rounding: the cost of a start that Solve
// chooses, or of a neighbouring one, by payments that are certain to be feasible.
type ExactCyclic struct {
	Excess, VisitExcess, Sensitivity interval.Number
	Diameter                         interval.Number // undefined when there is no projection
	Period                           int
}

func (p ExactCyclic) near() Cyclic {
	return Cyclic{Excess: p.Excess.Float64(), VisitExcess: p.VisitExcess.Float64(), Sensitivity: p.Sensitivity.Float64(), Diameter: diameter(p.Diameter), Period: p.Period}
}

// Solve is the cost R of Solve's best point; undefined where c or c* is 0.
func (p ExactCyclic) Solve(T, position int) interval.Number {
	near := p.near()
	visits := near.Visits(T, position)
	if visits == 0 {
		return interval.Int(0)
	}
	trailing := T - 1 - (position + (visits-1)*p.Period)
	best := p.pay(interval.Int(0), trailing, 0, visits-1)
	if !p.Diameter.Defined() {
		return best
	}
	found := near.Solve(T, position).Tau
	longest := T - 1 - trailing // steps before the last visit
	if before := longest - found; before >= 0 {
		best = interval.Lesser(best, leastAround(before, 0, longest, func(before int) interval.Number {
			return p.pay(p.Diameter, trailing, before%p.Period, before/p.Period)
		}))
	}
	if trailing > 0 {
		after := ExactFullBatch{Excess: p.Excess, Sensitivity: interval.Int(0), Diameter: p.Diameter}
		best = interval.Lesser(best, after.fromDiameter(trailing))
	}
	return best
}

// pay is chord.pay: the cost of paying the start distance off over lead steps,
// epochs whole epochs and the last visit with its trailing steps.
func (p ExactCyclic) pay(start interval.Number, trailing, lead, epochs int) interval.Number {
	sign, certain := p.Excess.Sign()
	visitSign, visitCertain := p.VisitExcess.Sign()
	switch {
	case !certain || !visitCertain:
		return interval.Undefined
	case sign < 0 && visitSign <= 0:
		return p.contracting(start, trailing, lead, epochs)
	case sign >= 0 && visitSign >= 0:
		return p.expanding(start, trailing, lead, epochs)
	}
	return interval.Undefined
}

// contracting pools three pieces, in weights relative to the last step.
func (p ExactCyclic) contracting(start interval.Number, trailing, lead, epochs int) interval.Number {
	l, visit := p.Excess.Log1p(), p.VisitExcess.Log1p()
	power := func(n int) interval.Number { return l.Mul(interval.Int(n)).Exp() }
	squares := func(n int) interval.Number { // Σ_{i<n} c^{2i}
		return l.Mul(interval.Int(2 * n)).Expm1().Quo(p.Excess.Mul(interval.Int(2).Add(p.Excess)))
	}
	before := power(trailing).Mul(p.VisitExcess.Add(interval.Int(1)))
	ratio := l.Mul(interval.Int(p.Period - 1)).Add(visit)
	var pieces []exactPiece
	if !start.IsZero() {
		w := before.Mul(ratio.Mul(interval.Int(epochs)).Exp())
		pieces = append(pieces, exactPiece{start.Mul(power(lead)).Mul(w), w.Square().Mul(squares(lead))})
	}
	if epochs > 0 {
		sum, sumSquares := exactSums(ratio, epochs)
		pieces = append(pieces, exactPiece{
			p.Sensitivity.Mul(power(p.Period - 1)).Mul(before).Mul(sum),
			before.Square().Mul(squares(p.Period)).Mul(sumSquares),
		})
	}
	pieces = append(pieces, exactPiece{p.Sensitivity.Mul(power(trailing)), squares(trailing + 1)})
	return pooledExactly(pieces)
}

// expanding is for c ≥ 1, in weights relative to the first step. Undefined where
// the distance may be paid off before the last of the epochs.
func (p ExactCyclic) expanding(start interval.Number, trailing, lead, epochs int) interval.Number {
	one := interval.Int(1)
	l, visitLog := p.Excess.Log1p(), p.VisitExcess.Log1p()
	squares := func(n int) interval.Number { // Σ_{i<n} c^{−2i}
		if p.Excess.IsZero() {
			return interval.Int(n)
		}
		return l.Mul(interval.Int(-2 * n)).Expm1().Quo(l.Mul(interval.Int(-2)).Expm1())
	}
	epoch := exactPiece{p.Sensitivity, squares(p.Period)}
	final := exactPiece{p.Sensitivity, squares(trailing + 1)}
	if start.IsZero() {
		return epoch.cost().Mul(interval.Int(epochs)).Add(final.cost())
	}
	visit := one
	joined := exactPiece{start.Mul(p.VisitExcess.Add(one)), interval.Int(0)}
	if lead > 0 {
		visit = l.Mul(interval.Int(1 - lead)).Exp().Quo(p.VisitExcess.Add(one))
		joined = exactPiece{start.Mul(p.Excess.Add(one)), squares(lead)}
	}
	ratio := l.Mul(interval.Int(p.Period - 1)).Add(visitLog)
	if epochs > 0 {
		sum, sumSquares := exactSums(ratio.Neg(), epochs)
		joined = joined.add(exactPiece{epoch.rise.Mul(visit).Mul(sum), epoch.run.Mul(visit.Square()).Mul(sumSquares)})
		if !joined.steeper(epoch.scaled(visit.Mul(ratio.Mul(interval.Int(1 - epochs)).Exp()))) {
			return interval.Undefined
		}
	}
	last := final.scaled(visit.Mul(ratio.Mul(interval.Int(-epochs)).Exp()))
	if joined.steeper(last) {
		return joined.add(last).cost()
	}
	return joined.cost().Add(final.cost())
}

// exactSums returns Σ_{i<n} e^{ri} and Σ_{i<n} e^{2ri} for r ≤ 0.
func exactSums(r interval.Number, n int) (sum, squares interval.Number) {
	return interval.Geometric(r, n), interval.Geometric(r.Mul(interval.Int(2)), n)
}
