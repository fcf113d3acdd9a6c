package contraction

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
)

// mostPower bounds ln γ^α at the last point: beyond, tails are too small for the
// profile to be of use.
const mostPower = 600

// renyi is at least the Rényi divergence of order alpha of the profile h on the
// grid, which is continued by that of the Gaussian mechanism mu, as atOrder.value is.
// With K(γ) = (γ^α − 1)(1 − γ^{1−α}), whose second derivative is the integrand's
// weight, the integral to the last point γ_m is (profile.md, section 7)
//
//	Σ_{0<i<m} K(γ_i)·(bend at γ_i) + K(γ_m)·(slope before γ_m) + K'(γ_m)h(γ_m).
func (f *verified) renyi(alpha interval.Number, mu float64, h []float64) float64 {
	less := alpha.Sub(interval.Int(1))
	a, d := alpha.Up(), less.Up() // the integral rises with α
	wide, values := f.continued(atOrder{a, mu}.reach(), mu, h)
	end := wide.loss(len(values) - 1)
	if !(a*end < mostPower) {
		return math.Inf(1)
	}
	weight := func(i int) float64 { // K, from above
		l := wide.loss(i)
		power := a * l // its rounding moves the power by itself
		return errfloat.Expm1(power) * -errfloat.Expm1(-d*l) * (1 + (power+80)*u)
	}
	y := 0.0
	c := wide.chords(values)
	last := len(values) - 1
	for i := 1; i <= last; i++ {
		y += float64(weight(i) * c.bends[i])
	}
	// Beyond: K' ≤ αγ^{α−1}; what a Gaussian pair has there; (α−1)γ^{−α}h.
	y += a * errfloat.Exp(a*end) * values[last] * (1 + (a*end+20)*u)
	beyond := gaussianBeyond(a, d, mu, end)
	y += errfloat.Exp(beyond) * (1 + (math.Abs(beyond)+20)*u)
	y += d * values[last]
	return errfloat.Log1p(y*(1+sumError)) * (1 + 24*u) / less.Down()
}

// gaussianBeyond is at least ln E[r^{α−1}; ln r > end] of the Gaussian pair mu, by
// Φ(−x) ≤ e^{−x²/2} for x ≥ 0.
func gaussianBeyond(a, d, mu, end float64) float64 {
	whole := float64(a * d / 2 * mu * mu * (1 + 8*u))
	x := math.Max(0, end/mu-mu*(a-0.5)-float64(8*u*(end/mu+mu*a)))
	return whole - float64(x*x/2*(1-4*u))
}

// continued are more points, up to the loss reach, and at them the Gaussian
// profile where that is below the last value.
func (f *verified) continued(reach, mu float64, h []float64) (*verified, []float64) {
	const further = 64
	end := f.loss(f.last())
	if !(reach > end) {
		return f, h
	}
	wide := &verified{step: f.step, gamma: f.gamma[:len(f.gamma):len(f.gamma)], end: f.last(), skip: math.Ceil((reach - end) / (further * f.step))}
	values := h[:len(h):len(h)]
	for range further {
		loss := wide.loss(len(values))
		wide.gamma = append(wide.gamma, errfloat.Exp(loss))
		values = append(values, math.Min(values[len(values)-1], errfloat.Profile(mu, loss)))
	}
	return wide, values
}
