package renyi

// gaussian is D_alpha(N(1, u²) ‖ N(0, u²)) = alpha/(2u²), the divergence of the
// Gaussian mechanism (Mironov 2017, arXiv:1702.07476v3, Proposition 7). It is
// symmetric in its two arguments. u = 0 gives +Inf, u = +Inf gives 0.
func gaussian(alpha, u float64) float64 {
	// Two divisions, because u² may underflow where the quotient does not.
	return alpha / 2 / u / u
}
