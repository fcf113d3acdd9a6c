package renyi

import "math"

// LogHockeyStick returns the logarithm of the hockey-stick divergence of a Gaussian shift at one point,
//
//	E_{e^s}(N(k,u²) ‖ N(0,u²)) = Φ(−x) − e^s Φ(−x−d),  x = us/k − k/(2u), d = k/u,
//
// for s >= 0, k > 0, u > 0, with an error of about 1e-12 relative to the divergence, however small the divergence is.
// The attack (bounds/attack) computes this divergence by code of its own, so as not to repeat a fault of this one.
func LogHockeyStick(s, k, u float64) float64 {
	d := k / u
	x := s/d - d/2
	// φ(x) = e^s φ(x+d), so that both terms are Mills ratios times φ(x).
	if x < -5 { // then d > 10 and the second term is no more than e^{-12}
		return math.Log(math.Erfc(x/math.Sqrt2)/2 - math.Exp(-x*x/2-HalfLog2Pi)*mills(x+d))
	}
	return -x*x/2 - HalfLog2Pi + math.Log(millsGap(x, d))
}

// mills returns the Mills ratio Φ(−x)/φ(x) for x > −30.
func mills(x float64) float64 {
	// Below the switch exp(x²/2)·erfc loses x²/2 units in the last place. Above it
	// the continued fraction converges within 12 levels; 16 are used.
	const switchPoint = 12
	if x < switchPoint {
		return math.Sqrt(math.Pi/2) * math.Exp(x*x/2) * math.Erfc(x/math.Sqrt2)
	}
	// 1/(x+1/(x+2/(x+3/(x+…)))), Abramowitz and Stegun 26.2.14.
	f := x
	for k := 16; k > 0; k-- {
		f = x + float64(k)/f
	}
	return 1 / f
}

// millsGap returns mills(x) − mills(x+d) > 0 for d > 0. For small d it expands the Mills ratio M around the middle, by M' =
// xM − 1 and M⁽ⁿ⁺¹⁾ = xM⁽ⁿ⁾ + nM⁽ⁿ⁻¹⁾.
func millsGap(x, d float64) float64 {
	// At the switch the first omitted term is below 2e-14 of the result, and the difference loses two digits.
	const switchWidth = 0.02
	if d > switchWidth {
		return mills(x) - mills(x+d)
	}
	c := x + d/2
	m0 := mills(c)
	m1 := c*m0 - 1
	if c > 20 {
		// 1 − cM = 1/c² − 3/c⁴ + 15/c⁶ − …, without the cancellation. The omitted terms are below the first of them, 21!!·i¹⁰
		// < 2e-16.
		i, s := 1/(c*c), 1.0
		for k := 19.0; k >= 3; k -= 2 {
			s = 1 - k*i*s
		}
		m1 = -i * s
	}
	m2 := m0 + c*m1
	m3 := c*m2 + 2*m1
	m4 := c*m3 + 3*m2
	m5 := c*m4 + 4*m3
	h := d * d
	return -d * (m1 + h*(m3/24+h*m5/1920))
}
