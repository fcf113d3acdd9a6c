package renyi

import "math"

// WithoutReplacementZeroOut returns the loss of one step whose batch of fixed
// size is drawn uniformly without replacement, under zero-out adjacency: the
// zeroed example keeps its place in the batch and so displaces another one. u is
// the noise over the norm of one contribution. In both directions:
//
//	ln(1 + alpha(alpha−1)∫_1^∞ (γ^{alpha−2}h₁ + γ^{−alpha−1}h₂)dγ)/(alpha−1),
//	h₁ = q[(1−ρ)H_e(2) + ρH_e(1)], h₂ = qH_e(1), e = (γ−1+q)/q, ρ = γ/e,
//
// H_e(k) = E_e(N(k,u²)‖N(0,u²)), or ln(1−q+q·exp(alpha(alpha−1)/(2u²)))/(alpha−1)
// (quasi-convexity given the batch bit), whichever is smaller. MixToNormal is
// not a bound here: at q = 1/2, alpha = 2, u = 1 it is 0.357 and the truth can
// be 0.553.
func WithoutReplacementZeroOut(q, u, alpha float64) (float64, error) {
	return Counted{}.WithoutReplacementZeroOut(q, u, alpha)
}

// WithoutReplacementZeroOut is the function of that name, its work counted.
func (c Counted) WithoutReplacementZeroOut(q, u, alpha float64) (float64, error) {
	if v, err, done := edge(q, u, alpha, 1); done {
		return v, err
	}
	m := c.mixture(q, u)
	byBit, err := finish(m.LogRatioAt(alpha*(alpha-1)/2/u/u) / (alpha - 1))
	if err != nil {
		return math.Inf(1), err
	}
	byProfile, err := m.zeroOutByProfile(alpha)
	if err != nil {
		return byBit, nil // a bound by itself
	}
	return math.Min(byBit, byProfile), nil
}

// zeroOutByProfile is the first of the two bounds of WithoutReplacementZeroOut.
func (m *Mixture) zeroOutByProfile(alpha float64) (float64, error) {
	return m.displaced(alpha, func(near, far, rho, back float64) float64 {
		// near = ln H(1), far = ln H(2), back = (1−2·alpha) ln γ
		return logAdd(far+math.Log1p(-rho), near+math.Log(rho+math.Exp(back)))
	})
}

// WithoutReplacementContracted returns S**_alpha(q, u): the loss of one sampled
// step inside a contraction argument, where the two runs' batch bits act at
// different points, so that h₁ = h₂ = q[(1−ρ)H_e(1) + ρH_e(2)] in the notation of
// WithoutReplacementZeroOut. u is the noise over twice the norm of one
// contribution, under either adjacency. At q = 1 it is the Gaussian divergence
// of distance 2.
func WithoutReplacementContracted(q, u, alpha float64) (float64, error) {
	return Counted{}.WithoutReplacementContracted(q, u, alpha)
}

// WithoutReplacementContracted is the function of that name, its work counted.
func (c Counted) WithoutReplacementContracted(q, u, alpha float64) (float64, error) {
	if v, err, done := edge(q, u, alpha, 2); done {
		return v, err
	}
	m := c.mixture(q, u)
	return m.displaced(alpha, func(near, far, rho, back float64) float64 {
		return logAdd(near+math.Log1p(-rho), far+math.Log(rho)) + math.Log1p(math.Exp(back))
	})
}

// displaced evaluates the integral with γ = 1−q+q·e^s, s > 0, for a profile that
// mixes ln H(1) and ln H(2) with the weight rho = γ/e^s, both directions
// included; combine is at most ln 2 + ln H(2).
func (m *Mixture) displaced(alpha float64, combine func(near, far, rho, back float64) float64) (float64, error) {
	logFactor := math.Log(alpha) + math.Log(alpha-1)
	in := integrand{
		logF: func(s float64) float64 {
			g := m.LogRatioAt(s)
			rho := 1 + (1-m.q)*math.Expm1(-s)
			c := combine(hockeyAt(s, 1, m.u).log, hockeyAt(s, 2, m.u).log, rho, (1-2*alpha)*g)
			return logFactor + 2*m.logQ + s + (alpha-2)*g + c
		},
		env: func(s float64) envelope {
			h := hockeyAt(s, 2, m.u)
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
