package theorem

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Composition accounts for every step as if its iterate were published: for a
// full batch T Gaussian mechanisms of shift s and deviation σ, which together
// are one of shift √T·s. Mironov 2017 (arXiv:1702.07476v3), Proposition 1 and
// Corollary 3; Gaussian DP: Dong, Roth and Su 2022, Corollary 2.
var Composition = &Theorem{
	ID:   "composition",
	Name: "Composition",
	Source: Source{Authors: "Mironov", Title: "Rényi differential privacy", Year: 2017,
		Where: "Proposition 1 and Corollary 3", URL: "https://arxiv.org/abs/1702.07476"},
	Side: claim.Upper, Status: claim.Proved,
	Note:    "The loss if every iterate were published: the usual accounting.",
	Formula: `\varepsilon(\alpha) = \frac{\alpha T s^2}{2\sigma^2}`,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{needScheme(r, run.Full), needFixedSize(r)}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Guarantee, error) {
		ratio := r.Sensitivity() / r.IterateNoise()
		return claim.Gaussian(float64(r.T) * ratio * ratio), nil
	},
	Substitute: func(r run.Run) string {
		return fmt.Sprintf(`\varepsilon(\alpha) = \frac{\alpha \cdot %d \cdot %s^2}{2 \cdot %s^2}`,
			r.T, tex(r.Sensitivity()), tex(r.IterateNoise()))
	},
}
