package renyi

import "math"

// Gaussian returns D_alpha(N(1, u²) ‖ N(0, u²)) = alpha/(2u²), the divergence of
// the Gaussian mechanism (Mironov 2017, arXiv:1702.07476v3, Proposition 7). It
// is symmetric in its two arguments. u = 0 gives +Inf, u = +Inf gives 0.
func Gaussian(alpha, u float64) (float64, error) {
	if err := check(0, u, alpha); err != nil {
		return math.Inf(1), err
	}
	return gaussian(alpha, u), nil
}

func gaussian(alpha, u float64) float64 {
	// Two divisions, because u² may underflow where the quotient does not.
	return alpha / 2 / u / u
}

// LogMoment returns the log-moment (alpha−1)·divergence, the logarithm of
// E exp((alpha−1)·loss): the quantity that adds over steps and averages over
// secret choices.
func LogMoment(alpha, divergence float64) float64 {
	return (alpha - 1) * divergence
}

// FromLogMoment is the inverse of LogMoment.
func FromLogMoment(alpha, moment float64) float64 {
	return moment / (alpha - 1)
}
