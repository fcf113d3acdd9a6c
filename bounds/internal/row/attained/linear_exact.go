package attained

import (
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// certifiedLinear returns the largest certified lower bound of three runs: those of the largest and of the smallest factor of
// the class, which are known exactly, and one in between near best, the member with the largest loss of all that were tried.
func certifiedLinear(r run.Run, members int, best adversary.Linear, found claim.Bound) (epsilon float64, ok bool) {
	x, q := certify.StatedOf(r), found.Question
	with := func(excess interval.Number, p pushes) adversary.ExactLinear {
		return adversary.ExactLinear{Excess: excess, Sensitivity: x.Sensitivity.Quo(interval.Int(p.part)), Variance: x.Variance,
			Diameter: x.Diameter, T: r.T, Period: p.period, Rest: r.AfterLastUse()}
	}
	at := func(excess interval.Number) adversary.ExactLinear { return with(excess, pushesOf(r)[0]) }
	lowest, highest, _ := linearFactors(r)
	try := func(l adversary.ExactLinear) {
		if e, fine := l.Answer(q, found.Epsilon); fine && (!ok || e > epsilon) {
			epsilon, ok = e, true
		}
	}
	for _, p := range pushesOf(r) {
		try(with(highest, p))
	}
	if members == len(pushesOf(r)) { // there is one factor
		return epsilon, ok
	}
	try(at(lowest))
	inside := certify.Descend(-best.Excess, func(size interval.Number) interval.Number {
		l := at(size.Neg())
		switch {
		case !lowest.AtMost(l.Excess) || !l.Excess.AtMost(highest):
			return interval.Undefined
		case !r.Bounded():
			return l.MuSquared().Neg()
		}
		e, _ := l.Answer(q, found.Epsilon)
		return interval.Float(-e)
	}).Neg()
	if e, fine := fromInside(inside, r, found); fine && e > epsilon {
		epsilon, ok = e, true
	}
	return epsilon, ok
}

// fromInside returns the answer of the run in between: best is its ε on a bounded domain, and its μ² without a projection.
func fromInside(best interval.Number, r run.Run, found claim.Bound) (float64, bool) {
	switch {
	case r.Bounded():
		return best.Down(), best.Defined()
	case found.Question.Renyi():
		return certify.RenyiDown(best, found.Question)
	}
	return certify.EpsilonDown(best, interval.Int(0), interval.Decimal(found.Question.Delta), found.Epsilon)
}
