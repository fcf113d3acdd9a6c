package errfloat

// inverseOdd are 1/(1·3·5⋯(2k+1)).
var inverseOdd = func() (out [28]float64) {
	product := 1.0
	for k := range out {
		product *= float64(2*k + 1)
		out[k] = 1 / product
	}
	return out
}()

// Normal returns an upper bound on P(|Z| ≤ x) and a lower bound on P(|Z| > x) for a standard normal Z and x ≥ 0. NaN counts as
// infinite.
func Normal(x float64) (within, beyond float64) {
	if !(x < 38) {
		return 1, 0
	}
	square := float64(x * x)
	density := 2 / rootTwoPi * Exp(-square/2)
	slack := float64((square + 24) * U)
	if x >= 2 {
		beyond = density * mills(x) * (1 - slack - millsError)
		return 1 - beyond + U, beyond
	}
	sum := 0.0
	for k := len(inverseOdd) - 1; k >= 0; k-- {
		sum = float64(sum*square) + inverseOdd[k]
	}
	within = float64(density*sum*x*(1+slack+128*U)) + Tiny
	return within, max(0, 1-within-U)
}
