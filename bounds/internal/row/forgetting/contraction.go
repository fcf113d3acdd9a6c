package forgetting

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/contraction"
	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// Contraction is the strong data-processing bound over a bounded domain (package contraction). A part of a step's noise pays
// for the differing example. The rest makes any two points of the domain hard to distinguish, and so contracts the difference
// that the two runs have accumulated. The row needs a modulus, but neither smoothness nor convexity. It takes known orders at
// the stated or the worst position, secret orders on average. For sampled batches the divergence of a sampled step between
// two runs at different points replaces the Gaussian one, and Poisson batches are averaged over their sizes. Contraction is
// never above composition.
var Contraction = proof.InWhole(&theorem.Theorem{
	ID:     "contraction",
	Name:   "Contraction",
	Source: proof.Ours("the contraction theorem, bounds/internal/contraction/contraction.md"),
	Side:   claim.Upper, Status: claim.Proved, HiddenState: true,
	Note: "On a bounded domain the noise contracts every divergence between the two runs, so the privacy loss stays bounded as T " +
		"grows, whatever the loss functions.",
	Formula: `R_{t+1} = \min_{\beta \le 1} \frac{\alpha s^2}{2\beta\sigma^2} + \frac{\log\left(1 + ` +
		`\theta(\beta)\left(e^{(\alpha-1)R_t} - ` +
		`1\right)\right)}{\alpha-1}, \quad ` +
		`\theta(\beta) = \operatorname{erf}\left(\frac{m(D)}{2\sqrt{2(1-\beta)}\,\sigma}\right), \quad R_0 = 0`,
	Symbols: "R_t bounds the Rényi divergence of order α after t steps; θ(β) is the contraction of one step by the share 1 − β of " +
		"its noise, for α ≤ 2 at most E tanh²(xV) with V ∼ N(x, 1), x = m(D)/(2√(1 − β)σ); m(D) is how far apart one step leaves " +
		"two points that were D apart; y, where it occurs, is exp((α − 1)R) − 1.",
	Positions: true,
	Deletes:   true,
	Slow:      proof.Conversions,
	Settles:   settles,
	Decays:    true, Schedules: true,
	Nonsmooth:    true,
	PlaceByPlace: true,
	Hypotheses:   contractionHypotheses,
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		if !r.Steady() {
			return variedContraction(ctx, r).Upper(), nil
		}
		p := contractionProblem(ctx, r)
		ways := []proof.Alternative{{
			Renyi: func(alpha float64) float64 {
				e, _ := p.Renyi(alpha)
				return e
			},
			Explain: func(found claim.Bound) ([]claim.Choice, string) {
				_, choice := p.Renyi(found.Alpha)
				return stepsOf(r, choice), writeContraction(r, p, found, choice)
			},
		}}
		ways[0].Certify = proof.CertifyRising(ways[0].Renyi)
		if theorem.Applies(composition.Composition.Hypotheses(r, claim.Question{})) {
			composed := proof.ByProof(composition.Composed(ctx, r).Upper())
			composed.Explain = func(claim.Bound) ([]claim.Choice, string) {
				return []claim.Choice{claim.Chose("beta", 1)}, composition.WriteComposition(r)
			}
			ways = append(ways, composed)
		}
		g := proof.LeastOf(ways...)
		// Nothing is paid step by step: the bound consists of blocks of steps, or of uses.
		g.Renyi, g.Note, g.Pay = memo.Func(g.Renyi), contractionNote(r), nil
		if r.Scheme.Sampled() {
			g.Certify = nil // the payment of a step is a quadrature
		}
		return g.Upper(), nil
	},
})

// settles is the Settles of bounds that contract. In a secret order the bound depends on the number of steps in the last
// epoch. At a stated position it falls after each use. With a changing learning rate a longer run has another schedule.
func settles(r run.Run) bool { return r.Steady() && !r.Scheme.Secret() && !r.States("position") }

func contractionHypotheses(r run.Run, _ claim.Question) []claim.Hypothesis {
	if !r.Steady() {
		return variedContractionHypotheses(r)
	}
	h := need.WithNonsmoothStep(r, need.SameBatches(r), need.Projection(r), needModulus(r))
	if r.Adjacency == run.AddRemove { // a bound on differences does not bound a gradient that is compared with none
		h = append(h, need.BoundedContribution(r))
	}
	return append(h, chanceLeavesOut(r)...)
}

