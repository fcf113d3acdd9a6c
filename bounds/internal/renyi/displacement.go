package renyi

import "math"

// WithoutReplacementZeroOut returns the loss of one step whose batch of fixed
// size is drawn uniformly without replacement, under zero-out adjacency: the
// zeroed example keeps its place in the batch and so displaces another one. u is
// the noise over the norm of one contribution. In both directions:
//
//	ln(1 + alpha(alpha−1)∫_1^∞ (γ^{alpha−2}h₁ + γ^{−alpha−1}h₂)dγ)/(alpha−1),
//	h₁ = E_γ((1−q)N(0,u²)+qN(2,u²) ‖ (1−q)N(0,u²)+qN(1,u²)),
//	h₂ = E_γ((1−q)N(0,u²)+qN(1,u²) ‖ N(0,u²)),
//
// or ln(1−q+q·exp(alpha(alpha−1)/(2u²)))/(alpha−1) (quasi-convexity given the
// batch bit), whichever is smaller. h₁ and h₂ are attained, by runs in which the
// displaced example pulls away from the zeroed one and along with it (sampling.md,
// section 4). MixToNormal is not a bound here: at q = 1/2, alpha = 2, u = 1 it is
// 0.357 and the truth can be 0.553.
func (c Counted) WithoutReplacementZeroOut(q, u, alpha float64) (float64, error) {
	return c.of(q, u, alpha, 1, func(m *Mixture, alpha float64) (float64, error) {
		byBit, err := finish(m.LogRatioAt(alpha*(alpha-1)/2/u/u*(1+8*epsilon)) / (alpha - 1))
		if err != nil {
			return math.Inf(1), err
		}
		byPlace, err := m.displaced(alpha)
		if err != nil {
			return byBit, nil // a bound by itself
		}
		return min(byBit, byPlace), nil
	})
}

// displaced returns the first of the two bounds of WithoutReplacementZeroOut: the integrals of f_alpha(ln r₂), where r₂ > 1,
// under the law of the second mixture, and of f_{1−alpha}(ln r), where r > 1, under N(0, u²).
func (m *Mixture) displaced(alpha float64) (float64, error) {
	away := m.onLine(alpha, func(x float64) float64 {
		return LogPowerGap(alpha, m.logFarRatio(x)) + m.LogRatio(x) + m.logNormal(x)
	})
	away.start = 1.5
	away.env = func(x float64) envelope { // f <= r₂^alpha
		far, near := m.posteriorAt((2*x-2)/m.u2), m.posterior(x)
		return envelope{
			psi:  alpha*m.logFarRatio(x) + m.LogRatio(x) + m.logNormal(x),
			rise: 2 * alpha * far / m.u2,
			fall: (x + (alpha-1)*near) / m.u2,
		}
	}
	away.riseMax = 2 * alpha / m.u2
	away.guess = []float64{1.5 + m.u, 2, 1.5 + m.u/8, alpha + 1, 1 + alpha*m.posterior(alpha)}
	away.rounding1, away.units = 2*away.rounding1, 2*away.units
	there, err := away.logIntegral()
	if err != nil {
		return math.Inf(1), err
	}
	along := m.ahead(alpha)
	back, err := along.logIntegral()
	if err != nil {
		return math.Inf(1), err
	}
	return ofLog(LogAdd(there, back), alpha)
}

// ahead returns the part of the integral of normalToMix where r > 1.
func (m *Mixture) ahead(alpha float64) integrand {
	d := alpha - 1
	log0 := max(0, math.Log(d*m.q))
	in := m.onLine(alpha, func(x float64) float64 {
		return LogPowerGap(-d, m.LogRatio(x)) + m.logNormal(x)
	})
	in.start = 0.5
	in.env = func(x float64) envelope { // f_{−d}(ln r) <= d(r−1) <= d·q·e^z
		return envelope{
			psi:  log0 + m.logNormal(x) + (x-0.5)/m.u2,
			rise: (1 + d*m.q) / m.u2,
			fall: (x + d*m.q) / m.u2, // posterior(1/2) = q
		}
	}
	in.riseMax = (1 + d*m.q) / m.u2
	in.guess = []float64{0.5 + m.u, 1, 0.5 + m.u/8}
	return in
}

// logFarRatio returns ln r₂, r₂ = ((1−q)N(0,u²)+qN(2,u²))/((1−q)N(0,u²)+qN(1,u²)), for
// x >= 3/2, where it increases from 0: with the posterior probability w of the second
// component in the second mixture it is ln(1 + w(e^z − 1)), z = (x − 3/2)/u².
func (m *Mixture) logFarRatio(x float64) float64 {
	z := (x - 1.5) / m.u2
	if z > 700 {
		log := m.log1Q - m.logQ - (x-0.5)/m.u2
		return z - math.Log1p(math.Exp(log)) + math.Log1p(math.Exp(log-z))
	}
	return math.Log1p(m.posterior(x) * math.Expm1(z))
}
