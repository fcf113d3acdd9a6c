package contraction

import (
	"context"
	"math"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/scalar"
)

// Profile returns an upper bound on ε at delta by contracting the privacy profile itself, and the choice that proves it. ε is
// never above that of composition or of the last step alone. The error is ctx.Err().
func (p Problem) Profile(ctx context.Context, delta float64) (float64, Cycle, error) {
	none := Cycle{Beta: 1, Block: 1}
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
	if m, with := s.withMatching(ctx, top, pl, v); m.matching {
		if top := fewDigits(m.narrowed(ctx, top, delta, with)); top > 0 {
			if e, found := m.evaluate(top, with); e < simple {
				return found.proof(e), found.choice(), ctx.Err()
			}
		}
	}
	e, found := s.evaluate(top, pl)
	if s.mirrored.curved() {
		gaussians.tailRatio = s.tailRatio
		if without, _ := gaussians.evaluate(top, pl); e > worthChoosing*without {
			// Mirrored noise gained next to nothing. The search only estimates it, and may have chosen a poor plan, so the
			// plan that is best for Gaussians is tried, too.
			wide := fewDigits(gaussians.top(ctx, delta))
			if pl, v := gaussians.best(ctx, wide); !math.IsInf(v, 1) {
				s.tailRatio = gaussians.tailRatio
				if other, at := s.evaluate(wide, pl); other < e {
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

// worthChoosing is the ratio of ε with mirrored noise to ε without it, under one plan, up to which no other plan is tried. A
// gain below a hundredth may come from a plan that the search's estimates of mirrored noise have misjudged.
const worthChoosing = 0.99

// evaluate returns the value that a plan proves on the fine grid of an answer, which ends at top, and the path that proves
// it.
func (s search) evaluate(top float64, pl plan) (float64, *path) {
	g := newGrid(top, answer.points)
	f := s.follow(g, pl, answer)
	proved := !s.Order.Sampled() || !f.ever
	return s.want.value(g, s.release(g, pl, f)), &path{search: s, plan: pl, top: top, followedProfile: f, proved: proved}
}

// proof returns the value of a path. For sampled batches that value may rest on a quadrature; proof then looks for a value
// that is proved and hardly larger, and returns that if it finds one.
func (p *path) proof(value float64) float64 {
	const hardly = 1 + 1e-6 // the ratio of a proved value to the value up to which it replaces the value
	if p.proved || p.extension != nil {
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

// tries is how often invariant raises a profile, and how often proof applies a block to the profile from invariant. If all
// fail, the value stays and does not count as proved.
const tries = 8

// invariant looks near h for a profile that a block maps nowhere above itself, except where it equals the Gaussian profile,
// which bounds the run at every time. Such a profile bounds the run after any number of blocks (profile.md, Lemma 3). The
// result has gone through the block once.
func (s search) invariant(c chain, h []float64) (below []float64, ok bool) {
	gaussian := c.gaussianProfile(s.simple)
	// The floor is above everything that is added against underflow: errfloat.Tiny in absolute terms, and relative to the
	// last γ.
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
				h[i] = v * (v / raised[i]) * (v / raised[i]) // above v, since v would rise again
			}
			below[i] = min(v, gaussian[i])
		}
		if ok {
			return below, true
		}
	}
	return nil, false
}

// A path is a plan and the profile that it proves on the grid that ends at top.
type path struct {
	search
	plan
	top float64
	followedProfile
	proved    bool // whether the value is proved; for sampled batches it may rest on a quadrature
	extension *extension
}

// choice describes the path to callers.
func (p *path) choice() Cycle {
	if r := p.extension; r != nil {
		return Cycle{Beta: r.last.beta, Block: int(r.last.block), Lower: r.order, Revealed: r.revealed, path: p}
	}
	return Cycle{Beta: p.beta, Block: int(p.block), Tail: int(p.tail(p.block)), Matched: p.matching, path: p}
}

// fewDigits rounds x up to 12 bits, so that rounding errors in x, which differ between platforms, do not change the grid.
func fewDigits(x float64) float64 { return scalar.Short(x, 12) }

// top returns the loss at which the grid may end. Beyond it the profile is bounded by its last value, which must be
// far below delta. top is 0 if the profile is that small everywhere.
func (s search) top(ctx context.Context, delta float64) float64 {
	top := min(convert.GaussianEpsilonUpper(s.startMu, delta*beyond), widest)
	const little, half, most = 0.3, 0.6, 0.9 // shares of the noise that pay: the plan that proves the lowest end counts
	return s.narrowed(ctx, top, delta, plan{little, s.from}, plan{half, s.from}, plan{most, s.from})
}

// beyond is the share of delta that the profile may still have at a grid's end, so small that it hardly raises ε.
const beyond = 1e-4

// narrowed returns top, or a lower end that one of the plans proves to be enough.
func (s search) narrowed(ctx context.Context, top, delta float64, plans ...plan) float64 {
	const (
		worthwhile = 0.8  // the ratio of ends below which a narrower grid is tried, because its points are closer together
		spare      = 1.05 // the factor by which a grid ends beyond the loss that a sketch has found
	)
	for top > 0 && ctx.Err() == nil {
		g := newGrid(top, sketch.points)
		narrower := math.Inf(1)
		for _, pl := range plans {
			narrower = min(narrower, g.lossAt(s.run(g, pl, sketch), delta*beyond))
		}
		if !(narrower < worthwhile*top) {
			break
		}
		top = narrower * spare
	}
	return top
}

// widest is the largest loss at which a grid ends: e^{2·widest} is a float64.
const widest = 300
