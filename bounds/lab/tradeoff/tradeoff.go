// Package tradeoff bounds attackers by a privacy guarantee: the largest true-positive rate at a given false-positive rate.
package tradeoff

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"

	"lastiterate/bounds/run"
)

// Guarantee is a privacy guarantee of a released model: a Gaussian parameter, points of its privacy profile, Rényi divergences, or
// several of these. Each bounds every attack; the best one counts.
type Guarantee struct {
	// Mu is the μ of Gaussian differential privacy. It may be 0 or NaN, for none, if Points or Renyi are given.
	Mu     float64
	Points []EpsilonDelta   // (ε, δ) that hold, in any order
	Renyi  []RenyiGuarantee // likewise
}

// EpsilonDelta is one (ε, δ) guarantee.
type EpsilonDelta struct{ Epsilon, Delta float64 }

// RenyiGuarantee is one Rényi guarantee: the divergence of order Alpha > 1, in either
// direction, is at most Epsilon.
type RenyiGuarantee struct{ Alpha, Epsilon float64 }

// LargestTPR is an upper bound on the true-positive rate of every attack whose false-positive rate is
// fpr.
//
// For a Gaussian parameter it is Φ(Φ⁻¹(x) + μ) (Dong, Roth and Su 2022,
// equation (6)). For points (ε, δ) it is
//
//	min min(1, e^ε x + δ, 1 − e^{−ε}(1 − x − δ)),
//
// whose two branches are the two inequalities of (ε, δ)-privacy (Kairouz, Oh and Viswanath 2015). For a Rényi guarantee it is the
// largest y for which both divergences between a coin of bias y and one of bias x are within the guarantee: an attack's answer is such
// a coin, and post-processing raises no divergence (van Erven and Harremoës 2014, Theorem 9).
//
// The error is run.Errors for an invalid guarantee and for fpr outside [0, 1].
func (g Guarantee) LargestTPR(fpr float64) (float64, error) {
	if err := g.check(); err != nil {
		return 1, err
	}
	if !(fpr >= 0 && fpr <= 1) {
		return 1, run.Errors{{Field: "fpr", Value: fmt.Sprint(fpr), Message: "a false-positive rate must be between 0 and 1"}}
	}
	return g.largest(fpr), nil
}

func (g Guarantee) largest(x float64) float64 {
	best := 1.0
	if g.hasMu() {
		best = min(best, gaussian(g.Mu, x))
	}
	for _, o := range g.Renyi {
		best = min(best, o.largest(x))
	}
	for _, p := range g.Points {
		if math.IsInf(p.Epsilon, 1) {
			continue
		}
		best = min(best, up(times(x, p.Epsilon)+p.Delta))
		best = min(best, up(1-math.Exp(-p.Epsilon)*max(0, 1-x-p.Delta)))
	}
	return max(best, x) // guessing attains y = x
}

// times is e^ε·x, also if e^ε overflows.
func times(x, epsilon float64) float64 {
	if x == 0 {
		return 0
	}
	return math.Exp(epsilon) * x
}

// gaussian is Φ(Φ⁻¹(x) + μ).
func gaussian(mu, x float64) float64 {
	if x == 0 || x == 1 || math.IsInf(mu, 1) {
		if x == 0 && !math.IsInf(mu, 1) {
			return 0
		}
		return 1
	}
	z := mathext.NormalQuantile(x) + mu
	return up(math.Erfc(-z/math.Sqrt2) / 2)
}

// up raises a rate by the rounding of a few operations, to at most 1.
func up(rate float64) float64 { return min(1, rate*(1+1e-12)) }

// Curve is the largest true-positive rate at each of the false-positive rates.
func (g Guarantee) Curve(fprs []float64) ([]float64, error) {
	out := make([]float64, len(fprs))
	for i, x := range fprs {
		tpr, err := g.LargestTPR(x)
		if err != nil {
			return nil, err
		}
		out[i] = tpr
	}
	return out, nil
}

// Advantage is an upper bound on the largest TPR − FPR of any attack, which is the total variation distance.
func (g Guarantee) Advantage() (float64, error) {
	if err := g.check(); err != nil {
		return 1, err
	}
	best := 1.0
	if g.hasMu() {
		best = math.Erf(g.Mu / 2 / math.Sqrt2)
	}
	for _, p := range g.Points {
		// e^ε x + δ and 1 − e^{−ε}(1 − x − δ) meet at x = (1 − δ)/(1 + e^ε).
		best = min(best, p.Delta+(1-p.Delta)*math.Tanh(p.Epsilon/2))
	}
	for _, o := range g.Renyi {
		best = min(best, o.advantage())
	}
	return up(best), nil
}

// hasMu reports whether Mu is given. 0 counts as given if nothing else is.
func (g Guarantee) hasMu() bool {
	return g.Mu > 0 || g.Mu == 0 && len(g.Points) == 0 && len(g.Renyi) == 0
}

// check returns the errors in a guarantee.
func (g Guarantee) check() error {
	var errs run.Errors
	if g.Mu < 0 || math.IsNaN(g.Mu) && len(g.Points) == 0 && len(g.Renyi) == 0 {
		errs.Add("mu", g.Mu, "μ must be at least 0")
	}
	for _, p := range g.Points {
		errs.Need(p.Epsilon >= 0, "epsilon", p.Epsilon, "ε must be at least 0")
		errs.Need(p.Delta >= 0 && p.Delta <= 1, "delta", p.Delta, "δ must be between 0 and 1")
	}
	for _, o := range g.Renyi {
		errs.Need(o.Alpha > 1 && !math.IsInf(o.Alpha, 1), "alpha", o.Alpha, "the order must be above 1")
		errs.Need(o.Epsilon >= 0, "epsilon", o.Epsilon, "ε must be at least 0")
	}
	return errs.OrNil()
}
