package theorem

import (
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// forgetful is the recursion of Theorem 4.3 with the factor c = 1 + excess of a step.
func forgetful(r run.Run, excess float64) func(alpha float64) float64 {
	ratio := r.Sensitivity() / r.IterateNoise()
	return func(alpha float64) float64 {
		s := forgetting{q: r.SamplingRate(), gain: (alpha - 1) * alpha * ratio * ratio / 2, forget: -excess * (2 + excess)}
		return s.after(r.T) / (alpha - 1)
	}
}

func writeForgetful(r run.Run, found claim.Bound, c float64) string {
	alpha, less := atOrder(found)
	q := r.SamplingRate()
	return fmt.Sprintf(`S_{t+1} = %s \cdot e^{%s \cdot %s \cdot %s / (2 \cdot %s)}\, S_t + %s \cdot S_t^{%s}, \quad S_0 = 1, `+
		`\quad \varepsilon(%s) = \frac{\log S_{%d}}{%s - 1} = %s`,
		tex(q), less, alpha, squared(r.Sensitivity()), squared(r.IterateNoise()), tex(1-q), squared(c),
		alpha, r.T, alpha, tex(found.Renyi))
}
