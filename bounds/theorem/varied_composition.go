package theorem

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/pld"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// variedComposition composes steps whose learning rates differ. Where the noise follows the learning
// rate, s_t/σ_t does not, and the loss is that of a constant one; so it is counted, from above, where
// batches count as known.
func variedComposition(ctx context.Context, r run.Run) proof.Parts {
	switch {
	case ratioIsConstant(r) || r.Scheme.Sampled() && tellsBatches(r):
		p := composition(ctx, r.AtRate(r.Eta))
		p.Pay = nil // of lengths that change
		return p
	case r.Scheme.Sampled():
		return variedSampled(ctx, r)
	case r.Scheme == run.Allocation: // s_t/σ_t is largest where the rate is
		p := composition(ctx, r.AtRate(r.Steps().Highest(0, r.T-1).Rate*(1+statedError)))
		p.Note += "; every step counts with the largest learning rate"
		return p
	}
	sum := variedUses(r)
	p := proof.Gaussian(sum * (1 + variedMargin + 1e-15*float64(min(r.T, mostBlocks))))
	p.Explain = explained(func() string {
		return `\varepsilon(\alpha) = \frac{\alpha}{2} \sum_t \frac{s_t^2}{\sigma_t^2} = \frac{\alpha}{2} \cdot ` + tex(sum)
	})
	return p
}

// mostBlocks is above the number of blocks of any run, and so of the terms of a sum over them.
const mostBlocks = 1 << 20

// ratioIsConstant reports whether s_t/σ_t does not depend on the learning rate.
func ratioIsConstant(r run.Run) bool {
	return r.Noise == run.GradientNoise || r.Noise == run.NoiseMultiplier
}

// variedUses is at least Σ s_t²/σ_t² over the steps that use one example: at its place, stated or the
// worst, or at the worst of every epoch.
func variedUses(r run.Run) float64 {
	steps, period := r.Steps(), r.StepsPerEpoch()
	square := func(s run.Step) float64 { ratio := s.Sensitivity / s.Noise; return ratio * ratio }
	places, worst := make([]float64, min(period, r.T)), 0.0
	stated, anew := r.Scheme.Known() && r.Position > 0, r.Order() == run.FreshOrder
	for _, b := range steps.Blocks() {
		to := b.From + b.Steps
		switch {
		case stated:
			worst += float64(steps.UsesBetween(steps.Place(), b.From, to)) * square(steps.WithRate(b.High))
		case steps.Exact() && !anew:
			places[b.From%period] += square(steps.WithRate(b.High))
		default: // the epochs that begin in the block end less than an epoch after it
			last := min(to+period-2, r.T-1)
			worst += float64(steps.UsesBetween(0, b.From, to)) * square(steps.Highest(b.From, last))
		}
	}
	return max(worst, slices.Max(places))
}

// variedLoss is all that the loss of a sampled run with a schedule depends on.
type variedLoss struct {
	run   run.Run
	delta float64
}

var variedLosses = &memo.Kind[variedLoss, composedLoss]{Most: fewRuns}

// variedSampled composes sampled steps whose learning rates differ.
func variedSampled(ctx context.Context, r run.Run) proof.Parts {
	groups, q := sampledGroups(r), mostRate(r)
	step := func(g sampledGroup) sampledMechanism {
		m := sampledStep(r.Steps().WithRate(g.rate))
		m.u *= 1 - statedError
		return m
	}
	return proof.Parts{
		Renyi: func(alpha float64) float64 {
			sum := 0.0
			for _, g := range groups {
				m := step(g)
				e, err := m.divergence(renyi.Counted{Work: work.From(ctx)}, q, m.u, decimalOrder(alpha))
				if err != nil {
					return math.Inf(1)
				}
				sum += float64(g.steps) * e
			}
			return sum * (1 + variedMargin)
		},
		Epsilon: func(delta float64) (float64, error) {
			loss := variedLoss{r, claim.AtMost(delta)}
			e := variedLosses.Get(ctx, loss, func(ctx context.Context) composedLoss {
				var parts []pld.Part
				for _, g := range gathered(groups, composedGroups) {
					m := step(g)
					parts = append(parts, pld.Part{Step: m.loss(q, m.u), Times: g.steps})
				}
				epsilon, err := pld.EpsilonWithin(work.From(ctx), loss.delta, parts...)
				return composedLoss{epsilon, err}
			})
			return e.epsilon, e.err
		},
		Note: step(groups[0]).note,
		Explain: explained(func() string {
			return fmt.Sprintf(`\varepsilon(\alpha) = \sum_{t=0}^{%d} S_\alpha\left(%s,\, \frac{\sigma_t}{s_t}\right)`, r.T-1, tex(r.SamplingRate()))
		}),
	}
}
