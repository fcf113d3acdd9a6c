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
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// LiangStrengthened is the strengthened form of Theorems 3.3 and 3.4 of Liang et al.
// 2025 (after Lemma 3.2), for b ≤ n/5, σ_DP√β > 8C/b and α ≤ α*(b/n, b√βσ_DP/(2C)),
// with the charge 2αq²/u² of Mironov, Talwar and Zhang 2019, Theorem 11, for a sampled
// step; s_n = 2ηC/n, and β is the share of the last step's noise that hides its gradients:
//
//	ε(α) = min(T·A, A/β + B/(1−β)),   A = 2αs_n²/σ²,   B = α(1+ηL)²D²/(2σ²).
//
// Unlike the theorems without these conditions it holds, in both directions and for
// the replacement of one example, where D is the diameter; liang.md has the proof. Its
// A is what the authors' programs draw for composition, 8αC²/(n²σ_DP²).
var LiangStrengthened = &theorem.Theorem{
	ID:     "liang-strengthened",
	Name:   "Liang et al., strengthened form",
	Source: liang("strengthened form after Lemma 3.2, constants of the authors' plotting code"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "Small sampled batches under much noise: composition, or the last step's noise over the whole domain.",
	Errata: "Theorems 3.3 and 3.4 themselves are not valid as printed; this form is, since its charge for a sampled step covers " +
		"both directions. The paper’s domain {‖θ‖ ≤ D} has diameter 2D; D is the diameter here.",
	Formula: `\varepsilon(\alpha) = \min\left( T A,\, \min_\beta \frac{A}{\beta} + \frac{B}{1-\beta} \right), ` +
		`\quad A = \frac{2\alpha s_n^2}{\sigma^2}, ` +
		`\quad s_n = \frac{2\eta C}{n}, \quad B = \frac{\alpha (1+\eta L)^2 D^2}{2\sigma^2}, \quad \alpha \le \alpha^*`,
	Symbols:      "β is any share between 0 and 1; α* is the largest order at which the theorem holds.",
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, q claim.Question) []claim.Hypothesis {
		hypotheses := []claim.Hypothesis{need.Scheme(r, run.WithoutReplacement), need.FixedSize(r), need.Smooth(r), need.BoundedGradient(r),
			needFifth(r), needNoise(r, 64, "8")}
		if !theorem.Applies(hypotheses) {
			return hypotheses // α* is defined for these runs only
		}
		sampling, u := sampledNoise(r, 1)
		return append(hypotheses, needOrder(q, sampling, u, exactLiangStrengthened(r)))
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		q, u := sampledNoise(r, 1)
		a, b := liangStrengthenedStep(r), liangDiameter(r)
		g := proof.Parts{
			Renyi: func(alpha float64) float64 {
				if !orderAllowed(q, u, alpha) {
					return math.Inf(1)
				}
				epsilon := float64(r.T) * a
				if beta, ok := liangShare(r, alpha); ok {
					epsilon = min(epsilon, a/beta+b/(1-beta))
				}
				return alpha * epsilon
			},

			Certify: certify.Renyi(func() func(interval.Number) interval.Number { return exactLiangStrengthened(r) }),
			Note:    "for orders up to α* = " + typeset.Short(largestOrder(q, u)),
		}
		chosen := proof.Window(r, 0)
		if beta, ok := liangShare(r, 1+1e-9); ok && a/beta+b/(1-beta) < float64(r.T)*a {
			chosen = append(proof.Window(r, r.T-1), claim.Chose("beta", beta))
		}
		g.Explain = proof.Explained(func() string {
			if !r.Bounded() {
				return fmt.Sprintf(`\varepsilon(\alpha) = %d \cdot A, \quad A = %s\,\alpha`, r.T, typeset.Number(a))
			}
			return fmt.Sprintf(`\varepsilon(\alpha) = \min\left( %d \cdot A,\, \min_\beta \frac{A}{\beta} + \frac{B}{1-\beta} \right), `+
				`\quad A = %s\,\alpha, \quad B = %s\,\alpha`,
				r.T, typeset.Number(a), typeset.Number(b))
		}, chosen...)
		return g.Upper(), nil
	},
}

// liangStrengthenedStep returns 2s_n²/σ², the charge of a step at α = 1 and β = 1.
func liangStrengthenedStep(r run.Run) float64 {
	ratio := r.Step().Drift() / float64(r.N) / r.IterateNoise()
	return 2 * ratio * ratio
}

// liangShare returns the β with the least A/β + B/(1−β) among those that the noise and the order allow. Both conditions
// require a large enough β. Any allowed β is valid, so the search need not be exact. ok is false if there is none, or no
// domain.
func liangShare(r run.Run, alpha float64) (beta float64, ok bool) {
	if !r.Bounded() {
		return 0, false
	}
	q, u := sampledNoise(r, 1)
	allowed := func(beta float64) bool {
		return u*math.Sqrt(beta) > 4 && orderAllowed(q, u*math.Sqrt(beta), alpha)
	}
	root := math.Sqrt(liangStrengthenedStep(r))
	low, high := root/(root+math.Sqrt(liangDiameter(r))), 1-1e-9
	if allowed(low) && low < 1 {
		return low, true
	}
	if low >= high || !allowed(high) {
		return 0, false
	}
	_, high = scalar.Halve(low, high, 60, allowed)
	return high + 1e-9*(1-high), true // exactly allowed, too
}

// exactLiangStrengthened returns ε(α) with outward rounding, undefined if the order is not certain to be allowed.
func exactLiangStrengthened(r run.Run) func(alpha interval.Number) interval.Number {
	x, one := certify.StatedOf(r), interval.Int(1)
	a := x.Reach().Mul(interval.Fraction(2, r.N)).Square().Mul(interval.Int(2)).Quo(x.Variance)
	q, square := exactNoise(r, x, 1)
	return func(alpha interval.Number) interval.Number {
		if !exactlyAllowed(q, square, alpha) {
			return interval.Undefined
		}
		best := a.Mul(interval.Int(r.T))
		if share, ok := liangShare(r, alpha.Float64()); ok {
			beta := interval.Decimal(share)
			v := square.Mul(beta)
			if interval.Int(16).Less(v) && exactlyAllowed(q, v, alpha) {
				b := one.Add(x.Eta.Mul(x.Smoothness)).Mul(x.Diameter).Square().Quo(x.Variance.Mul(interval.Int(2)))
				best = interval.Lesser(best, a.Quo(beta).Add(b.Quo(one.Sub(beta))))
			}
		}
		return best.Mul(alpha)
	}
}
