package theorem

import (
	"context"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// What is proved of convex losses that are not smooth by the modulus √((1−r)²z² + (2ηC)²).

// acrossOnly reports whether a run's shift program is that of monotone gradients.
func acrossOnly(r run.Run) bool { return r.Nonsmooth() && r.Monotone() }

// monotoneProgram is the shift program of such a run.
func monotoneProgram(ctx context.Context, r run.Run) shift.Monotone {
	plain, _ := modulus.MonotoneGradient(r.Step())
	visit := plain
	if !mayBeIdle(r) {
		visit = plain.Visit(r.Step())[0]
	}
	p := shift.Monotone{Excess: plain.Excess, Across: plain.Across, VisitAcross: visit.Across,
		Sensitivity: r.Sensitivity(), Diameter: r.Diameter, Period: r.StepsPerEpoch(), Work: work.From(ctx)}
	if p.Period == 1 {
		p.Across = p.VisitAcross
	}
	return p
}

var monotoneOptima = &memo.Kind[run.Run, candidate]{Most: fewRuns}

// monotoneOptimum is the cheapest point found for a known order, at the stated or the worst position.
func monotoneOptimum(ctx context.Context, r run.Run) candidate {
	return monotoneOptima.Get(ctx, r, func(ctx context.Context) candidate {
		p := monotoneProgram(ctx, r)
		s := p.Solve(r.T, visited(r))
		p.Work = nil
		return candidate{s.Solution, s.Followed, func() (shift.Path, bool) { return p.Path(s, r.T, visited(r)) }}
	})
}

// monotoneOrder is the shift program of a full batch or a known order.
func monotoneOrder(ctx context.Context, r run.Run) claim.Proof {
	best := monotoneOptimum(ctx, r)
	g := fromShift(best.Solution, r)
	g.Gap, g.Note = proof.Gap{}, acrossInWords(r)
	if !r.Scheme.UsesAll() {
		g.Note += "; " + positionNote(r)
	}
	g.Certify = certify.Gaussian(func() interval.Number {
		if best.R >= float64(visits(r))*r.Sensitivity()*r.Sensitivity() { // composition, whatever its length
			return certify.State(r).Ratio().Mul(interval.Int(visits(r)))
		}
		return provenPath(r, best, shift.ProvenPath.Cost)
	})
	follow(&g, r, best.Tau, best.followed, best.path, apart(concaveProgram(r), visited(r), r.Holding()))
	g.Explain = paying(r, best.Solution, func(found claim.Bound) string { return paidOff(r, found, best.Tau, "a_t^2") })
	return g.Upper()
}

// acrossInWords says what a step does.
func acrossInWords(r run.Run) string {
	step := r.Step()
	if step.Decay() > 0 {
		return fmt.Sprintf("a step takes points z apart to at most √((%s·z)² + %s²) apart", short(1-step.Decay()), short(step.Drift()))
	}
	return fmt.Sprintf("a step takes points z apart to at most √(z² + %s²) apart", short(step.Drift()))
}

// monotonePositions are the optima of the positions of one order: among positions with equally many uses
// a later one costs no less, since its path, begun so much earlier, is one of an earlier position that then
// has steps to spare (shift.md, section 13).
func monotonePositions(ctx context.Context, r run.Run) []shift.Share {
	return monotoneProgram(ctx, r).Positions(r.T, monotoneGroups)
}

// monotoneGroups is how many groups of positions with equally many uses are told apart.
const monotoneGroups = 16
