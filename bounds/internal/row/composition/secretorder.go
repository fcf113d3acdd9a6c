package composition

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// Shuffled composes the steps of secret orders, as if every iterate were released. At the order α the divergence of the steps
// of one order is bounded by the central moments m_N of a mean of log-normals, one for each possible place of the differing
// example. The moments are enlarged by the information that the displaced examples give about the place:
//
//	D_α ≤ ln(1 + Σ_{N≥2} (α choose N) e^{wℓ_N} m_N)/(α−1)
//
// (secretorder.md, Theorems 1 and 2). The divergences of orders that are drawn afresh for every epoch add up. All lengths are in
// units of the noise.
var Shuffled = &theorem.Theorem{
	ID:     "shuffled-composition",
	Name:   "Composition, amplified by shuffling",
	Source: proof.Ours("the theorem on one epoch in a secret order, bounds/internal/row/composition/secretorder.md"),
	Side:   claim.Upper, Status: claim.Proved,
	Note: "The loss if every iterate were public, of batches in a secret order: where the example’s push is small beside the " +
		"noise, nobody can tell which steps used it.",
	Formula: `\varepsilon(\alpha) = \left\lfloor \frac{T}{B} \right\rfloor D_\alpha(B) + D_\alpha(r), \quad r = T - B \left\lfloor ` +
		`\frac{T}{B} \right\rfloor, \quad D_\alpha(t) = \frac{1}{\alpha-1} \ln\left(1 + \sum_{N=2}^{\alpha} \binom{\alpha}{N}\, ` +
		`e^{w\ell_N}\, m_N(t)\right), \quad \text{shuffled once: } \varepsilon(\alpha) = D_\alpha(T)`,
	Symbols: "B is the number of steps per epoch; D_α(t) is what t steps with one order lose; m_N(t) is the N-th central moment of the " +
		"mean over the places of the example of what each place makes more likely, a log-normal variable; w is how much the examples " +
		"that it displaces tell of its place, and ℓ_N what that counts for.",
	Slow:   func(_ run.Run, q claim.Question) bool { return !q.Renyi() },
	Decays: true, Schedules: true,
	Nonsmooth: true,
	OneOrder:  true,
	// PlaceByPlace is false, since the places of the example hide each other.
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis { return shuffledHypotheses(r) },
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		return shuffledComposition(ctx, r).Upper(), nil
	},
}

// shuffledHypotheses returns the hypotheses of Shuffled.
func shuffledHypotheses(r run.Run) []claim.Hypothesis {
	return []claim.Hypothesis{need.Scheme(r, run.Reshuffle, run.ShuffleOnce), need.FixedSize(r), need.BoundedContribution(r),
		need.SeveralBatches(r)}
}

// shuffledComposition composes the whole epochs and the incomplete one or, if one order serves for the whole run, all steps
// of that order.
func shuffledComposition(ctx context.Context, r run.Run) proof.Parts {
	if !r.Steady() {
		r = atHighestRate(r) // at which the push is largest relative to the noise, in every convention
	}
	p, bins := EpochsOf(ctx, r).Composed(r.T), r.StepsPerEpoch()
	written := writeShuffled(r.T/bins, bins, r.T%bins)
	p.Note = fmt.Sprintf("the example is at an unknown one of %d places", bins)
	if r.Order() == run.FreshOrder {
		p.Note += ", drawn afresh for every epoch"
	} else {
		written = fmt.Sprintf(`\varepsilon(\alpha) = D_\alpha(%d), \quad B = %d`, r.T, bins)
	}
	p.Explain = proof.Explained(func() string { return written })
	return p
}

// Epochs are the epochs of a run in secret orders, if every iterate is released.
type Epochs struct {
	run    run.Run
	hidden bool // whether places hide each other
	// whole is a whole epoch, and begun the first T mod B steps of one. If one order serves for the whole run, only all is
	// set.
	whole, begun, all secretSteps
}

// secretSteps are steps with one secret order.
type secretSteps struct {
	renyi   func(alpha float64) float64
	epsilon func(delta float64) float64
}

// EpochsOf returns the epochs of a run with a steady step. If [Shuffled] does not apply, the place counts as known.
func EpochsOf(ctx context.Context, r run.Run) Epochs {
	e, bins := Epochs{run: r, hidden: theorem.Applies(shuffledHypotheses(r))}, r.StepsPerEpoch()
	switch {
	case !e.hidden:
	case r.Order() == run.FreshOrder && r.T > bins:
		e.whole, e.begun = e.steps(ctx, bins), e.steps(ctx, max(1, r.T%bins))
	default:
		e.all = e.steps(ctx, r.T)
	}
	return e
}

// steps returns the given number of steps with one order.
func (e Epochs) steps(ctx context.Context, steps int) secretSteps {
	step, bins := e.run.Step(), e.run.StepsPerEpoch()
	if mutants.TwicePlaces.On() {
		bins *= 2
	}
	epoch := renyi.Counted{Work: work.From(ctx)}.ShuffledEpoch(bins, steps, step.Sensitivity/step.Noise*(1+proof.StatedError),
		step.Exchange()/step.Noise*(1+proof.StatedError))
	return secretSteps{memo.Func(func(alpha float64) float64 { return epoch.Divergence(proof.DecimalOrder(alpha)) }), epoch.Epsilon}
}

// epsilon returns ε of all steps at a δ if one order serves for the whole run, and +Inf otherwise.
func (e Epochs) epsilon(delta float64) float64 {
	if e.all.epsilon == nil {
		return math.Inf(1)
	}
	return e.all.epsilon(delta)
}

// known composes the last steps at a known place.
func (e Epochs) known(steps int) proof.Parts {
	r := e.run
	r.T = steps
	return orderedComposition(r)
}

// Composed composes the given number of last steps, as Last does. The result is never above that of a known place.
func (e Epochs) Composed(steps int) proof.Parts {
	known := e.known(steps)
	return proof.Parts{
		Renyi: func(alpha float64) float64 {
			return min(known.Renyi(alpha), e.Last(steps, alpha)*(1+proof.UpperMargin))
		},
		Epsilon: func(delta float64) (float64, error) {
			delta = claim.AtMost(delta)
			return min(convert.GaussianEpsilonUpper(known.Mu, delta), e.epsilon(delta)*(1+proof.UpperMargin)), nil
		},
	}
}

// Last returns the divergence of order alpha of the given number of last steps, if both runs start them from one point. These
// are all steps of the run, or begin with an epoch.
func (e Epochs) Last(steps int, alpha float64) float64 {
	switch {
	case !e.hidden:
		return e.known(steps).Renyi(alpha)
	case e.all.renyi != nil:
		return e.all.renyi(alpha)
	}
	sum, bins := 0.0, e.run.StepsPerEpoch()
	if steps >= bins {
		sum += float64(steps/bins) * e.whole.renyi(alpha)
	}
	if steps%bins > 0 {
		sum += e.begun.renyi(alpha)
	}
	return sum
}

// writeShuffled writes the sum over epochs.
func writeShuffled(epochs, bins, rest int) string {
	switch {
	case rest == 0:
		return fmt.Sprintf(`\varepsilon(\alpha) = %d \cdot D_\alpha(%d)`, epochs, bins)
	case epochs == 0:
		return fmt.Sprintf(`\varepsilon(\alpha) = D_\alpha(%d), \quad B = %d`, rest, bins)
	}
	return fmt.Sprintf(`\varepsilon(\alpha) = %d \cdot D_\alpha(%d) + D_\alpha(%d)`, epochs, bins, rest)
}
