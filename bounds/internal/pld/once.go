package pld

import (
	"math"

	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/internal/scalar"
)

// One step needs no grid: its profile is a sum of normal tails. That matters if the example is hardly ever used. ε at δ is
// then a small part of the step's loss when it uses the example, and less than the step of any grid that reaches that loss.

func (m *mixOverNormal) profile(epsilon float64) (delta, relative float64) {
	s := inside(epsilon, m.q)
	// The logarithm of the divergence falls by at most x/d + 1 as s rises by 1, where x = us + 1/(2u) is the far point and d
	// = 1/u. s and the profile are off by a few units in the last place.
	far := m.u*s + 0.5/m.u
	relative = profileError + unit*(64+8*far*(far+1/m.u))
	return m.q * math.Exp(renyi.LogHockeyStick(s, 1, m.u)) * (1 + relative), relative
}

// inside returns ln((e^ε − 1 + q)/q): the loss, given that a step uses the example, at which the sampled step loses ε.
func inside(epsilon, q float64) float64 {
	if epsilon > 30 { // e^ε/q may overflow
		return epsilon - math.Log(q) + math.Log1p((q-1)*math.Exp(-epsilon))
	}
	return math.Log1p(math.Expm1(epsilon) / q)
}

func (m *mixOverMix) profile(epsilon float64) (delta, relative float64) {
	return mixtures(m.q, m.u, 1, -1, m.inverse(epsilon), epsilon)
}

// mixtures returns P(x, ∞) − e^ε·Q(x, ∞) for P = (1−q)N(0,u²)+qN(a,u²) and Q = (1−q)N(0,u²)+qN(b,u²), where the ratio is e^ε
// at x, raised by a bound on its relative error, and that bound. Tails are logarithms, relative to the tail of N(a,u²),
// because e^ε may overflow and a tail of Q may underflow.
func mixtures(q, u, a, b, x, epsilon float64) (delta, relative float64) {
	of := logUpper((x - a) / u)
	zero, other := logUpper(x/u)-of, logUpper((x-b)/u)-of
	again := func(log float64) float64 { // (e^ε − 1)·e^log
		if epsilon > 30 {
			return math.Exp(epsilon+log) - math.Exp(log)
		}
		return math.Expm1(epsilon) * math.Exp(log)
	}
	left := q*-math.Expm1(other) - again(math.Log1p(-q)+zero) - q*again(other)
	far := max(math.Abs(x), math.Abs(x-a), math.Abs(x-b)) / u
	// The subtracted term is at most q, and each part has the error of its exponent.
	noise := q * unit * (64 + 8*(far*far+math.Abs(epsilon)))
	if !(left > noise) {
		return math.Exp(of) * (max(0, left) + noise), math.Inf(1)
	}
	return math.Exp(of) * (left + noise), noise / left
}

// logUpper returns ln Φ(−t), within a few units in the last place of 1 + t².
func logUpper(t float64) float64 {
	if t < 12 {
		return math.Log(math.Erfc(t/math.Sqrt2) / 2)
	}
	f := t // Abramowitz and Stegun 26.2.14
	for k := 16; k > 0; k-- {
		f = t + float64(k)/f
	}
	return -t*t/2 - renyi.HalfLog2Pi - math.Log(f)
}

// once returns an upper bound on epsilon(delta) of one step by its profile, and whether the profile is accurate enough there.
func once(l law, delta float64) (epsilon float64, ok bool) {
	enough := func(epsilon float64) bool {
		v, _ := l.profile(epsilon)
		return v <= delta
	}
	low, high, ok := scalar.Threshold(math.MaxFloat64, enough)
	_, relative := l.profile(low)
	return high, ok && relative < closely
}

// closely is the relative error of δ up to which a profile is preferred to a grid.
const closely = 1e-6
