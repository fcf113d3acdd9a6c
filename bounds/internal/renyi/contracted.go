package renyi

import "math"

// WithoutReplacementContracted returns S**_alpha(q, u): the loss of one sampled
// step inside a contraction argument, where the two runs' batch bits act at
// different points, so that both directions have the profile
//
//	h = q[(1−ρ)H_e(1) + ρH_e(2)], e = (γ−1+q)/q, ρ = γ/e, H_e(k) = E_e(N(k,u²)‖N(0,u²)),
//
// and the value is ln(1 + alpha(alpha−1)∫_1^∞ (γ^{alpha−2} + γ^{−alpha−1})h dγ)/(alpha−1). u is the noise over twice the norm of one
// contribution, under either adjacency. At q = 1 it is the Gaussian divergence
// of distance 2.
func (c Counted) WithoutReplacementContracted(q, u, alpha float64) (float64, error) {
	return c.Displaced(q, u, 2, alpha)
}

// Displaced is WithoutReplacementContracted where the two runs' vectors, of norm 1 at most,
// are at most so far apart:
//
//	h = q[(1−ρ)H_e(1) + ρH_e(apart)],   0 < apart ≤ 2.
//
// At q = 1 it is the Gaussian divergence of that distance.
func (c Counted) Displaced(q, u, apart, alpha float64) (float64, error) {
	return c.of(q, u, alpha, apart, func(m *Mixture, alpha float64) (float64, error) { return m.contracted(apart, alpha) })
}

// contracted evaluates the integral with γ = 1−q+q·e^s, s > 0. The profile and what
// both directions multiply it with are at most H(max(1, apart)) and 2.
func (m *Mixture) contracted(apart, alpha float64) (float64, error) {
	far := max(1, apart)
	logFactor := math.Log(alpha) + math.Log(alpha-1)
	in := integrand{
		logF: func(s float64) float64 {
			g := m.LogRatioAt(s)
			rho := 1 + (1-m.q)*math.Expm1(-s)
			c := LogAdd(hockeyAt(s, 1, m.u).log+math.Log1p(-rho), hockeyAt(s, apart, m.u).log+math.Log(rho)) +
				math.Log1p(math.Exp((1-2*alpha)*g))
			return logFactor + 2*m.logQ + s + (alpha-2)*g + c
		},
		env: func(s float64) envelope {
			h := hockeyAt(s, far, m.u)
			return envelope{
				psi:  math.Ln2 + logFactor + m.logQ + (alpha-1)*m.LogRatioAt(s) + h.log,
				rise: (alpha - 1) * m.posteriorAt(s),
				fall: h.decay,
			}
		},
		start:   0,
		riseMax: alpha - 1,
		width:   1 / m.u,
		guess:   []float64{1 / m.u, 0.1 / m.u, 4 / m.u, alpha / m.u2, 4 * alpha / m.u2},
		noise:   2 * alpha,
		noise2:  m.u2,
		work:    m.work,
		units:   displacedUnits,
	}
	return in.divergence(alpha)
}
