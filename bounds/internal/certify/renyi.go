package certify

import (
	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/interval"
)

// Linear certifies the upper bounds of (α, αρ)-RDP for all α > 1.
func Linear(rho func() interval.Number) claim.Certificate {
	return Renyi(func() func(interval.Number) interval.Number {
		slope := rho()
		return slope.Mul
	})
}

// Renyi certifies the upper bounds that follow from a Rényi curve, an upper bound on ε(α) that is undefined where nothing is
// proved. prepare returns the curve, which is evaluated at a few exact orders.
func Renyi(prepare func() func(alpha interval.Number) interval.Number) claim.Certificate {
	return func(found claim.Bound) (float64, bool) {
		rdp, q := prepare(), found.Question
		if q.Renyi() {
			return finite(rdp(interval.Decimal(q.Alpha)).Up())
		}
		delta := interval.Decimal(q.Delta)
		return finite(Descend(found.Alpha-1, func(above interval.Number) interval.Number {
			alpha := above.Add(interval.Int(1))
			return Converted(alpha, rdp(alpha), delta)
		}).Up())
	}
}

// Converted returns ε(α) + log(1 − 1/α) − log(αδ)/(α−1) (Canonne, Kamath and Steinke 2020, arXiv:2004.00010v3, Proposition
// 12).
func Converted(alpha, epsilon, delta interval.Number) interval.Number {
	one := interval.Int(1)
	return epsilon.Add(one.Quo(alpha).Neg().Log1p()).Sub(alpha.Mul(delta).Log().Quo(alpha.Sub(one)))
}
