package sampled

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// SampledShift is the shift program for batches of b distinct examples drawn afresh, in secret, at every step, q = b/n:
// Theorem 3.12 of Chien and Li 2024, repaired. A step spends the share β of its noise on hiding whether the batch holds the
// differing example, and the rest on the distance that hidden state still hides:
//
//	ε(α) = min_{τ,β,a} Σ_{t≥τ} ( S*_α(q, √β_t·σ/s) + αa_t²/(2σ²(1−β_t)) ),
//	z_{t+1} = m(z_t) − a_t ≥ 0,   z_T = 0,   z_τ = Δ_τ,
//
// For batches of fixed size the row is the least of this program, of the shift optimum of the worst sequence of batches, and
// of leastForgettingBound, in which steps without the example contract. For Poisson batches it is the least of composition
// and of this program with payments that follow the size of the others' batch A,
//
//	a_t = (m_{|A|}(z_t) − z_{t+1})₊,   ln E_A exp((α−1)αa_t²/(2σ²(1−β_t)))/(α−1) in place of αa_t²/(2σ²(1−β_t)).
//
// shift/sampled.md proves it.
var SampledShift = &theorem.Theorem{
	ID:     "shift-sampled",
	Name:   "Shift, sampled batches",
	Source: proof.Ours("the shift theorem for sampled batches, bounds/internal/shift/sampled.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "The shift program for sampled batches, Chien–Li's Theorem 3.12 repaired: one share of each step's noise hides the batch, " +
		"the other pays off distance.",
	Formula: `\varepsilon(\alpha) = \min_{\tau,\,\beta,\,a} \sum_{t=\tau}^{T-1} \left( S^*_\alpha\!\left(\frac{b}{n}, ` +
		`\frac{\sqrt{\beta_t}\,\sigma}{s}\right) ` +
		`+ \frac{\alpha a_t^2}{2\sigma^2(1-\beta_t)} \right), \quad z_{t+1} = m(z_t) - a_t \ge 0, \quad z_\tau = \Delta_\tau, ` +
		`\quad z_T = 0`,
	Symbols: "S* is the Rényi divergence of one sampled step, in both directions; β_t is the share of step t’s noise that hides its " +
		"batch; z_t is the distance between the two runs that is left to hide before step t, and a_t what the step’s noise pays " +
		"off; m(z) is how far apart a step leaves two points that were z apart; Δ_τ is how far apart the two runs can be at step τ.",
	Slow:         proof.Always,
	Losses:       func(r run.Run) bool { return !stepwise.TellsBatches(r) },
	Decays:       true,
	Deletes:      true,
	Nonsmooth:    true,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		h := []claim.Hypothesis{need.Scheme(r, run.WithoutReplacement, run.Poisson)}
		switch {
		case r.Scheme.FixedSize():
			h = append(h, need.FixedSize(r))
		case r.Nonsmooth(): // payments that follow the batch size need moduli with m(0) = 0
			h = append(h, need.Smooth(r))
		case r.Adjacency != run.ZeroOut:
			h = append(h, need.BoundedContribution(r))
		}
		return h
	},
	Prove: func(ctx context.Context, all run.Run) (claim.Proof, error) {
		r := all.ToDeletion()
		if !r.Scheme.FixedSize() {
			return poissonShift(ctx, r), nil
		}
		worst, until := worstBatches(r), r // the cheapest path, and the run up to its end
		if all.After > 0 {
			if paid := worstBeforeDeletion(all); paid.R < worst.R {
				worst, until = paid, all
			}
		}
		sigma := r.IterateNoise()
		ofWorst := proof.Gaussian(worst.R / sigma / sigma)
		ways := []proof.Alternative{{
			Renyi: ofWorst.Renyi,
			Explain: proof.Paying(until, worst.FeasiblePoint,
				func(found claim.Bound) string { return proof.PaidOff(until, found, worst.Tau, "a_t^2") }),
			Pay: func(claim.Bound) claim.Payments { return proof.Written(until, worst, sampledApart(r)) },
		}}
		if forgets, factor, ok := leastForgettingBound(r); ok {
			ways = append(ways, proof.Alternative{Renyi: forgets,
				Pay: func(claim.Bound) claim.Payments {
					return claim.Payments{WhyNone: "the value for this run comes from what steps without the differing example forget, " +
						"not from distances and payments"}
				},
				Explain: func(found claim.Bound) ([]claim.Choice, string) {
					return []claim.Choice{claim.Chose("factor", factor)}, WriteForgettingBound(r, found, factor) + typeset.Direct(found)
				}})
		}
		note, epsilon := "the worst sequence of batches", (func(float64) (float64, error))(nil)
		if need.BoundedContribution(r).Holds {
			hidden := &hiddenBatches{ctx: ctx, run: r, step: composition.SampledStep(r.Step())}
			ways = append(ways, proof.Alternative{Renyi: hidden.renyi, Pay: hidden.pay, Explain: hidden.explain})
			if all.After > 0 {
				ways = append(ways, hidden.payAfterDeletion(all))
			}
			note, epsilon = hidden.step.Note, hidden.epsilon
		}
		g := proof.LeastOf(ways...)
		pay := g.Pay
		g.Pay = func(found claim.Bound) claim.Payments {
			p := proof.ThenResting(pay(found), all.After)
			p.PerAlpha = true
			return p
		}
		g.Mu, g.Epsilon, g.Note, g.Certify = ofWorst.Mu, epsilon, note, nil
		return g.Upper(), nil
	},
}

