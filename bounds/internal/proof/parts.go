// Package proof makes proofs (claim.Proof) from the forms in which theorems are stated: a Rényi curve, a parameter of
// Gaussian differential privacy, a bound at δ itself, or a separate answer to each question.
package proof

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
)

// Parts are statements of a theorem that all hold. At least one of Renyi, Mu and Epsilon is set; the zero value of a field
// states nothing.
type Parts struct {
	Renyi   func(alpha float64) float64            // ε(α) for every α > 1, +Inf where nothing is proved
	Mu      float64                                // > 0, of Gaussian differential privacy
	Epsilon func(delta float64) (float64, error)   // ε at δ, if the theorem bounds it directly
	Certify claim.Certificate                      // nil if the theorem's values cannot be certified
	Coarse  bool                                   // Certify rounds by more than the last digits of a float64
	Explain claim.Explanation                      // nil if there is nothing to explain
	Pay     func(found claim.Bound) claim.Payments // nil if the value is not a sum of payments
	Gap     Gap                                    // the distance from the optimum of the value's program
	Note    string                                 // a remark on this run's value
}

// A Gap is the relative distance to a certified optimum. The zero Gap is unknown.
type Gap struct {
	most  float64
	known bool
}

// Within returns a gap of at most `most`.
func Within(most float64) Gap { return Gap{most, true} }

// value returns the gap, NaN if it is unknown.
func (g Gap) value() float64 {
	if !g.known {
		return math.NaN()
	}
	return g.most
}

// Linear states ε(α) = αρ for all α > 1.
func Linear(rho float64) Parts {
	return Parts{Renyi: func(alpha float64) float64 { return alpha * rho }}
}

// Gaussian states the bounds of a Gaussian mechanism whose squared shift over variance is muSquared: μ-GDP and (α, αμ²/2)-RDP
// for all α > 1.
func Gaussian(muSquared float64) Parts {
	p := Linear(muSquared / 2)
	p.Mu = math.Sqrt(muSquared)
	return p
}

// Upper returns the proof of an upper bound: the smallest bound of its parts.
func (p Parts) Upper() claim.Proof {
	return claim.Proof{Curve: p.Renyi, At: func(q claim.Question) (claim.Solution, error) {
		b, err := p.least(q)
		return p.solution(b), err
	}}
}

// Lower returns the proof of a lower bound: the largest bound of its parts. A Rényi floor gives none for (ε, δ).
func (p Parts) Lower() claim.Proof {
	return claim.Proof{Curve: p.Renyi, At: func(q claim.Question) (claim.Solution, error) {
		b, err := p.most(q)
		return p.solution(b), err
	}}
}

// solution returns an answer with the parts' statements about it.
func (p Parts) solution(b claim.Bound) claim.Solution {
	s := claim.Solved(b.Question, b.Epsilon)
	s.Bound, s.Gap, s.Note, s.Coarse = b, p.Gap.value(), p.Note, p.Coarse
	if p.Mu > 0 {
		s.Mu = p.Mu
	}
	if p.Certify != nil {
		s.Certify = func() (float64, bool) { return p.Certify(b) }
	}
	if p.Explain != nil {
		s.Explain = func() ([]claim.Choice, string) { return p.Explain(b) }
	}
	if p.Pay != nil {
		s.Payments = p.Pay(b)
	}
	return s
}

// least returns the smallest ε that the parts prove, +Inf if none is finite.
func (p Parts) least(q claim.Question) (b claim.Bound, err error) {
	if q.Renyi() {
		return p.order(q, math.Inf(1)), nil
	}
	b = claim.Found(q, math.Inf(1))
	if p.Renyi != nil {
		b = Converted(p.Renyi, q)
	}
	if p.Mu > 0 {
		b.Epsilon = min(b.Epsilon, convert.GaussianEpsilonUpper(p.Mu, claim.AtMost(q.Delta)))
	}
	if p.Epsilon != nil {
		var e float64
		if e, err = p.Epsilon(q.Delta); err == nil && e < b.Epsilon {
			b.Epsilon = e
		}
	}
	if !math.IsInf(b.Epsilon, 1) {
		err = nil // another part gave the value
	}
	return b, err
}

// most returns the largest ε that the parts prove, 0 if none is known.
func (p Parts) most(q claim.Question) (b claim.Bound, err error) {
	if q.Renyi() {
		b = p.order(q, 0)
		if math.IsInf(b.Epsilon, 1) { // no floor is infinite: the arithmetic has overflowed
			b = claim.Found(q, 0)
		}
		return b, nil
	}
	b = claim.Found(q, 0)
	if p.Mu > 0 {
		b.Epsilon = convert.GaussianEpsilonLower(p.Mu, claim.AtLeast(q.Delta))
	}
	if p.Epsilon != nil {
		var e float64
		if e, err = p.Epsilon(q.Delta); err == nil && e > b.Epsilon {
			b.Epsilon = e
		}
	}
	return b, err
}

// order returns the curve at the question's order: no answer without a curve, and worst if its arithmetic has failed.
func (p Parts) order(q claim.Question, worst float64) claim.Bound {
	if p.Renyi == nil {
		return claim.Bound{Question: q, Epsilon: math.NaN(), Converted: math.NaN()}
	}
	e := p.Renyi(q.Alpha)
	if math.IsNaN(e) {
		e = worst
	}
	return claim.Found(q, e)
}

// FewConverted is Converted for a curve that takes long at each order: it tries few orders around `near`.
func FewConverted(renyi func(alpha float64) float64, q claim.Question, near float64) claim.Bound {
	return converted(q, func() (float64, convert.Renyi) { return convert.EpsilonUpperNear(renyi, claim.AtMost(q.Delta), near) })
}

// Converted returns the ε at δ that a Rényi curve gives, and the order that gives it.
func Converted(renyi func(alpha float64) float64, q claim.Question) claim.Bound {
	return converted(q, func() (float64, convert.Renyi) { return convert.EpsilonUpper(renyi, claim.AtMost(q.Delta)) })
}

func converted(q claim.Question, upper func() (float64, convert.Renyi)) claim.Bound {
	b := claim.Found(q, math.Inf(1))
	epsilon, at := upper()
	b.Epsilon = epsilon
	if !math.IsNaN(at.Alpha) {
		b.Alpha, b.Renyi, b.Converted = at.Alpha, at.Epsilon, epsilon
	}
	return b
}
