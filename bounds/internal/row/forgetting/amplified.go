package forgetting

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
	"lastiterate/bounds/work"
)

// ShiftShuffled is the shift program amplified by shuffling. Runs that use the differing example early, with a small loss,
// hide those that use it late, with a large one. Let e_κ have the mean γ, at most γ for early places κ of the example in its
// order and at least γ for late ones, and let ρ_κ = γ/e_κ. Then
//
//	E_γ ≤ mean_κ E_e(μ_κ) over early κ, and (1−ρ_κ)·E_e(ν_κ) + ρ_κ·E_e(μ_κ) over late ones, e = e_κ,
//
// where σμ_κ is the root of the shift program's cost of the place, and σν_κ that of the pair of a late place and an early one
// (amplified.md, Theorems 1 to 3). All lengths are in the units of the run.
var ShiftShuffled = &theorem.Theorem{
	ID:     "shift-shuffled",
	Name:   "Shift, amplified by shuffling",
	Source: proof.Ours("the theorems on early and late places, bounds/internal/row/forgetting/amplified.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "In a secret order runs that use the differing example early, which shows little, hide those that use it late, which " +
		"shows much.",
	Formula: `E_\gamma \le \operatorname{mean}_{\kappa} \left[ (1-\rho_\kappa)\,E_{e_\kappa}(\nu_\kappa) + ` +
		`\rho_\kappa\,E_{e_\kappa}(\mu_\kappa) \right], \quad \operatorname{mean}_{\kappa} e_\kappa = \gamma, ` +
		`\quad \rho_\kappa = \min\left(1, \frac{\gamma}{e_\kappa}\right), \quad e_\kappa \le \gamma \text{ for early } \kappa`,
	Symbols: "E_γ is δ at ε = ln γ, and E_e(μ) that of two Gaussians μ standard deviations apart; κ is the place of the differing " +
		"example in its order; σμ_κ is the root of what the shift program pays for that place, and σν_κ of what it pays for a use at " +
		"κ in one run and at an early place in the other, and both E_e are means over the orders of earlier epochs; any e_κ whose " +
		"mean is γ may be chosen, and ρ_κ is the part of e_κ that runs with the same place have.",
	Slow:     proof.Always,
	OneOrder: true,
	NoCurve:  true,
	Decays:   true,
	// PlaceByPlace is false, since the places of the example hide each other.
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return needSecretOrder(r, need.LinearModulus(r), needSeveralSteps(r))
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		o := newWalk(work.From(ctx), r, nil)
		return proof.Solving(claim.Upper, "The order is assumed secret and uniformly random.",
			func(q claim.Question) (claim.Solution, error) {
				found, ok := o.amplify(ctx, measureOf(q), q.Alpha)
				if !ok {
					return claim.Solved(q, math.Inf(1)), proof.ErrNoEpsilon
				}
				s := claim.Solved(q, found.loss)
				s.Explain = func() ([]claim.Choice, string) { return found.explain(s.Bound) }
				return s, nil
			}), nil
	},
}

// needSeveralSteps requires an epoch in which one place can hide another.
func needSeveralSteps(r run.Run) claim.Hypothesis {
	return claim.Hypothesis{Name: "several places", Holds: r.StepsPerEpoch() > 1, Needed: "at least two steps per epoch",
		Actual: fmt.Sprintf("%d", r.StepsPerEpoch())}
}

// explain returns the choice of lending places and a formula with it, and the shift of the latest place without lenders.
func (f amplified) explain(found claim.Bound) ([]claim.Choice, string) {
	lends := fmt.Sprintf(`\text{places with at least } %d \text{ steps after them lend}`, f.lends)
	if f.lends >= f.order.used {
		lends = `\text{runs that do not use the example lend}`
	}
	return []claim.Choice{claim.Chose("levels", f.order.level)},
		fmt.Sprintf(`B = %d, \quad %s, \quad \mu_{\mathrm{last}} = %s, \quad %s`, f.order.run.StepsPerEpoch(), lends,
			typeset.Number(f.simple), typeset.Answered(found))
}