// leastForgettingBound returns Ye and Shokri's Theorem 4.3 for any step size. The theorem is stated for η < 2/(m+L). A loss
// that is m-strongly convex is also m'-strongly convex for every smaller m', and in the limit of m' = 2/η − L the factor 1 −
// ηm' is ηL − 1. So the factor c is max(|1−ηm|, |1−ηL|) for every η.
func leastForgettingBound(r run.Run) (rdp func(alpha float64) float64, factor float64, ok bool) {
	step, holds := modulus.StronglyConvex(r.Step())
	if !holds || !(step.Excess < 0) {
		return nil, 0, false
	}
	return ForgettingBound(r, step.Excess), 1 + step.Excess, true
}

// worstBatches returns the optimum of the shift program in which every step may use the differing example: hockey-stick
// divergences are jointly convex, so the worst sequence of batches bounds them all.
func worstBatches(r run.Run) proof.Candidate {
	s := r.Sensitivity()
	worst := proof.WrittenBy(shift.FeasiblePoint{R: float64(r.T) * s * s, P: s}, func() shift.Path { return shift.Every(r.T, 1, s) })
	moduli := modulus.Of(r.Step())
	// m(z) ≤ cz+d and m*(z)+s ≤ cz+d+s, whether or not the step uses it.
	if m, ok := moduli.Linear(); ok {
		if r.B == r.N { // every step does
			m, _ = moduli.Visit(r.Step()).Linear()
		}
		worst = worst.Cheaper(ordered.EveryStep(shift.FullBatch{Excess: m.Excess, Sensitivity: s, Diameter: r.Diameter}, r.T))
	}
	if clip, holds := modulus.Clipped(r.Step()); holds && r.Bounded() {
		worst = worst.Cheaper(ordered.EveryStep(shift.FullBatch{Excess: clip.Excess, Sensitivity: r.Step().Drift(),
			Diameter: r.Diameter}, r.T))
	}
	return worst
}

// WriteSampled writes Σ S_α(q, share·u) + αa²/(2σ²(1−β)) with its value.
func WriteSampled(r run.Run, found claim.Bound, tau int, divergence, share string, u float64) string {
	alpha, _ := typeset.AtOrder(found)
	return fmt.Sprintf(`\varepsilon(%s) = \sum_{t=%d}^{%d} \left( %s_{%s}\!\left(\frac{%d}{%d},\, %s \cdot %s\right) + \frac{%s\, `+
		`a_t^2}{2 \cdot %s (1-\beta_t)} \right) = %s`,
		alpha, tau, r.T-1, divergence, alpha, r.B, r.N, share, typeset.Number(u), alpha, typeset.Squared(r.IterateNoise()),
		typeset.Number(found.Renyi))
}
