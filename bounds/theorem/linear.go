package theorem

import (
	"context"
	"fmt"

	"lastiterate/bounds/adversary"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// LinearAdversary is a run within the assumptions whose loss is known exactly:
// the other examples make ψ(x) = c·x, the differing one adds ±C.
var LinearAdversary = &Theorem{
	ID:     "linear-adversary",
	Name:   "Linear adversary",
	Source: ours("lower bound, bounds/adversary"),
	Side:   claim.Lower, Status: claim.Proved, HiddenState: true,
	Note:    "Two Gaussians of equal variance: a run that meets every assumption and loses this much.",
	Formula: `\varepsilon(\alpha) \ge \frac{\alpha \left(\sum_t w_t s_t\right)^2}{2\sigma^2 \sum_t w_t^2}, \quad w_t = c^{T-1-t}`,
	Hypotheses: func(r run.Run, q claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{needScheme(r, run.Full), needFixedSize(r), needLinearMember(r), needNoProjectionForRenyi(r, q)}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Guarantee, error) {
		excess, _ := linearMember(r)
		l := adversary.Linear{Excess: excess, Sensitivity: r.Sensitivity(), Sigma: r.IterateNoise(), Diameter: r.Diameter, T: r.T}
		g := claim.Guarantee{GDP: noGDP, Gap: noGDP, Epsilon: func(delta float64) (float64, error) { return l.Epsilon(delta), nil }}
		if !r.Bounded() {
			mu := l.Mu()
			exact := claim.Gaussian(mu * mu)
			g.RDP, g.GDP = exact.RDP, exact.GDP
		} else {
			g.Note = fmt.Sprintf("a projection moves either run with probability at most %s", short(l.ProjectionProbability()))
		}
		return g, nil
	},
}

// linearMember is c−1 of the linear run that belongs to the user's class and
// loses most: the factor nearest to 1 that the class allows.
func linearMember(r run.Run) (excess float64, ok bool) {
	if r.Loss != run.StronglyConvex || r.StrongConvexity == 0 {
		return 0, true // linear losses
	}
	if r.Clipping == run.ClippingGLM || r.Clipping == run.ClippingDifference {
		excess = -r.Eta * r.StrongConvexity
		return excess, excess >= -1
	}
	return 0, false
}

func needLinearMember(r run.Run) claim.Hypothesis {
	excess, ok := linearMember(r)
	h := claim.Hypothesis{Name: "a linear run within the assumptions", Holds: ok,
		Needed: "linear losses, or a quadratic whose gradients need no bound"}
	if ok {
		h.Actual = fmt.Sprintf("ψ(x) = %s·x", short(1+excess))
		return h
	}
	h.Actual = "strongly convex with bounded gradients"
	h.Detail = "a quadratic with bounded gradients meets the assumptions on a bounded domain only, and its run is not Gaussian"
	if r.Eta*r.StrongConvexity > 1 {
		h.Actual = fmt.Sprintf("ηm = %s", short(r.Eta*r.StrongConvexity))
		h.Detail = "beyond ηm = 1 the steps overshoot the minimum"
	}
	return h
}

// needNoProjectionForRenyi holds for (ε, δ) always and for Rényi questions
// without a projection: a projected run is not Gaussian, and an event of small
// probability can carry any Rényi divergence.
func needNoProjectionForRenyi(r run.Run, q claim.Question) claim.Hypothesis {
	h := claim.Hypothesis{Name: "question", Holds: !q.Renyi() || !r.Bounded(),
		Needed: "D = ∞, or (ε, δ)", Actual: "(ε, δ)"}
	if q.Renyi() {
		h.Actual = "Rényi at D = " + short(r.Diameter)
	}
	if !h.Holds {
		h.Detail = "with projection the run is nearly but not exactly Gaussian, which bounds (ε, δ) only"
	}
	return h
}
