package renyi

import (
	"math"

	"lastiterate/bounds/work"
)

// Mixture is the pair P = (1−q)N(0,u²) + qN(1,u²), Q = N(0,u²) with 0 < q <= 1
// and 0 < u < +Inf. Its likelihood ratio is
//
//	r(x) = 1 − q + q·exp(z),  z = (x − 1/2)/u²,
//
// which is increasing and 1 at x = 1/2. log r has the slope w(x)/u², where w is the posterior probability of the second
// component.
type Mixture struct {
	q, u, u2    float64
	logQ, log1Q float64 // ln q, ln(1−q)
	work        *work.Budget
}

// NewMixture returns the mixture for 0 < q <= 1 and 0 < u < +Inf, which it does not check.
func NewMixture(q, u float64) Mixture {
	return Mixture{q: q, u: u, u2: u * u, logQ: math.Log(q), log1Q: math.Log1p(-q)}
}

// LogRatio returns ln r(x) with small relative error, also next to x = 1/2.
func (m *Mixture) LogRatio(x float64) float64 {
	return m.LogRatioAt((x - 0.5) / m.u2)
}

// LogRatioAt returns ln(1−q+q·exp(z)).
func (m *Mixture) LogRatioAt(z float64) float64 {
	switch {
	case m.q == 1:
		return z
	case z > 700: // exp(z) overflows soon
		return z + m.logQ + math.Log1p(math.Exp(m.log1Q-m.logQ-z))
	case z < -1 && m.q > 0.5: // 1 + q·expm1(z) would cancel
		return math.Log((1 - m.q) + m.q*math.Exp(z))
	}
	return math.Log1p(m.q * math.Expm1(z))
}

// posterior returns w(x) in [0, 1], non-decreasing in x.
func (m *Mixture) posterior(x float64) float64 {
	return m.posteriorAt((x - 0.5) / m.u2)
}

// posteriorAt returns the posterior probability at z = (x − 1/2)/u².
func (m *Mixture) posteriorAt(z float64) float64 {
	return 1 / (1 + math.Exp(m.log1Q-m.logQ-z))
}

// logNormal returns the log-density of N(0,u²) at x.
func (m *Mixture) logNormal(x float64) float64 {
	t := x / m.u
	return -t*t/2 - math.Log(m.u) - HalfLog2Pi
}

// HalfLog2Pi is ln(2π)/2, to 32 digits.
const HalfLog2Pi = 0.91893853320467274178032973640562

// LogPowerGap returns the logarithm of
//
//	f_p(y) = e^{py} − 1 − p(e^y − 1) ≥ 0,  p > 1 or p < 0,
//
// the gap between the convex function r^p at r = e^y and its tangent at r = 1. f_p has a double zero at y = 0, where the
// logarithm is −Inf. A power series keeps its relative precision near 0, and in the other branches nothing cancels when p is next to
// 1 or to 0.
func LogPowerGap(p, y float64) float64 {
	if y == 0 {
		return math.Inf(-1)
	}
	ap := math.Abs(p)
	if math.Abs(y)*(1+ap) < 0.3 {
		return logPowerGapSeries(p, y)
	}
	if p > 1 {
		d := p - 1
		if y < 0 {
			// Both terms are positive multiples of p−1 and p.
			return math.Log(math.Exp(y)*math.Expm1(d*y) - d*math.Expm1(y))
		}
		if d*y > 700 {
			return p * y // the other terms are below e^{-600} of it
		}
		return y + math.Log(math.Expm1(d*y)+d*math.Expm1(-y))
	}
	if y > 0 {
		return y + math.Log(-ap*math.Expm1(-y)+math.Expm1(-ap*y)*math.Exp(-y))
	}
	if p*y > 700 {
		return p * y // the other terms are below e^{-600} of it
	}
	return math.Log(math.Expm1(p*y) + ap*math.Expm1(y))
}

// logPowerGapSeries sums f_p(y)/(p(p−1)y²/2) = Σ_{k≥2} 2·c_k·y^{k−2}/k!, where
// c_k = (p^k − p)/(p(p−1)) obeys c_2 = 1, c_{k+1} = p·c_k + 1.
func logPowerGapSeries(p, y float64) float64 {
	// |y|(1+|p|) < 0.3 makes the terms fall faster than 0.3^k/k!: the 14th is
	// below the last bit.
	const terms = 14
	sum, c, w := 1.0, 1.0, 1.0
	for k := 3; k < terms; k++ {
		c = p*c + 1
		w *= y / float64(k)
		sum += c * w
	}
	return math.Log(p*(p-1)/2) + 2*math.Log(math.Abs(y)) + math.Log(sum)
}
