package paper

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/curved"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// ChienLi37 is Theorem 3.7 of Chien and Li 2024: full-batch Noisy-GD whose
// gradients are (L, λ)-Hölder and clipped at C is (α, ε(α))-RDP with
//
//	ε(α) = min_{τ,β,a} α/(2σ²) Σ_{t≥τ} ( s²/β_t + a_t²/(1−β_t) ),
//	A_T = 0,   A_{t−1} = g^{-1}(A_t + a_{t−1}),   A_τ ≥ Δ_τ,   g(z) = z + ηLz^λ,
//	Δ_t = min(g(Δ_{t−1}) + s, Δ_{t−1} + 2ηC, D).
//
// β is eliminated, s²/β + a²/(1−β) = (s+a)² at its least, and the rest solved
// by the shift program (package shift, shift.md): where nothing contracts, its
// optimum from D pays a_t ≥ s at every step by itself, and from a shorter distance
// composition is the optimum of both (rays.md, section 2). As printed, the clip acts in the forward
// track only and the common n−1 of the n gradients are not told apart. It is a
// feasible point of the shift program, which proves it.
var ChienLi37 = &theorem.Theorem{
	ID:     "chien-li-3.7",
	Name:   "Chien–Li, Theorem 3.7",
	Source: proof.ChienLi("Theorem 3.7"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "The first convergent bound without a Lipschitz gradient; its β, a and τ are optimised by a table and a search from it, with a " +
		"certificate.",
	Formula: `\varepsilon(\alpha) = \min_{\tau,\,a} \frac{\alpha}{2\sigma^2} \sum_{t=\tau}^{T-1} (s + a_t)^2, ` +
		`\quad A_{t-1} = g^{-1}(A_t + a_{t-1}), ` +
		`\quad A_T = 0, \quad A_\tau \ge \Delta_\tau, \quad g(z) = z + \eta L z^\lambda`,
	Symbols: "A_t is the distance that the steps from t on can still hide, and a_t what step t’s noise pays off; g(z) bounds how " +
		"far apart a step leaves two points that were z apart; Δ_τ is how far apart the two runs can be at step τ.",
	Slow:         proof.Always,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{need.Scheme(r, run.Full), need.FixedSize(r), needHolder(r), need.BoundedGradient(r)}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		program := curved.ConcaveProgram{Visit: modulus.Min{ordered.HolderModulus(r, 1)}, Sensitivity: r.Sensitivity(),
			Diameter: r.Diameter, Period: 1}
		path := program.Solve(r.T)
		out := ordered.FromConcave(path, r)
		g, s, drift := program.Visit, program.Sensitivity, r.Step().Drift()
		payments := func() (shift.Path, bool) { return program.Path(path, r.T) }
		proof.Follow(&out, r, path.Tau, program.Followed(path, r.T), payments, func(_ int, z float64) float64 {
			return min(g.Eval(z)+s,
				z+drift)
		})
		out.Explain = proof.Paying(r, path.FeasiblePoint, func(found claim.Bound) string { return ordered.WriteHolder(r, path.Tau, found) })
		out.Certify = certify.Linear(func() interval.Number { return exactChienLi37(r, path) })
		out.Mu = 0 // the paper proves a Rényi bound only
		return out.Upper(), nil
	},
}

// ChienLiA1 is Theorem A.1 of Chien and Li 2024: Theorem 3.7 for batches in a
// known order, in which only the steps t_e that use the differing example pay
// for their sensitivity,
//
//	ε(α) = min_{τ,β,a} α/(2σ²) ( Σ_{t_e≥τ} s²/β_{t_e} + Σ_{t≥τ} a_t²/(1−β_t) ),   β_t = 0 elsewhere,
//
// with the same g at every step and the forward track (29), which clips and, in
// the steps t_e, counts b−1 of the b gradients. The position of the example is the stated one, or
// the worst, which is that of the last step (rays.md, section 5).
var ChienLiA1 = &theorem.Theorem{
	ID:     "chien-li-A.1",
	Name:   "Chien–Li, Theorem A.1",
	Source: proof.ChienLi("Theorem A.1"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "Theorem 3.7 for batches in a fixed order, at the stated or the worst position of the differing example.",
	Formula: `\varepsilon(\alpha) = \max_j \min_{\tau,\,a} \frac{\alpha}{2\sigma^2} \sum_{t=\tau}^{T-1} (s_t + a_t)^2, ` +
		`\quad A_{t-1} = g^{-1}(A_t + a_{t-1}), ` +
		`\quad A_T = 0, \quad A_\tau \ge \Delta_\tau, \quad g(z) = z + \eta L z^\lambda`,
	Symbols: "j is the place of the differing example in its epoch, the stated one or the worst; s_t is s where step t uses it, " +
		"else 0; A_t is the distance that the steps from t on can still hide, and a_t what step t’s noise pays off; g(z) bounds how " +
		"far apart a step leaves two points that were z apart; Δ_τ is how far apart the two runs can be at step τ.",
	Positions:    true,
	Slow:         proof.Always,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{need.Scheme(r, run.Cyclic), need.FixedSize(r), needHolder(r), need.BoundedGradient(r)}
	},
	Prove: func(_ context.Context, r run.Run) (claim.Proof, error) {
		program, best := ordered.ChienLiOrder(r)
		g := proof.FromShift(best.FeasiblePoint, r)
		g.Mu, g.Gap = 0, proof.Gap{} // the paper proves a Rényi bound only
		g.Note = proof.PositionNote(r)
		if best.Limited {
			g.Note += "; the search for the best path was cut short: the bound holds but may be slightly above the theorem's"
		}
		g.Explain = proof.Paying(r, best.FeasiblePoint, func(found claim.Bound) string { return ordered.WriteHolder(r, best.Tau, found) })
		path := func() (shift.Path, bool) { return program.Path(best, r.T) }
		g.Certify = certify.Linear(func() interval.Number {
			found := proof.Candidate{FeasiblePoint: best.FeasiblePoint, Followed: true, Path: path}
			return ordered.ProvenPath(r, found, func(p curved.ProvenPath, path shift.Path) float64 {
				return p.Charged(ordered.ExactHolder(r, certify.StatedOf(r)), path)
			}).Mul(interval.Fraction(1, 2))
		})
		used, idle := ordered.ChienLiSteps(r)
		proof.Follow(&g, r, best.Tau, true, path, func(t int, z float64) float64 {
			if t%r.StepsPerEpoch() == stepwise.Visited(r) {
				return used(z)
			}
			return idle(z)
		})
		return g.Upper(), nil
	},
}

// needHolder states the gradient's Hölder order; every class has one.
func needHolder(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "Hölder gradient", Holds: true, Needed: "an (L, λ)-Hölder gradient with λ in (0, 1]",
		Actual: fmt.Sprintf("λ = 1, L = %s (a Lipschitz gradient)", typeset.Short(r.Smoothness))}
	if r.Loss == run.Holder {
		h.Actual = fmt.Sprintf("λ = %s, L = %s", typeset.Short(r.HolderOrder), typeset.Short(r.Smoothness))
	}
	return h
}

// exactChienLi37 returns the cost of a path of Theorem 3.7 with its own modulus, in units of 2σ².
func exactChienLi37(r run.Run, path curved.ConcaveSolution) interval.Number {
	x := certify.StatedOf(r)
	return curved.ExactConcave{Visit: []modulus.ExactModulus{ordered.ExactHolder(r, x)}, Sensitivity: x.Sensitivity, Diameter: x.Diameter,
		Period: 1}.
		Cost(path, r.T).Quo(x.Variance).Mul(interval.Fraction(1, 2))
}