// needModulus requires a bound on the distance of two points of the domain after one step, and states it. Every class of
// losses has one.
func needModulus(r run.Run) claim.Hypothesis {
	d := modulus.Of(r.Step()).Eval(r.Diameter)
	h := claim.Hypothesis{Name: "modulus", Holds: !math.IsInf(d, 1), Needed: "a bound m(D) on how far apart one step takes two " +
		"points of the domain",
		Actual: fmt.Sprintf("m(D) = %s, %s times the noise", typeset.Short(d), typeset.Short(d/r.IterateNoise()))}
	if !r.Bounded() {
		h.Holds, h.Actual = true, "m(z), but no diameter to evaluate it at"
	}
	return h
}

var (
	contractionProblems = &memo.Kind[run.Run, contraction.Problem]{Most: proof.FewRuns}
	// families keeps families by the run without T.
	families = &memo.Kind[run.Run, *contraction.Family]{Most: proof.FewRuns}
)

// contractionProblem returns a run as package contraction sees it. All rows of a run share one problem, and its results.
func contractionProblem(ctx context.Context, r run.Run) contraction.Problem {
	p := contractionProblems.Get(ctx, r, func(context.Context) contraction.Problem { return newContractionProblem(r).Remembering() })
	p.Work = work.From(ctx)
	r.T = 0
	p.Family = families.Get(ctx, r, func(context.Context) *contraction.Family { return contraction.NewFamily() })
	return p
}

// newContractionProblem rounds every constant of the run so that bounds err upward.
func newContractionProblem(r run.Run) contraction.Problem {
	x := certify.StatedOf(r)
	_, visit := stepwise.ExactModuli(r.Step(), x)
	p := contraction.Problem{
		Order: r.Order(), Period: r.StepsPerEpoch(), T: r.T, Rest: r.AfterLastUse(), After: r.T - r.Holding(),
		Sensitivity: x.Sensitivity.Up(), Sigma: x.Variance.Sqrt().Down(), Diameter: x.Diameter.Up(),
		Plain: affine.Lines(stepwise.ExactIdle(r, x), x.Diameter), Use: affine.Lines(visit, x.Diameter),
	}
	p.Shared = p.Plain
	if !r.Clipping.Differences() {
		// The map without the differing example is shared, too: the example's bounded gradient joins the payment.
		p.Shared = slices.Concat(p.Use, p.Plain)
	}
	if mutants.HalfPayment.On() {
		p.Sensitivity /= 2
	}
	switch {
	case r.Scheme.Secret():
		p.Missing = float64(r.Dropped()) / float64(r.N)
	case r.Scheme.Sampled():
		return sampledProblem(r, x, p)
	}
	return p
}

// contractionNote returns the assumptions of a bound that contracts about the batches.
func contractionNote(r run.Run) string {
	switch r.Order() {
	case run.KnownOrder:
		if r.AfterLastUse() > 0 {
			return proof.PositionNote(r)
		}
	case run.SecretOrder, run.FreshOrder:
		return "The order of the data is assumed uniformly random and kept secret."
	case run.Drawn:
		if !r.Scheme.FixedSize() {
			return "The batches are assumed secret; the contraction of a step is averaged over its batch size."
		}
		return "A sampled step pays by two bits, since the two runs are at different points, or as if the batches were known."
	}
	return ""
}

// inSteps converts a choice, which counts uses of the differing example, to steps. A block of k uses
// is k epochs, and ends with a use; with a tail it begins with its first use.
// If the order changes every epoch a block is an epoch.
func inSteps(r run.Run, c contraction.Cycle) (block, tail int) {
	b := r.StepsPerEpoch()
	switch {
	case b == 1 || r.Scheme.Sampled():
		return c.Block, c.Tail
	case c.Tail > 0:
		return 1 + (c.Block-1)*b, c.Tail*b - 1 // the tail ends before a use
	case c.Lower > 0 && r.Scheme.Order() == run.FreshOrder: // the block has a part of the last epoch
		return (c.Block-1)*b + (r.Holding()-1)%b + 1, 0
	}
	return c.Block * b, 0
}

