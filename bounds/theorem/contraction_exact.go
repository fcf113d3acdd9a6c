package theorem

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// exactContraction is contractionProblem from the stated decimals.
func exactContraction(r run.Run) contraction.Exact {
	x := certify.State(r)
	plain, visit := exactModuli(r, x)
	e := contraction.Exact{Sensitivity: x.Sensitivity, Variance: x.Variance, Diameter: x.Diameter,
		Rate: interval.Fraction(r.B, r.N), Missing: interval.Int(0), Plain: plain, Visit: visit, Shared: plain}
	if r.Clipping != run.ClippingDifference {
		e.Shared = append(visit[:len(visit):len(visit)], plain...)
	}
	switch r.Scheme {
	case run.ShuffleOnce, run.Reshuffle:
		e.Missing = interval.Fraction(r.Dropped(), r.N)
	case run.WithoutReplacement, run.Poisson:
		return exactSampled(r, x, e)
	}
	return e
}

// near lets a certified value pass only if it is no more than a millionth above
// what was found: a row that would lose more is shown uncertified.
func near(found claim.Bound) func(epsilon float64, ok bool) (float64, bool) {
	const loss = 1e-6
	return func(epsilon float64, ok bool) (float64, bool) {
		return epsilon, ok && epsilon <= found.Epsilon*(1+loss)
	}
}

// certifyOrder certifies the answer of a Rényi guarantee at one order: that of the
// question, or the one that was found, to few digits. rdp is at least ε(α).
func certifyOrder(found claim.Bound, rdp func(alpha interval.Number) float64) (float64, bool) {
	q := found.Question
	if q.Renyi() {
		return enough(rdp(interval.Decimal(q.Alpha)), found)
	}
	if !(found.Alpha > 1) {
		return 0, false
	}
	alpha := interval.Float(float64(float32(found.Alpha)))
	epsilon := certify.Converted(alpha, interval.Float(rdp(alpha)), interval.Decimal(q.Delta))
	return enough(math.Max(0, epsilon.Up()), found)
}

// enough is what was found if that is proved to be a bound, else the bound, both
// to ten digits, so that it does not depend on the platform.
func enough(bound float64, found claim.Bound) (float64, bool) {
	return contraction.TenDigits(math.Max(bound, found.Epsilon)), !math.IsInf(bound, 1)
}

// certifyLeast certifies the least of a guarantee of our own, whose ε(α) is known
// with outward rounding, and of others that know how to certify themselves.
func certifyLeast(own func(alpha float64) float64, exact func(alpha interval.Number) float64, others ...claim.Guarantee) claim.Certificate {
	return func(found claim.Bound) (float64, bool) {
		at := found.Alpha
		if !(at > 1) {
			return 0, false
		}
		least := own(at)
		certificate := func() (float64, bool) { return certifyOrder(found, exact) }
		for _, other := range others {
			if v := other.RDP(at); v < least {
				least = v
				certificate = func() (float64, bool) {
					if other.Certify == nil {
						return 0, false
					}
					epsilon, ok := other.Certify(found)
					if ok && !found.Question.Renyi() { // the other may know a better way to δ, which is its own answer
						return enough(epsilon, found)
					}
					return epsilon, ok
				}
			}
		}
		return near(found)(certificate())
	}
}

func certifyProfile(r run.Run, p contraction.Problem, c contraction.Choice, found claim.Bound) (float64, bool) {
	x, q := exactContraction(r), found.Question
	alpha, delta := interval.Decimal(q.Alpha), interval.Decimal(q.Delta)
	switch {
	case c.Followed() && q.Renyi():
		return x.AtOrder(c, alpha, found.Epsilon)
	case c.Followed():
		return x.AtDelta(c, delta, found.Epsilon)
	}
	epsilon, ok := certify.Gaussian(func() interval.Number { return interval.Float(x.Gaussian(p)).Square() })(found)
	if q.Renyi() {
		if e, proved := enough(x.Joint(p, alpha), found); proved && !(ok && epsilon < e) {
			return e, true
		}
	}
	return epsilon, ok
}
