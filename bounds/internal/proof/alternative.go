package proof

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/interval"
)

// An Alternative is one of several Rényi bounds, of which the smallest counts at every order. found is a bound at an order,
// or one that was converted from an order.
type Alternative struct {
	Renyi   func(alpha float64) float64
	Explain claim.Explanation
	Certify claim.Certificate                      // nil if it cannot be certified
	Pay     func(found claim.Bound) claim.Payments // nil if the value is not a sum of payments
}

// LeastOf returns the parts of a theorem with several alternatives: the smallest counts, on a tie the first. An alternative
// whose arithmetic has failed (NaN) is ignored.
func LeastOf(ways ...Alternative) Parts {
	at := func(alpha float64) Alternative {
		way, least := ways[0], math.Inf(1)
		for _, w := range ways {
			if !(alpha > 1) {
				break
			}
			if e := w.Renyi(alpha); e < least {
				way, least = w, e
			}
		}
		return way
	}
	p := Parts{Renyi: func(alpha float64) float64 {
		least := math.Inf(1)
		for _, w := range ways {
			if e := w.Renyi(alpha); e < least {
				least = e
			}
		}
		return least
	}}
	p.Coarse = true // some alternatives are certified to fewer digits
	p.Explain = func(found claim.Bound) ([]claim.Choice, string) { return at(found.Alpha).Explain(found) }
	p.Certify = func(found claim.Bound) (float64, bool) {
		way := at(found.Alpha)
		if way.Certify == nil || !(found.Alpha > 1) {
			return 0, false
		}
		return Near(found)(way.Certify(found))
	}
	p.Pay = func(found claim.Bound) claim.Payments {
		if way := at(found.Alpha); way.Pay != nil {
			return way.Pay(found)
		}
		return claim.Payments{}
	}
	return p
}

// ByProof returns a theorem's Rényi bound as an alternative.
func ByProof(p claim.Proof) Alternative {
	at := func(alpha float64) claim.Solution {
		s, _ := p.At(claim.Question{Alpha: alpha}) // +Inf where it fails
		return s
	}
	return Alternative{Renyi: p.Curve,
		Explain: func(found claim.Bound) ([]claim.Choice, string) { return at(found.Alpha).Explain() },
		Certify: func(found claim.Bound) (float64, bool) {
			q := found.Question
			if q.Renyi() {
				return CertifiedAt(at(q.Alpha))
			}
			alpha := fewDigits(found.Alpha)
			e, ok := CertifiedAt(at(alpha))
			epsilon, finite := convertedAt(interval.Decimal(alpha), e, found)
			return epsilon, ok && finite
		},
		Pay: func(found claim.Bound) claim.Payments { return at(found.Alpha).Payments }}
}

// CertifiedAt returns a solution's certified value, if there is one.
func CertifiedAt(s claim.Solution) (float64, bool) {
	if s.Certify == nil {
		return 0, false
	}
	return s.Certify()
}
