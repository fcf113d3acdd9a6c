package selection

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/interval"
)

// The law of the parameter that LogInverse tells has at least the stated mean, in 128 bits and of the stated decimals:
// next to a mean of 1, next to the shapes −1 and 0, and elsewhere, where it is near. At ν = −1/2 and a mean of 1 + 10⁻¹² it
// was half of what it should be.
func TestLogInverseIsAtLeast(t *testing.T) {
	for _, shape := range []float64{-0.999999, -0.5, -0.1, -5e-7, -1e-12, 0, 1e-12, 5e-7, 0.3, 0.5, 1, 3, 1e6, 1e30} {
		for _, mean := range []float64{1.000000000001, 1.000000001, 1.0000001, 1.0005, 1.1, 1.5, 10, 1e6, 1e12} {
			x := LogInverse(shape, mean)
			if math.IsInf(x, 1) && shape < 0 {
				continue // no γ is small enough, or none that is a number
			}
			of := func(x float64) interval.Number {
				x1, nu := interval.Float(x), interval.Decimal(shape)
				if shape == 0 {
					return x1.Expm1().Quo(x1)
				}
				return nu.Mul(x1.Expm1()).Quo(nu.Mul(x1).Neg().Expm1().Neg())
			}
			if !interval.Decimal(mean).AtMost(of(x)) {
				t.Errorf("ν = %v, mean %v: %v is too low", shape, mean, x)
			}
			if mean > 1.000001 && shape > -0.999 && interval.Decimal(mean).AtMost(of(x*(1-1e-8))) {
				t.Errorf("ν = %v, mean %v: %v is too high", shape, mean, x)
			}
		}
	}
}

// Where ε(λ) is nearly ε̂ at all orders, λ − 1 multiplies what rounding leaves of their difference: δ̂ is no less than the least of
// what the formula says, in 128 bits.
func TestDeltaIsAtLeast(t *testing.T) {
	for _, epsilon := range []float64{math.Log1p(0.1), 1, 10, 100} {
		for _, less := range []float64{1e-9, 2e-9, 3e-9, 7e-9, 1e-8} {
			least, one := interval.Int(0), interval.Int(1)
			curve := func(lambda float64) float64 {
				e, l := epsilon*(1-less), interval.Float(lambda)
				apart := interval.Float(e).Sub(interval.Float(epsilon))
				least = interval.Min(least, l.Sub(one).Mul(apart.Add(one.Quo(l).Neg().Log1p())).Sub(l.Log()))
				return e
			}
			if got := delta(curve, epsilon); !least.Exp().AtMost(interval.Float(got)) && got < 1 {
				t.Errorf("ε̂ = %v, ε less %v of it: δ̂ = %v, want at least %v", epsilon, less, got, least.Exp())
			}
		}
	}
}
