// Package adversary computes lower bounds: runs within the user's assumptions
// whose privacy loss is known.
package adversary

import (
	"math"

	"lastiterate/bounds/convert"
)

// Linear is the run in which every step maps x to (1+Excess)·x and the
// differing example adds a constant, at distance Sensitivity between the two
// datasets. Without projection the released iterate is Gaussian under both,
// with equal variances, so its privacy loss is known exactly.
type Linear struct {
	Excess      float64 // c − 1, c ≥ 0
	Sensitivity float64 // s, a length
	Sigma       float64 // σ, a length
	Diameter    float64 // D, a length; +Inf when there is no projection
	T           int     // steps, every one of which uses the differing example
}

// lowerError is what the closed forms below may be off by, relatively; lower
// bounds are reduced by it.
const lowerError = 1e-14

// Mu is the distance of the two Gaussians in standard deviations, Σ_t w_t·s
// over σ√(Σ_t w_t²) with w_t = c^{T−1−t}, rounded down.
func (l Linear) Mu() float64 {
	s := l.Sensitivity / l.Sigma * (1 - lowerError)
	T := float64(l.T)
	if l.Excess == 0 {
		return s * math.Sqrt(T)
	}
	// (Σw)²/Σw² = (1−c^T)/(1+c^T)·(1+c)/(1−c), the same for c and 1/c.
	ratio := math.Tanh(T*math.Abs(math.Log1p(l.Excess))/2) * (2 + l.Excess) / math.Abs(l.Excess)
	return s * math.Sqrt(math.Min(ratio, T))
}

// ProjectionProbability bounds the probability that one of the two runs is
// ever moved by the projection on an interval of length Diameter, centred
// between the two runs' means. It applies to c ≤ 1.
//
// The mean stays within (s/2)·Σ_{i<T}c^i of the centre, which leaves r on
// either side. For c = 1 Lévy's inequality bounds the walk's maximum by twice
// its end's tail; for c < 1 the T steps are added up, each with at most the
// last step's variance.
func (l Linear) ProjectionProbability() float64 {
	if math.IsInf(l.Diameter, 1) {
		return 0
	}
	T := float64(l.T)
	sum, squares, events := T, T, 2.0
	if l.Excess < 0 {
		logC := math.Log1p(l.Excess)
		sum = math.Expm1(T*logC) / l.Excess
		squares = math.Expm1(2*T*logC) / (l.Excess * (2 + l.Excess))
		events = T
	}
	r := (l.Diameter - l.Sensitivity*sum) / 2
	if r <= 0 {
		return 1
	}
	tail := math.Erfc(r/(l.Sigma*math.Sqrt(squares))/math.Sqrt2) / 2
	return math.Min(1, 2*events*tail*(1+1e-12))
}

// Epsilon returns an ε such that the run is not (ε', δ)-DP for any ε' < ε: the
// largest with δ_lin(ε) − (1+e^ε)·p ≥ δ, where p bounds the probability that
// either run is ever projected. It is 0 where that leaves nothing.
func (l Linear) Epsilon(delta float64) float64 {
	mu, p := l.Mu(), l.ProjectionProbability()
	if p == 0 {
		return convert.GaussianEpsilonLower(mu, delta)
	}
	exceeds := func(epsilon float64) bool {
		return convert.GaussianDelta(mu, epsilon)*(1-1e-11)-(1+math.Exp(epsilon))*p > delta
	}
	lo, hi := 0.0, convert.GaussianEpsilonLower(mu, delta)
	if !exceeds(lo) {
		return 0
	}
	for range 100 {
		mid := (lo + hi) / 2
		if exceeds(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
