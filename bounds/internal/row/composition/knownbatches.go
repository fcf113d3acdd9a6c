package composition

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// knownBatches composes the steps of a sampled run whose batches are revealed, which can only raise the
// loss. Given K ~ Bin(T, q) uses the run is a Gaussian mechanism of μ = √K·s/σ:
//
//	ε(α) = T·log(1 + q(e^{(α−1)αs²/(2σ²)} − 1))/(α−1),   δ(ε) = E_K[δ_μ(ε)].
func knownBatches(ctx context.Context, r run.Run) proof.Parts {
	ratio := r.Sensitivity() / r.IterateNoise() * (1 + proof.UpperMargin)
	return proof.Parts{Note: "batches count as known, since unbounded gradients may reveal them",
		Renyi: func(alpha float64) float64 {
			c := (alpha - 1) * alpha * ratio * ratio / 2 * (1 + proof.UpperMargin)
			step := renyi.NewMixture(stepwise.MostRate(r), 1)
			return float64(r.T) * step.LogRatioAt(c) / (alpha - 1) * (1 + proof.UpperMargin)
		},
		Epsilon: func(delta float64) (float64, error) {
			delta = claim.AtMost(delta)
			w := work.From(ctx)
			// A cell counts with its most uses, and mass beyond the law's atoms counts as lost.
			law := adversary.Binomial(r.T, r.Rate().Part, r.Rate().Whole).Grouped(knownCells)
			w.Spend(len(law.Atoms))
			rest := law.Below + law.Above
			meets := func(epsilon float64) bool {
				const profile = 20 // the work of one Gaussian profile, in units of package work
				w.Spend(profile * len(law.Atoms))
				sum := rest
				for _, a := range law.Atoms {
					sum += float64(a.High * errfloat.Profile(math.Sqrt(a.Most)*ratio, epsilon))
				}
				return sum*(1+float64(len(law.Atoms)+4)*errfloat.U) <= delta
			}
			const most = 1e9 // a larger ε says nothing and counts as not found
			return proof.LeastMeeting(meets, most)
		},
	}
}

// knownCells is about the number of groups into which the possible numbers of uses are joined. Any number gives a bound; each
// evaluation of δ takes one Gaussian profile for each group.
const knownCells = 512

// writeKnownBatches writes the formula of ε(α).
func writeKnownBatches(r run.Run) string {
	return fmt.Sprintf(`\varepsilon(\alpha) = \frac{%d}{\alpha - 1} \log\left(1 + \frac{%d}{%d} \left(e^{(\alpha-1)\alpha \cdot %s / (2 `+
		`\cdot %s)} - 1\right)\right)`,
		r.T, r.B, r.N, typeset.Squared(r.Sensitivity()), typeset.Squared(r.IterateNoise()))
}
