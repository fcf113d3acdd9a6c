package ordered

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/varied"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// NeedVariedOrder requires an order, known or secret; a known one if the example is deleted.
func NeedVariedOrder(r run.Run) claim.Hypothesis {
	if r.After > 0 {
		return need.OneOf("batch scheme", r.Scheme, []run.Scheme{run.Full, run.Cyclic}, "with a changing learning rate and a "+
			"deletion it covers these batches only")
	}
	return need.OneOf("batch scheme", r.Scheme, need.SchemesInOrders, "with a changing learning rate it covers these batches only")
}

// variedShift solves the shift program under linear moduli, at the stated or the worst position; for one secret order it
// averages over positions. If there are many, adjacent positions are bounded together.
func variedShift(ctx context.Context, r run.Run) proof.Parts {
	p := varied.Of(ctx, r)
	if r.Order() == run.SecretOrder {
		return variedSecret(ctx, p, r)
	}
	worst, start, at := p.Worst(r.Diameter, work.From(ctx).Spend)
	g := proof.Gaussian(worst * (1 + varied.Margin))
	start = p.Follow(&g, start, at, r.Diameter, worst)
	g.Note = "each step with its own learning rate, under linear moduli"
	g.Explain = func(found claim.Bound) ([]claim.Choice, string) {
		return proof.Window(r, start), typeset.Answered(found)
	}
	return g
}

// variedSecret averages over the position of the differing example in one uniformly random order that is kept secret, as
// secretOrder does. For every position the steps, with their own learning rates, are those of a known order, and both
// divergences are jointly convex. Costs are in units of each step's noise.
func variedSecret(ctx context.Context, p *varied.Program, r run.Run) proof.Parts {
	const unit = 1.0 // σ, in which varied programs count lengths
	var shares []shift.Share
	period, used, worst := float64(r.StepsPerEpoch()), 0.0, 0.0
	for _, g := range p.Groups() {
		work.From(ctx).Spend(varied.Units * len(p.Blocks))
		cost, _ := p.At(g, r.Diameter).Solve()
		width := float64(g.To - g.From + 1)
		shares = append(shares, shift.Share{Weight: width / period, R: cost * (1 + varied.Margin)})
		used, worst = used+width, max(worst, cost)
	}
	if used < period { // a run that ends within its first epoch never uses the rest
		shares = append(shares, shift.Share{Weight: (period - used) / period})
	}
	return proof.Parts{
		Renyi:   func(alpha float64) float64 { return RenyiAverage(shares, unit, alpha) },
		Epsilon: func(delta float64) (float64, error) { return DeltaAverage(shares, unit, claim.AtMost(delta)) },
		Note: "each step with its own learning rate, under linear moduli. The order of the data is assumed uniformly random and " +
			"kept secret: at a given δ the average of δ over the positions is used, at a given α the average of Rényi divergences",
		Explain: func(found claim.Bound) ([]claim.Choice, string) { return nil, typeset.Answered(found) },
	}
}
