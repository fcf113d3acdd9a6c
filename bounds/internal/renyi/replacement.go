package renyi

import "math"

// WithoutReplacement returns S*_alpha(q, u): the loss of one step whose batch of fixed size is drawn uniformly without
// replacement, under replacement of one example that is in the batch with probability q, in both directions. It also holds
// under zero-out if neither contribution is further from another example's than from the other one. u is the noise over the
// distance between the two contributions.
//
// It is the divergence of the symmetrised profile
// h(γ) = q·E_e(N(1,u²)‖N(0,u²)), e = (γ−1+q)/q, γ >= 1 (Balle, Barthe, Gaboardi
// 2018, arXiv:1807.01647v2, Theorem 9; Dong, Roth and Su 2022, Theorem 9 in the
// journal). It is at least MixToNormal and at least NormalToMix, and Gaussian at q = 1.
func (c Counted) WithoutReplacement(q, u, alpha float64) (float64, error) {
	return c.Displaced(q, u, 1, alpha)
}

// PoissonReplace returns D_alpha((1−q)N(0,u²) + qN(1,u²) ‖ (1−q)N(0,u²) + qN(−1,u²)), the loss of one step
// whose batch holds each example with probability q, under replacement of one example by another. u is the
// noise over the norm of one contribution. It is attained by contributions of opposite signs.
func (c Counted) PoissonReplace(q, u, alpha float64) (float64, error) {
	return c.Displaced(q, u, 2, alpha)
}

// Displaced returns the loss of one step in which each of two runs adds a vector of norm 1 at most with probability q,
// where the two vectors are at a distance of at most `apart`, 0 < apart ≤ 2, and u is the noise. In both directions its profile is
//
//	h(γ) = E_γ((1−q)N(0,u²) + qN(1,u²) ‖ (1−q)N(0,u²) + qN(1−apart,u²)),   γ >= 1,
//
// which two such vectors on one line attain (sampling.md, section 3), and with r the ratio of this pair the value is
//
//	ln(1 + E[(r^alpha − 1)(1 − r^{1−alpha}); r > 1]) / (alpha − 1)
//
// under the second law of the pair. At q = 1 it is the Gaussian divergence of that distance.
func (c Counted) Displaced(q, u, apart, alpha float64) (float64, error) {
	return c.of(q, u, alpha, apart, func(m *Mixture, alpha float64) (float64, error) { return m.replaced(apart, alpha) })
}

// replaced integrates (r^alpha − 1)(1 − r^{1−alpha}) where r > 1.
func (m *Mixture) replaced(apart, alpha float64) (float64, error) {
	d, there := alpha-1, 1-apart // the second mixture's mean
	at := func(x float64) float64 { return there * (x - there/2) / m.u2 }
	var in integrand
	in = m.onLine(alpha, func(x float64) float64 {
		if x <= in.start {
			return math.Inf(-1)
		}
		z := at(x)
		base := m.LogRatioAt(z)
		// r − 1 is the posterior probability of the mean there times e^{…} − 1: nothing cancels.
		y := log1pExp(m.logQ + z - base + logExpm1(apart*(x-1+apart/2)/m.u2))
		if !(y > 0) {
			return math.Inf(-1)
		}
		return logExpm1(alpha*y) + math.Log(-math.Expm1(-d*y)) + base + m.logNormal(x)
	})
	in.start = 1 - apart/2
	in.env = func(x float64) envelope { // the integrand is at most r^alpha of the second law
		z := at(x)
		return envelope{
			psi:  alpha*m.LogRatio(x) - d*m.LogRatioAt(z) + m.logNormal(x),
			rise: alpha * m.posterior(x) / m.u2,
			fall: (x + d*there*m.posteriorAt(z)) / m.u2,
		}
	}
	in.riseMax = alpha / m.u2
	in.guess = []float64{in.start + m.u, in.start + m.u/8, 1, alpha, alpha * m.posterior(alpha), alpha - d*there*m.posteriorAt(at(alpha))}
	in.rounding1, in.units = 2*in.rounding1, 2*in.units
	return in.divergence(alpha)
}
