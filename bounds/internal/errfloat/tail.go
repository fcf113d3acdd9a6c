package errfloat

import "math"

// farTail is the x from which on the tail of the normal law counts as 0 from below and as Tiny from above: Φ(−38) < 10^−305.
const farTail = 38

// Tail returns P(N(0,1) > x) from below and from above; 0 and 1 for NaN.
func Tail(x float64) (below, above float64) {
	switch {
	case math.IsNaN(x):
		return 0, 1
	case x > farTail:
		return 0, Tiny
	case x < -farTail:
		return 1 - U, 1
	case x < 0:
		least, most := Tail(-x)
		return max(0, 1-most-U), min(1, 1-least+U)
	}
	square := float64(x * x)
	tail := Exp(-square/2) / rootTwoPi * mills(x)
	slack := float64((square+16)*U) + millsError + 4*U
	return float64(tail * (1 - slack)), float64(tail*(1+slack)) + Tiny
}

// ScaledTail returns at least e^{a²/2}·P(N(0,1) > x), for x ≥ a ≥ 0 or a = 0: a tail without a factor that may underflow. It
// returns 1 for other x and a.
func ScaledTail(x, a float64) float64 {
	switch {
	case a == 0 && x <= 0:
		_, above := Tail(x)
		return above
	case !(a >= 0 && x >= a && x < 1e100):
		return 1
	}
	exponent := float64((x-a)*(x+a)) / 2 // two sums, a product: 3U and the halving, exact
	if !(exponent < -least) {
		return Tiny
	}
	slack := float64((5*exponent+16)*U) + millsError + 4*U
	return float64(Exp(-exponent)/rootTwoPi*mills(x)*(1+slack)) + Tiny
}

// LeastProfile returns at most the privacy profile of a Gaussian mechanism whose shift is mu standard deviations at ε = loss
// ≥ 0 (see Profile), and 0 for arguments outside of these ranges.
func LeastProfile(mu, loss float64) float64 {
	if !(mu < 1e100 && mu > 1e-100 && loss >= 0) {
		return 0
	}
	middle, half := loss/mu, mu/2
	slack := float64(4 * U * (middle + half))
	lo, hi := middle-half+slack, middle+half-slack // the profile falls in lo and rises in hi
	if !(lo < farTail) || !(hi > 0) {
		return 0
	}
	square := float64(lo * lo)
	if mu <= narrow { // −R' = 1 − xR is convex: its mean is at least its value in the middle
		density := Exp(-square/2) / rootTwoPi * (1 - float64((square+16)*U))
		slope := 1 - float64(middle*mills(middle)*(1+millsError+8*U))
		return max(0, float64(density*mu*slope)*(1-8*U))
	}
	if lo < 0 {
		if lo < -farTail {
			lo, square = -farTail, farTail*farTail
		}
		density := Exp(-square/2) / rootTwoPi * (1 + float64((square+16)*U))
		return max(0, 1-2*U-float64(density*(mills(-lo)+mills(hi))*(1+millsError+4*U)))
	}
	density := Exp(-square/2) / rootTwoPi * (1 - float64((square+16)*U))
	const error = millsError + 4*U
	gap := float64(mills(lo)*(1-error)) - float64(mills(hi)*(1+error))
	return max(0, float64(density*gap)*(1-4*U))
}

// Log returns log x from below and from above, for x > 0 a normal number. For other x it returns ±Inf.
func Log(x float64) (below, above float64) {
	if !(x > 1e-307 && x < 1e307) {
		return math.Inf(-1), math.Inf(1)
	}
	if x >= 1 {
		l := Log1p(x - 1) // x−1 is rounded: an error of U of x−1, of at most U of the logarithm's argument
		slack := float64(l*(log1pError+2*U)) + 2*U
		return l - slack, l + slack
	}
	least, most := Log(1 / x) // the quotient is U off, the logarithm U
	return -most - 2*U, -least + 2*U
}
