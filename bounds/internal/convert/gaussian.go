// Package convert turns Rényi and Gaussian differential privacy into (ε, δ). Searches for upper bounds return the upper side
// of their result, searches for lower bounds the lower side.
package convert

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
)

// GaussianEpsilonUpper returns an ε ≥ 0 with δ(ε) ≤ delta for the privacy profile of a Gaussian
// mechanism whose shift is mu standard deviations,
//
//	δ(ε) = Φ(−ε/μ + μ/2) − e^ε Φ(−ε/μ − μ/2)
//
// (Balle and Wang 2018, Theorem 8; Dong, Roth and Su 2022, arXiv:1905.02383v3, Corollary 2.13), by its proved upper bound.
func GaussianEpsilonUpper(mu, delta float64) float64 {
	if mutants.DoubleDelta.On() {
		delta = min(0.999, 2*delta)
	}
	return gaussianEpsilon(mu, delta, errfloat.Profile, true)
}

// GaussianEpsilonLower returns an ε ≥ 0 such that (ε', delta) fails for every ε' < ε. It is 0 if delta alone covers the whole
// divergence.
func GaussianEpsilonLower(mu, delta float64) float64 {
	return gaussianEpsilon(mu, delta, errfloat.LeastProfile, false)
}

// gaussianEpsilon finds the root of the profile less delta by regula falsi on log δ. It then moves outwards from the root
// until the result is certainly on the requested side.
func gaussianEpsilon(mu, delta float64, profile func(mu, epsilon float64) float64, upper bool) float64 {
	switch {
	case math.IsNaN(mu) || math.IsInf(mu, 1):
		if upper {
			return math.Inf(1)
		}
		return 0
	case mu == 0 || profile(mu, 0) <= delta:
		return 0
	}
	target := math.Log(delta)
	excess := func(epsilon float64) float64 { return math.Log(profile(mu, epsilon)) - target }
	// δ_μ(ε) ≤ Φ(−ε/μ + μ/2) ≤ exp(−(ε/μ − μ/2)²/2) for ε ≥ μ²/2.
	lo, hi := 0.0, mu*(mu/2+math.Sqrt(-2*target))*(1+1e-14)
	root := illinois(lo, hi, excess)
	const unit = 1e-15 // a few units in the last place
	for step := unit; ; step *= 2 {
		switch {
		case upper && !(root*(1+step) < hi):
			return hi
		case upper && profile(mu, root*(1+step)) <= delta:
			return root * (1 + step)
		case !upper && step >= 1:
			return 0
		case !upper && profile(mu, root*(1-step)) > delta:
			return root * (1 - step)
		}
	}
}

// illinois finds a root of a function that falls from above 0 at lo to at most 0 at hi, by regula falsi that halves the
// weight of an end that stays.
func illinois(lo, hi float64, f func(float64) float64) float64 {
	const (
		enough = 1e-14 // in f, below the profile's own error
		turns  = 100   // halving alone would need 60
	)
	fLo, fHi := f(lo), f(hi)
	side := 0
	for turn := range turns {
		x := (lo*fHi - hi*fLo) / (fHi - fLo)
		if turn%8 == 7 || !(x > lo && x < hi) { // f may be −Inf, beyond the smallest δ
			x = lo + (hi-lo)/2
		}
		y := f(x)
		if math.Abs(y) <= enough || x == lo || x == hi {
			return x
		}
		if y > 0 {
			lo, fLo = x, y
			if side > 0 {
				fHi /= 2
			}
			side = 1
		} else {
			hi, fHi = x, y
			if side < 0 {
				fLo /= 2
			}
			side = -1
		}
	}
	return lo + (hi-lo)/2
}
