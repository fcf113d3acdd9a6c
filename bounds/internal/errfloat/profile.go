package errfloat

const (
	// Tiny is added where a result may underflow.
	Tiny = 1e-305
	// narrow is the distance below which derivatives bound the difference of two Mills ratios.
	narrow = 1e-5
)

// Profile returns at least the privacy profile of a Gaussian mechanism whose shift is mu standard deviations, δ(ε) = Φ(−ε/μ +
// μ/2) − e^ε Φ(−ε/μ − μ/2), at ε = loss ≥ 0, and at least Tiny. It returns 1 if mu is infinite or an argument is NaN.
func Profile(mu, loss float64) float64 {
	switch {
	case mu == 0:
		return Tiny
	case !(mu < 1e100 && mu > 1e-100 && loss >= 0):
		return 1
	}
	middle, half := loss/mu, mu/2
	if middle > 1e200 {
		return Tiny
	}
	slack := float64(4 * U * (middle + half))
	lo, hi := middle-half-slack, middle+half+slack // the profile falls in lo and rises in hi
	if lo > 38 {
		return Tiny
	}
	if lo < 0 && mu > narrow {
		return min(1, float64(below(lo, hi)*(1+4*U))+Tiny)
	}
	square := float64(lo * lo)
	density := Exp(-square/2) / rootTwoPi * (1 + float64((square+16)*U))
	return min(1, float64(float64(density*gap(mu, lo, hi))*(1+4*U))+Tiny)
}

// gap returns at least R(x) − R(x + mu), where lo ≤ x and hi ≥ x + mu; lo ≥ 0 unless mu ≤ narrow.
func gap(mu, lo, hi float64) float64 {
	const error = millsError + 4*U
	if mu > narrow {
		return float64(mills(lo)*(1+error)) - float64(mills(hi)*(1-error))
	}
	// −R' = 1 − xR falls and is convex: its mean is at most that of the two ends.
	slope := func(x float64) float64 {
		if x < 0 { // R(x) ≤ R(0) + (1 + |x|·R(x))|x|
			return 1 - x*(rootTwoPi/2-x*(1-2*x))*(1+8*U)
		}
		return 1 - float64(x*mills(x)*(1-error))
	}
	return mu / 2 * (slope(lo) + slope((lo+mu)*(1-2*U))) * (1 + 8*U)
}

// below returns at least 1 − φ(lo)(R(−lo) + R(hi)), lo < 0.
func below(lo, hi float64) float64 {
	if lo < -38 {
		return 1
	}
	square := float64(lo * lo)
	density := Exp(-square/2) / rootTwoPi * (1 - float64((square+16)*U))
	return 1 + 2*U - float64(density*(mills(-lo)+mills(hi))*(1-millsError-4*U))
}
