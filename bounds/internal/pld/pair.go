package pld

import (
	"math"

	"lastiterate/bounds/internal/renyi"
)

// A pair is a dominating pair of laws on the line, with densities. Its log-likelihood ratio
// does not decrease in x where it is at least 0; below 0 it decreases in farOverNear only.
type pair interface {
	// at returns the loss ln(dP/dQ)(x) and the log-density of P at x.
	at(x float64) (loss, logDensity float64)
	// inverse returns the x whose loss is epsilon, ±Inf if all are larger or smaller.
	inverse(epsilon float64) float64
	// tails returns P and Q of (x, ∞), heads of (−∞, x).
	tails(x float64) (p, q float64)
	heads(x float64) (p, q float64)
	// noise returns u, and reach the largest distance of a component from 0.
	noise() float64
	reach() float64
	// digits bounds the relative error of a loss, in units in the last place.
	digits() float64
	// profile returns E_{exp(epsilon)}(P‖Q) for epsilon >= 0, raised by a bound on
	// its relative error, and that bound.
	profile(epsilon float64) (delta, relative float64)
}

// upper returns N(m, u²)((x, ∞)) with a small relative error, so not as 1 − Φ.
func upper(x, m, u float64) float64 { return math.Erfc((x-m)/u/math.Sqrt2) / 2 }

// sampledShift is a shift by 1, made with probability q under noise u.
type sampledShift struct {
	q, u float64
	mix  renyi.Mixture
}

func newSampledShift(q, u float64) sampledShift {
	return sampledShift{q, u, renyi.NewMixture(q, u)}
}

func (s sampledShift) noise() float64  { return s.u }
func (s sampledShift) reach() float64  { return 1 }
func (s sampledShift) digits() float64 { return 4 }

// mixOverNormal is P = (1−q)N(0,u²)+qN(1,u²), Q = N(0,u²): removal of the
// differing example under Poisson sampling; the Gaussian mechanism at q = 1.
type mixOverNormal struct{ sampledShift }

func (m *mixOverNormal) at(x float64) (loss, logDensity float64) {
	loss = m.mix.LogRatio(x)
	return loss, loss + logNormal(x, m.u)
}

func (m *mixOverNormal) inverse(epsilon float64) float64 {
	// e^z = (e^ε − 1 + q)/q
	z := epsilon
	if m.q < 1 {
		z = inside(epsilon, m.q)
	}
	if math.IsNaN(z) { // no loss is so small
		return math.Inf(-1)
	}
	return 0.5 + m.u*m.u*z
}

func (m *mixOverNormal) tails(x float64) (p, q float64) {
	q = upper(x, 0, m.u)
	return (1-m.q)*q + m.q*upper(x, 1, m.u), q
}

func (m *mixOverNormal) heads(x float64) (p, q float64) {
	q = upper(-x, 0, m.u)
	return (1-m.q)*q + m.q*upper(-x, -1, m.u), q
}

// mixOverMix is P = (1−q)N(0,u²)+qN(1,u²), Q = (1−q)N(0,u²)+qN(−1,u²): one example
// replaced by its opposite under Poisson sampling. Reflection exchanges P and Q.
type mixOverMix struct{ sampledShift }

func (m *mixOverMix) at(x float64) (loss, logDensity float64) {
	right, left := m.mix.LogRatio(x), m.mix.LogRatio(-x)
	loss = right - left
	if z := math.Abs(x) / m.u / m.u; z < 1 {
		// r(x) − r(−x) = 2q·exp(−1/(2u²))·sinh(x/u²), without cancellation.
		loss = math.Log1p(2 * m.q * math.Exp(-0.5/m.u/m.u) * math.Sinh(z) * math.Exp(-min(left, right)))
		loss = math.Copysign(loss, x)
	}
	return loss, right + logNormal(x, m.u)
}

func (m *mixOverMix) inverse(epsilon float64) float64 {
	if epsilon < 0 {
		return -m.inverse(-epsilon)
	}
	// With t = exp(x/u²), c = q·exp(−1/(2u²)): ct² − (1−q)(e^ε−1)t − ce^ε = 0, so
	// t = a + √(a² + e^ε), a = (1−q)(e^ε−1)/(2c).
	if m.q == 1 {
		return m.u * m.u * epsilon / 2
	}
	logE := epsilon
	if epsilon < 700 {
		logE = math.Log(math.Expm1(epsilon))
	}
	logA := math.Log1p(-m.q) + logE - math.Ln2 - math.Log(m.q) + 0.5/m.u/m.u
	root := renyi.LogAdd(2*logA, epsilon) / 2
	return m.u * m.u * renyi.LogAdd(logA, root)
}

func (m *mixOverMix) tails(x float64) (p, q float64) {
	c := (1 - m.q) * upper(x, 0, m.u)
	return c + m.q*upper(x, 1, m.u), c + m.q*upper(x, -1, m.u)
}

func (m *mixOverMix) heads(x float64) (p, q float64) {
	q, p = m.tails(-x)
	return p, q
}

func logNormal(x, u float64) float64 {
	t := x / u
	return -t*t/2 - math.Log(u) - renyi.HalfLog2Pi
}
