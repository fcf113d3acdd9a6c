package renyi

import "math"

// WithoutReplacement returns S*_alpha(q, u): the loss of one step whose batch
// of fixed size is drawn uniformly without replacement, under replacement of
// one example that is in the batch with probability q, in both directions.
// u is the noise over the distance between the two contributions.
//
// It is the divergence of the symmetrised profile
// h(γ) = q·E_e(N(1,u²)‖N(0,u²)), e = (γ−1+q)/q, γ >= 1 (Balle, Barthe, Gaboardi
// 2018, arXiv:1807.01647v2, Theorem 9; Dong, Roth, Su 2022, arXiv:1905.02383v3,
// Theorem 9), and equals
//
//	ln(1 + E_Q[(r^alpha − 1)(1 − r^{1−alpha}); r > 1]) / (alpha − 1)
//
// with r the ratio of MixToNormal's pair: see sampling.md. It is at least
// MixToNormal and at least NormalToMix, and Gaussian at q = 1.
func (c Counted) WithoutReplacement(q, u, alpha float64) (float64, error) {
	return c.of(q, u, alpha, 1, (*Mixture).replaced)
}

// replaced integrates (r^alpha − 1)(1 − r^{1−alpha}) where r > 1.
func (m *Mixture) replaced(alpha float64) (float64, error) {
	d := alpha - 1
	in := m.onLine(alpha, func(x float64) float64 {
		y := m.LogRatio(x)
		if y <= 0 {
			return math.Inf(-1)
		}
		return logExpm1(alpha*y) + math.Log(-math.Expm1(-d*y)) + m.logNormal(x)
	})
	in.start = 0.5
	in.env = func(x float64) envelope {
		return envelope{
			psi:  alpha*m.LogRatio(x) + m.logNormal(x),
			rise: alpha * m.posterior(x) / m.u2,
			fall: x / m.u2,
		}
	}
	in.riseMax = alpha / m.u2
	return in.divergence(alpha)
}
