package extend

import (
	"context"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/varied"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// followsSegments reports whether the shift program of a changing learning rate can be divided at the releases: every step is
// a block of its own, and every position of the example is evaluated separately. If the order changes every epoch, the
// program has the example at the last place of each, which costs most only if no release comes before the epoch's end.
func followsSegments(r run.Run) bool {
	r = r.OnlyLast()
	return r.Steps().Exact() && min(r.StepsPerEpoch(), r.T)*r.T <= varied.MostFollowed
}

// variedReleases returns the sum over segments of the shift program with a changing learning rate, at the stated place of the
// example or the worst place for the sum.
func variedReleases(ctx context.Context, r run.Run) claim.Proof {
	whole := r.OnlyLast()
	p := varied.Of(ctx, whole)
	worst, segments := 0.0, 0
	for _, g := range p.Groups() {
		work.From(ctx).Spend(varied.Units * len(p.Blocks))
		groups, sum := p.At(g, whole.Diameter).Groups, 0.0
		segments = 0
		for _, s := range r.Segments() {
			for i := range s.Times {
				from := s.From + i*s.Steps
				if from >= whole.Holding() { // no later step uses the example: from the last release on both runs coincide
					continue
				}
				cost, _ := shift.VariedProgram{Groups: groups[from : from+s.Steps], Diameter: whole.Diameter}.Solve()
				sum += cost
				segments++
			}
		}
		worst = max(worst, sum)
	}
	g := proof.Gaussian(worst * (1 + varied.Margin + 1e-15*float64(segments)))
	g.Note = "composed over " + inSegments(r) + ", each step with its own learning rate, under linear moduli"
	g.Explain = func(found claim.Bound) ([]claim.Choice, string) {
		return nil, `\mu^2 = \sum_i \mu_i^2 = ` + typeset.Number(worst) + `, \quad ` + typeset.Answered(found)
	}
	return g.Upper()
}
