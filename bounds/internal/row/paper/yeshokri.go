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
	"lastiterate/bounds/internal/row/sampled"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

func yeShokri(where string) theorem.Source {
	return theorem.Source{Authors: "Ye and Shokri", Title: "Differentially private learning needs hidden state (or much faster " +
		"convergence)",
		Year: 2022, Where: where, URL: "https://arxiv.org/abs/2203.05363",
		Key: "ye2022differentially", Names: "Ye, Jiayuan and Shokri, Reza", In: "Advances in Neural Information Processing Systems 35",
		Pages: "703--715"}
}

// yeShokriErrata concerns the application of the theorems to clipped logistic regression; the theorems stand.
const yeShokriErrata = "The theorem holds. Proposition F.2, which applies it to clipped logistic regression, assumes that the " +
	"product of two positive semi-definite matrices is positive semi-definite. With one output or two it is; with three classes of " +
	"probabilities 0.5, 0.3 and 0.2 it is not, and clipping can expand distances. So clipping is accepted here for one output only."

// sharedPart returns the loss of all visits but the last in Theorems 3.3 and 4.2 of Ye and Shokri 2022, in units of
// αs²/(2σ²):
//
//	θ_c(⌊B/2⌋)·(1−c^{2(E−1)h})/(1−c^{2h}),   h = B − ⌊B/2⌋,   c = 1−ηm.
func sharedPart(r run.Run) float64 {
	b := r.StepsPerEpoch()
	half := b / 2
	logC := math.Log1p(-r.Eta * r.StrongConvexity)
	return theta(logC, half) * scalar.Geometric(2*float64(b-half)*logC, float64(stepwise.Visits(r)-1))
}

// exactSharedPart is sharedPart with outward rounding.
func exactSharedPart(r run.Run, x certify.StatedStep) interval.Number {
	b := r.StepsPerEpoch()
	half := b / 2
	excess := x.Eta.Mul(x.StrongConvexity).Neg()
	square := excess.Mul(interval.Int(2).Add(excess)) // c² − 1
	return thetaExact(square, half).Mul(interval.Geometric(square.Log1p().Mul(interval.Int(b-half)), stepwise.Visits(r)-1))
}

// lastUse returns θ_c of the last use of the example and of the steps after it.
func lastUse(r run.Run) float64 {
	return theta(math.Log1p(-r.Eta*r.StrongConvexity), r.AfterLastUse()+1)
}

// exactLastUse is lastUse with outward rounding.
func exactLastUse(r run.Run, x certify.StatedStep) interval.Number {
	excess := x.Eta.Mul(x.StrongConvexity).Neg()
	return thetaExact(excess.Mul(interval.Int(2).Add(excess)), r.AfterLastUse()+1)
}

// yeShokriHypotheses returns the hypotheses of Theorems 3.3, 4.2 and 4.3. The proofs use that two gradients differ by at most
// κC, and not their lengths: so gradients may be unclipped, or those of a clipped generalised linear model.
func yeShokriHypotheses(r run.Run, schemes ...run.Scheme) []claim.Hypothesis {
	return []claim.Hypothesis{
		need.Scheme(r, schemes...), need.FixedSize(r), need.Class(r, run.StronglyConvex), need.NeverClipped(r),
		need.Step(r, "2/(m+L)", 2, true, r.StrongConvexity, r.Smoothness),
	}
}

// YeShokri33 is Theorem 3.3 of Ye and Shokri 2022: strongly convex losses, fixed
// batches in a cyclic order, η < 2/(m+L), B ≥ 2. With c = 1−ηm,
// ε_0(j) = αs²/(2σ²)·θ_c(j), E = ⌈T/B⌉ and the worst position,
//
//	ε(α) = ε_0(⌊B/2⌋)·(1−c^{2(E−1)h})/(1−c^{2h}) + ε_0(1),   h = B − ⌊B/2⌋.
//
// An example of the batch j_0 = 0, …, B−1 has ε_0(B−j_0) as its last term in whole
// epochs, which is ε_0 of its last use and the steps after it; the worst is the one used
// at the last step. The same bound covers one secret order, whose position is some position.
var YeShokri33 = &theorem.Theorem{
	ID:     "ye-shokri-3.3",
	Name:   "Ye–Shokri, Theorem 3.3",
	Source: yeShokri("Theorem 3.3"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note:   "Strongly convex losses: each epoch forgets the ones before, so the privacy loss converges.",
	Errata: yeShokriErrata,
	Formula: `\varepsilon(\alpha) = \frac{\alpha s^2}{2\sigma^2} \left[ \theta_c(\lfloor B/2 \rfloor) \frac{1-c^{2(E-1)h}}{1-c^{2h}} + 1 ` +
		`\right], \quad c = 1-\eta m, \quad h = B - \lfloor B/2 \rfloor`,
	Symbols:      "θ_c(j) = c^(2j−2)/(1 + c² + … + c^(2j−2)); E is the number of epochs; a step shrinks distances by the factor c.",
	Positions:    true,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return append(yeShokriHypotheses(r, run.Cyclic, run.ShuffleOnce), need.SeveralBatches(r))
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		g := proof.OfUses(r, 2, sharedPart(r)+lastUse(r), func(x certify.StatedStep) interval.Number {
			return exactSharedPart(r, x).Add(exactLastUse(r, x))
		}, func() string {
			return fmt.Sprintf(`\left[ %s + %s \right]`, typeset.Number(sharedPart(r)), typeset.Number(lastUse(r)))
		})
		g.Note = proof.PositionNote(r)
		return g.Upper(), nil
	},
}

