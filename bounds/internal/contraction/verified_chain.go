package contraction

import "math"

// A verifiedChain is a chain on a verified grid.
type verifiedChain struct {
	*verified
	parts []part
	idle  float64 // at least the probability that the example is not used, and then
	still apartness
}

// over applies the chain once.
func (c verifiedChain) over(h []float64) []float64 {
	through := func(p part) []float64 {
		led := c.contract(h, p.lead)
		used := c.compose(led, p.use)
		for _, m := range p.also {
			used = lower(used, c.compose(led, m))
		}
		return c.contract(used, p.trail)
	}
	if len(c.parts) == 1 && c.idle == 0 && c.parts[0].weight == 1 {
		return through(c.parts[0])
	}
	var mean []weighted
	for _, p := range c.parts {
		mean = append(mean, weighted{p.weight, through(p)})
	}
	if c.idle > 0 {
		mean = append(mean, weighted{c.idle, c.contract(h, c.still)})
	}
	return c.mean(mean)
}

// verifiedBlock bounds the map of search.chain from above.
func (x Exact) verifiedBlock(l exactLengths, s search, f *verified, pl plan, steps float64) verifiedChain {
	period, share := float64(s.Period), math.Sqrt(pl.beta)*(1-4*u)
	one := func(lead apartness, use mechanism) verifiedChain {
		return verifiedChain{verified: f, parts: []part{{1, lead, noKernel, use, nil}}}
	}
	switch s.Order {
	case Sampled:
		uses := f.sampled(x.Rate.Up(), l.prices, share)
		c := one(l.spread(pl.beta), uses[0])
		c.parts[0].also = uses[1:]
		return c
	case Reshuffled:
		return x.verifiedEpoch(l, s, f, pl.beta, steps)
	}
	if n := s.tail(pl.block); n > 0 {
		return one(l.bundle.apartness(pl.block, pl.beta, l.apart(l.plain, pl.block, pl.beta), true), f.gaussian(l.tail(l.grown(pl.block, period), n, pl.beta)))
	}
	n := pl.block * period
	return one(l.bundle.apartness(n, pl.beta, l.apartAtVisit(n, pl.beta), true), f.gaussian(l.grown(pl.block, period)/share))
}

// way is at least what n steps leave that do not use the example.
func (x exactLengths) way(n float64) apartness {
	return x.bundle.apartness(n, 0, x.still(n), true)
}

// verifiedEpoch bounds the map of search.epochChain from above.
func (x Exact) verifiedEpoch(l exactLengths, s search, f *verified, beta, steps float64) verifiedChain {
	c := verifiedChain{verified: f}
	// The mass of a place, and of no use, as fractions of the epoch.
	period := float64(s.Period)
	used := 1 - x.Missing.Down()
	if idle := x.Missing.Up() + (period-steps)/period*used; idle > 0 {
		c.idle, c.still = idle*(1+8*u), l.way(steps)
	}
	use := f.gaussian(l.s.Up() / (math.Sqrt(beta) * (1 - 4*u)))
	put := func(lead, trail, count float64) {
		c.parts = append(c.parts, part{count / period * used * (1 + 8*u), l.bundle.apartness(lead+1, beta, l.apartAtVisit(lead+1, beta), true), l.way(trail), use, nil})
	}
	fromEitherEnd(steps, put)
	return c
}

// verifiedReleased bounds what search.released computes, from above.
func (x Exact) verifiedReleased(l exactLengths, s search, f *verified, all, oneLess []float64) []float64 {
	period, used := float64(s.Period), 1-x.Missing.Down()
	var mean []weighted
	for _, w := range coarsely(period) {
		inLast := math.Min(math.Max(s.last-w.from, 0), w.count)
		way := l.way(w.from)
		for _, end := range []struct {
			count float64
			h     []float64
		}{{inLast, all}, {w.count - inLast, oneLess}} {
			if end.count > 0 && end.h != nil {
				mean = append(mean, weighted{end.count / period * used * (1 + 8*u), f.contract(end.h, way)})
			}
		}
	}
	return f.mean(mean)
}
