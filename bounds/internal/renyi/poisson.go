package renyi

import (
	"math"

	"lastiterate/bounds/internal/scalar"
)

// maxSeriesOrder is the largest integer order for which the binomial series is
// summed; above it the quadrature costs less. Both are equally accurate.
const maxSeriesOrder = 96

// MixToNormal returns D_alpha((1−q)N(0,u²) + qN(1,u²) ‖ N(0,u²)): the loss of one
// step of Poisson sampling at rate q, under removal of the differing example
// (Mironov, Talwar, Zhang 2019, arXiv:1908.10530v1, Theorem 4). It is never
// below NormalToMix (their Theorem 5), so that it covers addition as well.
//
// Integer orders up to 96 use the binomial series, whose terms are all
// positive once the 1 is subtracted in closed form; the others use quadrature.
func (c Counted) MixToNormal(q, u, alpha float64) (float64, error) {
	return c.of(q, u, alpha, 1, func(m *Mixture, alpha float64) (float64, error) {
		if alpha <= maxSeriesOrder && alpha == math.Trunc(alpha) {
			return ofLog(m.logSeries(int(alpha)), alpha)
		}
		return m.mixToNormal(alpha)
	})
}

// NormalToMix returns D_alpha(N(0,u²) ‖ (1−q)N(0,u²) + qN(1,u²)): the loss of one step of Poisson sampling under addition of
// the differing example.
func (c Counted) NormalToMix(q, u, alpha float64) (float64, error) {
	return c.of(q, u, alpha, 1, (*Mixture).normalToMix)
}

// gaussian returns D_alpha(N(1, u²) ‖ N(0, u²)) = alpha/(2u²), the divergence of the Gaussian mechanism (Mironov 2017,
// arXiv:1702.07476v3, Proposition 7). It is symmetric in its two arguments, and rounded up. u = 0 gives +Inf, u = +Inf gives
// 0.
func gaussian(alpha, u float64) float64 {
	// Two divisions are used, because u² may underflow although the quotient does not.
	return alpha / 2 / u / u * (1 + 4*epsilon)
}

// logSeries returns the logarithm of
//
//	E_Q[r^n] − 1 = Σ_{k=2}^{n} C(n,k)(1−q)^{n−k} q^k (e^{k(k−1)/(2u²)} − 1),
//
// every term raised by the rounding error of its exponent.
func (m *Mixture) logSeries(n int) float64 {
	sum := logSum{max: math.Inf(-1)}
	logChoose := math.Log(float64(n))
	for k := 2; k <= n; k++ {
		rest := float64(n - k)
		logChoose += math.Log((rest + 1) / float64(k))
		hit, miss := float64(k)*m.logQ, rest*m.log1Q
		c := float64(k) * float64(k-1) / 2 / m.u / m.u
		size := float64(k)*logChoose - 2*hit - 2*miss + 4*c
		sum.add(logChoose+hit+miss+logExpm1(c), 1+epsilon*size)
	}
	return sum.max + math.Log(sum.v)
}

// mixToNormal integrates f_alpha(ln r) over Q, see sampling.md.
func (m *Mixture) mixToNormal(alpha float64) (float64, error) {
	log0 := max(0, math.Log(alpha*m.q))
	in := m.onLine(alpha, func(x float64) float64 {
		return LogPowerGap(alpha, m.LogRatio(x)) + m.logNormal(x)
	})
	// f <= r^alpha where r > 1, and f <= alpha·q where r < 1.
	in.env = func(x float64) envelope {
		e := envelope{psi: log0 + m.logNormal(x), fall: x / m.u2}
		if x > 0.5 {
			e.psi += alpha * m.LogRatio(x)
			e.rise = alpha * m.posterior(x) / m.u2
		}
		return e
	}
	in.riseMax = alpha / m.u2
	return in.divergence(alpha)
}

// normalToMix integrates f_{1−alpha}(ln r) over Q, see sampling.md.
func (m *Mixture) normalToMix(alpha float64) (float64, error) {
	d := alpha - 1
	log0 := max(0, math.Log(d*m.q))
	in := m.ahead(alpha)
	ahead := in.env
	in.start = math.Inf(-1)
	// f <= r^{-d} where r < 1.
	in.env = func(x float64) envelope {
		if x > 0.5 {
			return ahead(x)
		}
		return envelope{
			psi:  log0 + m.logNormal(x) - d*m.LogRatio(x),
			fall: (x + d*m.posterior(x)) / m.u2,
		}
	}
	// The peak on the left is the root of x = −d·posterior(x), which is a contraction's fixed point only for small d. Any
	// guess is valid, so a few bisections suffice.
	_, peak := scalar.Halve(-d, 0, 40, func(x float64) bool { return x+d*m.posterior(x) >= 0 })
	in.guess = append(m.guesses(alpha), peak)
	return in.divergence(alpha)
}

// onLine prepares the integral over the whole line, against N(0,u²), of a
// function of the ratio r that grows like r^alpha at most.
func (m *Mixture) onLine(alpha float64, logF func(float64) float64) integrand {
	return integrand{
		logF:      logF,
		start:     math.Inf(-1),
		width:     m.u,
		guess:     m.guesses(alpha),
		rounding1: alpha / m.u2,
		rounding2: 1 / m.u2,
		work:      m.work,
		units:     pointUnits,
	}
}

// guesses returns points where an integrand that grows like r^alpha at most may peak.
func (m *Mixture) guesses(alpha float64) []float64 {
	g := make([]float64, 0, 8)
	return append(g, 0.5+m.u, 0.5-m.u, 2, alpha, alpha*m.posterior(alpha), 1)
}

// divergence returns ln(1 + ∫F)/(alpha−1).
func (in *integrand) divergence(alpha float64) (float64, error) {
	l, err := in.logIntegral()
	if err != nil {
		return math.Inf(1), err
	}
	return ofLog(l, alpha)
}

// log1pExp returns ln(1 + e^l).
func log1pExp(l float64) float64 {
	if l > 36 { // the next term, e^{−2l}/2, is below e^{−72}
		return l + math.Exp(-l)
	}
	return math.Log1p(math.Exp(l))
}

// logExpm1 returns ln(e^c − 1) for c > 0.
func logExpm1(c float64) float64 {
	if c > 1 {
		return c + math.Log1p(-math.Exp(-c))
	}
	return math.Log(math.Expm1(c))
}
