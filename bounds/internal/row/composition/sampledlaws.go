package composition

import (
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
)

// atADelta is the formula, in LaTeX, by which the laws P and Q of one step give a sampled run's δ(ε).
const atADelta = `\delta(\varepsilon) = \max\left\{ E_{e^\varepsilon}\!\left(P^{\otimes T} \| Q^{\otimes T}\right),\, ` +
	`E_{e^\varepsilon}\!\left(Q^{\otimes T} \| P^{\otimes T}\right) \right\}`

// explainComposition shows the formula of the answer. A sampled run's answer at a δ comes from the laws of its steps, not
// from Rényi divergences.
func explainComposition(r run.Run) claim.Explanation {
	byLaws := r.Scheme.Sampled() && !stepwise.TellsBatches(r)
	return func(found claim.Bound) ([]claim.Choice, string) {
		if byLaws && found.Direct() {
			return nil, writeSampledLaws(r)
		}
		return nil, WriteComposition(r)
	}
}

// writeSampledLaws writes, in LaTeX, the pair of laws P and Q of one step that is composed at a δ. Without replacement the pair is
// defined by its hockey-stick divergences in both directions, and these are written.
func writeSampledLaws(r run.Run) string {
	step := SampledStep(r.Step())
	q := typeset.Number(r.SamplingRate())
	mixed := func(mean string) string {
		return fmt.Sprintf(`(1 - %s)\, \mathcal{N}(0, u^2) + %s\, \mathcal{N}(%s, u^2)`, q, q, mean)
	}
	times := fmt.Sprintf(`\quad u = %s, \quad (P, Q)^{\otimes %d}`, typeset.Number(step.U), r.T)
	within := fmt.Sprintf(`%s\, E_{1 + (\gamma - 1)/%s}\!\left(\mathcal{N}(1, u^2) \| \mathcal{N}(0, u^2)\right)`, q, q)
	switch step.pair {
	case joined:
		return fmt.Sprintf(`P = %s, \quad Q = \mathcal{N}(0, u^2), %s`, mixed("1"), times)
	case opposed:
		return fmt.Sprintf(`P = %s, \quad Q = %s, %s`, mixed("1"), mixed("-1"), times)
	case exchanged:
		return fmt.Sprintf(`E_\gamma(P \| Q) = E_\gamma(Q \| P) = %s, %s`, within, times)
	case displaced:
		return fmt.Sprintf(`E_\gamma(P \| Q) = E_\gamma\!\left(%s \,\|\, %s\right), \quad E_\gamma(Q \| P) = %s, %s`,
			mixed("2"), mixed("1"), within, times)
	}
	return ""
}
