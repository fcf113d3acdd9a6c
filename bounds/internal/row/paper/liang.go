package paper

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

func liang(where string) theorem.Source {
	return theorem.Source{Authors: "Liang, Zhang, He, Wu and Xing",
		Title: "An improved privacy and utility analysis of differentially private SGD with bounded domain and smooth losses",
		Year:  2025, Where: where, URL: "https://arxiv.org/abs/2502.17772",
		Key: "liang2025improved", Names: "Liang, Hao and Zhang, Wanrong and He, Xinlei and Wu, Kaishun and Xing, Hong"}
}

// liangErrata is what Theorems 3.3 and 3.4 share, because both rest on Lemma 3.2.
const liangErrata = "Lemma 3.2 charges a sampled step q times the divergence of an unsampled one. By partial convexity that bounds " +
	"D(N‖mixture), not D(mixture‖N), which is larger: with n = 100, b = 1, C = 1, σ_DP = 0.5, T = 1 and α = 10, Poisson batches and " +
	"one example added, a pair at distance C/b, it gives 0.8, while the loss is 14.883. The paper also names add/remove adjacency " +
	"while using the sensitivity 2C of replacing an example"

// liangStep returns αqs²/(2σ²) at α = 1, with s = 2ηC/b as printed: the charge of one step.
func liangStep(r run.Run) float64 {
	ratio := r.Step().Exchange() / r.IterateNoise()
	return r.SamplingRate() * ratio * ratio / 2
}

// liangDiameter returns α(1+ηL)²D²/(2σ²) at α = 1: the diameter paid with one step's noise.
func liangDiameter(r run.Run) float64 {
	ratio := (1 + r.Eta*r.Smoothness) * r.Diameter / r.IterateNoise()
	return ratio * ratio / 2
}

// liangHypotheses are the hypotheses of both theorems: L-smooth losses, clipped at C, and batches drawn at
// random with probability q = b/n, whatever the adjacency. The paper's adjacency is add or remove, but its
// sensitivity 2C is that of a replacement, and is used for every adjacency here.
func liangHypotheses(r run.Run, _ claim.Question) []claim.Hypothesis {
	return []claim.Hypothesis{need.Scheme(r, run.Poisson, run.WithoutReplacement), need.Smooth(r), need.BoundedGradient(r)}
}

// Liang33 is Theorem 3.3 of Liang et al. 2025 with the constants of the
// authors' public plotting code (HauLiang/DPSGD-DC, plot_figure_1.py):
//
//	ε(α) = T·αqs²/(2σ²),   q = b/n,   s = 2ηC/b.
//
// It is not valid as printed; the errata say why. Composition with the tight
// divergence of the sampled Gaussian is its repair.
var Liang33 = &theorem.Theorem{
	ID:     "liang-3.3",
	Name:   "Liang et al., Theorem 3.3",
	Source: liang("Theorem 3.3, constants of the authors' plotting code"),
	Side:   claim.Upper, Status: claim.NotValid, HiddenState: true,
	Note:         "As printed, not a valid bound: composition of sampled steps, each charged q times an unsampled one.",
	Errata:       liangErrata + ".",
	Formula:      `\varepsilon(\alpha) = T \cdot \frac{\alpha q s^2}{2\sigma^2}, \quad q = \frac{b}{n}, \quad s = \frac{2\eta C}{b}`,
	PlaceByPlace: true,
	Hypotheses:   liangHypotheses,
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		g := proof.Linear(float64(r.T) * liangStep(r))
		g.Explain = proof.Explained(func() string {
			return fmt.Sprintf(`\varepsilon(\alpha) = %d \cdot \frac{\alpha \cdot %s \cdot %s}{2 \cdot %s}`,
				r.T, typeset.Number(r.SamplingRate()), typeset.Squared(r.Step().Exchange()), typeset.Squared(r.IterateNoise()))
		})
		return g.Upper(), nil
	},
}

// Liang34 is Theorem 3.4 of Liang et al. 2025, on a bounded domain, with the
// constants of the authors' public plotting code:
//
//	ε(α) = min(Theorem 3.3, (√A + √B)²),   A = αqs²/(2σ²),   B = α(1+ηL)²D²/(2σ²);
//
// (√A + √B)² is the minimum of A/β + B/(1−β) over β, the share of the last
// step's noise that hides its gradients. It is not valid as printed. Its repair
// has the tight divergence of the sampled Gaussian at noise √β·σ in place of A/β.
var Liang34 = &theorem.Theorem{
	ID:     "liang-3.4",
	Name:   "Liang et al., Theorem 3.4",
	Source: liang("Theorem 3.4, constants of the authors' plotting code"),
	Side:   claim.Upper, Status: claim.NotValid, HiddenState: true,
	Note:   "As printed, not a valid bound: the last step's noise hides the whole domain and one sampled step.",
	Errata: liangErrata + ", and its domain {‖θ‖ ≤ D} has diameter 2D; D is read as the diameter here.",
	Formula: `\varepsilon(\alpha) = \min\left( T A,\, \left(\sqrt{A} + \sqrt{B}\right)^2 \right), ` +
		`\quad A = \frac{\alpha q s^2}{2\sigma^2}, ` +
		`\quad B = \frac{\alpha (1+\eta L)^2 D^2}{2\sigma^2}`,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, q claim.Question) []claim.Hypothesis {
		return append(liangHypotheses(r, q), need.Projection(r))
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		a, b := liangStep(r), liangDiameter(r)
		root := math.Sqrt(a) + math.Sqrt(b)
		g := proof.Linear(min(float64(r.T)*a, root*root))
		chosen := proof.Window(r, 0)
		if root*root < float64(r.T)*a {
			chosen = append(proof.Window(r, r.T-1), claim.Chose("beta", math.Sqrt(a)/root))
		}
		g.Explain = proof.Explained(func() string {
			return fmt.Sprintf(`\varepsilon(\alpha) = \min\left( %d \cdot A,\, \left(\sqrt{A} + \sqrt{B}\right)^2 \right), `+
				`\quad A = %s\,\alpha, `+
				`\quad B = %s\,\alpha`,
				r.T, typeset.Number(a), typeset.Number(b))
		}, chosen...)
		return g.Upper(), nil
	},
}
