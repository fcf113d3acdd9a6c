package composition

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/pld"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
	"lastiterate/bounds/work"
)

// Composition accounts for every step as if its iterate were released.
//
// Batches in an order: at most ⌈T/B⌉ steps use the differing example, each a Gaussian mechanism of shift s and deviation σ,
// together one of shift √⌈T/B⌉·s (Mironov 2017, arXiv:1702.07476v3, Proposition 1 and Corollary 3; Gaussian DP: Dong, Roth
// and Su 2022, Corollary 3.3). Sampled batches: T times the divergence of the sampled Gaussian (Mironov, Talwar and Zhang 2019,
// arXiv:1908.10530v1, Theorem 4, for Poisson; package renyi for sampling without replacement), and the composed privacy loss
// distribution for (ε, δ) (package pld, and its note). If gradients without a bound may reveal batches, they count as known.
// Random allocation: see AllocatedComposition.
var Composition = &theorem.Theorem{
	ID:   "composition",
	Name: "Composition",
	Source: theorem.Source{Authors: "Mironov", Title: "Rényi differential privacy", Year: 2017,
		Where: "Proposition 1 and Corollary 3", URL: "https://arxiv.org/abs/1702.07476",
		Key: "mironov2017renyi", Names: "Mironov, Ilya", In: "IEEE 30th Computer Security Foundations Symposium", Pages: "263--275"},
	Side: claim.Upper, Status: claim.Proved,
	Note: "The loss if every iterate were public: the usual accounting.",
	Formula: `\varepsilon(\alpha) = \frac{\alpha \lceil T/B \rceil s^2}{2\sigma^2}, \quad \text{sampled: } \varepsilon(\alpha) = T\, ` +
		`S_\alpha(q, \sigma/s), \quad \text{at a } \delta\text{: } ` + atADelta,
	Symbols: "B is the number of steps per epoch; S_α(q, σ/s) is the Rényi divergence of order α of one step whose batch is sampled " +
		"at rate q, P and Q are the laws of such a step for neighbouring datasets, ⊗ T makes T independent steps of them, and E_γ is the " +
		"hockey-stick divergence.",
	Slow: func(r run.Run, q claim.Question) bool {
		return !q.Renyi() && r.Scheme.ByLossDistributions()
	},
	Losses: func(r run.Run) bool {
		return r.Scheme.Sampled() && !stepwise.TellsBatches(r) || r.Scheme == run.Allocation && r.StepsPerEpoch() > 1
	},
	Profile: true,
	Decays:  true, Schedules: true, Allocates: true,
	Nonsmooth:    true,
	PlaceByPlace: true,
	Hypotheses: func(r run.Run, _ claim.Question) []claim.Hypothesis {
		switch {
		case r.Scheme == run.Allocation:
			return AllocationHypotheses(r)
		case !r.Scheme.FixedSize() && (!r.Clipping.Differences() || r.Adjacency == run.AddRemove):
			return []claim.Hypothesis{need.BoundedContribution(r)}
		case !r.Scheme.FixedSize():
			return []claim.Hypothesis{need.SameBatches(r)}
		}
		return []claim.Hypothesis{need.FixedSize(r)}
	},
	Prove: func(ctx context.Context, r run.Run) (claim.Proof, error) {
		return Composed(ctx, r).Upper(), nil
	},
}

// Composed returns the row's proof for a run. Other rows fall back on it where nothing is hidden.
func Composed(ctx context.Context, r run.Run) (p proof.Parts) {
	if r.Steady() {
		r = r.ToDeletion()
	}
	switch {
	case !r.Steady():
		return VariedComposition(ctx, r)
	case r.Scheme.Sampled() && stepwise.TellsBatches(r):
		p = knownBatches(ctx, r)
	case r.Scheme.Sampled():
		p = sampledComposition(ctx, r)
	case r.Scheme == run.Allocation:
		p = AllocatedComposition(ctx, r)
	default:
		p = orderedComposition(r)
	}
	p.Explain = explainComposition(r)
	return p
}

// orderedComposition composes, for batches in an order, the steps that can use one example.
func orderedComposition(r run.Run) proof.Parts {
	ratio := r.Sensitivity() / r.IterateNoise()
	g := proof.Gaussian(float64(stepwise.Visits(r)) * ratio * ratio)
	g.Certify = certify.Gaussian(func() interval.Number { return certify.StatedOf(r).Ratio().Mul(interval.Int(stepwise.Visits(r))) })
	if !r.Scheme.UsesAll() {
		g.Note = fmt.Sprintf("at most %d of %d steps use the differing example", stepwise.Visits(r), r.T)
	}
	if r.Scheme.Known() { // every visit pays for itself at once
		every := func() (shift.Path, bool) { return shift.Every(r.T, r.StepsPerEpoch(), r.Sensitivity()), true }
		proof.Follow(&g, r, 0, true, every, func(int, float64) float64 { return 0 })
	}
	return g
}

