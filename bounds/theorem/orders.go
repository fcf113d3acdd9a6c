package theorem

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// needVariedOrder wants an order, known or secret; a known one where the example is deleted.
func needVariedOrder(r run.Run) claim.Hypothesis {
	if r.After > 0 {
		return oneOf("batch scheme", r.Scheme, []run.Scheme{run.Full, run.Cyclic}, "with a learning rate that changes and a deletion it "+
			"follows these batches only")
	}
	return oneOf("batch scheme", r.Scheme, orders, "with a learning rate that changes it follows these batches only")
}

// variedShift is the shift program under linear moduli, at the stated or the worst position. Adjacent
// positions are bounded together where there are many.
func variedShift(ctx context.Context, r run.Run) proof.Parts {
	p := variedProgramOf(ctx, r)
	worst, start, at := 0.0, 0, placeGroup{}
	for _, g := range p.places() {
		work.From(ctx).Spend(variedUnits * len(p.blocks))
		if cost, tau := p.at(g, r.Diameter).Solve(); cost > worst {
			worst, start, at = cost, tau, g
		}
	}
	g := proof.Gaussian(worst * (1 + variedMargin))
	start = p.follow(&g, start, at, r.Diameter, worst)
	g.Note = "each step with its own learning rate, under linear moduli"
	g.Explain = func(found claim.Bound) ([]claim.Choice, string) { return window(r, start), answered(found) }
	return g
}
