package contraction

import (
	"math"

	"lastiterate/bounds/renyi"
)

// A plan says how often the profile is contracted and with what share of noise.
type plan struct {
	beta  float64
	block float64 // uses of the example in a block; 1 where Reshuffled or Sampled
}

// A chain maps a profile over one block, one epoch or one sampled step.
type chain struct {
	*grid
	parts []part
	idle  float64 // weight of what does not use the example, and its μ
	still float64
}

// part is a way to the use of the example, the use, and the way after it.
type part struct {
	weight, lead, trail float64 // probability, and μ before and after (+Inf for no way)
	use                 mechanism
}

// over applies the chain once.
func (c chain) over(h []float64) []float64 {
	if len(c.parts) == 1 && c.idle == 0 && c.parts[0].weight == 1 {
		p := c.parts[0]
		return falling(c.contract(c.compose(falling(c.contract(h, p.lead)), p.use), p.trail))
	}
	out := make([]float64, len(h))
	add := func(weight float64, v []float64) {
		for i := range out {
			out[i] += weight * v[i]
		}
	}
	for _, p := range c.parts {
		add(p.weight, c.contract(c.compose(falling(c.contract(h, p.lead)), p.use), p.trail))
	}
	if c.idle > 0 {
		add(c.idle, c.contract(h, c.still))
	}
	for i := range out {
		out[i] = math.Min(1, out[i]*(1+1e-14))
	}
	return falling(out)
}

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

// chain is the map of a block of uses, or of an epoch of which the first steps
// take place.
func (p Problem) chain(l lengths, g *grid, pl plan, steps float64) chain {
	period := float64(p.Period)
	switch p.Order {
	case Sampled:
		return chain{grid: g, parts: []part{{1, apart(undominated(l.plain, l.d, 1), pl.beta), math.Inf(1), g.sampled(p.Rate, math.Sqrt(pl.beta)/l.s)}}}
	case Reshuffled:
		return p.epochChain(l, g, pl.beta, steps)
	}
	z := l.grown(pl.block, period)
	return chain{grid: g, parts: []part{{1, apart(l.toVisit(pl.block*period), pl.beta), math.Inf(1), g.gaussian(z / math.Sqrt(pl.beta))}}}
}

// epochChain averages over the position of the example, as newEpoch does.
func (p Problem) epochChain(l lengths, g *grid, beta, steps float64) chain {
	period := float64(p.Period)
	used := (1 - p.Missing) / period
	c := chain{grid: g, idle: p.Missing + (period-steps)*used}
	if c.idle > 0 {
		c.still = l.still(steps)
	}
	use := g.gaussian(l.s / math.Sqrt(beta))
	put := func(lead, trail, count float64) {
		c.parts = append(c.parts, part{count * used * (1 + 1e-15), apart(l.toVisit(lead+1), beta), l.still(trail), use})
	}
	half := math.Floor(steps / 2)
	for _, w := range coarsely(half) {
		put(w.from, steps-w.from-w.count, w.count)
	}
	for _, w := range coarsely(steps - half) {
		put(steps-w.from-w.count, w.from, w.count)
	}
	return c
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

// sampled is the mechanism of a sampled step: E_γ ≤ q[(1−ρ)H_e(1) + ρH_e(2)],
// e = (γ−1+q)/q, ρ = γ/e.
func (g *grid) sampled(q, u float64) mechanism {
	return g.newMechanism(func(loss float64) float64 {
		s := math.Log1p(math.Expm1(loss) / q)
		away := (1 - q) * -math.Expm1(-s) // 1 − ρ
		near, far := math.Exp(renyi.LogHockeyStick(s, 1, u)), math.Exp(renyi.LogHockeyStick(s, 2, u))
		return math.Min(1, q*(away*near+(1-away)*far)*(1+hockeyError)+tiny)
	})
}

// released is the profile of W_T from that after the last use of the example: its
// mean over what may have followed, where Shuffled.
func (p Problem) released(l lengths, g *grid, often, rarely []float64, last float64) []float64 {
	if p.Order != Shuffled {
		return often
	}
	out := make([]float64, len(often))
	period := float64(p.Period)
	for _, w := range coarsely(period) {
		inLast := math.Min(math.Max(last-w.from, 0), w.count)
		for _, end := range []struct {
			count float64
			h     []float64
		}{{inLast, often}, {w.count - inLast, rarely}} {
			if end.count == 0 || end.h == nil {
				continue
			}
			for i, v := range g.contract(end.h, l.still(w.from)) {
				out[i] += end.count / period * (1 - p.Missing) * v * (1 + 1e-14)
			}
		}
	}
	return falling(out)
}
