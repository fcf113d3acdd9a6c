package paper

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// ChienLi31 is Theorem 3.1 of Chien and Li 2024: full-batch Noisy-GD with an
// L-smooth loss is (α, ε(α))-RDP with
//
//	ε(α) = min_{τ,β} α/(2σ²) ( Σ_{t≥τ} s²/β_t + min(sΣ_{t<τ}c^t, 2ηCτ, D)² / Σ_{t≥τ}(1−β_t)c^{−2(t−τ+1)} ),
//
// c = 1+ηL; 1 if the loss is convex, C-Lipschitz and η ≤ 2/L; 1−ηm if it is
// m-strongly convex, C-Lipschitz and η ≤ 1/L. The exact optimum over β and τ
// is found by water-filling ([shift.ChargedProgram]).
var ChienLi31 = &theorem.Theorem{
	ID:     "chien-li-3.1",
	Name:   "Chien–Li, Theorem 3.1",
	Source: proof.ChienLi("Theorem 3.1"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "The first convergent Rényi bound without convexity; its β and τ are optimised exactly here.",
	Formula: `\varepsilon(\alpha) = \min_{\tau,\beta} \frac{\alpha}{2\sigma^2} \left( \sum_{t=\tau}^{T-1} \frac{s^2}{\beta_t} + ` +
		`\frac{\min\left(s \sum_{t<\tau} c^t,\, 2\eta C\tau,\, D\right)^2}{\sum_{t=\tau}^{T-1} (1-\beta_t) c^{-2(t-\tau+1)}} \right)`,
	Symbols: "β_t is the share of step t’s noise that hides the step itself; a step stretches distances by at most c; the " +
		"accounting starts at step τ.",
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{need.Scheme(r, run.Full), need.FixedSize(r), need.Smooth(r), need.BoundedGradient(r)}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		excess, which := chienLiFactor(r)
		program := shift.ChargedProgram{FullBatch: shift.FullBatch{Excess: excess, Sensitivity: r.Sensitivity(), Diameter: r.Diameter},
			Drift: r.Step().Drift()}
		best := program.Solve(r.T)
		g := proof.FromShift(best, r)
		g.Note = which
		g.Mu = 0 // the paper proves a Rényi bound only
		g.Certify = certify.Linear(func() interval.Number { return exactChienLi31(r) })
		g.Explain = proof.Paying(r, best, func(found claim.Bound) string {
			rest := ""
			if track := program.Distance(best.Tau); track > 0 {
				rest = fmt.Sprintf(` + \frac{%s}{\sum_{t=%d}^{%d} (1-\beta_t) \cdot %s^{-2(t - %d + 1)}}`, typeset.Squared(track),
					best.Tau, r.T-1,
					typeset.Base(1+program.Excess), best.Tau)
			}
			return proof.Costing(r, found, fmt.Sprintf(`\left( \sum_{t=%d}^{%d} \frac{%s}{\beta_t}%s \right)`, best.Tau, r.T-1,
				typeset.Squared(r.Sensitivity()), rest))
		})
		path := func() (shift.Path, bool) { return program.Path(best, r.T), true }
		proof.Follow(&g, r, best.Tau, true, path, func(t int, z float64) float64 {
			return min((1+program.Excess)*z+program.Sensitivity, program.Drift*float64(t+1))
		})
		return g.Upper(), nil
	},
}

// chienLiFactor returns c−1 of Theorem 3.1 and the case of the theorem that gives it.
func chienLiFactor(r run.Run) (excess float64, which string) {
	if r.Clipping == run.ClippingNever {
		switch {
		case r.Loss == run.StronglyConvex && proof.CompareStep(r, r.Smoothness, 1) <= 0:
			return -r.Eta * r.StrongConvexity, "c = 1 − ηm: strongly convex, Lipschitz and η ≤ 1/L"
		case (r.Loss == run.Convex || r.Loss == run.StronglyConvex) && proof.CompareStep(r, r.Smoothness, 2) <= 0:
			return 0, "c = 1: convex, Lipschitz and η ≤ 2/L"
		}
	}
	return r.Eta * r.Smoothness, "c = 1 + ηL: smooth"
}

// exactChienLi31 returns ε(α)/α with outward rounding.
func exactChienLi31(r run.Run) interval.Number {
	x := certify.StatedOf(r)
	excess := x.Eta.Mul(x.Smoothness)
	switch near, _ := chienLiFactor(r); {
	case near < 0:
		excess = x.Eta.Mul(x.StrongConvexity).Neg()
	case near == 0:
		excess = interval.Int(0)
	}
	program := shift.StatedConstants{Excess: excess, Sensitivity: x.Sensitivity, Diameter: x.Diameter, Drift: x.Drift()}
	return interval.Float(program.Charged(x.Variance).Solve(r.T).R).Quo(interval.Int(2))
}
