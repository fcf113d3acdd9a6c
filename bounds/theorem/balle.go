package theorem

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/run"
)

// Balle is Theorem 5 of Balle, Barthe, Gaboardi and Geumlek 2019, composed over
// the epochs as Ye and Shokri 2022 do in their Appendix D.6 (Theorem D.5):
// strongly convex losses, fixed batches in a cyclic order, η ≤ 2/(L+m), B ≥ 2.
// With ρ = (1 − 2ηLm/(L+m))^{B/2} and E = ⌈T/B⌉, the worst position, used at the
// last step, has
//
//	ε(α) = αs²/(2σ²)·[(E−1)ρ/(B−1) + 1],
//
// and the first batch, whose last use is followed by B−1 steps, αs²/(2σ²)·Eρ/(B−1). Of the gradients only the difference κC
// is used. The factor 1 − 2ηLm/(L+m) falls as L grows, so this row alone can
// fall when the assumption is weakened.
var Balle = &Theorem{
	ID:   "balle",
	Name: "Balle–Barthe–Gaboardi–Geumlek",
	Source: Source{Authors: "Balle, Barthe, Gaboardi and Geumlek", Title: "Privacy amplification by mixing and diffusion mechanisms",
		Year: 2019, Where: "Theorem 5, as composed by Ye and Shokri 2022, Theorem D.5", URL: "https://arxiv.org/abs/1905.12264",
		Key: "balle2019privacy", Names: "Balle, Borja and Barthe, Gilles and Gaboardi, Marco and Geumlek, Joseph"},
	Side: claim.Upper, Status: claim.Proved, HiddenState: true,
	Note:      "Strongly convex losses within one epoch, epochs composed.",
	Formula:   `\varepsilon(\alpha) = \frac{\alpha s^2}{2\sigma^2} \left[ \frac{(E-1)\,\rho}{B-1} + 1 \right], \quad \rho = \left(1 - \frac{2\eta L m}{L+m}\right)^{B/2}`,
	Symbols:   "E is the number of epochs.",
	Positions: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{
			needScheme(r, run.Cyclic, run.ShuffleOnce), needFixedSize(r), needClass(r, run.StronglyConvex), needNeverClipped(r),
			needStep(r, "2/(L+m)", 2, false, r.Smoothness, r.StrongConvexity), needSeveralBatches(r),
		}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Guarantee, error) {
		g := ofUses(r, 2, float64(visits(r)-1)*mixed(r)+lastMixed(r), func(x certify.Stated) interval.Number {
			mixed, last := exactMixed(r, x), interval.Int(1)
			if lastMixes(r) {
				last = mixed
			}
			return mixed.Mul(interval.Int(visits(r) - 1)).Add(last)
		}, func() string {
			return fmt.Sprintf(`\left[ %d \cdot %s + %s \right]`, visits(r)-1, tex(mixed(r)), tex(lastMixed(r)))
		})
		g.Note = positionNote(r)
		return g, nil
	},
}

// lastMixes reports whether a whole epoch follows the last use, the theorem's first batch;
// of others it says what it says of the last one.
func lastMixes(r run.Run) bool { return r.AfterLastUse() == r.StepsPerEpoch()-1 }

// lastMixed is what the last use counts.
func lastMixed(r run.Run) float64 {
	if lastMixes(r) {
		return mixed(r)
	}
	return 1
}

// mixed is ρ/(B−1).
func mixed(r run.Run) float64 {
	l, m, b := r.Smoothness, r.StrongConvexity, float64(r.StepsPerEpoch())
	rho := 1.0
	if m > 0 {
		// At L = m and η = 1/m the factor is 0, and rounding must not pass it.
		rho = math.Exp(b / 2 * math.Log1p(max(-1, -2*r.Eta*l*m/(l+m))))
	}
	return rho / (b - 1)
}

// exactMixed is mixed with outward rounding.
func exactMixed(r run.Run, x certify.Stated) interval.Number {
	l, m, b := x.Smoothness, x.StrongConvexity, r.StepsPerEpoch()
	rest := x.Eta.Mul(l).Mul(m).Mul(interval.Int(-2)).Quo(l.Add(m))
	rho := interval.Int(1)
	switch {
	case rest.Add(interval.Int(1)).IsZero():
		rho = interval.Int(0)
	case !m.IsZero():
		rho = rest.Log1p().Mul(interval.Fraction(b, 2)).Exp()
	}
	return rho.Quo(interval.Int(b - 1))
}
