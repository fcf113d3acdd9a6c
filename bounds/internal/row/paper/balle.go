package paper

import (
	"context"
	"fmt"
	"math"

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

// Balle is Theorem 5 of Balle, Barthe, Gaboardi and Geumlek 2019, composed over
// the epochs as Ye and Shokri 2022 do in their Appendix D.6 (Theorem D.5):
// strongly convex losses, fixed batches in a cyclic order, no gradient ever clipped, η ≤ 2/(L+m), B ≥ 2.
// With ρ = (1 − 2ηLm/(L+m))^{B/2} and E = ⌈T/B⌉, the worst position, used at the
// last step, has
//
//	ε(α) = αs²/(2σ²)·[(E−1)ρ/(B−1) + 1],
//
// and a position whose last use is followed by k ≥ 1 steps has (1 − 2ηLm/(L+m))^{(k+1)/2}/k in place
// of 1, by equation (111) of Ye and Shokri with k = B − 1 − j_0, where j_0 is the position, from 0. Of the gradients
// only their largest difference κC is used, in s = κηC/b. A larger L (a weaker assumption) makes the factor
// 1 − 2ηLm/(L+m) smaller; this is the only row whose bound can then decrease.
var Balle = &theorem.Theorem{
	ID:   "balle",
	Name: "Balle–Barthe–Gaboardi–Geumlek",
	Source: theorem.Source{Authors: "Balle, Barthe, Gaboardi and Geumlek", Title: "Privacy amplification by mixing and diffusion " +
		"mechanisms",
		Year: 2019, Where: "Theorem 5, as composed by Ye and Shokri 2022, Theorem D.5", URL: "https://arxiv.org/abs/1905.12264",
		Key: "balle2019privacy", Names: "Balle, Borja and Barthe, Gilles and Gaboardi, Marco and Geumlek, Joseph",
		In: "Advances in Neural Information Processing Systems 32"},
	Side: claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "Strongly convex losses within one epoch, epochs composed.",
	Formula: `\varepsilon(\alpha) = \frac{\alpha s^2}{2\sigma^2} \left[ \frac{(E-1)\,\rho}{B-1} + 1 \right], ` +
		`\quad \rho = \left(1 - \frac{2\eta L m}{L+m}\right)^{B/2}`,
	Symbols:      "E is the number of epochs.",
	Positions:    true,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{
			need.Scheme(r, run.Cyclic, run.ShuffleOnce), need.FixedSize(r), need.Class(r, run.StronglyConvex), need.NeverClipped(r),
			need.Step(r, "2/(L+m)", 2, false, r.Smoothness, r.StrongConvexity), need.SeveralBatches(r),
		}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		g := proof.OfUses(r, 2, float64(stepwise.Visits(r)-1)*mixed(r, r.StepsPerEpoch()-1)+mixed(r, r.AfterLastUse()),
			func(x certify.StatedStep) interval.Number {
				last := exactMixed(r, x, r.AfterLastUse())
				return exactMixed(r, x, r.StepsPerEpoch()-1).Mul(interval.Int(stepwise.Visits(r) - 1)).Add(last)
			}, func() string {
				return fmt.Sprintf(`\left[ %d \cdot %s + %s \right]`, stepwise.Visits(r)-1, typeset.Number(mixed(r, r.StepsPerEpoch()-1)),
					typeset.Number(mixed(r, r.AfterLastUse())))
			})
		g.Note = proof.PositionNote(r)
		return g.Upper(), nil
	},
}

// mixed returns the weight of a use that is followed by the given steps of its epoch, (1 − 2ηLm/(L+m))^{(steps+1)/2}/steps,
// or 1 if none follows.
func mixed(r run.Run, steps int) float64 {
	l, m := r.Smoothness, r.StrongConvexity
	switch {
	case steps == 0:
		return 1
	case m == 0:
		return 1 / float64(steps)
	}
	// At L = m and η = 1/m the factor is 0, and rounding must not make it negative.
	return math.Exp(float64(steps+1)/2*math.Log1p(max(-1, -2*r.Eta*l*m/(l+m)))) / float64(steps)
}

// exactMixed is mixed with outward rounding.
func exactMixed(r run.Run, x certify.StatedStep, steps int) interval.Number {
	if steps == 0 {
		return interval.Int(1)
	}
	l, m := x.Smoothness, x.StrongConvexity
	rest := x.Eta.Mul(l).Mul(m).Mul(interval.Int(-2)).Quo(l.Add(m))
	rho := interval.Int(1)
	switch {
	case rest.Add(interval.Int(1)).IsZero():
		rho = interval.Int(0)
	case !m.IsZero():
		rho = rest.Log1p().Mul(interval.Fraction(steps+1, 2)).Exp()
	}
	return rho.Quo(interval.Int(steps))
}
