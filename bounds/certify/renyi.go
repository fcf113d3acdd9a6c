package certify

import (
	"lastiterate/bounds/claim"
	"lastiterate/bounds/outward"
)

// Linear certifies the upper bounds of (α, αρ)-RDP for all α > 1.
func Linear(rho func() outward.Number) claim.Certificate {
	return Renyi(func() func(outward.Number) outward.Number {
		slope := rho()
		return slope.Mul
	})
}

// Renyi certifies the upper bounds of a Rényi guarantee. What make returns is
// asked for ε(α) at a few exact orders, and answers an undefined number where
// nothing is proved.
func Renyi(make func() func(alpha outward.Number) outward.Number) claim.Certificate {
	return func(found claim.Bound) (float64, bool) {
		rdp, q := make(), found.Question
		if q.Renyi() {
			return finite(rdp(outward.Decimal(q.Alpha)).Up())
		}
		delta := outward.Decimal(q.Delta)
		return finite(Descend(found.Alpha-1, func(above outward.Number) outward.Number {
			alpha := above.Add(outward.Int(1))
			return Converted(alpha, rdp(alpha), delta)
		}).Up())
	}
}

// Converted is ε(α) + log(1 − 1/α) − log(αδ)/(α−1) (Canonne, Kamath and Steinke
// 2020, arXiv:2004.00010v3, Proposition 12).
func Converted(alpha, epsilon, delta outward.Number) outward.Number {
	one := outward.Int(1)
	return epsilon.Add(one.Quo(alpha).Neg().Log1p()).Sub(alpha.Mul(delta).Log().Quo(alpha.Sub(one)))
}
