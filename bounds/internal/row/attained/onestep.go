package attained

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// OneStep is the privacy loss of the last step of the scheme alone: in a high-dimensional ball the
// projection moves the state in every direction but that of the push, so the last push is not hidden
// (bounds/internal/adversary/onestep.md). It bounds every analysis that does not use the dimension.
var OneStep = &theorem.Theorem{
	ID:     "one-step",
	Name:   "One step",
	Source: proof.Ours("lower bound, bounds/internal/adversary/onestep.md"),
	Side:   claim.Lower, Status: claim.Proved, HiddenState: true,
	Note: "The loss of the last step alone: runs in high-dimensional balls of diameter at most D come arbitrarily close to it, so " +
		"no dimension-free bound is below it.",
	Formula: `\varepsilon \ge \varepsilon\left(\mathcal{N}\left(0, \sigma^2\right) \,\|\, \mathcal{N}\left(s, \sigma^2\right)\right), ` +
		`\quad \text{secret batches: } \mathcal{N} \to (1-q)\,\mathcal{N}\left(0, \sigma^2\right) + q\,\mathcal{N}\left(v, \sigma^2\right)`,
	Symbols: "v, of length at most s, is the push of a batch that holds the differing example.",
	Decays:  true, Schedules: true, Allocates: true,
	Nonsmooth: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		return []claim.Hypothesis{need.SameBatches(r), needBallOrOneStep(r), needOneStepMember(r)}
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		if !r.Steady() { // the last rate, rounded down: a smaller rate has no larger loss
			r = r.AtRate(r.Steps().Last().Rate * (1 - proof.StatedError))
		}
		if r.Steps().Holds(r.T - 1).Certain() {
			ratio := r.Sensitivity() / r.IterateNoise() * (1 - proof.LowerMargin)
			g := proof.Gaussian(ratio * ratio)
			g.Certify = func(found claim.Bound) (float64, bool) {
				return certifiedGaussianFloor(certify.StatedOf(r).Ratio(), found)
			}
			g.Explain = func(found claim.Bound) ([]claim.Choice, string) { return nil, writeOneStep(r, found) }
			g.Note = "the last step uses the differing example: two Gaussians s apart" + DiameterNote(r)
			return g.Lower(), nil
		}
		note := "the last batch holds the differing example with probability " + typeset.Short(r.SamplingRate()) + DiameterNote(r)
		return lastStepFloor(r).Proof(ctx, note, func(p RandomPair, found claim.Bound) ([]claim.Choice, string) {
			return nil, p.Write(found, "X", lastBatch(r))
		}), nil
	},
}

// DiameterNote names the domains for which a floor holds.
func DiameterNote(r run.Run) string {
	if !r.Bounded() {
		return ""
	}
	return "; over domains of diameter at most D, in any dimension"
}

// surelyUsed reports whether it is certain which steps use the differing example (in a known order, at the
// worst position).
func surelyUsed(r run.Run) bool { return r.Steps().Certain() }

// certifiedGaussianFloor returns a lower bound on the loss of a pair of Gaussians whose squared distance, in standard
// deviations, is muSquared.
func certifiedGaussianFloor(muSquared interval.Number, found claim.Bound) (float64, bool) {
	q := found.Question
	if q.Renyi() {
		return certify.RenyiDown(muSquared, q)
	}
	near := found.Epsilon
	if near == 0 { // δ is so near 1 that double precision found nothing
		near = convert.GaussianEpsilonUpper(math.Sqrt(muSquared.Float64()), q.Delta)
	}
	return certify.EpsilonDown(muSquared, interval.Int(0), interval.Decimal(q.Delta), near)
}

// lastStepFloor returns the floor of a last step that uses the differing example with probability b/n. If b does not divide
// n, an order that leaves examples out by chance uses it with this probability, and an order that always leaves out the same
// ones with a larger one, whose loss is no less (onestep.md).
func lastStepFloor(r run.Run) RandomFloor {
	holds := r.Steps().Holds(r.T - 1)
	law := adversary.Chances(holds.Whole, []int{0, 1}, []int{holds.Whole - holds.Part, holds.Part})
	return RandomFloor{ID: "one-step", Of: r, Runs: [][]RandomPair{RandomPairs(r, law, interval.Int(1), true)}}
}

// needBallOrOneStep requires a bounded domain, or a run of one step.
func needBallOrOneStep(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "bounded domain or one step", Holds: r.Bounded() || r.T == 1,
		Needed: "D < ∞, or T = 1", Actual: fmt.Sprintf("D = %s, T = %d", typeset.Short(r.Diameter), r.T)}
	return h.Otherwise("without projection the noise of earlier steps remains and may hide the last push")
}

// needOneStepMember requires a class that is not empty: on a small ball every class has linear losses or,
// approximately, parabolas with short gradients.
func needOneStepMember(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "a run within the assumptions", Holds: r.Bounded() || !emptyWithoutProjection(r),
		Needed: "losses that meet the assumptions", Actual: "linear losses"}
	switch {
	case !h.Holds:
		h.Actual = "strongly convex losses with bounded gradients and D = ∞"
		h.Detail = "the gradient of a strongly convex loss grows without bound: no loss meets these assumptions"
	case r.Loss != run.StronglyConvex:
	case r.Clipping == run.ClippingActive:
		h.Actual = "parabolas with distant minima, whose gradients are clipped"
	case r.Clipping == run.ClippingGLM:
		h.Actual = "linear losses and the regulariser"
	case r.Clipping.Differences() && r.Adjacency == run.Replace:
		h.Actual = "parabolas that differ by a linear loss"
	default:
		h.Actual = "linear losses and a parabola, on a ball so small that its gradient is short"
	}
	return h
}

// emptyWithoutProjection reports whether no loss on the whole space meets the assumptions. The gradient of a strongly convex
// loss is unbounded, but the differing example's must be bounded if it is compared with 0, even if only differences of others
// are bounded.
func emptyWithoutProjection(r run.Run) bool {
	return r.Loss == run.StronglyConvex &&
		(r.Clipping == run.ClippingNever || r.Clipping.Differences() && r.Adjacency != run.Replace)
}

// writeOneStep writes the pair of normal laws, in units of σ.
func writeOneStep(r run.Run, found claim.Bound) string {
	if q := found.Question; q.Renyi() {
		return fmt.Sprintf(`\varepsilon(%s) \ge \frac{%s \cdot %s}{2 \cdot %s}`, typeset.Number(q.Alpha), typeset.Number(q.Alpha),
			typeset.Squared(r.Sensitivity()),
			typeset.Squared(r.IterateNoise()))
	}
	return fmt.Sprintf(`\mu = \frac{%s}{%s} = %s, \quad `, typeset.Number(r.Sensitivity()), typeset.Number(r.IterateNoise()),
		typeset.Number(r.Sensitivity()/r.IterateNoise())) + GaussianFloor(found)
}

// lastBatch writes the probability that the last batch holds the differing example, in LaTeX.
func lastBatch(r run.Run) string {
	return fmt.Sprintf(`\Pr(X = 1) = \frac{%d}{%d}, \quad X \in \{0, 1\}`, r.Rate().Part, r.Rate().Whole)
}