// stepsOf returns a choice in steps, as it is shown.
func stepsOf(r run.Run, c contraction.Cycle) []claim.Choice {
	block, tail := inSteps(r, c)
	return []claim.Choice{claim.Chose("beta", c.Beta), claim.Chose("block", float64(block)), claim.Chose("tail", float64(tail))}
}

// writeContraction writes the coefficient of the chosen block, the block's map of R, and the value; composition if no block
// was chosen.
func writeContraction(r run.Run, p contraction.Problem, found claim.Bound, c contraction.Cycle) string {
	if c.Block == 0 {
		return composition.WriteComposition(r)
	}
	if c.Higher > 0 {
		return writeOrders(p, found, c)
	}
	m, b := p.Mixing(c), r.StepsPerEpoch()
	alpha, less := typeset.AtOrder(found)
	coefficient := writeCoefficient(r, c, m)
	value := fmt.Sprintf(`\varepsilon(%s) = %s`, alpha, typeset.Number(found.Renyi))
	if r.Order() == run.FreshOrder && b > 1 { // β is the share of the run's last step, y = e^{(α−1)R} − 1
		return fmt.Sprintf(`%s, \quad y \leftarrow \frac{1}{%d} \sum_{j=1}^{%d} \theta_{%d-j} \left( e^{p_j} \left(1 + `+
			`\theta_j(\beta_j)\, `+
			`y\right) - 1 \right), \quad p_j = \frac{%s \cdot %s \cdot %s}{2 \beta_j \cdot %s}, `+
			`\quad \varepsilon(%s) = \frac{\log(1 + y)}{%s - 1} = %s`,
			coefficient, b, b, b, less, alpha, typeset.Squared(r.Sensitivity()), typeset.Squared(r.IterateNoise()), alpha, alpha,
			typeset.Number(found.Renyi))
	}
	paid := fmt.Sprintf(`\frac{%s \cdot %s}{2 \cdot %s}`, alpha, typeset.Squared(m.Shift), typeset.Squared(r.IterateNoise()))
	if r.Scheme.Sampled() {
		paid = writePrice(r, p.Cheapest(found.Alpha, c.Beta), c.Beta, alpha, less)
	}
	text := fmt.Sprintf(`%s, \quad R \leftarrow %s + \frac{\log\left(1 + %s \left(e^{%s R} - 1\right)\right)}{%s - 1}`,
		coefficient, paid, typeset.Number(m.Theta), less, alpha)
	if r.Order() == run.SecretOrder && b > 1 { // averaged over the steps after the last use
		j := "j"
		if r.After > 0 {
			j = fmt.Sprintf("{j + %d}", r.After)
		}
		value = fmt.Sprintf(`\varepsilon(%s) = \frac{1}{%s - 1} \log \left( 1 + \frac{1}{%d} \sum_{j=0}^{%d} \theta_%s \left(e^{%s R} - `+
			`1\right) \right) = %s`,
			alpha, alpha, b, b-1, j, less, typeset.Number(found.Renyi))
	} else if rest := r.AfterLastUse(); rest > 0 {
		value = fmt.Sprintf(`\varepsilon(%s) = \frac{1}{%s - 1} \log \left( 1 + \theta_{%d} \left(e^{%s R} - 1\right) \right) = %s`,
			alpha, alpha, rest, less, typeset.Number(found.Renyi))
	}
	return text + `, \quad ` + value
}

