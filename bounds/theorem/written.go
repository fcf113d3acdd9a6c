package theorem

import (
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Written is the formula with the run's numbers and those that its own
// optimisation found, in LaTeX: the optimum o, and the Rényi divergence renyi at
// order alpha that it led to (0 and NaN where there is none). It is empty where
// the value has no formula that can be written in a line.
func (t *Theorem) Written(r run.Run, o *claim.Optimum, alpha, renyi float64) string {
	if t.Substitute != nil {
		return t.Substitute(r)
	}
	known := r.Scheme == run.Full || r.Scheme == run.Cyclic
	switch t {
	case Shift, ChienLi31, ChienLi37, ChienLiA1:
		if known && alpha > 1 && renyi > 0 && !math.IsInf(renyi, 1) {
			return paidSum(r, 2*renyi/alpha)
		}
	case Contraction, Profile, Joint:
		// Longer blocks have the coefficient of several steps.
		if r.Scheme == run.Full && o != nil && o.Block <= 1 && o.Beta > 0 && o.Beta < 1 {
			return mixing(t, r, o.Beta)
		}
	case SampledShift:
		if needBoundedContribution(r).Holds { // else the worst batches count
			return sampledSum(r)
		}
	}
	return ""
}

// paidSum is a shift program at its optimum, mu2 = Σa²/σ²: the divergence is
// that of two Gaussians.
func paidSum(r run.Run, mu2 float64) string {
	sigma := r.IterateNoise()
	return fmt.Sprintf(`\varepsilon(\alpha) = \frac{\alpha}{2 \cdot %s^2} \cdot %s`, tex(sigma), tex(mu2*sigma*sigma))
}

// mixing is the coefficient of one step whose share 1−beta of the noise mixes
// the domain's points (contraction.md, section 1; profile.md, section 2).
func mixing(t *Theorem, r run.Run, beta float64) string {
	sigma, apart := r.IterateNoise(), contractionProblem(r).Shared.Eval(r.Diameter)
	mu := apart / (math.Sqrt(1-beta) * sigma)
	if t == Profile {
		return fmt.Sprintf(`\mu = \frac{%s}{\sqrt{1 - %s} \cdot %s} = %s`, tex(apart), tex(beta), tex(sigma), tex(mu))
	}
	theta := `\theta`
	if t == Joint {
		theta = `\theta_1`
	}
	return fmt.Sprintf(`%s(%s) = \operatorname{erf}\left(\frac{%s}{2\sqrt{2(1 - %s)} \cdot %s}\right) = %s`,
		theta, tex(beta), tex(apart), tex(beta), tex(sigma), tex(math.Erf(mu/(2*math.Sqrt2))))
}

// sampledSum is the shift program of sampled batches with the run's constants.
func sampledSum(r run.Run) string {
	sigma := tex(r.IterateNoise())
	return fmt.Sprintf(`\varepsilon(\alpha) = \min_{\tau,\,\beta,\,a} \sum_{t=\tau}^{%d} \left( S^*_\alpha\!\left(\frac{%d}{%d}, \frac{\sqrt{\beta_t} \cdot %s}{%s}\right) + \frac{\alpha a_t^2}{2 \cdot %s^2(1-\beta_t)} \right)`,
		r.T-1, r.B, r.N, sigma, tex(r.Sensitivity()), sigma)
}
