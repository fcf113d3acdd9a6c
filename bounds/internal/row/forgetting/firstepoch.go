package forgetting

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// FirstEpoch counts the last m steps of a secret order, since everything before them is forgotten if the domain is bounded or
// steps contract. If m < B steps lie in one order, at most one of them uses the differing example, with probability p = m/B (a
// window over the last two epochs is treated as two such parts). For all e_r ≥ γ of the mean 1 + (γ−1)/p, with ρ_r = γ/e_r,
// two runs that are alike before these steps have
//
//	E_γ ≤ p·mean_r[(1−ρ_r)·E_e(μ_r(ζ)) + ρ_r·E_e(μ_r(s))], e = e_r,
//
// where r steps follow the use, one example in place of another moves a step by at most ζ (run.Step.Exchange), and μ_r(x)² =
// x²/(σ²Σ_{i≤r}c^{−2i}). On a bounded domain E_e may also be contracted by the noise of the r steps. In the first epoch, T <
// B, m is T and no steps come before; this case gives the row its name (firstepoch.md).
var FirstEpoch = &theorem.Theorem{
	ID:     "first-epoch",
	Name:   "Last steps of a secret order",
	Source: proof.Ours("the theorems on unfinished and on forgotten orders, bounds/internal/row/forgetting/firstepoch.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "A secret order of which only the last steps count, because training has no more steps or forgets the rest: whether the " +
		"differing example was used in them at all is secret.",
	Formula: `E_\gamma \le F_{\gamma_0} + \gamma_0 \cdot \frac{m}{B} \cdot \frac{1}{m} \sum_{r=0}^{m-1} \left[ ` +
		`(1-\rho_r) \min_{uv=e_r}\!\left(F_u + u\,E_v(\mu_r(\zeta))\right) + \rho_r\,E_{e_r}(\mu_r(s)) \right], \quad ` +
		`\frac{1}{m} \sum_r e_r = 1 + \left(\tfrac{\gamma}{\gamma_0}-1\right)\tfrac{B}{m}, \quad \rho_r = \frac{\gamma}{\gamma_0 e_r}, ` +
		`\quad \mu_r(x)^2 = \frac{x^2}{\sigma^2 \sum_{i \le r} c^{-2i}}`,
	Symbols: "E_γ is δ at ε = ln γ, and E_e(μ) that of two Gaussians μ standard deviations apart; r counts the steps after the use of " +
		"the differing example; x is how far the use shifts the run: at most s or, if another example takes its place, at most ζ, " +
		"which is s if any two examples’ gradients are close, and 2ηC/b otherwise; a step stretches distances by at most c; F is " +
		"what the last m steps leave of everything before them: 0, with γ₀ = 1, if m = T; any e_r ≥ γ/γ₀ of this mean may be " +
		"chosen, and u, v ≥ 1. A window over two epochs has such a mean for each.",
	Slow:      proof.Always,
	OneOrder:  true,
	NoCurve:   true,
	Decays:    true,
	Nonsmooth: true,
	// PlaceByPlace is false, since the places of the example hide each other.
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return needSecretOrder(r, needForgetting(r))
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		var kernels *contraction.Kernels
		if r.Bounded() {
			kernels = contractionProblem(ctx, r).Kernels()
		}
		o := newWalk(work.From(ctx), r, kernels)
		return proof.Solving(claim.Upper, "The order is assumed secret and uniformly random.",
			func(q claim.Question) (claim.Solution, error) {
				least, steps := o.least(measureOf(q), q.Alpha)
				s := claim.Solved(q, least)
				s.Explain = func() ([]claim.Choice, string) {
					p := float64(min(steps, r.StepsPerEpoch())) / float64(r.StepsPerEpoch())
					return proof.Window(r, r.T-steps), fmt.Sprintf(`m = %d, \quad B = %d, \quad p = %s, \quad \mu_0 = %s, \quad %s`,
						steps, r.StepsPerEpoch(), typeset.Number(p), typeset.Number(o.near), typeset.Answered(s.Bound))
				}
				if math.IsInf(least, 1) {
					return s, proof.ErrNoEpsilon
				}
				return s, nil
			}), nil
	},
}

// needSecretOrder returns the hypotheses of rows in which the places of a secret order hide each other, followed by those in
// `more`.
func needSecretOrder(r run.Run, more ...claim.Hypothesis) []claim.Hypothesis {
	return need.WithNonsmoothStep(r, append([]claim.Hypothesis{need.Scheme(r, run.ShuffleOnce, run.Reshuffle), need.FixedSize(r),
		need.BoundedContribution(r)}, more...)...)
}

// needForgetting requires an epoch of several steps, and either a run shorter than an epoch or one that forgets (by a bounded
// domain or steps that contract).
func needForgetting(r run.Run) claim.Hypothesis {
	period := r.StepsPerEpoch()
	h := claim.Hypothesis{Name: "what is forgotten",
		Needed: "T < n/b, a bounded domain, or steps that contract; at least two steps per epoch",
		Actual: fmt.Sprintf("T = %d, %d steps per epoch", r.T, period)}
	c, linear := modulus.Of(r.Step()).Linear()
	switch {
	case period < 2:
	case r.T < period:
		h.Holds = true
	case r.Bounded():
		h.Holds, h.Actual = true, h.Actual+", D = "+typeset.Short(r.Diameter)
	case linear && c.Excess < 0:
		h.Holds, h.Actual = true, h.Actual+", c = "+typeset.Short(1+c.Excess)
	}
	return h
}

// logRootSum is log √(Σ_{i<n} e^{2xi}).
func logRootSum(x float64, n int) float64 {
	switch {
	case math.IsInf(x, 1): // c = 0: only the last term counts
		if n == 1 {
			return 0
		}
		return x
	case math.Abs(x)*float64(n) < 1e-12:
		return math.Log(float64(n)) / 2
	case x > 0:
		return x*float64(n-1) + (math.Log1p(-math.Exp(-2*x*float64(n)))-math.Log1p(-math.Exp(-2*x)))/2
	}
	return (math.Log(-math.Expm1(2*x*float64(n))) - math.Log(-math.Expm1(2*x))) / 2
}
