package ordered

import (
	"context"
	"fmt"
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/certify"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/need"
	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/internal/shift/curved"
	"lastiterate/bounds/internal/stepwise"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// widestGap is the largest distance to the optimum that is reported. A larger one shows that the lower limit is loose, not
// that the bound is.
const widestGap = 0.1

// closeGap is the distance to the optimum above which the rays of Chien and Li's theorems, other feasible points, are tried
// as well.
const closeGap = 2e-4

// knownOrder solves the shift program of a full batch or of a known cyclic order, at the stated position of the differing
// example or the worst one, which is visited at the last step (shift.md, sections 4 and 7). It has a closed form if a linear
// modulus is the least at every distance that can occur, and needs the solver for concave moduli otherwise.
func knownOrder(ctx context.Context, r run.Run) claim.Proof {
	if acrossOnly(r) {
		return monotoneOrder(ctx, r)
	}
	if r.AfterLastUse() > 0 && !linearSuffices(r) {
		return restingOrder(ctx, r)
	}
	_, factor, _ := LinearProgram(r)
	worst := ""
	if !r.Scheme.UsesAll() || r.After > 0 {
		worst = "; " + proof.PositionNote(r)
	}
	known := knownOptimum(ctx, r)
	best, path := known.best, known.path
	var g proof.Parts
	if linearSuffices(r) {
		g = proof.FromShift(best.FeasiblePoint, r)
		g.Certify = certify.Gaussian(func() interval.Number { return exactLinearBest(r) })
		g.Note = factor + worst
	} else {
		followed := path.R
		path.FeasiblePoint = best.FeasiblePoint
		g = FromConcave(path, r)
		g.Certify = certify.Gaussian(func() interval.Number {
			if path.R == followed {
				if exact := exactConcave(r, path); exact.Defined() {
					return exact
				}
			}
			return ProvenPath(r, best, curved.ProvenPath.Cost)
		})
		g.Note = need.ModuliInWords(r) + worst + g.Note
	}
	payKnown(&g, r, best)
	return g.Upper()
}

// payKnown writes out the payments of a point of the program of a known order.
func payKnown(g *proof.Parts, r run.Run, best proof.Candidate) {
	proof.Follow(g, r, best.Tau, best.Followed, best.Path, proof.Apart(concaveProgram(r), stepwise.Visited(r), r.Holding()))
	g.Explain = proof.Paying(r, best.FeasiblePoint, func(found claim.Bound) string {
		text := proof.PaidOff(r, found, best.Tau, "a_t^2")
		if linearSuffices(r) { // no other start than 0 and D is then needed
			start := 0.0
			if best.Tau > 0 {
				start = r.Diameter
			}
			text += fmt.Sprintf(`, \quad z_{%d} = %s`, best.Tau, typeset.Number(start))
		}
		return text + fmt.Sprintf(`, \quad z_{%d} = 0`, r.T)
	})
}

// restingOrder solves the program under concave moduli at a stated position that the last step does not use. It takes the
// least of several bounds: of the worst position of the run up to its last use; of the smallest linear modulus; of visits
// that each pay for themselves over the steps after them (shift.md, section 11); and of the rays of Theorem A.1 (rays.md).
// After a deletion, which the rays do not cover, it counts steps as if all used the example.
func restingOrder(ctx context.Context, r run.Run) claim.Proof {
	rest := r.AfterLastUse()
	best := proof.FollowedBy(rest, knownOrder(ctx, r.ToLastUse()))
	least := best.Curve(proof.SomeOrder)
	if held := r.ToDeletion(); r.After > 0 && held.AfterLastUse() > 0 {
		if p := proof.FollowedBy(r.After, restingOrder(ctx, held)); p.Curve(proof.SomeOrder) < least {
			best, least = p, p.Curve(proof.SomeOrder)
		}
	}
	concave := concaveProgram(r)
	concave.Work = work.From(ctx)
	keep := func(s shift.FeasiblePoint, note string, path func() (shift.Path, bool)) {
		if g := proof.FromShift(s, r); g.Renyi(proof.SomeOrder) < least {
			c := proof.Candidate{FeasiblePoint: s, Followed: true, Path: path}
			g.Gap, g.Note = proof.Gap{}, note+"; "+proof.PositionNote(r)
			g.Certify = certify.Gaussian(func() interval.Number { return ProvenPath(r, c, curved.ProvenPath.Cost) })
			payKnown(&g, r, c)
			best, least = g.Upper(), g.Renyi(proof.SomeOrder)
		}
	}
	if p, factor, err := LinearProgram(r); err == nil {
		s := p.Solve(r.T, stepwise.Visited(r))
		keep(s, factor, func() (shift.Path, bool) { return p.Path(s, r.T, stepwise.Visited(r)), true })
	}
	if concave.Period > 1 {
		tails := concave.Tails()
		cost := float64(stepwise.Visits(r)-1) * tails.Of(concave.Period-1)
		keep(shift.FeasiblePoint{R: (cost + tails.Of(rest)) * (1 + 4e-16)}, need.ModuliInWords(r)+"; every use is paid for before the next",
			func() (shift.Path, bool) { return tails.Path(r.T, rest) })
	}
	if every := affine(r); r.After > 0 && every.R < math.Inf(1) { // as if every step used it
		keep(every.FeasiblePoint, need.ModuliInWords(r), every.Path)
	}
	if r.After == 0 && raysFollow(r) {
		rays, s := ChienLiOrder(r)
		keep(s.FeasiblePoint, "the path of Chien and Li's Theorem A.1", func() (shift.Path, bool) { return rays.Path(s, r.T) })
	}
	return best
}

// optimum is the cheapest point found for a known order and, if it was needed, the path of the solver for concave moduli with
// its limit.
type optimum struct {
	best proof.Candidate
	path curved.ConcaveSolution
}

var knownOptima = &memo.Kind[run.Run, optimum]{Most: proof.FewRuns}

// knownOptimum returns the optimum, which several rows share.
func knownOptimum(ctx context.Context, r run.Run) optimum {
	return knownOptima.Get(ctx, r, func(ctx context.Context) optimum { return newOptimum(r, work.From(ctx)) })
}

func newOptimum(r run.Run, budget *work.Budget) optimum {
	program, _, err := LinearProgram(r)
	if linearSuffices(r) {
		return optimum{best: linearBest(r, program)}
	}
	concave := concaveProgram(r)
	concave.Work = budget
	path := concave.Solve(r.T)
	concave.Work = nil
	best := proof.Candidate{FeasiblePoint: path.FeasiblePoint, Followed: concave.Followed(path, r.T),
		Path: func() (shift.Path, bool) { return concave.Path(path, r.T) }}
	best = best.Cheaper(affine(r))
	if err == nil {
		best = best.Cheaper(linearBest(r, program))
	}
	if err != nil && raysFollow(r) && !(path.Gap() <= closeGap) {
		rays := chienLiRays(r)
		s := rays.Solve(r.T)
		best = best.Cheaper(proof.Candidate{FeasiblePoint: s.FeasiblePoint, Path: func() (shift.Path, bool) { return rays.Path(s, r.T) }})
	}
	return optimum{best, path}
}

// raysFollow reports whether Chien and Li's theorems cover the run's gradients.
func raysFollow(r run.Run) bool { return need.BoundedGradient(r).Holds && !r.Nonsmooth() }

// FromConcave states the bounds of a path, with its certificate.
func FromConcave(path curved.ConcaveSolution, r run.Run) proof.Parts {
	g := proof.FromShift(path.FeasiblePoint, r)
	g.Gap = proof.Within(path.Gap())
	if !(path.Gap() <= widestGap) {
		g.Gap = proof.Gap{}
		g.Note = "; there are too many steps to certify how close to the optimum the bound is"
	} else if path.Loose {
		g.Note = "; there are too many steps to follow one by one, so the bound may be slightly above the optimum"
	}
	return g
}

// linearBest returns the optimum under the smallest linear modulus and, for a full batch, the optimum of Chien and Li's
// Theorem 3.1, which counts the clip in its forward track.
func linearBest(r run.Run, p shift.CyclicProgram) proof.Candidate {
	if !r.Scheme.UsesAll() || r.After > 0 {
		s := p.Solve(r.T, stepwise.Visited(r))
		return proof.WrittenBy(s, func() shift.Path { return p.Path(s, r.T, stepwise.Visited(r)) })
	}
	full := shift.FullBatch{Excess: p.VisitExcess, Sensitivity: p.Sensitivity, Diameter: p.Diameter}
	best := EveryStep(full, r.T)
	if clip, holds := modulus.Clipped(r.Step()); holds && clip.Excess == 0 {
		charged := shift.ChargedProgram{FullBatch: full, Drift: clip.Offset}
		s := charged.Solve(r.T)
		best = best.Cheaper(proof.WrittenBy(s, func() shift.Path { return charged.Path(s, r.T) }))
	}
	return best
}

// concaveProgram returns the shift program under the minimum of all moduli.
func concaveProgram(r run.Run) curved.ConcaveProgram {
	return curved.ConcaveProgram{
		Plain:       stepwise.IdleModuli(r),
		Visit:       stepwise.Visiting(r, modulus.Of(r.Step())),
		Sensitivity: r.Sensitivity(),
		Diameter:    r.Diameter,
		Period:      r.StepsPerEpoch(),
	}
}

// linearSuffices reports whether a linear modulus is the least of all on (0, D], so that the program has a closed form: a
// concave modulus above c·D at D is above c·z before.
func linearSuffices(r run.Run) bool {
	p, _, err := LinearProgram(r)
	if err != nil {
		return false
	}
	c := concaveProgram(r)
	least := func(excess float64, ms modulus.Min) bool {
		for _, m := range ms {
			if m.Excess < excess && (!r.Bounded() || m.Eval(r.Diameter) < (1+excess)*r.Diameter) {
				return false
			}
		}
		return true
	}
	return least(p.VisitExcess, c.Visit) && (stepwise.AlwaysUsed(r) || least(p.Excess, c.Plain))
}

// visitCaps returns upper bounds on the optimum of every position of one fixed order by its number of visits: ⌈T/B⌉ and one
// less. Among positions with equally many visits the one visited last is the worst. With one visit less it costs no more
// (shift.md, section 4). It costs no less if the path fits into the shorter run and every path from 0 is dearer: an epoch
// costs s²/B at least.
func visitCaps(ctx context.Context, r run.Run) (most, fewer float64) {
	r = AtWorst(r)
	best, less, s := knownOptimum(ctx, r).best, stepwise.Visits(r)-1, r.Sensitivity()
	shorter := less * r.StepsPerEpoch()
	switch {
	case less == 0:
		return best.R, 0
	case r.T-best.Tau <= shorter && float64(less-1)*s*s/float64(r.StepsPerEpoch()) >= best.R:
		return best.R, best.R
	}
	r.T = shorter
	return best.R, knownOptimum(ctx, r).best.R
}

// AtWorst returns a run in one secret order as a run in a known order, whose loss at the worst position is no less:
// divergences are quasi-convex.
func AtWorst(r run.Run) run.Run {
	if r.Order() == run.SecretOrder {
		r.Scheme = run.Cyclic
	}
	return r
}
