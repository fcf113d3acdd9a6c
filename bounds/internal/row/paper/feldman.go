package paper

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Feldman is the bound of Feldman, Mironov, Talwar and Thakurta 2018, Theorems
// 23 and 35, as Ye and Shokri 2022 restate it in Theorem D.4: convex losses,
// fixed batches in a cyclic order, η < 2/L. An example of the batch j_0 has
//
//	ε(α) = αs²/(2σ²)·[(E−1)/B + 1/(B−j_0)],   E = ⌈T/B⌉,
//
// in whole epochs, with j_0 counted from 0: B − j_0 is the number of steps from its last use on. At
// the worst position, used at the last step, that is 1. Of the
// gradients only the difference κC is used. Each visit is paid off before the
// next one, B steps later: orders that change from epoch to epoch are not
// covered, one secret order is.
var Feldman = &theorem.Theorem{
	ID:   "feldman",
	Name: "Feldman–Mironov–Talwar–Thakurta",
	Source: theorem.Source{Authors: "Feldman, Mironov, Talwar and Thakurta", Title: "Privacy amplification by iteration",
		Year: 2018, Where: "Theorems 23 and 35, as restated by Ye and Shokri 2022, Theorem D.4", URL: "https://arxiv.org/abs/1808.06651",
		Key: "feldman2018privacy", Names: "Feldman, Vitaly and Mironov, Ilya and Talwar, Kunal and Thakurta, Abhradeep",
		In: "IEEE 59th Annual Symposium on Foundations of Computer Science", Pages: "521--532"},
	Side: claim.Upper, Status: claim.Proved, HiddenState: true,
	Note:         "Privacy amplification by iteration: in convex training the noise of later steps hides earlier ones.",
	Formula:      `\varepsilon(\alpha) = \frac{\alpha s^2}{2\sigma^2} \left[ \frac{E-1}{B} + 1 \right], \quad E = \lceil T/B \rceil`,
	Positions:    true,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{
			need.Scheme(r, need.SchemesOfOneOrder...), need.FixedSize(r), need.Class(r, run.Convex, run.StronglyConvex),
			need.NeverClipped(r), need.Step(r, "2/L", 2, true, r.Smoothness),
		}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		b, rest := r.StepsPerEpoch(), r.AfterLastUse()+1
		g := proof.OfUses(r, 2, float64(stepwise.Visits(r)-1)/float64(b)+1/float64(rest), func(certify.StatedStep) interval.Number {
			return interval.Fraction(stepwise.Visits(r)-1, b).Add(interval.Fraction(1, rest))
		}, func() string {
			return fmt.Sprintf(`\left[ \frac{%d}{%d} + %s \right]`, stepwise.Visits(r)-1, b, typeset.Number(1/float64(rest)))
		})
		g.Note = proof.PositionNote(r)
		return g.Upper(), nil
	},
}
