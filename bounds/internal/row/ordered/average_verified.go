package ordered

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
)

// certifyPositions certifies the average over the positions of the differing example in one secret order under linear moduli:
// it evaluates the cost of every position, and their mean, again with proved error bounds (package errfloat).
func certifyPositions(r run.Run) claim.Certificate {
	return func(found claim.Bound) (float64, bool) {
		x, q := certify.StatedOf(r), found.Question
		shares := statedProgram(r, x).Cyclic(x.Variance).Positions(r.T, maxPositions)
		if q.Renyi() {
			return proof.Near(found)(proof.Enough(RenyiAverage(shares, 1, interval.Decimal(q.Alpha).Up()), found))
		}
		return certifyMean(shares, found)
	}
}

// certifyMean certifies an ε by the mean of the profiles of costs in units of σ².
func certifyMean(shares []shift.Share, found claim.Bound) (float64, bool) {
	delta := interval.Decimal(found.Question.Delta).Down()
	for _, raise := range []float64{1, 1 + 1e-9} {
		if epsilon := certify.TenDigits(found.Epsilon * raise); meanProfile(shares, 1, epsilon) <= delta {
			return epsilon, true
		}
	}
	return 0, false
}

// certify certifies an average over orders that change every epoch, with plans for linear moduli: it evaluates the cost of
// every epoch at every position, and their sums and means, again with proved error bounds.
func (p orderPlan) certify(found claim.Bound) (float64, bool) {
	x := certify.StatedOf(p.of.run)
	program, all := statedProgram(p.of.run, x), true
	program.After = 0 // as for the planner
	v := program.Cyclic(x.Variance)
	evaluated := func(plan []shift.EpochGroup) []shift.EpochGroup {
		groups, ok := v.EpochGroups(p.of.work, plan, maxPositions)
		all = all && ok
		return groups
	}
	if p.mean {
		if epsilon, ok := certifyMean(p.verifiedCosts(v, evaluated), found); ok && all {
			return epsilon, true
		}
		all = true
	}
	epsilon, ok := proof.Near(found)(proof.CertifyOrder(found, func(alpha interval.Number) float64 {
		return p.verifiedRenyi(v, alpha, evaluated)
	}))
	return epsilon, ok && all
}

// verifiedCosts returns at least the costs whose mean was taken at a δ.
func (p orderPlan) verifiedCosts(v *shift.ProvenCyclic, evaluated func(plan []shift.EpochGroup) []shift.EpochGroup) (shares []shift.Share) {
	if p.follows[0] {
		shares = p.cases.followed(p.of.work, (p.alpha-1)*p.alpha/2, v.AheadShares)
	} else {
		shares = p.cases.costs(p.alpha, p.of.sigma, evaluated)
	}
	for i := range shares {
		shares[i].R *= 1 + lawError
	}
	return shares
}

// verifiedRenyi returns at least the mixture at an order: of levels that follow the positions, if those were better,
// otherwise of the best plans.
func (p orderPlan) verifiedRenyi(v *shift.ProvenCyclic, alpha interval.Number,
	evaluated func(plan []shift.EpochGroup) []shift.EpochGroup) float64 {
	less, at := alpha.Sub(interval.Int(1)), alpha.Float64()
	var cases []shift.Share
	for i, c := range p.cases {
		plan, least := c.best(at, p.of.sigma)
		e := math.Inf(1)
		if !p.mean && p.follows != nil && p.follows[i] {
			weight := alpha.Mul(less).Quo(interval.Int(2)).Up()
			e = alpha.Up() / 2 * v.Ahead(p.of.work, c.T, c.idle, weight) * (1 + 8*errfloat.U)
		}
		if least < e {
			of := 0.0
			for _, s := range evaluated(plan) {
				of += float64(s.Epochs) * RenyiAverage(s.Shares, 1, alpha.Up())
			}
			e = min(e, of*(1+averageError))
		}
		cases = append(cases, shift.Share{Weight: c.weight, R: e})
	}
	return shift.LogMean(cases, less.Up())
}

// lawError exceeds the rounding error of the costs of a law that is a sum of others: four roundings in each of a few thousand
// additions.
const lawError = 1e-11

// averageError exceeds the relative errors of a sum of at most 2·maxPositions+1 terms, of their weights and of the functions
// in them.
const averageError = 2048 * errfloat.U
