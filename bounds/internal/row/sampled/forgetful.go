package sampled

import (
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
)

// ForgettingBound returns the Rényi bound ε(α) after r.T steps by Ye and Shokri's Theorem 4.3, for
// steps with the factor c = 1 + excess.
func ForgettingBound(r run.Run, excess float64) func(alpha float64) float64 {
	ratio := r.Sensitivity() / r.IterateNoise()
	return func(alpha float64) float64 {
		s := forgettingMap{q: r.SamplingRate(), gain: (alpha - 1) * alpha * ratio * ratio / 2, forget: -excess * (2 + excess)}
		return s.after(r.T) / (alpha - 1)
	}
}

// WriteForgettingBound typesets the recursion of ForgettingBound with the run's numbers and the
// factor c.
func WriteForgettingBound(r run.Run, found claim.Bound, c float64) string {
	alpha, less := typeset.AtOrder(found)
	q := r.SamplingRate()
	return fmt.Sprintf(`S_{t+1} = %s \cdot e^{%s \cdot %s \cdot %s / (2 \cdot %s)}\, S_t + %s \cdot S_t^{%s}, \quad S_0 = 1, `+
		`\quad \varepsilon(%s) = \frac{\log S_{%d}}{%s - 1} = %s`,
		typeset.Number(q), less, alpha, typeset.Squared(r.Sensitivity()), typeset.Squared(r.IterateNoise()), typeset.Number(1-q),
		typeset.Squared(c),
		alpha, r.T, alpha, typeset.Number(found.Renyi))
}
