package renyi

import (
	"errors"
	"math"
)

// ErrProfile says that the nodes of a profile are not a profile: ln γ must start
// at 0 and increase, h must lie in [0, 1] and not increase.
var ErrProfile = errors.New("renyi: nodes do not describe a privacy profile")

// GaussianReach is a loss beyond which the profile of two Gaussians mu apart adds less
// than e^{−60} to e^{(alpha−1)R}.
func GaussianReach(alpha, mu float64) float64 {
	return mu * (mu*(alpha-0.5) + math.Sqrt(alpha*(alpha-1)*mu*mu+120))
}

// BelowGaussian is FromProfile of a profile that is also below that of two Gaussians mu
// apart, which stands in for it beyond the last node; +Inf where there is none.
func BelowGaussian(alpha, mu float64, logGamma, h []float64) float64 {
	end := logGamma[len(logGamma)-1]
	// E[r^{α−1}; ln r > end] of the Gaussian pair is above what γ^{α−2} adds
	// beyond the end, by Φ(−x) ≤ e^{−x²/2} for x ≥ 0, and (α−1)e^{−α·end}h(end) above
	// what γ^{−α−1} does.
	x := math.Max(0, end/mu-mu*(alpha-0.5))
	tail := math.Max(alpha*(alpha-1)*mu*mu/2-x*x/2, math.Log(alpha-1)-alpha*end+math.Log(h[len(h)-1])) + math.Ln2
	r, err := FromProfile(alpha, logGamma, h, tail)
	if err != nil || math.IsNaN(r) {
		return math.Inf(1)
	}
	return r * (1 + 1e-10)
}

// FromProfile returns the Rényi divergence of a symmetric privacy profile,
//
//	ln(1 + alpha(alpha−1)∫_1^∞ (γ^{alpha−2} + γ^{−alpha−1})h(γ)dγ)/(alpha−1),
//
// h(γ) >= max(E_γ(P‖Q), E_γ(Q‖P)); sampling.md derives it. The profile is given by h[i] at γ = exp(logGamma[i]), logGamma[0] = 0,
// and is taken linear in γ in between: exact for a discrete pair, an upper
// bound for every convex h. logTail is the logarithm of a bound on what the
// integral, its factor included, has beyond the last node; −Inf states that
// h is 0 there, +Inf gives +Inf.
func FromProfile(alpha float64, logGamma, h []float64, logTail float64) (float64, error) {
	if err := check(0, 0, alpha); err != nil {
		return math.Inf(1), err
	}
	if len(h) == 0 || len(h) != len(logGamma) || logGamma[0] != 0 || !(h[0] <= 1) || math.IsNaN(logTail) {
		return math.Inf(1), ErrProfile
	}
	sum := logSum{max: math.Inf(-1)}
	for i := 1; i < len(h); i++ {
		a, b := logGamma[i-1], logGamma[i]
		if !(b > a && h[i] >= 0 && h[i] <= h[i-1]) {
			return math.Inf(1), ErrProfile
		}
		addChord(&sum, alpha, a, b, h[i-1], h[i])
	}
	l := logAdd(sum.max+math.Log(sum.v), logTail)
	if sum.v == 0 {
		l = logTail
	}
	return finish(log1pExp(l) / (alpha - 1))
}

// addChord adds the integral over one piece. With γ = e^a·t it is
// alpha(alpha−1)∫_1^T (e^{a(alpha−1)}t^{alpha−2} + e^{−a·alpha}t^{−alpha−1})(h0 − m(t−1))dt,
// T = e^{b−a}, m = (h0−h1)/(T−1), and both parts are closed: p(p−1)∫t^{p−2}(T−t)dt
// is the power gap f_p(ln T), and p(p−1) is the same for p = alpha and 1−alpha.
func addChord(s *logSum, alpha, a, b, h0, h1 float64) {
	l := b - a
	// The chord is h1 + m(T−t): a constant and a triangle.
	triangle := math.Log(h0-h1) - logExpm1(l) // e^l alone may overflow
	level := math.Log(h1)
	d := alpha - 1
	if h0 > h1 {
		s.add(triangle+d*a+LogPowerGap(alpha, l), 1)
		s.add(triangle-alpha*a+LogPowerGap(-d, l), 1)
	}
	if h1 > 0 {
		// alpha(alpha−1)∫t^{alpha−2} = alpha(T^{alpha−1}−1), and (alpha−1)(1−T^{−alpha}).
		s.add(level+d*a+math.Log(alpha)+logExpm1(d*l), 1)
		s.add(level-alpha*a+math.Log(d)+math.Log(-math.Expm1(-alpha*l)), 1)
	}
}
