package composition

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/pld"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/internal/row/varied"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// VariedComposition composes steps with different learning rates. If the noise is proportional to the learning rate, s_t/σ_t
// does not depend on the rate, and the loss is that of a constant rate. Sampled batches that count as known are bounded by
// the constant rate as well: no step has a higher one.
func VariedComposition(ctx context.Context, r run.Run) proof.Parts {
	switch {
	case r.Noise.OnGradient() || r.Scheme.Sampled() && stepwise.TellsBatches(r): // no step's loss is larger at a lower rate
		p := Composed(ctx, r.AtRate(r.Eta))
		p.Pay = nil // the lengths that are paid change with the learning rate; payEvery writes them
		payEvery(ctx, &p, r, r.Steps().Place())
		return p
	case r.Scheme.Sampled():
		return variedSampled(ctx, r)
	case r.Scheme == run.Allocation: // s_t/σ_t is largest at the largest rate
		p := Composed(ctx, atHighestRate(r))
		p.Note += "; every step counts with the largest learning rate"
		return p
	}
	sum, place := variedUses(r)
	const addition = 1e-15 // more than the relative rounding error of each addition
	p := proof.Gaussian(sum * (1 + varied.Margin + addition*float64(min(r.T, mostBlocks))))
	p.Explain = proof.Explained(func() string {
		return `\varepsilon(\alpha) = \frac{\alpha}{2} \sum_t \frac{s_t^2}{\sigma_t^2} = \frac{\alpha}{2} \cdot ` + typeset.Number(sum)
	})
	payEvery(ctx, &p, r, place)
	return p
}

// atHighestRate returns the run with its largest learning rate at every step.
func atHighestRate(r run.Run) run.Run {
	return r.AtRate(r.Steps().Highest(0, r.T-1).Rate * (1 + proof.StatedError))
}

// payEvery writes out, in a known order, the path of composition, on which each use pays for itself.
func payEvery(ctx context.Context, p *proof.Parts, r run.Run, place int) {
	if !r.Scheme.Known() {
		return
	}
	proof.Follow(p, r, 0, r.Steps().Exact(), func() (shift.Path, bool) {
		return varied.Of(ctx, r).At(varied.Places{From: place, To: place}, r.Diameter).Every()
	}, func(int, float64) float64 { return 0 })
}

// mostBlocks exceeds the number of blocks of any run, some ten thousand, and so the number of terms of a sum over them.
const mostBlocks = 1 << 20

// variedUses returns an upper bound on Σ s_t²/σ_t² over the steps that use one example: at its stated place, at the worst
// place, or at the worst place of every epoch. place is the place in the first two cases.
func variedUses(r run.Run) (sum float64, place int) {
	steps, period := r.Steps(), r.StepsPerEpoch()
	square := func(s run.Step) float64 { ratio := s.Sensitivity / s.Noise; return ratio * ratio }
	places, worst := make([]float64, min(period, r.T)), 0.0
	stated, anew := r.Scheme.Known() && r.Position > 0, r.Order() == run.FreshOrder
	for _, b := range steps.BlocksHolding() {
		to := b.From + b.Steps
		switch {
		case stated:
			worst += float64(steps.UsesBetween(steps.Place(), b.From, to)) * square(steps.WithRate(b.High))
		case steps.Exact() && !anew:
			places[b.From%period] += square(steps.WithRate(b.High))
		default: // the epochs that begin in the block end less than an epoch after it
			last := min(to+period-2, r.Holding()-1)
			worst += float64(steps.UsesBetween(0, b.From, to)) * square(steps.Highest(b.From, last))
		}
	}
	for at, sum := range places {
		if sum > worst {
			worst, place = sum, at
		}
	}
	if stated {
		place = steps.Place()
	}
	return worst, place
}

// variedLoss has everything on which the loss of a sampled run with a schedule depends.
type variedLoss struct {
	run   run.Run
	runs  int // the number of such runs that are composed
	delta float64
}

var variedLosses = &memo.Kind[variedLoss, composedLoss]{Most: proof.FewRuns}

// leastComposition composes few groups of steps and, if the budget of work allows, many. The smaller ε counts.
func leastComposition(ctx context.Context, delta float64, groups func(most int) []pld.RepeatedStep) (found composedLoss) {
	w := work.From(ctx)
	compose := func(most int) (found composedLoss, units int64) {
		budget := work.NewBudget(w.Left(), w)
		if err := work.Alone(func() { found.epsilon, found.err = pld.EpsilonWithin(budget, delta, groups(most)...) }); err != nil {
			return composedLoss{math.Inf(1), err}, 0
		}
		return found, budget.Used()
	}
	found, units := compose(fewComposed)
	// The work grows with the number of groups, and each composition costs about one group more.
	const more = (manyComposed + 1) / (fewComposed + 1.0)
	if found.err == nil && float64(units)*more < float64(w.Left()) {
		if many, _ := compose(manyComposed); many.err == nil {
			found.epsilon = min(found.epsilon, many.epsilon)
		}
	}
	return found
}

// variedSampled composes sampled steps whose learning rates differ.
func variedSampled(ctx context.Context, r run.Run) proof.Parts {
	groups, q := sampledGroups(r), stepwise.MostRate(r)
	added := gathered(groups, addedGroups)
	return proof.Parts{
		Renyi: func(alpha float64) float64 {
			sum := 0.0
			for _, g := range added {
				m := variedStep(r, g)
				e, err := m.Divergence(renyi.Counted{Work: work.From(ctx)}, q, m.U, proof.DecimalOrder(alpha))
				if err != nil {
					return math.Inf(1)
				}
				sum += float64(g.steps) * e
			}
			return sum * (1 + varied.Margin)
		},
		Epsilon: func(delta float64) (float64, error) { return variedEpsilon(ctx, r, 1, delta) },
		Note:    variedStep(r, groups[0]).Note,
		Explain: proof.Explained(func() string {
			return fmt.Sprintf(`\varepsilon(\alpha) = \sum_{t=0}^{%d} S_\alpha\left(%s,\, \frac{\sigma_t}{s_t}\right)`, r.Holding()-1,
				typeset.Number(r.SamplingRate()))
		}),
	}
}

// variedStep returns the mechanism of each step of a group, with the highest learning rate of the group.
func variedStep(r run.Run, g sampledGroup) SampledMechanism {
	m := SampledStep(r.Steps().WithRate(g.rate))
	m.U *= 1 - proof.StatedError
	return m
}

// variedEpsilon returns ε at delta of all steps of the given number of runs, by composing privacy loss distributions.
func variedEpsilon(ctx context.Context, r run.Run, runs int, delta float64) (float64, error) {
	loss := variedLoss{r, runs, claim.AtMost(delta)}
	e := variedLosses.Get(ctx, loss, func(ctx context.Context) composedLoss {
		groups, q := sampledGroups(r), stepwise.MostRate(r)
		return leastComposition(ctx, loss.delta, func(most int) (parts []pld.RepeatedStep) {
			for _, g := range gathered(groups, most) {
				m := variedStep(r, g)
				parts = append(parts, pld.RepeatedStep{Step: m.Loss(q, m.U), Times: g.steps * runs})
			}
			return parts
		})
	})
	return e.epsilon, e.err
}
