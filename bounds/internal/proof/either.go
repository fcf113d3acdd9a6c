package proof

import (
	"math"

	"lastiterate/bounds/claim"
)

// EitherOf is a proof that answers each question with the smaller bound of two proofs.
func EitherOf(a, b claim.Proof) claim.Proof {
	p := claim.Proof{At: func(q claim.Question) (claim.Solution, error) {
		s, err := a.At(q)
		none := err != nil || math.IsNaN(s.Epsilon)
		if other, failed := b.At(q); failed == nil && (none && !math.IsNaN(other.Epsilon) || other.Epsilon < s.Epsilon) {
			return other, nil
		}
		return s, err
	}}
	if a.Curve != nil && b.Curve != nil {
		p.Curve = func(alpha float64) float64 { return min(a.Curve(alpha), b.Curve(alpha)) }
	}
	return p
}
