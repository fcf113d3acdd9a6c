package theorem

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/run"
)

// OutputPerturbation is αD²/(2σ²), drawn by Chien and Li 2024 in Figure 1. It
// bounds another mechanism, the noiseless last iterate plus noise: in the run
// analysed here the last step adds its own sensitivity to the distance.
var OutputPerturbation = &Theorem{
	ID:     "output-perturbation",
	Name:   "Output perturbation",
	Source: chienLi("Figure 1"),
	Side:   claim.Upper, Status: claim.Reference, HiddenState: true,
	Note: "A reference line: the noiseless last iterate with noise added once.",
	Errata: "Figure 1 of the paper draws this line beside the bounds. It bounds another mechanism: in Noisy-SGD the gradients of the last " +
		"step can add s to a distance of D before any noise is added, " +
		"as the row “Last step” counts.",
	Formula:   `\frac{\alpha D^2}{2\sigma^2}`,
	Decays:    true,
	Nonsmooth: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{needProjection(r)}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		ratio := r.Diameter / r.IterateNoise()
		return gaussian(r, ratio*ratio, func(x certify.Stated) interval.Number {
			return x.Diameter.Square().Quo(x.Variance)
		}, func() string {
			return fmt.Sprintf(`\frac{\alpha \cdot %s}{2 \cdot %s}`, squared(r.Diameter), squared(r.IterateNoise()))
		}).Upper(), nil
	},
}

// LastStep pays the whole diameter with the noise of the last step:
// α(m*(D)+s)²/(2σ²), the point τ = T−1 of the shift program, whatever the batches
// of bounded size were.
var LastStep = &Theorem{
	ID:     "last-step",
	Name:   "Last step",
	Source: ours("the shift theorem at τ = T−1, bounds/internal/shift/shift.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note:    "Whatever happened before, the last step's noise hides a distance of at most D.",
	Formula: `\varepsilon(\alpha) = \frac{\alpha\,(m^*(D)+s)^2}{2\sigma^2}`,
	Symbols: "m*(D) is how far apart the last step leaves two points that were at most D apart.",
	Decays:  true, Schedules: true,
	Nonsmooth: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return andAcross(r, needScheme(r, fixedSizes...), needFixedSize(r), needProjection(r))
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		if !r.Steady() {
			return variedLastStep(r).Upper(), nil
		}
		shift := lastShift(r) / r.IterateNoise()
		return gaussian(r, shift*shift, func(x certify.Stated) interval.Number { return exactLastShift(r, x) }, func() string {
			return fmt.Sprintf(`\varepsilon(\alpha) = \frac{\alpha \cdot %s}{2 \cdot %s}`, squared(lastShift(r)), squared(r.IterateNoise()))
		}).Upper(), nil
	},
}

// lastShift is the distance of two iterates after the last step's gradients:
// m*(D) + s if the step uses the differing example, m(D) if not. Where its batch
// may be either, the larger counts, because Rényi and hockey-stick divergences
// are quasi-convex.
func lastShift(r run.Run) float64 {
	step := r.Steps().Last()
	moduli := modulus.Of(step)
	used := moduli.Visit(step).Eval(r.Diameter) + step.Sensitivity
	switch {
	case r.After > 0: // it may lack a term
		return max(used, moduli.Eval(r.Diameter), modulus.Of(step.OfSize(float64(r.B-1))).Eval(r.Diameter))
	case r.Rate().Certain():
		return used
	}
	return max(used, moduli.Eval(r.Diameter))
}

// exactLastShift is lastShift with outward rounding, squared and in units of σ².
func exactLastShift(r run.Run, x certify.Stated) interval.Number {
	plain, visit := exactModuli(r.Step(), x)
	shift := modulus.LeastAt(visit, x.Diameter).Add(x.Sensitivity)
	if !r.Rate().Certain() {
		shift = interval.Max(shift, modulus.LeastAt(plain, x.Diameter))
	}
	return shift.Square().Quo(x.Variance)
}
