package contraction

import (
	"context"
	"math"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/work"
)

// Profile returns an upper bound on ε at delta by contracting the privacy profile over the last blocks of a
// run whose steps differ. What is no more than enough is not improved on; the way of another's value is tried first.
// The error is the context's.
func (v *Varied) Profile(ctx context.Context, w *work.Budget, delta, enough float64, first Way) (float64, Way, error) {
	const beyond = 1e-4
	mu := v.Before(len(v.Stages))
	simple := convert.GaussianEpsilonUpper(mu, delta)
	ends := []float64{fewDigits(min(convert.GaussianEpsilonUpper(mu, delta*beyond), widest))}
	if ends[0] == 0 {
		return 0, noWay, ctx.Err()
	}
	for range 12 {
		ends = append(ends, fewDigits(ends[len(ends)-1]*0.75))
	}
	return v.bestProfile(ctx, w, atDelta(delta), ends, simple, enough, first)
}

// Way is how the value of a profile was found: the share and the blocks, and where its grid ends, 0 where nothing
// was followed.
type Way struct {
	Choice
	end float64
}

var noWay = Way{Choice: Choice{Beta: 1, Block: 1}}

// ProfileRenyi returns an upper bound on the Rényi divergence of order alpha by the integral of such a
// profile. The error is the context's. Of enough and the first way it is Profile.
func (v *Varied) ProfileRenyi(ctx context.Context, w *work.Budget, alpha, enough float64, first Way) (float64, Way, error) {
	mu := v.Before(len(v.Stages))
	want := atOrder{alpha, mu}
	simple, choice := alpha*mu*mu/2*up, noWay
	if e, c := v.Renyi(w, alpha, simple, enough, first.Choice); e < simple {
		simple, choice.Choice = e, c
	}
	ends := []float64{fewDigits(min(want.reach(), widest))}
	for range 12 {
		ends = append(ends, fewDigits(ends[len(ends)-1]*0.75))
	}
	e, c, err := v.bestProfile(ctx, w, want, ends, simple, enough, first)
	if e == simple {
		c = choice
	}
	return e, c, err
}

// bestProfile is the least that profiles say on grids with these ends, with one share and one length
// of blocks that coarse ones choose; what is simple where that is no more.
func (v *Varied) bestProfile(ctx context.Context, w *work.Budget, want target, ends []float64, simple, enough float64,
	first Way) (float64, Way, error) {
	const promising = 1.1
	if simple <= enough {
		return simple, noWay, ctx.Err()
	}
	if v.prepare(); first.end > 0 && first.Block <= len(v.uses) {
		g := newGrid(first.end, answer.points)
		if e := want.value(g, v.follow(g, w, v.ending(w, first.Block), first.Beta)); e <= enough {
			return e, first, ctx.Err()
		}
	}
	choice, least := Choice{Beta: 1, Block: 1}, math.Inf(1)
	end, block := ends[0], ending{}
	sketched := func(k int, e ending) float64 {
		for _, i := range []int{8, 14, 20, 26, 32, 38, 43, 46, betas} {
			if ctx.Err() != nil {
				break
			}
			g := newGrid(end, sketch.points)
			if x := want.value(g, v.follow(g, w, e, beta(i))); x < least {
				choice, least, block = Choice{Beta: beta(i), Block: k}, x, e
			}
		}
		return least
	}
	lower := func(last varied) float64 {
		g := newGrid(end, sketch.points)
		return want.value(g, g.below(last.shift))
	}
	v.eachLength(w, simple*promising, lower, sketched)
	if math.IsInf(least, 1) || ctx.Err() != nil {
		return simple, noWay, ctx.Err()
	}
	for _, narrower := range ends[1:] { // while that does not lose what is beyond
		g := newGrid(narrower, sketch.points)
		x := want.value(g, v.follow(g, w, block, choice.Beta))
		if !(x < least) {
			break
		}
		end, least = narrower, x
	}
	if least > simple*promising {
		return simple, noWay, ctx.Err()
	}
	g := newGrid(end, answer.points)
	e := want.value(g, v.follow(g, w, block, choice.Beta))
	if !(e < simple) || ctx.Err() != nil {
		return simple, noWay, ctx.Err()
	}
	return e, Way{choice, end}, nil
}

// follow is the profile at the end of a run, a share of the noise of the last step of each block
// paying.
func (v *Varied) follow(g *grid, w *work.Budget, e ending, beta float64) []float64 {
	h := g.nothing() // of which the first block asks nothing
	for i, b := range e.blocks {
		w.Spend(2 * blockUnits(len(h)))
		if b.sure {
			h = g.below(b.shift * up)
			continue
		}
		if !math.IsInf(b.before, 1) {
			gaussian := g.below(b.before)
			for j, x := range gaussian {
				if i == 0 || x < h[j] {
					h[j] = x
				}
			}
		}
		h = g.contract(h, apartness{mu: 2 * b.kernel.Half(beta) * up})
		h = g.compose(h, g.gaussian(b.shift/math.Sqrt(beta)*(1+4*u)))
	}
	if e.rest != nil {
		h = g.contract(h, apartness{mu: 2 * e.rest.Half(0) * up})
	}
	return h
}
