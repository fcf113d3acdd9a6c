package tradeoff

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/run"
)

// LeastRate is the least false-positive and false-negative rate that a fit covers. At lower rates the rarest batches decide the
// curves of sampled runs, and no Gaussian curve fits them: μ could rise to that of a run that uses the example in every step. The
// value is that of gdpnum, the program of Gomez et al.
const LeastRate = 1e-10

// Fit is one Gaussian parameter for a whole curve.
type Fit struct {
	// Mu is an upper bound on the smallest μ for which no attack with false-positive and false-negative
	// rates of at least LeastRate does better than against μ-Gaussian differential privacy.
	Mu float64
	// Regret measures the loss from quoting μ in place of the curve: the smallest Δ for which f(x + Δ) − Δ ≤ G_μ(x) for all x,
	// where f is the curve of false-negative rates and G_μ that of μ. It is also the largest difference of their Bayes risks
	// over all priors.
	Regret float64
}

// Gaussian returns the Gaussian parameter that fits the guarantee best (Gomez, Kulynych, Kaissis, Hayes, Balle and Honkela 2025,
// arXiv:2503.10945; the measure is the Δ-divergence of Kaissis et al. 2024). For points it is the largest μ at a kink of their
// envelope, since G_μ is convex and the envelope straight between kinks.
//
// The regret is the largest (δ_μ(ε) − δ(ε))/(1 + e^ε), where δ and δ_μ are the privacy profiles: the curve moved by Δ along both
// axes has the profile δ(ε) + Δ(1 + e^ε). It is largest at 0 or at one of the points, since between two points δ is linear in e^ε
// and δ_μ convex.
//
// The error is run.Errors, also if only Rényi divergences are known.
func (g Guarantee) Gaussian() (Fit, error) {
	if err := g.check(); err != nil {
		return Fit{}, err
	}
	if !g.hasMu() && len(g.Points) == 0 {
		return Fit{}, run.Errors{{Field: "run", Message: "a Gaussian parameter is fitted to (ε, δ) guarantees, and there is none"}}
	}
	e := envelopeOf(g.Points)
	fit := Fit{Mu: e.largestMu()}
	if g.hasMu() {
		fit.Mu = min(fit.Mu, g.Mu)
	}
	if math.IsInf(fit.Mu, 1) {
		return Fit{Mu: fit.Mu, Regret: 0}, nil // neither μ nor the points bound any attack
	}
	excess := func(epsilon float64) float64 {
		return (gaussianProfile(fit.Mu, epsilon) - g.profile(epsilon)) / (1 + math.Exp(epsilon))
	}
	fit.Regret = max(0, excess(0))
	for _, p := range e.lines {
		fit.Regret = max(fit.Regret, excess(p.Epsilon))
	}
	return fit, nil
}

// A peak is the μ of the Gaussian curve through the kink between a line of an envelope and the next, and the x of the kink.
type peak struct {
	mu, x float64
	line  int
}

// largestMu is an upper bound on the largest Φ⁻¹(y) − Φ⁻¹(x) at the kinks of an envelope from LeastRate on. If the axis lies before
// LeastRate, it is the μ at the axis.
func (e envelope) largestMu() float64 {
	if len(e.lines) == 0 {
		return math.Inf(1)
	}
	kinks, first := e.from(LeastRate)
	if first < 0 {
		return muThrough(kink{e.kinks[len(e.kinks)-1].x, 0.5}) * 2
	}
	mu := 0.0
	for _, k := range kinks {
		mu = max(mu, muThrough(k))
	}
	return mu
}

// muThrough is an upper bound on the μ of the Gaussian curve through a kink.
func muThrough(k kink) float64 {
	if k.y >= 1 {
		return math.Inf(1)
	}
	mu := max(0, quantile(k.y)-quantile(k.x))
	return mu + 1e-12*(1+mu)
}

// touching approximates the μ of the Gaussian curve that touches the line of a guarantee, and the x at which it does.
func touching(p EpsilonDelta) (mu, x float64) {
	_, mu = scalar.Halve(0, 100, 60, func(mu float64) bool { return mu > 0 && errfloat.Profile(mu, p.Epsilon) >= p.Delta })
	return mu, normal(-p.Epsilon/mu - mu/2)
}
