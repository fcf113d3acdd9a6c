package contraction

import (
	"context"
	"math"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/scalar"
)

// Profile returns an upper bound on ε at delta by contracting the privacy profile
// itself. It is never above that of composition or of the last step alone. The
// error is the context's.
func (p Problem) Profile(ctx context.Context, delta float64) (float64, Choice, error) {
	none := Choice{Beta: 1, Block: 1}
	s := p.search(atDelta(delta))
	simple := convert.GaussianEpsilonUpper(s.simple, delta)
	top := fewDigits(s.top(ctx, delta))
	if top == 0 {
		return 0, none, ctx.Err()
	}
	gaussians := s
	gaussians.mirrored = nil
	pl, v := s.best(ctx, top)
	if math.IsInf(v, 1) || ctx.Err() != nil {
		return simple, none, ctx.Err()
	}
	e, found := s.answered(top, pl)
	if s.mirrored.curved() {
		gaussians.spread = s.spread
		if without, _ := gaussians.answered(top, pl); e > worthChoosing*without {
			// Next to nothing was gained, and the search may have been led astray by what it
			// knows only nearly.
			wide := fewDigits(gaussians.top(ctx, delta))
			if pl, v := gaussians.best(ctx, wide); !math.IsInf(v, 1) {
				s.spread = gaussians.spread
				if other, at := s.answered(wide, pl); other < e {
					e, found = other, at
				}
			}
		}
	}
	if e < simple {
		return found.proof(e), found.choice(), ctx.Err()
	}
	return simple, none, ctx.Err()
}

// worthChoosing is the gain of mirrored noise above which its own plan is the best.
const worthChoosing = 0.99

// answered follows a plan with care to the value that is wanted.
func (s search) answered(top float64, pl plan) (float64, *path) {
	g := newGrid(top, answer.points)
	f := s.follow(g, pl, answer)
	return s.want.value(g, s.release(g, pl, f)), &path{search: s, plan: pl, top: top, followed: f, proved: !s.Order.Sampled() || !f.ever}
}

// proof is the value of a path, or where that rests on what came before, which is bounded by
// a quadrature of sampled batches, one that is proved and hardly larger, if there is one.
func (p *path) proof(value float64) float64 {
	const hardly = 1 + 1e-6
	if p.proved {
		return value
	}
	g := newGrid(p.top, answer.points)
	c := p.chain(g, p.plan, 1)
	h, ok := p.invariant(c, p.above)
	for i := 0; ok && i < tries && !p.proved; i++ {
		if v := p.want.value(g, h); v <= value*hardly {
			value, p.proved = v, true
		}
		c.spend(1)
		h = c.over(h)
	}
	return value
}

// tries are made at a profile that no block raises.
const tries = 8

// invariant returns a profile near h that a block maps below itself, except where
// it is that of the Gaussian mechanism, which bounds it at every time: so it
// does after any number of blocks, by induction, since it bounds that of equal
// laws. What it returns has gone through the block.
func (s search) invariant(c chain, h []float64) (below []float64, ok bool) {
	gaussian := c.below(s.simple)
	// Above all that is added where numbers underflow.
	floor := 1e-280 + 1e-300*c.gamma[c.last()]
	for range tries {
		raised := make([]float64, len(h))
		for i, v := range h {
			raised[i] = min(gaussian[i], max(v, floor))
		}
		c.spend(1)
		below, ok = c.over(raised), true
		h = raised
		for i, v := range below {
			if v > raised[i] && raised[i] < gaussian[i] {
				ok = false
				h[i] = v * (v / raised[i]) * (v / raised[i]) // it will rise on
			}
			below[i] = min(v, gaussian[i])
		}
		if ok {
			return below, true
		}
	}
	return nil, false
}

// A path is a plan and what it led to on the grid that ends at top.
type path struct {
	search
	plan
	top float64
	followed
	proved bool // whether the value is, too
	raised *raised
}

func (p *path) choice() Choice {
	if r := p.raised; r != nil {
		return Choice{Beta: r.last.beta, Block: int(r.last.block), Lower: r.order, path: p}
	}
	return Choice{Beta: p.beta, Block: int(p.block), Tail: int(p.tail(p.block)), path: p}
}

// fewDigits raises x to 12 bits, so that a grid is the same on every platform.
func fewDigits(x float64) float64 { return scalar.Short(x, 12) }

// top is where the grid may end: what is beyond counts as lost, and must be far
// below delta. 0 if delta is that small already.
func (s search) top(ctx context.Context, delta float64) float64 {
	const beyond = 1e-4
	top := min(convert.GaussianEpsilonUpper(s.startMu, delta*beyond), widest)
	for top > 0 && ctx.Err() == nil {
		g := newGrid(top, sketch.points)
		narrower := math.Inf(1)
		for _, share := range []float64{0.3, 0.6, 0.9} {
			narrower = min(narrower, g.lossAt(s.run(g, plan{share, s.from}, sketch), delta*beyond))
		}
		if !(narrower < 0.8*top) {
			break
		}
		top = narrower * 1.05
	}
	return top
}

// widest keeps e^{2·top} within numbers.
const widest = 300
