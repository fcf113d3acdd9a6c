package paper

import (
	"context"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Chourasia is Corollary 1 of Chourasia, Ye and Shokri 2021 as Ye and Shokri
// 2022 restate it in Theorem D.7: full batch, strongly convex, η < 1/L,
//
//	ε(α) = 2αs²/(ηmσ²)·(1 − e^{−ηmT/2}).
//
// It is stated for a start drawn from N(0, 2σ_LD²/m). It holds for a fixed
// start as well: Theorem D.6 does, and its sum is at most the integral of
// e^{−ηmk/2} over k from 0 to T.
var Chourasia = &theorem.Theorem{
	ID:   "chourasia",
	Name: "Chourasia–Ye–Shokri",
	Source: theorem.Source{Authors: "Chourasia, Ye and Shokri",
		Title: "Differential privacy dynamics of Langevin diffusion and noisy gradient descent",
		Year:  2021, Where: "Corollary 1, as restated by Ye and Shokri 2022, Theorem D.7", URL: "https://arxiv.org/abs/2102.05855",
		Key: "chourasia2021differential", Names: "Chourasia, Rishav and Ye, Jiayuan and Shokri, Reza",
		In: "Advances in Neural Information " +
			"Processing Systems 34", Pages: "14771--14781"},
	Side: claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "The first converging bound for a hidden state: full batch, strongly convex. Stated for a random start, it holds for a fixed " +
		"one by Theorem D.6.",
	Errata: "In the comparison with this corollary by Ye and Shokri, equations (130) to (132) lose a factor 1/2 in the exponent: " +
		"the geometric sum of e^{−ηmk/2} ends in 1 − e^{−ηmT/2}, as in (127). The comparison still holds.",
	Formula:      `\varepsilon(\alpha) = \frac{2 \alpha s^2}{\eta m \sigma^2} \left(1 - e^{-\eta m T/2}\right)`,
	PlaceByPlace: true,
	Hypotheses:   fullBatchLangevin,
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		return proof.OfUses(r, 1, decays(r), func(x certify.StatedStep) interval.Number {
			half := x.Eta.Mul(x.StrongConvexity).Quo(interval.Int(2))
			if half.IsZero() {
				return interval.Int(r.T)
			}
			return half.Mul(interval.Int(-r.T)).Expm1().Neg().Quo(half)
		}, func() string { return `\cdot ` + typeset.Number(decays(r)) }).Upper(), nil
	},
}

// decays returns 2/(ηm)·(1 − e^{−ηmT/2}), the integral of e^{−ηmk/2} over k from 0 to T.
func decays(r run.Run) float64 {
	half := r.Eta * r.StrongConvexity / 2
	if half == 0 {
		return float64(r.T)
	}
	return -math.Expm1(-half*float64(r.T)) / half
}
