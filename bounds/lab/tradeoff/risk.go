package tradeoff

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/run"
)

// Risk compares an attacker's error with and without the model, for a prior probability of membership.
type Risk struct {
	// Error is a lower bound on the Bayes risk of membership: no attack guesses wrong less often.
	Error float64
	// Blind is the error without the model, min(π, 1 − π).
	Blind float64
}

// Bayes bounds the Bayes risk at a prior π from below. An attack with false-positive rate x and true-positive rate y is wrong with
// probability (1 − π)x + π(1 − y). This is least where the slope of the curve is (1 − π)/π (Kaissis et al. 2024, "Beyond the
// calibration point", for the relation to f-differential privacy): for ε = |ln((1 − π)/π)|,
//
//	R(π) = min(π, 1 − π)·(1 − δ(ε)),
//
// by the symmetry of the curve about y = 1 − x. It is 0 at the ends.
//
// The error is run.Errors for an invalid guarantee and for a prior outside [0, 1].
func (g Guarantee) Bayes(prior float64) (Risk, error) {
	if err := g.check(); err != nil {
		return Risk{}, err
	}
	var errs run.Errors
	errs.Need(prior >= 0 && prior <= 1, "prior", prior, "a prior is a probability and must be between 0 and 1")
	if len(errs) > 0 {
		return Risk{}, errs
	}
	blind := min(prior, 1-prior)
	r := Risk{Blind: blind}
	if blind > 0 {
		epsilon := math.Log1p(-blind) - math.Log(blind)
		r.Error = blind * max(0, 1-g.profile(max(0, epsilon)))
		r.Error = max(0, r.Error*(1-1e-12)-1e-300)
	}
	return r, nil
}

// Posterior is an upper bound on the probability that an example is a member if an attack with this false-positive rate says so:
// πy/(πy + (1 − π)x) with the largest y. It is 1 if true positives without false positives are possible.
func (g Guarantee) Posterior(prior, fpr float64) (float64, error) {
	y, err := g.LargestTPR(fpr)
	if err != nil {
		return 1, err
	}
	if !(prior >= 0 && prior <= 1) {
		_, err := g.Bayes(prior)
		return 1, err
	}
	hit, miss := prior*y, (1-prior)*fpr
	switch {
	case hit == 0:
		return 0, nil
	case miss == 0:
		return 1, nil
	}
	return up(hit / (hit + miss)), nil
}

// profile is an upper bound on the least δ with which the guarantee implies (ε, δ)-privacy, ε ≥ 0.
func (g Guarantee) profile(epsilon float64) float64 {
	delta := min(1, envelopeOf(g.Points).profile(epsilon))
	if g.hasMu() {
		delta = min(delta, gaussianProfile(g.Mu, epsilon))
	}
	for _, o := range g.Renyi {
		delta = min(delta, o.advantage()) // δ falls with ε
	}
	return up(delta)
}

// gaussianProfile is an upper bound on δ(ε) of μ-Gaussian differential privacy.
func gaussianProfile(mu, epsilon float64) float64 {
	switch {
	case mu == 0:
		return 0
	case math.IsInf(mu, 1):
		return 1
	}
	return min(1, errfloat.Profile(mu, epsilon))
}

// normal is Φ.
func normal(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// quantile is Φ⁻¹.
func quantile(p float64) float64 { return mathext.NormalQuantile(p) }

// EpsilonOf is an ε with which μ-Gaussian differential privacy implies (ε, δ)-differential privacy; +Inf if none is found.
func EpsilonOf(mu, delta float64) float64 {
	least, most := 0.0, 1.0
	for gaussianProfile(mu, most) > delta {
		if least, most = most, 2*most; most > 1e6 {
			return math.Inf(1)
		}
	}
	if gaussianProfile(mu, 0) <= delta {
		return 0
	}
	for range 60 {
		if middle := (least + most) / 2; gaussianProfile(mu, middle) <= delta {
			most = middle
		} else {
			least = middle
		}
	}
	return most
}
