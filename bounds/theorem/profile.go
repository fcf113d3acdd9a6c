package theorem

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/contraction"
	"lastiterate/bounds/memo"
	"lastiterate/bounds/run"
)

// Profile contracts the privacy profile δ(ε) itself, and not linearly: small
// values contract far more than large ones (package contraction, profile.md).
// It bounds ε at a given δ without a detour by Rényi orders, and at a given order
// by the integral of the profile. It covers what Contraction covers and needs the
// same.
var Profile = inWhole(&Theorem{
	ID:     "profile",
	Name:   "Profile contraction",
	Source: ours("the profile theorem, bounds/contraction/profile.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "Over a bounded domain the noise contracts the whole curve δ(ε), its small values most of all. Usually the strongest bound available on a bounded domain.",
	Formula: `h_{t+1} = \left[h_t\,\theta_\beta\!\left(1 + \tfrac{\gamma-1}{h_t}\right)\right] \otimes \mathcal{N}\!\left(\tfrac{s}{\sqrt\beta\,\sigma}\right), \quad h_0 = 0, \quad ` +
		`\theta_\beta(\gamma) = E_\gamma\!\left(\mathcal{N}(\mu,1) \,\|\, \mathcal{N}(0,1)\right), \quad \mu = \frac{m(D)}{\sqrt{1-\beta}\,\sigma}`,
	Symbols: "h_t(γ) bounds δ at ε = ln γ after t steps, in both directions; " +
		"E_γ(P ‖ Q) = ∫(dP − γ dQ)₊, the hockey-stick divergence, is δ at ε = ln γ; θ_β is how a step contracts it with the share 1 − β of its noise; " +
		"m(D) is how far one step leaves two points apart that were D apart; ⊗ 𝒩(x) composes with a Gaussian mechanism of sensitivity x and noise 1.",
	Positions:  true,
	Slow:       always,
	Settles:    settles,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis { return contractionHypotheses(r) },
	Prove: func(ctx context.Context, r run.Run) (claim.Guarantee, error) {
		p := contractionProblem(ctx, r)
		var choices memo.Of[float64, contraction.Choice] // by α > 1 or δ < 1
		chosen := func(at, epsilon float64, c contraction.Choice) float64 {
			choices.Keep(at, c)
			return epsilon
		}
		chose := func(q claim.Question) (contraction.Choice, bool) { return choices.Known(q.Alpha + q.Delta) }
		return claim.Guarantee{
			RDP: memo.Func(func(alpha float64) float64 {
				e, c, err := p.ProfileRenyi(ctx, alpha)
				if err != nil {
					return math.Inf(1)
				}
				return chosen(alpha, e, c)
			}),
			Epsilon: func(delta float64) (float64, error) {
				e, c, err := p.Profile(ctx, delta)
				if err != nil {
					return math.Inf(1), fmt.Errorf("contracting the profile was given up: %w", err)
				}
				return chosen(delta, e, c), nil
			},
			Direct: true, GDP: noGDP, Gap: noGDP, Note: profileNote(r),
			Chosen: func(q claim.Question, _ claim.Found) *claim.Optimum {
				if c, known := chose(q); known {
					return stepsOf(r, c)
				}
				return nil
			},
			Coarse: true,
			Certify: func(q claim.Question, found claim.Found) (float64, bool) {
				c, known := chose(q)
				if !known {
					return 0, false
				}
				return near(found)(certifyProfile(r, p, c, q, found))
			},
		}, nil
	},
	Write: writeProfile,
})

func profileNote(r run.Run) string {
	switch r.Scheme {
	case run.ShuffleOnce, run.Reshuffle:
		return "The order of the data is assumed uniformly random and kept secret; δ is averaged over it."
	case run.WithoutReplacement:
		return "The two runs' batches are counted as if they differed at different points, which costs a little amplification, or as if they were known."
	case run.Poisson:
		return "The batches are assumed secret; a step contracts by the mean over the sizes of its batch."
	case run.Cyclic:
		if r.AfterLastUse() > 0 {
			return positionNote(r)
		}
		return "The position of the example that is visited last; between its visits every step contracts with all of its noise."
	}
	return "After enough steps the bound no longer grows with T."
}