// YeShokri42 is Theorem 4.2 of Ye and Shokri 2022, for data shuffled once and
// then walked through cyclically: Theorem 3.3 with its last term averaged over
// the position, which is uniform and kept secret,
//
//	ε(α) = ε_0(⌊B/2⌋)·(1−c^{2(E−1)h})/(1−c^{2h}) + log( (1/B) Σ_{j=1}^{B} exp((α−1)ε_0(j)) )/(α−1).
//
// It is stated for whole epochs, T = EB. Where b does not divide n the dropped
// examples lose nothing, so the average over the B batches still bounds the
// loss of a random order of all n.
var YeShokri42 = &theorem.Theorem{
	ID:     "ye-shokri-4.2",
	Name:   "Ye–Shokri, Theorem 4.2",
	Source: yeShokri("Theorem 4.2"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note:   "Theorem 3.3 for a secret order: the last epoch's part is averaged over the position of the differing example.",
	Errata: yeShokriErrata,
	Formula: `\varepsilon(\alpha) = \varepsilon_0(\lfloor B/2 \rfloor) \frac{1-c^{2(E-1)h}}{1-c^{2h}} + \frac{1}{\alpha-1} \log ` +
		`\frac{1}{B} ` +
		`\sum_{j=1}^{B} e^{(\alpha-1)\varepsilon_0(j)}, ` +
		`\quad \varepsilon_0(j) = \frac{\alpha s^2}{2\sigma^2} \theta_c(j)`,
	Symbols:      "θ_c(j) = c^(2j−2)/(1 + c² + … + c^(2j−2)); c and h are those of Theorem 3.3; E is the number of epochs.",
	Slow:         proof.Conversions,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return append(yeShokriHypotheses(r, run.ShuffleOnce), need.SeveralBatches(r), needWholeEpochs(r))
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		ratio := r.Sensitivity() / r.IterateNoise()
		unit, earlier := ratio*ratio/2, sharedPart(r)
		logC, b := math.Log1p(-r.Eta*r.StrongConvexity), r.StepsPerEpoch()
		terms := lastEpoch(logC, b)
		return proof.Parts{
			Renyi: func(alpha float64) float64 {
				return alpha * unit * (earlier + shift.LogMean(terms, (alpha-1)*alpha*unit))
			},

			Note: "The order of the data is assumed uniformly random and kept secret.",
			Explain: func(found claim.Bound) ([]claim.Choice, string) {
				alpha, less := typeset.AtOrder(found)
				unit, twice := fmt.Sprintf(`%s \cdot %s`, alpha, typeset.Squared(r.Sensitivity())),
					`2 \cdot `+typeset.Squared(r.IterateNoise())
				return nil, fmt.Sprintf(`\varepsilon(%s) = \frac{%s}{%s} \cdot %s + \frac{1}{%s - 1} \log \left( %s \exp \frac{%s \cdot `+
					`%s \cdot `+
					`\theta_c(j)}{%s} \right) = %s, \quad \theta_c(1) = 1, \quad \theta_c(%d) = %s`,
					alpha, unit, twice, typeset.Number(earlier), alpha, typeset.AveragedOver(b), less, unit, twice,
					typeset.Number(found.Renyi), b,
					typeset.Number(theta(logC, b)))
			},
		}.Upper(), nil
	},
}

