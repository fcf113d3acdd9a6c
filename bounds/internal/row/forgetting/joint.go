package forgetting

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Joint lets contraction and the shift program share the noise of a run with full batches or in a known order, at the stated
// or the worst position. Blocks of steps contract the divergence while the distance between the runs grows. The shifts that
// bring the distance back to 0 are spread over the steps after each block (its tail) instead of one of them. A secret order
// that stays the same is no worse than a known one at its worst position. With p = (α−1)αY²/(2Xσ²),
//
//	y_{j+1} = e^p(1 + θ_k(β)y_j) − 1,   ε(α) = log(1+y)/(α−1),
//	Y = z_kc^n + sΣ_{i<n}c^i,   X = βc^{2n} + Σ_{i<n}c^{2i}.
//
// for blocks of k steps and tails of n (contraction.md, section 8). The row is the least of this bound, of the shift program
// and of contraction.
var Joint = proof.InWhole(&theorem.Theorem{
	ID:     "joint",
	Name:   "Shift and contraction",
	Source: proof.Ours("blocks with tails, bounds/internal/contraction/contraction.md, section 8"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "Known orders on a bounded domain, with a secret order counted as known: some steps contract the divergence between the " +
		"two runs, and later steps pay off the distance that has grown meanwhile.",
	Formula: `e^{(\alpha-1)R} - 1 \;\leftarrow\; e^{p}\left(1 + \theta_\ell(\beta)\left(e^{(\alpha-1)R} - 1\right)\right) - 1, ` +
		`\quad p = \frac{(\alpha-1)\alpha}{2\sigma^2} \cdot ` +
		`\frac{\left(z_\ell c^n + s \sum_{i<n} c^i\right)^2}{\beta c^{2n} + \sum_{i<n} c^{2i}}`,
	Symbols: "R bounds the Rényi divergence of order α; ← is a cycle of ℓ steps that contract it by θ_ℓ(β) and leave a distance of " +
		"z_ℓ, then n steps that pay off the distance; β is the share of noise that pays within the ℓ steps; a step stretches " +
		"distances by at most c.",
	Positions:    true,
	Deletes:      true,
	Slow:         proof.Conversions,
	Settles:      settles,
	Decays:       true,
	Nonsmooth:    true,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return need.WithNonsmoothStep(r, need.Scheme(r, need.SchemesOfOneOrder...), need.FixedSize(r), need.Projection(r), needModulus(r))
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		r = ordered.AtWorst(r)
		p := contractionProblem(ctx, r)
		own := func(alpha float64) float64 {
			e, _ := p.Joint(alpha)
			return e
		}
		ways := []proof.Alternative{{Renyi: own, Certify: proof.CertifyRising(own),
			Explain: func(found claim.Bound) ([]claim.Choice, string) {
				_, choice := p.Joint(found.Alpha)
				return stepsOf(r, choice), writeContraction(r, p, found, choice)
			}}}
		for _, other := range []*theorem.Theorem{Contraction, ordered.Shift} {
			if theorem.Applies(other.Hypotheses(r, claim.Question{})) {
				if p, err := other.Prove(ctx, r); err == nil {
					ways = append(ways, proof.ByProof(p))
				}
			}
		}
		g := proof.LeastOf(ways...)
		g.Renyi, g.Pay = memo.Func(g.Renyi), nil // the value consists of blocks and tails
		return g.Upper(), nil
	},
})
