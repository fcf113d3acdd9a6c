package ordered

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
	"lastiterate/bounds/internal/shift/curved"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// This file has the bounds for convex losses that are not smooth, by the modulus √((1−r)²z² + (2ηC)²).

// acrossOnly reports whether a run's shift program is the one for monotone gradients.
func acrossOnly(r run.Run) bool { return r.Nonsmooth() && r.Monotone() }

// monotoneProgram returns the shift program of such a run.
func monotoneProgram(ctx context.Context, r run.Run) shift.MonotoneProgram {
	plain, _ := modulus.MonotoneGradient(r.Step())
	visit := plain
	if !stepwise.MayBeIdle(r) {
		visit = plain.Visit(r.Step())[0]
	}
	p := shift.MonotoneProgram{Excess: plain.Excess, Across: plain.Across, VisitAcross: visit.Across,
		Sensitivity: r.Sensitivity(), Diameter: r.Diameter, Period: r.StepsPerEpoch(), Work: work.From(ctx)}
	if p.Period == 1 {
		p.Across = p.VisitAcross
	}
	return p
}

var monotoneOptima = &memo.Kind[run.Run, proof.Candidate]{Most: proof.FewRuns}

// monotoneOptimum returns the cheapest point found for a known order, at the stated or the worst position.
func monotoneOptimum(ctx context.Context, r run.Run) proof.Candidate {
	return monotoneOptima.Get(ctx, r, func(ctx context.Context) proof.Candidate {
		p := monotoneProgram(ctx, r)
		s := p.Solve(r.T, stepwise.Visited(r))
		p.Work = nil // the path may be followed after the work has been charged
		return proof.Candidate{FeasiblePoint: s.FeasiblePoint, Followed: s.Followed,
			Path: func() (shift.Path, bool) { return p.Path(s, r.T, stepwise.Visited(r)) }}
	})
}

// monotoneOrder solves the shift program of a full batch or a known order.
func monotoneOrder(ctx context.Context, r run.Run) claim.Proof {
	best := monotoneOptimum(ctx, r)
	g := proof.FromShift(best.FeasiblePoint, r)
	g.Gap, g.Note = proof.Gap{}, acrossInWords(r)
	if !r.Scheme.UsesAll() {
		g.Note += "; " + proof.PositionNote(r)
	}
	g.Certify = certify.Gaussian(func() interval.Number {
		if best.R >= float64(stepwise.Visits(r))*r.Sensitivity()*r.Sensitivity() { // composition, which needs no path
			return certify.StatedOf(r).Ratio().Mul(interval.Int(stepwise.Visits(r)))
		}
		return ProvenPath(r, best, curved.ProvenPath.Cost)
	})
	proof.Follow(&g, r, best.Tau, best.Followed, best.Path, proof.Apart(concaveProgram(r), stepwise.Visited(r), r.Holding()))
	g.Explain = proof.Paying(r, best.FeasiblePoint, func(found claim.Bound) string { return proof.PaidOff(r, found, best.Tau, "a_t^2") })
	return g.Upper()
}

// acrossInWords describes a step's effect on distances.
func acrossInWords(r run.Run) string {
	step := r.Step()
	m, _ := modulus.MonotoneGradient(step)
	if step.Decay() > 0 {
		return fmt.Sprintf("a step takes points at distance z to a distance of at most √((%s·z)² + %s²)", typeset.Short(1-step.Decay()),
			typeset.Short(m.Across))
	}
	return fmt.Sprintf("a step takes points at distance z to a distance of at most √(z² + %s²)", typeset.Short(m.Across))
}

// monotonePositions returns the optima of the positions of one order. Among positions with equally many uses a later one
// costs at least as much: its path, shifted to begin at an earlier position's uses, is a path of that position, with further
// steps at the end (shift.md, section 13).
func monotonePositions(ctx context.Context, r run.Run) []shift.Share {
	return monotoneProgram(ctx, r).Positions(r.T, monotoneGroups)
}

// monotoneGroups is the number of groups of positions with equally many uses that are distinguished.
const monotoneGroups = 16
