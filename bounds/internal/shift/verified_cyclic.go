package shift

import (
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
)

// VerifiedCyclic is Cyclic in float64 with proved error bounds, a thousand times quicker
// than ExactCyclic: it evaluates the starts that Solve chooses for every position of
// the differing example, by payments that are certain to be feasible.
type VerifiedCyclic struct {
	near      Cyclic
	expands   bool          // c ≥ 1 and c* ≥ 1; else c < 1 and c* ≤ 1
	k, visitK errfloat.Near // |c − 1|, |c* − 1|
	l, visitL errfloat.Near // |ln c|, |ln c*|
	s, d      errfloat.Near // s/σ and D/σ; D is unknown where there is no projection
	unit      errfloat.Near // 1/σ
}

// Verified is the program in units of the noise, whose variance is given; what it
// evaluates is unknown where c and c* are not certain to lie on one side of 1.
func (p ExactCyclic) Verified(variance interval.Number) *VerifiedCyclic {
	sigma := variance.Sqrt()
	f := &VerifiedCyclic{near: p.near(), s: nearly(p.Sensitivity.Quo(sigma)), d: nearly(p.Diameter.Quo(sigma)), unit: nearly(interval.Int(1).Quo(sigma))}
	sign, certain := p.Excess.Sign()
	visitSign, visitCertain := p.VisitExcess.Sign()
	f.expands = sign >= 0
	if !certain || !visitCertain || f.expands && visitSign < 0 || !f.expands && visitSign > 0 {
		f.s, f.d, f.unit = errfloat.Unknown, errfloat.Unknown, errfloat.Unknown
		return f
	}
	if f.expands {
		f.k, f.visitK = nearly(p.Excess), nearly(p.VisitExcess)
		f.l, f.visitL = f.k.Log1p(), f.visitK.Log1p()
		return f
	}
	f.k, f.visitK = nearly(p.Excess.Neg()), nearly(p.VisitExcess.Neg())
	one := errfloat.Whole(1)
	shrinks := func(k errfloat.Near) errfloat.Near { return k.Quo(one.Sub(k)).Log1p() } // −ln(1−k)
	f.l, f.visitL = shrinks(f.k), shrinks(f.visitK)
	return f
}

// nearly is x ≥ 0 in float64.
func nearly(x interval.Number) errfloat.Near {
	if !x.Defined() {
		return errfloat.Unknown
	}
	return errfloat.Between(x.Down(), x.Up())
}

// Positions lists upper bounds on the costs of all positions in units of σ², as
// Cyclic.Positions does; +Inf where one is not known.
func (p *VerifiedCyclic) Positions(T, most int) []Share {
	return p.near.positions(T, most, func(position int) float64 { return p.Solve(T, position) })
}

// Solve is an upper bound on the cost of Solve's best point in units of σ².
func (p *VerifiedCyclic) Solve(T, position int) float64 {
	visits := p.near.Visits(T, position)
	if visits == 0 {
		return 0
	}
	trailing := T - 1 - (position + (visits-1)*p.near.Period)
	best := p.pay(errfloat.Near{}, trailing, 0, visits-1).Up()
	if !p.d.Known() {
		return best
	}
	longest := T - 1 - trailing // steps before the last visit
	if before := longest - p.near.Solve(T, position).Tau; before >= 0 {
		best = min(best, p.pay(p.d, trailing, before%p.near.Period, before/p.near.Period).Up())
	}
	if trailing > 0 {
		best = min(best, p.afterLastVisit(trailing).cost().Up())
	}
	return best
}

// decay is e^−nl, the weight of a step n steps from the heaviest.
func (p *VerifiedCyclic) decay(n int) errfloat.Near { return p.l.Mul(errfloat.Whole(n)).Decay() }

// squares is the sum of n squared weights from the heaviest on.
func (p *VerifiedCyclic) squares(n int) errfloat.Near {
	if p.l.IsZero() {
		return errfloat.Whole(n)
	}
	twice := p.l.Mul(errfloat.Whole(2))
	return twice.Mul(errfloat.Whole(n)).Risen().Quo(twice.Risen())
}

