package forgetting

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Profile contracts the privacy profile δ(ε) itself, not linearly: small values contract far more than large ones (package
// contraction, profile.md). It bounds ε at a given δ without Rényi orders, and at a given order by the integral of the
// profile. It has the coverage and the hypotheses of Contraction.
var Profile = proof.InWhole(&theorem.Theorem{
	ID:     "profile",
	Name:   "Profile contraction",
	Source: proof.Ours("the profile theorem, bounds/internal/contraction/profile.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "On a bounded domain the noise contracts the whole curve δ(ε), small values of δ most. Strong where D is not much " +
		"larger than the noise of a step.",
	Formula: `h_0 = 0, \quad h_{t+1} = \min\{F_t,\, G_t\}, \quad ` + mixedMap + ` \otimes ` +
		`\mathcal{N}\!\left(\tfrac{s}{\sqrt\beta\,\sigma}\right), ` +
		`\quad \theta_\beta(\gamma) = E_\gamma\!\left(\mathcal{N}(\mu,1) \,\|\, \mathcal{N}(0,1)\right), ` +
		`\quad \mu = \frac{m(D)}{\sqrt{1-\beta}\,\sigma}, \quad ` + matchedMap,
	Symbols: "h_t(γ) bounds δ at ε = ln γ after t steps, in both directions; E_γ(P ‖ Q) = ∫(dP − γ dQ)₊, the hockey-stick " +
		"divergence, is δ at ε = ln γ; θ_β is the contraction of one step by the share 1 − β of its noise; m(D) is how far apart " +
		"one step leaves two points that were D apart; ⊗ 𝒩(x) composes with a Gaussian mechanism of sensitivity x and noise 1. " +
		"Several steps contract as one kernel, or in equal parts one after another, whichever leaves less. " +
		"Two maps bound the next profile: F_t divides each step’s noise, and G_t matches the two runs where they are alike. " +
		"With cuts γ₋ and γ₊: (P, Q) is the pair with the profile h, l = dP/dQ, a is E_γ(P ‖ Q) at γ₊, r is E_γ(Q ‖ P) at 1/γ₋; k and θ " +
		"bound E_γ after the steps, from equal and from any starts; δ_ν is the profile of two Gaussians ν apart.",
	Positions: true,
	Deletes:   true,
	Slow:      proof.Always,
	Settles:   settles,
	NoCurve:   true,
	Decays:    true, Schedules: true,
	Nonsmooth:    true,
	PlaceByPlace: true,
	Hypotheses:   contractionHypotheses,
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		if !r.Steady() {
			return variedProfile(ctx, r), nil
		}
		p := contractionProblem(ctx, r)
		return proof.Solving(claim.Upper, profileNote(r), func(q claim.Question) (claim.Solution, error) {
			e, c, err := followProfile(ctx, p, q)
			if err != nil {
				return claim.Solved(q, math.Inf(1)), fmt.Errorf("contracting the profile was stopped: %w", err)
			}
			s := claim.Solved(q, e)
			s.Explain = func() ([]claim.Choice, string) { return stepsOf(r, c), writeProfile(r, p, s.Bound, c) }
			s.Certify = func() (float64, bool) { return proof.Near(s.Bound)(certifyProfile(p, c, s.Bound)) }
			return s, nil
		}), nil
	},
})

// followProfile answers a question, whose α is rounded up from its decimal and whose δ is rounded down.
func followProfile(ctx context.Context, p contraction.Problem, q claim.Question) (epsilon float64, c contraction.Cycle, err error) {
	if q.Renyi() {
		return p.ProfileRenyi(ctx, interval.Decimal(q.Alpha).Up())
	}
	return p.Profile(ctx, interval.Decimal(q.Delta).Down())
}

// profileNote returns the assumptions of Profile about the batches.
func profileNote(r run.Run) string {
	switch {
	case r.Scheme.UsesAll():
		return "After enough steps the bound no longer grows with T."
	case r.Scheme.Secret():
		return "The order of the data is assumed uniformly random and kept secret; δ is averaged over it."
	case r.Scheme.Sampled() && r.Scheme.FixedSize():
		return "Sampling is charged as if the two runs were at different points, which costs a little amplification, or as if the " +
			"batches were known."
	case r.Scheme.Known() && r.AfterLastUse() == 0:
		return "At the worst position, which is visited last; between its visits every step contracts with all of its noise."
	}
	return contractionNote(r)
}

// writeProfile writes the curve's map with its two numbers, and the value.
func writeProfile(r run.Run, p contraction.Problem, found claim.Bound, c contraction.Cycle) string {
	value := typeset.Answered(found)
	if proof.FromRenyi(found) {
		if e, _ := p.Joint(found.Alpha); found.Renyi >= e*(1-1e-9) {
			return writeContraction(r, p, found, c) // the curve gained nothing
		}
		if c.Lower > 0 {
			return writeRaised(r, p, found, c)
		}
		alpha, _ := typeset.AtOrder(found)
		value = fmt.Sprintf(`\varepsilon(%s) = %s`, alpha, typeset.Number(found.Epsilon))
	}
	m := contraction.Mixing{Theta: 1}
	if c.Block > 0 && c.Beta < 1 {
		m = p.Mixing(c)
	}
	if c.Matched {
		return writeMatched(r, c, m, value)
	}
	simple := m.Theta >= 1 // a Gaussian bound was smaller than any curve
	if rest := r.AfterLastUse(); rest > 0 {
		value = fmt.Sprintf(`h_{%d} = h\,\theta_{%d}\!\left(1 + \tfrac{\gamma-1}{h}\right), \quad %s`, r.T, rest, value)
		if simple {
			value = `h = \delta_\mu, \quad ` + value
		}
	}
	if simple {
		return writeSimple(r, p.Simple()) + `, \quad ` + value
	}
	jump := writeJump(r, c, m)
	if m.Mirrored && p.Curved(c) {
		return fmt.Sprintf(`\beta = %s, \quad \theta_{%d}(1) = %s, \quad \theta_{%d}(\gamma) = V_{%d}(%s, \log\gamma), `+
			`\quad h \leftarrow \left[h\,\theta_{%d}\!\left(1 + \tfrac{\gamma-1}{h}\right)\right] \otimes %s, \quad %s`,
			typeset.Number(c.Beta), m.Steps, typeset.Number(m.Theta), m.Steps, m.Steps, typeset.Number(r.Diameter), m.Steps, jump, value)
	}
	mu := ""
	if m.Deviation != 1 {
		mu = ratio(m.Apart, m.Deviation) + " = "
	}
	return fmt.Sprintf(`\beta = %s, \quad \mu = %s%s, `+
		`\quad h \leftarrow \left[h\,\theta_\beta\!\left(1 + \tfrac{\gamma-1}{h}\right)\right] \otimes %s, \quad %s`,
		typeset.Number(c.Beta), mu, typeset.Number(m.Apart/m.Deviation), jump, value)
}

// writeJump writes the mechanism that pays.
func writeJump(r run.Run, c contraction.Cycle, m contraction.Mixing) string {
	if !r.Scheme.Sampled() {
		return `\mathcal{N}\!\left(` + ratio(m.Shift, r.IterateNoise()) + `\right)`
	}
	share := fmt.Sprintf(`\sqrt{%s}`, typeset.Number(c.Beta))
	if sigma := r.IterateNoise(); sigma != 1 {
		share += ` \cdot ` + typeset.Number(sigma)
	}
	return fmt.Sprintf(`\mathcal{N}_{%s}\!\left(\frac{%s}{%s}\right)`, typeset.Number(r.SamplingRate()), typeset.Number(m.Shift), share)
}

// ratio writes a length over a noise: a fraction, unless the noise is 1.
func ratio(length, noise float64) string {
	if noise == 1 {
		return typeset.Number(length)
	}
	return fmt.Sprintf(`\frac{%s}{%s}`, typeset.Number(length), typeset.Number(noise))
}

// mixedMap is the profile h after a part of the noise has contracted it (profile.md, section 2), before the step pays.
const mixedMap = `F_t = \left[h_t\,\theta_\beta\!\left(1 + \tfrac{\gamma-1}{h_t}\right)\right]`

// matchedMap is the profile h after matching (profile.md, Theorem 7), in statements that each fit on a line.
const matchedMap = `G_t = \min_{\gamma_- \le \gamma_+} \left[ K_0 + K_+ + K_- + a\,\theta\!\left(\tfrac{\gamma r}{a}\right) \right], ` +
	`\quad K_0 = \sum_{\gamma_- \le l \le \gamma_+} P(l)\,k\!\left(\tfrac{\gamma}{l}\right), \quad ` +
	`K_+ = \gamma_+\,k\!\left(\tfrac{\gamma}{\gamma_+}\right) Q(l > \gamma_+), \quad ` +
	`K_- = k\!\left(\tfrac{\gamma}{\gamma_-}\right) P(l < \gamma_-)`

// writeMatched writes the map of a block, by contraction (profile.md, sections 2 and 3) or by matching, and the value. The
// Gaussians of equal starts are ν apart; μ is that of θ_β.
func writeMatched(r run.Run, c contraction.Cycle, m contraction.Mixing, value string) string {
	block, _ := inSteps(r, c)
	next, divided, equal := "G_t", "", ""
	if m.Theta < 1 {
		next, divided = `\min\{F_t,\, G_t\}`, `, \quad `+mixedMap+` \otimes `+writeJump(r, c, m)
	}
	if !r.Scheme.Sampled() {
		equal = fmt.Sprintf(`, \quad k = \delta_\nu, \quad \nu = %s`, typeset.Number(c.EqualStarts()))
	}
	return fmt.Sprintf(`\beta = %s, \quad h_{t+%d} = %s`, typeset.Number(c.Beta), block, next) + divided + equal + `, \quad ` + value
}

// writeRaised writes the bound by a lower order: a last block, or the steps after the last use, contract the profile that the
// bound at that order gives.
func writeRaised(r run.Run, p contraction.Problem, found claim.Bound, c contraction.Cycle) string {
	alpha, low := typeset.Number(found.Alpha), typeset.Number(c.Lower)
	contracted := func(kernel string) string { return extendedFrom(low, alpha, kernel) }
	value := " = " + typeset.Number(found.Epsilon)
	if c.Block == 0 {
		return contracted(fmt.Sprintf(`\theta_{%d}`, r.AfterLastUse())) + value
	}
	paid := fmt.Sprintf(`\tfrac{%s}{2} \left(\frac{%s}{%s}\right)^2`, alpha, typeset.Number(p.Mixing(c).Shift),
		typeset.Number(r.IterateNoise()))
	if r.Scheme.Sampled() && !c.Revealed {
		order, less := typeset.AtOrder(found)
		paid = writePrice(r, p.Cheapest(found.Alpha, c.Beta), c.Beta, order, less)
	}
	return fmt.Sprintf(`\beta = %s, \quad %s + %s`, typeset.Number(c.Beta), contracted(`\theta_\beta`), paid) + value
}

// extendedFrom writes the bound of the order `low` on a profile, and the divergence of the order alpha after a kernel.
func extendedFrom(low, alpha, kernel string) string {
	return fmt.Sprintf(`h(\gamma) \le \gamma^{-(%[1]s - 1)} e^{(%[1]s - 1)\,\varepsilon(%[1]s)}, \quad \varepsilon(%[2]s) = `+
		`D_{%[2]s}\!\left(h\,%[3]s\!\left(1 + \tfrac{\gamma-1}{h}\right)\right)`, low, alpha, kernel)
}

// writeSimple writes the μ of a Gaussian bound, with its numbers if it is that of composition or of the last step.
func writeSimple(r run.Run, mu float64) string {
	near := func(x float64) bool { return math.Abs(mu/x-1) < 1e-9 }
	s, sigma, from := r.Sensitivity(), r.IterateNoise(), ""
	switch last := stepwise.LastShift(r); {
	case near(math.Sqrt(float64(stepwise.Visits(r))) * s / sigma):
		from = fmt.Sprintf(` = \sqrt{%d} \cdot %s`, stepwise.Visits(r), ratio(s, sigma))
	case sigma != 1 && near(last/sigma):
		from = " = " + ratio(last, sigma)
	}
	return fmt.Sprintf(`\mu%s = %s`, from, typeset.Number(mu))
}

// certifyProfile certifies the answer that a choice has given.
func certifyProfile(p contraction.Problem, c contraction.Cycle, found claim.Bound) (float64, bool) {
	if c.Followed() {
		return certify.TenDigits(found.Epsilon), c.Proved()
	}
	epsilon, ok := certify.Gaussian(func() interval.Number { return interval.Float(p.Simple()).Square() })(found)
	if q := found.Question; q.Renyi() && !p.Order.Sampled() { // the payment of a sampled step is a quadrature
		joint, _ := p.Joint(interval.Decimal(q.Alpha).Up())
		if e, proved := proof.Enough(joint, found); proved && !(ok && epsilon < e) {
			return e, true
		}
	}
	return epsilon, ok
}
