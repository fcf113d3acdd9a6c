package ordered

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/varied"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// OutputPerturbation is αD²/(2σ²), drawn by Chien and Li 2024 in Figure 1. It bounds a different
// mechanism, the noiseless last iterate plus noise: in the run analysed here the last step adds its own
// sensitivity to the distance.
var OutputPerturbation = &theorem.Theorem{
	ID:     "output-perturbation",
	Name:   "Output perturbation",
	Source: proof.ChienLi("Figure 1"),
	Side:   claim.Upper, Status: claim.Reference, HiddenState: true,
	Note: "A reference line: the noiseless last iterate with noise added once.",
	Errata: "Figure 1 of the paper draws this line beside the bounds. It bounds another mechanism: in Noisy-SGD the gradients of " +
		"the last step can add s to a distance of D before any noise is added, which the row “Last step” counts.",
	Formula:      `\frac{\alpha D^2}{2\sigma^2}`,
	Decays:       true,
	Nonsmooth:    true,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{need.Projection(r)}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		ratio := r.Diameter / r.IterateNoise()
		return proof.CertifiedGaussian(r, ratio*ratio, func(x certify.StatedStep) interval.Number {
			return x.Diameter.Square().Quo(x.Variance)
		}, func() string {
			return fmt.Sprintf(`\frac{\alpha \cdot %s}{2 \cdot %s}`, typeset.Squared(r.Diameter), typeset.Squared(r.IterateNoise()))
		}).Upper(), nil
	},
}

// LastStep pays for the whole diameter with the noise of the last step: α(m*(D)+s)²/(2σ²), the point τ
// = T−1 of the shift program, whatever the batches, if their size is bounded.
var LastStep = &theorem.Theorem{
	ID:     "last-step",
	Name:   "Last step",
	Source: proof.Ours("the shift theorem at τ = T−1, bounds/internal/shift/shift.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note:    "Whatever happened before, the last step's noise hides a distance of at most D.",
	Formula: `\varepsilon(\alpha) = \frac{\alpha\,(m^*(D)+s)^2}{2\sigma^2}`,
	Symbols: "m*(D) is how far apart the last step leaves two points that were at most D apart.",
	Decays:  true, Schedules: true,
	Nonsmooth:    true,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return need.WithNonsmoothStep(r, need.Scheme(r, need.SchemesOfFixedSize...), need.FixedSize(r), need.Projection(r))
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		if !r.Steady() {
			return variedLastStep(r).Upper(), nil
		}
		shift := stepwise.LastShift(r) / r.IterateNoise()
		return proof.CertifiedGaussian(r, shift*shift, func(x certify.StatedStep) interval.Number { return stepwise.ExactLastShift(r, x) },
			func() string {
				return fmt.Sprintf(`\varepsilon(\alpha) = \frac{\alpha \cdot %s}{2 \cdot %s}`, typeset.Squared(stepwise.LastShift(r)),
					typeset.Squared(r.IterateNoise()))
			}).Upper(), nil
	},
}

// variedLastStep states LastStep for the last step's own learning rate: the largest value over the rates near it, since its
// last digits are not known.
func variedLastStep(r run.Run) proof.Parts {
	eta, worst := r.Steps().Last().Rate, 0.0
	for _, near := range []float64{eta * (1 - proof.StatedError), eta, eta * (1 + proof.StatedError)} {
		at := r.AtRate(near)
		worst = max(worst, stepwise.LastShift(at)/at.IterateNoise())
	}
	g := proof.Gaussian(worst * worst * (1 + varied.Margin))
	g.Note = "with the learning rate of the last step"
	g.Explain = proof.Explained(func() string {
		return `\varepsilon(\alpha) = \frac{\alpha\,(m^*(D)+s_{T-1})^2}{2\sigma_{T-1}^2} = \alpha \cdot ` + typeset.Number(worst*worst/2)
	})
	return g
}
