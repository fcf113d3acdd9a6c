package ordered

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/varied"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// NeedVariedOrder wants an order, known or secret; a known one where the example is deleted.
func NeedVariedOrder(r run.Run) claim.Hypothesis {
	if r.After > 0 {
		return need.OneOf("batch scheme", r.Scheme, []run.Scheme{run.Full, run.Cyclic}, "with a learning rate that changes and a "+
			"deletion it follows these batches only")
	}
	return need.OneOf("batch scheme", r.Scheme, need.SchemesInOrders, "with a learning rate that changes it follows these batches only")
}

// variedShift is the shift program under linear moduli, at the stated or the worst position. Adjacent
// positions are bounded together where there are many.
func variedShift(ctx context.Context, r run.Run) proof.Parts {
	p := varied.Of(ctx, r)
	worst, start, at := p.Worst(r.Diameter, work.From(ctx).Spend)
	g := proof.Gaussian(worst * (1 + varied.Margin))
	start = p.Follow(&g, start, at, r.Diameter, worst)
	g.Note = "each step with its own learning rate, under linear moduli"
	g.Explain = func(found claim.Bound) ([]claim.Choice, string) {
		return proof.Window(r, start), typeset.Answered(found)
	}
	return g
}
