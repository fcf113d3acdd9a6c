package proof

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
)

// Near lets a certified value pass only if it is no more than a millionth above the found one. A row that would lose more is
// shown uncertified.
func Near(found claim.Bound) func(epsilon float64, ok bool) (float64, bool) {
	const loss = 1e-6 // relative
	return func(epsilon float64, ok bool) (float64, bool) {
		return epsilon, ok && epsilon <= found.Epsilon*(1+loss)
	}
}

// CertifyOrder certifies a Rényi bound at one order: the question's or, at a δ, the order that the search found, rounded to
// few digits. rdp is an upper bound on ε(α).
func CertifyOrder(found claim.Bound, rdp func(alpha interval.Number) float64) (float64, bool) {
	q := found.Question
	if q.Renyi() {
		return Enough(rdp(interval.Decimal(q.Alpha)), found)
	}
	if !(found.Alpha > 1) {
		return 0, false
	}
	alpha := interval.Float(fewDigits(found.Alpha))
	return convertedAt(alpha, rdp(alpha), found)
}

// convertedAt certifies the conversion of ε(α) ≤ epsilon to the δ of the found bound.
func convertedAt(alpha interval.Number, epsilon float64, found claim.Bound) (float64, bool) {
	converted := certify.Converted(alpha, interval.Float(epsilon), interval.Decimal(found.Question.Delta))
	return Enough(max(0, converted.Up()), found)
}

// Enough returns the larger of a proved bound and the found value, rounded up to ten digits, so that it does not depend on
// the platform. ok is false if the bound is infinite.
func Enough(bound float64, found claim.Bound) (float64, bool) {
	return certify.TenDigits(max(bound, found.Epsilon)), !math.IsInf(bound, 1)
}

// CertifyRising certifies a Rényi bound of our own, whose computation errs upward and whose value rises with α.
func CertifyRising(own func(alpha float64) float64) claim.Certificate {
	return func(found claim.Bound) (float64, bool) {
		return CertifyOrder(found, func(alpha interval.Number) float64 { return own(alpha.Up()) })
	}
}

// fewDigits rounds an order that a search found, so that it is the same on every platform.
func fewDigits(alpha float64) float64 { return float64(float32(alpha)) }
