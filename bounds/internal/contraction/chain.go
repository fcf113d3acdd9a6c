package contraction

import (
	"math"

	"lastiterate/bounds/work"
)

// A plan says how often the profile is contracted and with what share of noise.
type plan struct {
	beta  float64
	block float64 // uses of the example in a block; 1 where Reshuffled or Sampled
}

// A chain maps a profile over one block, one epoch or one sampled step.
type chain struct {
	*grid
	work  *work.Budget
	parts []part
	idle  float64 // probability that the example is not used, and then
	still apartness
}

// part is a way to the use of the example, the use, and the way after it.
type part struct {
	weight      float64   // its probability
	lead, trail apartness // before and after
	use         mechanism
	also        []mechanism // that say what the use loses as well
}

func (c chain) through(p part, h []float64) []float64 {
	led := c.contract(c.work, h, p.lead)
	used := c.compose(led, p.use)
	for _, m := range p.also {
		used = lower(used, c.compose(led, m))
	}
	return c.contract(c.work, used, p.trail)
}

// lower is the smaller of two bounds at every point.
func lower(a, b []float64) []float64 {
	for i, v := range b {
		a[i] = math.Min(a[i], v)
	}
	return a
}

// over applies the chain once.
func (c chain) over(h []float64) []float64 {
	uses := len(c.parts) + 1
	for _, p := range c.parts {
		uses += len(p.also)
		if p.lead.sizes != nil {
			c.work.Spend(sizeUnits * len(h))
		}
	}
	c.work.Spend(uses * blockUnits(len(h)))
	if len(c.parts) == 1 && c.idle == 0 && c.parts[0].weight == 1 {
		return c.through(c.parts[0], h)
	}
	out := make([]float64, len(h))
	add := func(weight float64, v []float64) {
		for i := range out {
			out[i] += weight * v[i]
		}
	}
	for _, p := range c.parts {
		add(p.weight, c.through(p, h))
	}
	if c.idle > 0 {
		add(c.idle, c.contract(c.work, h, c.still))
	}
	for i := range out {
		out[i] = math.Min(1, out[i]*(1+1e-13)+tiny)
	}
	return falling(out)
}

// sizeUnits are those of a place in the table of a mean over sizes.
const sizeUnits = 2

// blockUnits are those of a way, a use and a way on a grid of n points.
func blockUnits(n int) int { return n*n/12 + 18*n }

// apart is μ of the best of the stretches.
func apart(stretches []stretch, beta float64) float64 {
	x := math.Inf(1)
	for _, s := range stretches {
		x = math.Min(x, s.half(beta))
	}
	return 2 * x
}

// still is μ of n steps that do not use the example; +Inf for none.
func (l lengths) still(n float64) float64 {
	if n == 0 {
		return math.Inf(1)
	}
	return apart(undominated(l.plain, l.d, n), 0)
}

// noKernel is the apartness of no steps.
var noKernel = apartness{mu: math.Inf(1)}

// way is n steps that do not use the example.
func (s search) way(n float64, fine bool) apartness {
	return s.mirrored.apartness(n, 0, s.lengths.still(n), fine)
}

// fine reports whether a grid is for an answer, and not for a search.
func (g *grid) fine() bool { return g.last() > sketch.points }

// up raises the ratio of two lengths by its rounding.
const up = 1 + 1e-15

// chain is the map of a block of uses, or of an epoch of which only the first
// steps take place.
func (s search) chain(g *grid, pl plan, steps float64) chain {
	period, share := float64(s.Period), math.Sqrt(pl.beta)
	one := func(lead apartness, use mechanism) chain {
		return chain{grid: g, work: s.lengths.work, parts: []part{{1, lead, noKernel, use, nil}}}
	}
	switch s.Order {
	case Sampled:
		uses := g.sampled(s.Rate, s.prices, share)
		if s.sizes != nil {
			points := coarsePoints
			if g.fine() {
				points = tablePoints
			}
			const profile = 20
			s.lengths.work.Spend(points * len(s.sizes) * profile)
		}
		c := one(s.lengths.kernels().apartness(pl.beta, g.fine()), uses[0])
		c.parts[0].also = uses[1:]
		return c
	case Reshuffled:
		return s.epochChain(g, pl.beta, steps)
	}
	kernels := s.toVisit(pl.block * period)
	if s.tail(pl.block) > 0 {
		kernels = undominated(s.plain, s.d, pl.block)
	}
	return one(s.mirrored.apartness(pl.block*period, pl.beta, apart(kernels, pl.beta), g.fine()), g.gaussian(s.shift(pl.block, pl.beta)*up))
}

// epochChain averages over the position of the example, as newEpoch does.
func (s search) epochChain(g *grid, beta, steps float64) chain {
	used := (1 - s.Missing) / float64(s.Period)
	c := chain{grid: g, work: s.lengths.work, idle: s.Missing + (float64(s.Period)-steps)*used}
	if c.idle > 0 {
		c.still = s.way(steps, g.fine())
	}
	use := g.gaussian(s.s * up / math.Sqrt(beta))
	put := func(lead, trail, count float64) {
		c.parts = append(c.parts, part{count * used, s.mirrored.apartness(lead+1, beta, apart(s.toVisit(lead+1), beta), g.fine()), s.way(trail, g.fine()), use, nil})
	}
	fromEitherEnd(steps, put)
	return c
}

// fromEitherEnd divides the steps into groups that double from either end, and calls put
// with the steps before a group, those after it, and its own.
func fromEitherEnd(steps float64, put func(lead, trail, count float64)) {
	half := math.Floor(steps / 2)
	for _, w := range coarsely(half) {
		put(w.from, steps-w.from-w.count, w.count)
	}
	for _, w := range coarsely(steps - half) {
		put(steps-w.from-w.count, w.from, w.count)
	}
}

// coarsely divides n positions into groups that double: a part costs as much as
// a block.
func coarsely(n float64) (out []group) {
	for at := 0.0; at < n; {
		count := math.Min(n-at, math.Max(1, at))
		out = append(out, group{at, count})
		at += count
	}
	return out
}

// released is the profile of W_T where Shuffled: the mean over what may have
// followed the last use of the example, in the last epoch or the one before.
func (s search) released(g *grid, all, oneLess []float64) []float64 {
	out := make([]float64, len(all))
	period := float64(s.Period)
	for _, w := range coarsely(period) {
		inLast := math.Min(math.Max(s.last-w.from, 0), w.count)
		way := s.way(w.from, g.fine())
		for _, end := range []struct {
			count float64
			h     []float64
		}{{inLast, all}, {w.count - inLast, oneLess}} {
			if end.count == 0 || end.h == nil {
				continue
			}
			for i, v := range g.contract(s.lengths.work, end.h, way) {
				out[i] += end.count / period * (1 - s.Missing) * v * (1 + 1e-14)
			}
		}
	}
	for i := range out {
		out[i] += tiny
	}
	return falling(out)
}