// YeShokri43 is Theorem 4.3 of Ye and Shokri 2022, for batches of b distinct
// examples drawn afresh every step, q = b/n, c = 1−ηm:
//
//	S_0 = 1,   S_{t+1} = q·e^{(α−1)αs²/(2σ²)}·S_t + (1−q)·S_t^{c²},   ε(α) = log(S_T)/(α−1).
//
// S_t bounds the mean over the batches of exp((α−1)·D_α given the batches),
// because the guarantee for fixed batches is a multiple αR/(2σ²) of α. There R
// grows by s² at a step with the differing example and falls by the factor c² at
// another: so it does in the paper, by a log-Sobolev inequality, and so does the
// optimum of the shift program, with a projection and under either adjacency. For
// let a_t be optimal for R = Σa_t² and Y = Σa_t w_t, w_t = c^{T−1−t}, the distance
// it pays; one step later, paying ρa_t each and then c(1−ρ)Y costs ρ²R + c²(1−ρ)²Y²,
// at best c²R·Y²/(R + c²Y²), which is at most c²R because Y² ≤ RΣw_t² ≤ R/(1−c²).
//
// Long runs are evaluated by chords of the recursion, from above (see forgetting).
var YeShokri43 = &theorem.Theorem{
	ID:     "ye-shokri-4.3",
	Name:   "Ye–Shokri, Theorem 4.3",
	Source: yeShokri("Theorem 4.3"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "Sampled batches and strongly convex losses: steps without the differing example forget, steps with it add the loss of a " +
		"full step.",
	Errata: yeShokriErrata,
	Formula: `S_{t+1} = q\,e^{(\alpha-1)\alpha s^2/(2\sigma^2)}\,S_t + (1-q)\,S_t^{(1-\eta m)^2}, \quad S_0 = 1, ` +
		`\quad \varepsilon(\alpha) = \frac{\log S_T}{\alpha-1}`,
	Symbols:      "S_t is e^((α−1)ε(α)) after t steps.",
	Slow:         proof.Conversions,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return yeShokriHypotheses(r, run.WithoutReplacement)
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		excess := -r.Eta * r.StrongConvexity
		return proof.Parts{Renyi: sampled.ForgettingBound(r, excess), Explain: func(found claim.Bound) ([]claim.Choice, string) {
			return nil, sampled.WriteForgettingBound(r, found, 1+excess)
		}}.Upper(), nil
	},
}

// YeShokriD6 is Theorem D.6 of Ye and Shokri 2022: full batch, strongly convex,
// η < 1/L,
//
//	ε(α) = α s²/σ²·Σ_{k=1}^{T} (1−ηm/2)^k.
var YeShokriD6 = &theorem.Theorem{
	ID:     "ye-shokri-D.6",
	Name:   "Ye–Shokri, Theorem D.6",
	Source: yeShokri("Theorem D.6, equation (112)"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note:         "Full batch and strongly convex losses, with the noise of each step split in half.",
	Formula:      `\varepsilon(\alpha) = \frac{\alpha s^2}{\sigma^2} \sum_{k=1}^{T} \left(1 - \tfrac{\eta m}{2}\right)^k`,
	PlaceByPlace: true,
	Hypotheses:   fullBatchLangevin,
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		return proof.OfUses(r, 1, halfContractions(r), func(x certify.StatedStep) interval.Number {
			half := x.Eta.Mul(x.StrongConvexity).Quo(interval.Int(2))
			return interval.Int(1).Sub(half).Mul(interval.Geometric(half.Neg().Log1p(), r.T))
		}, func() string { return `\cdot ` + typeset.Number(halfContractions(r)) }).Upper(), nil
	},
}

// halfContractions returns Σ_{k=1}^{T} (1−ηm/2)^k.
func halfContractions(r run.Run) float64 {
	half := r.Eta * r.StrongConvexity / 2
	return (1 - half) * scalar.Geometric(math.Log1p(-half), float64(r.T))
}

// fullBatchLangevin returns the hypotheses of Theorems D.6 and D.7.
func fullBatchLangevin(r run.Run, _ claim.Question) []claim.Hypothesis {
	return []claim.Hypothesis{
		need.Scheme(r, run.Full), need.FixedSize(r), need.Class(r, run.StronglyConvex), need.NeverClipped(r),
		need.Step(r, "1/L", 1, true, r.Smoothness),
	}
}

// needWholeEpochs requires T to be a multiple of B and names the nearest one.
func needWholeEpochs(r run.Run) claim.Hypothesis {
	b := r.StepsPerEpoch()
	rest := r.T % b
	h := claim.Hypothesis{Name: "whole epochs", Holds: rest == 0,
		Needed: fmt.Sprintf("T a multiple of B = %d", b), Actual: fmt.Sprintf("T = %d", r.T)}
	if !h.Holds {
		nearest := r.T - rest
		if nearest == 0 || (2*rest >= b && nearest+b <= run.MaxCount) {
			nearest += b
		}
		h.Detail = fmt.Sprintf("the nearest such T is %d", nearest)
	}
	return h
}
