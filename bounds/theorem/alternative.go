package theorem

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/proof"
)

// An alternative is one of several Rényi bounds of which the least counts at every order. All
// are asked about bounds that were found at an order, or converted from one.
type alternative struct {
	renyi   func(alpha float64) float64
	explain claim.Explanation
	certify claim.Certificate                      // nil where that is not done
	pay     func(found claim.Bound) claim.Payments // nil where the value is not made of payments
}

// leastOf are the parts of a theorem with several ways to a bound, the first where two say the same.
func leastOf(ways ...alternative) proof.Parts {
	at := func(alpha float64) alternative {
		way, least := ways[0], math.Inf(1)
		for _, w := range ways {
			if !(alpha > 1) {
				break
			}
			if e := w.renyi(alpha); e < least {
				way, least = w, e
			}
		}
		return way
	}
	p := proof.Parts{Renyi: func(alpha float64) float64 {
		least := math.Inf(1)
		for _, w := range ways {
			least = min(least, w.renyi(alpha))
		}
		return least
	}}
	p.Coarse = true // where it is certified by digits
	p.Explain = func(found claim.Bound) ([]claim.Choice, string) { return at(found.Alpha).explain(found) }
	p.Certify = func(found claim.Bound) (float64, bool) {
		way := at(found.Alpha)
		if way.certify == nil || !(found.Alpha > 1) {
			return 0, false
		}
		return near(found)(way.certify(found))
	}
	p.Pay = func(found claim.Bound) claim.Payments {
		if way := at(found.Alpha); way.pay != nil {
			return way.pay(found)
		}
		return claim.Payments{}
	}
	return p
}

// byProof is a theorem's Rényi bound as an alternative.
func byProof(p claim.Proof) alternative {
	at := func(alpha float64) claim.Solution {
		s, _ := p.At(claim.Question{Alpha: alpha}) // +Inf where it fails
		return s
	}
	return alternative{renyi: p.Curve,
		explain: func(found claim.Bound) ([]claim.Choice, string) { return at(found.Alpha).Explain() },
		certify: func(found claim.Bound) (float64, bool) {
			q := found.Question
			if q.Renyi() {
				return certifiedAt(at(q.Alpha))
			}
			alpha := fewDigits(found.Alpha)
			e, ok := certifiedAt(at(alpha))
			epsilon, finite := convertedAt(interval.Decimal(alpha), e, found)
			return epsilon, ok && finite
		},
		pay: func(found claim.Bound) claim.Payments { return at(found.Alpha).Payments }}
}

func certifiedAt(s claim.Solution) (float64, bool) {
	if s.Certify == nil {
		return 0, false
	}
	return s.Certify()
}