// writeCoefficient writes the share β of a choice, and the coefficient θ of its block, with its formula.
func writeCoefficient(r run.Run, c contraction.Cycle, m contraction.Mixing) string {
	name := `\theta(\beta)`
	if b := r.StepsPerEpoch(); r.Order() == run.FreshOrder && b > 1 {
		name = fmt.Sprintf(`\theta_{%d}(\beta)`, (r.T-1)%b+1)
	} else if block, _ := inSteps(r, c); block > 1 {
		name = fmt.Sprintf(`\theta_{%d}(\beta)`, block)
	}
	coefficient := fmt.Sprintf(`\beta = %s, \quad %s = `, typeset.Number(c.Beta), name)
	switch {
	case m.Overlap:
		x := typeset.Number(m.Apart / (2 * m.Deviation))
		mean := `\mathbb{E}`
		if m.Mean {
			mean = `\mathbb{E}_a\mathbb{E}`
		}
		if m.Before < 1 {
			mean = typeset.Number(m.Before) + ` \cdot ` + mean
		}
		coefficient += fmt.Sprintf(`%s\left[\tanh^2(x V)\right]_{V \sim N(x, 1),\, x = %s} = `, mean, x)
	case m.Mean:
		coefficient += fmt.Sprintf(`\mathbb{E}_a\left[\operatorname{erf}\left(\frac{m_a(%s)}{2\sqrt{2} \cdot %s}\right)\right] = `,
			typeset.Number(r.Diameter), typeset.Number(m.Deviation))
	case m.Mirrored && m.Last > 0:
		coefficient += fmt.Sprintf(`E\left[\operatorname{erf}\left(\frac{m(\rho_{%d})}{2\sqrt{2} \cdot %s}\right)\right] = `, m.Steps-1,
			typeset.Number(m.Last))
	case m.Mirrored:
		coefficient += fmt.Sprintf(`P\left(\rho_{%d} > 0\right) = `, m.Steps-1)
	case m.Deviation > 0: // otherwise no noise remains to mix
		coefficient += fmt.Sprintf(`\operatorname{erf}\left(\frac{%s}{2\sqrt{2} \cdot %s}\right) = `, typeset.Number(m.Apart),
			typeset.Number(m.Deviation))
	}
	return coefficient + typeset.Number(m.Theta)
}

// writeOrders writes the bound at an order by the bounds at order 2 and at a higher order.
func writeOrders(p contraction.Problem, found claim.Bound, c contraction.Cycle) string {
	alpha, less := typeset.AtOrder(found)
	two, most := p.Orders(c.Higher)
	higher := typeset.Number(c.Higher)
	return fmt.Sprintf(`y_2 = %s, \quad y_{%s} = %s, \quad \lambda = \frac{%s - 2}{%s - 2}, \quad `+
		`a = \frac{%s \cdot %s}{2}\, y_2, \quad b = y_2^{1 - \lambda}\, y_{%s}^{\lambda}, \quad p = %s, \quad `+
		`\varepsilon(%s) = \frac{1}{%s}\log\left(1 + \left(a^{1/p} + b^{1/p}\right)^p\right) = %s`,
		typeset.Number(two), higher, typeset.Number(most), alpha, higher, alpha, less,
		higher, typeset.Number(max(1, found.Alpha-2)), alpha, less, typeset.Number(found.Renyi))
}

// writePrice writes the payment of a sampled step: a divergence of its own, or a Gaussian one if the batch is known to hold
// the example or not.
func writePrice(r run.Run, p contraction.Price, beta float64, alpha, less string) string {
	q, noise := typeset.Number(r.SamplingRate()), typeset.Number(math.Sqrt(beta)*r.IterateNoise()/p.Length)
	switch p.Bits {
	case contraction.Displaced:
		return fmt.Sprintf(`S^{(%s)}_{%s}\!\left(%s,\, %s\right)`, typeset.Short(p.Apart), alpha, q, noise)
	case contraction.Joined:
		return fmt.Sprintf(`S_{%s}\!\left(%s,\, %s\right)`, alpha, q, noise)
	}
	return fmt.Sprintf(`\frac{1}{%s - 1} \log\left(1 + %s \left(e^{%s \cdot %s / \left(2 \cdot %s^2\right)} - 1\right)\right)`, alpha, q,
		less, alpha, noise)
}

// chanceLeavesOut is the hypothesis that chance decides which examples a pass leaves out, if it leaves any out.
func chanceLeavesOut(r run.Run) []claim.Hypothesis {
	if !r.Scheme.Secret() || r.Dropped() == 0 {
		return nil
	}
	return []claim.Hypothesis{{Name: theorem.WhoIsLeftOut, Holds: true,
		Needed: fmt.Sprintf("chance decides: of n = %d examples a pass leaves out the last %d of its order", r.N, r.Dropped()),
		Actual: fmt.Sprintf("assumed; if the same ones are always left out, state n = %d", r.N-r.Dropped())}}
}