// WriteComposition returns the row’s formula at an order with the run’s numbers, in LaTeX.
func WriteComposition(r run.Run) string {
	switch {
	case r.Scheme.Sampled() && stepwise.TellsBatches(r):
		return writeKnownBatches(r)
	case r.Scheme.Sampled():
		return fmt.Sprintf(`\varepsilon(\alpha) = %d \cdot S_\alpha(%s,\, %s)`, r.T, typeset.Number(r.SamplingRate()),
			typeset.Number(SampledStep(r.Step()).U))
	case r.Scheme == run.Allocation:
		return writeAllocated(r)
	}
	return writeOrdered(r)
}

// writeOrdered writes the divergence of the uses of one example, for batches in an order.
func writeOrdered(r run.Run) string {
	return fmt.Sprintf(`\varepsilon(\alpha) = \frac{\alpha \cdot %d \cdot %s}{2 \cdot %s}`,
		stepwise.Visits(r), typeset.Squared(r.Sensitivity()), typeset.Squared(r.IterateNoise()))
}

// SampledMechanism is one step of a sampled scheme: its Rényi divergence by order, its
// privacy loss distribution, and U, the noise over the length in which both are expressed.
type SampledMechanism struct {
	pair       sampledPair
	U          float64
	Divergence func(c renyi.Counted, q, u, alpha float64) (float64, error)
	Loss       func(q, u float64) pld.StepLoss
	Note       string
}

// SampledStep is the mechanism of one step of a sampled scheme.
func SampledStep(step run.Step) SampledMechanism {
	r := step.Of
	u := step.Noise / step.Contribution() * (1 - proof.StatedError)
	switch {
	case r.Scheme.FixedSize() && step.Exchange() == step.Sensitivity:
		// Neither run's exchange is longer than s (renyi/sampling.md, section 3).
		u = step.Noise / step.Sensitivity * (1 - proof.StatedError)
		return SampledMechanism{exchanged, u, renyi.Counted.WithoutReplacement, pld.WithoutReplacement,
			"b distinct examples are drawn afresh at every step"}
	case r.Scheme.FixedSize() && !mutants.NoDisplacement.On():
		return SampledMechanism{displaced, u, renyi.Counted.WithoutReplacementZeroOut, pld.WithoutReplacementZeroOut,
			"the zeroed example keeps its place in the batch and so displaces another"}
	case r.Adjacency == run.Replace:
		// Opposite contributions are the worst (renyi/sampling.md, section 3).
		return SampledMechanism{opposed, u, renyi.Counted.PoissonReplace, pld.PoissonReplace,
			"when the example is sampled, its contribution is replaced by its opposite"}
	}
	if mutants.OtherDirection.On() {
		return SampledMechanism{joined, u, renyi.Counted.NormalToMix, pld.Poisson, ""}
	}
	return SampledMechanism{joined, u, renyi.Counted.MixToNormal, pld.Poisson, "an example joins each batch with probability b/n"}
}

// A sampledPair is the pair of laws that dominates a sampled step, whatever its q and u.
type sampledPair int

const (
	joined    sampledPair = iota // the example joins a Poisson batch of one run
	opposed                      // the example joins batches of both runs, and pushes in opposite directions
	exchanged                    // the example takes another's place in both runs, and all three gradients are equally close
	displaced                    // the example takes another's place in both runs, zeroed in one of them
)

// sampledComposition composes T sampled steps.
func sampledComposition(ctx context.Context, r run.Run) proof.Parts {
	step, q, T := SampledStep(r.Step()), stepwise.MostRate(r), float64(r.T)
	costs, w := Hiding(ctx, r.Step()), work.From(ctx)
	return proof.Parts{
		Renyi: func(alpha float64) float64 {
			// A divergence does not fall as its order grows, so the order's decimal is rounded up.
			order := proof.DecimalOrder(alpha)
			return T * memo.Pay(costs, w, HidingCost{order, notHiding}, func() float64 {
				e, err := step.Divergence(renyi.Counted{Work: w}, q, step.U, order)
				if err != nil {
					return math.Inf(1)
				}
				return e
			})
		},
		Epsilon: func(delta float64) (float64, error) { return ComposedEpsilon(ctx, r, delta) },
		Note:    step.Note,
	}
}
