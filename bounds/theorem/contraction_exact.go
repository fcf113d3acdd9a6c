package theorem

import (
	"lastiterate/bounds/certify"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/contraction"
	"lastiterate/bounds/outward"
	"lastiterate/bounds/run"
)

// exactContraction is contractionProblem from the stated decimals.
func exactContraction(r run.Run) contraction.Exact {
	x := certify.State(r)
	plain, visit := exactModuli(r, x)
	e := contraction.Exact{Sensitivity: x.Sensitivity, Variance: x.Variance, Diameter: x.Diameter,
		Rate: outward.Fraction(r.B, r.N), Missing: outward.Int(0), Plain: plain, Visit: visit, Shared: plain}
	if r.Clipping != run.ClippingDifference {
		e.Shared = append(visit[:len(visit):len(visit)], plain...)
	}
	switch r.Scheme {
	case run.ShuffleOnce, run.Reshuffle:
		e.Missing = outward.Fraction(r.Dropped(), r.N)
	case run.WithoutReplacement:
		e.Sensitivity = x.Eta.Mul(x.Clip).Mul(outward.Int(2)).Quo(outward.Int(r.B))
		e.Visit, e.Shared = plain, plain
	}
	return e
}

// near lets a certified value pass only if it is no more than a millionth above
// what was found: a row that would lose more is shown uncertified.
func near(found claim.Found) func(epsilon float64, ok bool) (float64, bool) {
	const loss = 1e-6
	return func(epsilon float64, ok bool) (float64, bool) {
		return epsilon, ok && epsilon <= found.Epsilon*(1+loss)
	}
}

func certifyProfile(r run.Run, p contraction.Problem, c contraction.Choice, q claim.Question, found claim.Found) (float64, bool) {
	x := exactContraction(r)
	alpha, delta := outward.Decimal(q.Alpha), outward.Decimal(q.Delta)
	switch {
	case c.Followed() && q.Renyi():
		return x.AtOrder(c, alpha, found.Epsilon)
	case c.Followed():
		return x.AtDelta(c, delta, found.Epsilon)
	}
	return certify.Gaussian(func() outward.Number { return outward.Float(x.Gaussian(p)).Square() })(q, found)
}
