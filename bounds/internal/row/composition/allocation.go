package composition

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/pld"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// allocatedRun has everything on which the loss of a run with random allocation depends if every iterate is released: a
// number of epochs of B batches, and the first steps of one more.
type allocatedRun struct {
	bins, epochs, rest int     // batches in an epoch, whole epochs, and steps of the epoch that was begun
	runs               int     // how many such runs are composed
	u                  float64 // the noise over the length of a contribution
}

func allocatedOf(r run.Run) allocatedRun {
	step, bins := r.Step(), r.StepsPerEpoch()
	if mutants.OneBinMore.On() {
		bins++
	}
	a := allocatedRun{bins, r.T / bins, r.T % bins, 1, step.Noise / step.Contribution() * (1 - proof.StatedError)}
	if mutants.EpochsForgotten.On() {
		a.epochs = min(a.epochs, 1)
	}
	if mutants.AllocatedLate.On() {
		a.rest = 0
	}
	return a
}

// AllocatedComposition composes the epochs of random allocation. Given the batches of the other examples, an epoch is the
// uniform mixture of B Gaussians, one for each batch that the example may join, against N(0). This pair dominates adaptive
// epochs in both directions (bounds/internal/pld/discretisation.md, section 8). ε at a δ composes privacy loss distributions.
// ε at an order is the smaller of two bounds: the sum over epochs of the larger direction, and the divergence for an observer
// who knows the batches, which is that of two Gaussians √⌈T/B⌉·s/σ apart.
func AllocatedComposition(ctx context.Context, r run.Run) proof.Parts {
	if r.StepsPerEpoch() == 1 {
		return orderedComposition(r) // all examples are in the only batch
	}
	a := allocatedOf(r)
	ratio := (1 + proof.UpperMargin) / a.u
	p := proof.Gaussian(float64(stepwise.Visits(r)) * ratio * ratio)
	known, hidden := p.Renyi, a.renyi(ctx)
	p.Renyi = func(alpha float64) float64 { return min(known(alpha), hidden(proof.DecimalOrder(alpha))) }
	p.Epsilon = func(delta float64) (float64, error) { return a.epsilon(ctx, claim.AtMost(delta)) }
	p.Note = fmt.Sprintf("every epoch has %d batches, and each example joins one of them, independently of the others", r.StepsPerEpoch())
	if a.rest > 0 {
		p.Note += fmt.Sprintf("; %d steps of the last epoch count", a.rest)
	}
	return p
}

// allocatedQuestion asks for ε of an allocatedRun at a δ.
type allocatedQuestion struct {
	allocatedRun
	delta float64
}

var allocatedLosses = &memo.Kind[allocatedQuestion, composedLoss]{Most: proof.FewRuns}

// epsilon returns ε at delta, by composing privacy loss distributions.
func (a allocatedRun) epsilon(ctx context.Context, delta float64) (float64, error) {
	e := allocatedLosses.Get(ctx, allocatedQuestion{a, delta}, func(ctx context.Context) composedLoss {
		parts := []pld.RepeatedStep{{Step: allocatedEpoch{a.bins, a.bins, a.u}.step(ctx), Times: a.epochs * a.runs}}
		if a.rest > 0 {
			parts = append(parts, pld.RepeatedStep{Step: allocatedEpoch{a.bins, a.rest, a.u}.step(ctx), Times: a.runs})
		}
		epsilon, err := pld.EpsilonWithin(work.From(ctx), delta, parts...)
		return composedLoss{epsilon, err}
	})
	return e.epsilon, e.err
}

// allocatedSteps keeps the likelihood ratios of epochs, which runs of any length share.
var allocatedSteps = &memo.Kind[allocatedEpoch, pld.StepLoss]{Most: proof.FewRuns}

func (e allocatedEpoch) step(ctx context.Context) pld.StepLoss {
	return allocatedSteps.Get(ctx, e, func(context.Context) pld.StepLoss { return pld.Allocation(e.bins, e.taken, e.u) })
}

// writeAllocated writes the two laws of the epochs.
func writeAllocated(r run.Run) string {
	if r.StepsPerEpoch() == 1 {
		return writeOrdered(r)
	}
	a := allocatedOf(r)
	text := fmt.Sprintf(`P = \frac{1}{%d} \sum_{i=1}^{%d} \mathcal{N}\left(e_i,\, u^2 I\right), \quad Q = \mathcal{N}\left(0,\, `+
		`u^2 I\right), \quad u = %s, \quad (P, Q)^{\otimes %d}`,
		a.bins, a.bins, typeset.Number(a.u), a.epochs)
	if a.rest > 0 {
		text += fmt.Sprintf(` \otimes \left(\frac{%d}{%d} \mathcal{N}(0) + \frac{1}{%d} \sum_{i=1}^{%d} \mathcal{N}\left(e_i\right),\, `+
			`\mathcal{N}(0)\right)`,
			a.bins-a.rest, a.bins, a.bins, a.rest)
	}
	return text
}

// AllocationHypotheses returns the hypotheses of every upper bound for random allocation.
func AllocationHypotheses(r run.Run) []claim.Hypothesis {
	h := []claim.Hypothesis{need.Allocation(r), needBatchesOfEpoch(r)}
	if r.Adjacency == run.AddRemove {
		h = append(h, need.BoundedContribution(r))
	}
	return h
}

// needBatchesOfEpoch states the number of batches in an epoch of random allocation.
func needBatchesOfEpoch(r run.Run) claim.Hypothesis {
	h := claim.Hypothesis{Name: "batches per epoch", Holds: true,
		Needed: fmt.Sprintf("each example joins one of B = ⌊n/b⌋ = %d batches in every epoch, and sums are divided by b whatever "+
			"the size of a batch",
			r.StepsPerEpoch()),
		Actual: "assumed"}
	if extra := r.N % r.B; extra > 0 {
		h.Actual += fmt.Sprintf("; b does not divide n, so batches hold n/B = %s examples on average",
			typeset.Short(float64(r.N)/float64(r.StepsPerEpoch())))
	}
	return h
}