// overEpochs are Σ_{i<n} e^{−ri} and Σ_{i<n} e^{−2ri}, for r = (B−1)|ln c| + |ln c*|.
func (p *VerifiedCyclic) overEpochs(n int) (r, sum, squares errfloat.Near) {
	r = p.l.Mul(errfloat.Whole(p.near.Period - 1)).Add(p.visitL)
	if r.IsZero() {
		return r, errfloat.Whole(n), errfloat.Whole(n)
	}
	of := func(r errfloat.Near) errfloat.Near { return r.Mul(errfloat.Whole(n)).Risen().Quo(r.Risen()) }
	return r, of(r), of(r.Mul(errfloat.Whole(2)))
}

// afterLastVisit is chord.afterLastVisit.
func (p *VerifiedCyclic) afterLastVisit(trailing int) verifiedPiece {
	if p.expands {
		return verifiedPiece{p.d.Mul(errfloat.Whole(1).Add(p.k)), p.squares(trailing)}
	}
	return verifiedPiece{p.d.Mul(p.decay(trailing)), p.squares(trailing)}
}

// pay is ExactCyclic.pay.
func (p *VerifiedCyclic) pay(start errfloat.Near, trailing, lead, epochs int) errfloat.Near {
	if p.expands {
		return p.expanding(start, trailing, lead, epochs)
	}
	return p.contracting(start, trailing, lead, epochs)
}

// contracting pools three pieces, in weights relative to the last step. Pieces that
// are not certain to pool are left apart, which pays for each by itself.
func (p *VerifiedCyclic) contracting(start errfloat.Near, trailing, lead, epochs int) errfloat.Near {
	before := p.decay(trailing).Mul(errfloat.Whole(1).Sub(p.visitK))
	var pieces []verifiedPiece
	r, sum, squares := p.overEpochs(epochs)
	if !start.IsZero() {
		w := before.Mul(r.Mul(errfloat.Whole(epochs)).Decay())
		pieces = append(pieces, verifiedPiece{start.Mul(p.decay(lead)).Mul(w), w.Square().Mul(p.squares(lead))})
	}
	if epochs > 0 {
		pieces = append(pieces, verifiedPiece{
			p.s.Mul(p.decay(p.near.Period - 1)).Mul(before).Mul(sum),
			before.Square().Mul(p.squares(p.near.Period)).Mul(squares),
		})
	}
	pieces = append(pieces, verifiedPiece{p.s.Mul(p.decay(trailing)), p.squares(trailing + 1)})
	return pooledVerified(pieces)
}

// expanding is for c ≥ 1, in weights relative to the first step. Unknown where the
// distance may be paid off before the last of the epochs.
func (p *VerifiedCyclic) expanding(start errfloat.Near, trailing, lead, epochs int) errfloat.Near {
	one := errfloat.Whole(1)
	epoch, final := verifiedPiece{p.s, p.squares(p.near.Period)}, verifiedPiece{p.s, p.squares(trailing + 1)}
	if start.IsZero() {
		return epoch.cost().Mul(errfloat.Whole(epochs)).Add(final.cost())
	}
	visit, joined := one, verifiedPiece{rise: start.Mul(one.Add(p.visitK))}
	if lead > 0 {
		visit = p.decay(lead - 1).Quo(one.Add(p.visitK))
		joined = verifiedPiece{start.Mul(one.Add(p.k)), p.squares(lead)}
	}
	r, sum, squares := p.overEpochs(epochs)
	after := func(n int) errfloat.Near { return visit.Mul(r.Mul(errfloat.Whole(n)).Decay()) }
	if epochs > 0 {
		joined = joined.add(verifiedPiece{epoch.rise.Mul(visit).Mul(sum), epoch.run.Mul(visit.Square()).Mul(squares)})
		if !joined.steeper(epoch.scaled(after(epochs - 1))) {
			return errfloat.Unknown
		}
	}
	if last := final.scaled(after(epochs)); joined.steeper(last) {
		return joined.add(last).cost()
	}
	return joined.cost().Add(final.cost())
}
