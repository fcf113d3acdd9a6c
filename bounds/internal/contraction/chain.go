package contraction

import (
	"math"
	"slices"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// A plan holds the parameters with which a profile is computed block by block.
type plan struct {
	beta  float64 // share of the noise of a block's last step that pays
	block float64 // uses of the example in a block; 1 for fresh orders and sampled batches
}

// A chain maps the profile before a block, an epoch or a sampled step to the profile after it.
type chain struct {
	*grid
	work       *work.Budget
	parts      []part
	idle       float64   // probability that the example is not used
	idleKernel apartness // the kernel of all steps, if the example is not used
}

// A part is one position of the example's use: the steps before it, the use, and the steps after it.
type part struct {
	weight  float64     // its probability
	lead    ways        // the ways of the steps before the use and of the use itself
	trail   apartness   // the apartness of the steps after the use
	uses    []mechanism // bounds on the loss of the use; at each point the smallest counts
	matched *matching   // another bound on the steps before the use and the use; nil for none
}

// spend counts the work of applying the chain `times` times.
func (c *chain) spend(times int) {
	n := len(c.gamma)
	units := blockUnits(n)
	for _, p := range c.parts {
		units += len(p.uses) * blockUnits(n)
		units += p.lead.units(n)
		if p.matched != nil {
			units += matchingBlocks * blockUnits(n)
		}
	}
	c.work.Spend(times * units)
}

// over applies the chain to a profile once. Its caller counts the work.
func (c *chain) over(h []float64) []float64 {
	through := func(p part) []float64 { return c.contract(c.used(h, p), p.trail) }
	if len(c.parts) == 1 && c.idle == 0 && c.parts[0].weight == 1 {
		return through(c.parts[0])
	}
	var mean []weightedProfile
	for _, p := range c.parts {
		mean = append(mean, weightedProfile{p.weight, through(p)})
	}
	if c.idle > 0 {
		mean = append(mean, weightedProfile{c.idle, c.contract(h, c.idleKernel)})
	}
	return c.mean(mean)
}

// used returns the profile h after a part's use. Matching is worse far out in the tails, so the bound without it is computed,
// too.
func (c *chain) used(h []float64, p part) []float64 {
	out := c.compose(p.lead.over(c.grid, h), p.uses...)
	if p.matched != nil {
		for i, v := range p.matched.over(h) {
			out[i] = min(out[i], v)
		}
	}
	return out
}

// sizeUnits is the additional work at a grid point if kernels are means over batch sizes, in units of package work.
const sizeUnits = 2

// blockUnits is the work of contracting or composing one part on a grid of n points, in units of package work: n² products,
// 12 to the unit, and n contracted values.
func blockUnits(n int) int { return n*n/12 + 18*n }

// apart returns the smallest μ that any of the stretches proves.
func apart(stretches []affine.Stretch, beta float64) float64 {
	x := math.Inf(1)
	for _, s := range stretches {
		x = min(x, s.Half(beta))
	}
	return 2 * x
}

// idleMu is the μ of n steps that do not use the example; +Inf if n is 0.
func (l lengths) idleMu(n float64) float64 {
	if n == 0 {
		return math.Inf(1)
	}
	return apart(l.stretches(n), 0)
}

// noKernel is the apartness of no steps.
var noKernel = gaussiansApart(math.Inf(1))

// fine reports whether a grid is for an answer; coarser ones are for searches.
func (g *grid) fine() bool { return g.last() > sketch.points }

// up covers the rounding of a few operations on lengths: 9 times the unit roundoff.
const up = 1 + 1e-15

// A use is the steps of a part up to its use of the example. beta is the share of the last step's noise that pays.
type use struct {
	lead  func(beta float64) ways                 // the ways of the steps up to the use
	pays  func(g *grid, beta float64) []mechanism // bounds on the loss of the use
	equal func(g *grid) []mechanism               // bounds on the loss from equal iterates, if all of the noise pays
}

// part returns the part of a use with its weight and the steps that trail it.
func (s search) part(g *grid, beta, weight float64, of use, trail apartness) part {
	pays := of.pays(g, beta)
	p := part{weight, of.lead(beta).few(g, pays), trail, pays, nil}
	if s.matching {
		p.matched = s.matched(g, beta, of)
	}
	return p
}

// chain returns the map of a block of uses or, in a fresh order, of an epoch's first steps. Only a fresh order reads steps.
func (s search) chain(g *grid, pl plan, steps float64) chain {
	var of use
	switch s.Order {
	case run.Drawn:
		of = s.draw(g)
	case run.FreshOrder:
		return s.epochChain(g, pl.beta, steps, 0)
	case run.KnownOrder, run.SecretOrder:
		uses := pl.block + s.tail(pl.block)
		of = use{
			lead: func(beta float64) ways { return s.lead(g, plan{beta, pl.block}) },
			pays: func(g *grid, beta float64) []mechanism { return []mechanism{g.gaussian(s.shift(pl.block, beta) * up)} },
			equal: func(g *grid) []mechanism {
				return []mechanism{g.gaussian(s.equalStarts(uses))}
			},
		}
	default:
		panic(run.Unknown(s.Order))
	}
	return chain{grid: g, work: s.lengths.work, parts: []part{s.part(g, pl.beta, 1, of, noKernel)}}
}

// draw returns the use of a sampled step.
func (s search) draw(g *grid) use {
	if s.sizes != nil {
		points := coarsePoints
		if g.fine() {
			points = tablePoints
		}
		const profileUnits = 20 // the work of one Gaussian profile
		s.lengths.work.Spend(points * len(s.sizes) * profileUnits)
	}
	pays := func(g *grid, beta float64) []mechanism { return g.sampled(s.Rate, s.prices, math.Sqrt(beta)*(1-4*u)) }
	return use{
		lead:  func(beta float64) ways { return alone(s.lengths.stepKernels().apartness(beta, g.fine())) },
		pays:  pays,
		equal: func(g *grid) []mechanism { return pays(g, 1) },
	}
}

// lead returns the ways of a block's steps in a known or a secret order.
func (s search) lead(g *grid, pl plan) ways {
	steps := pl.block * float64(s.Period)
	if s.tail(pl.block) > 0 {
		return alone(s.under(s.stretches(pl.block), steps, pl.beta, g.fine()))
	}
	return s.waysToUse(g, steps, pl.block, pl.beta)
}

// epochChain returns the map of the first steps of an epoch and then of `more` steps without the example, averaged over the
// example's position, as in newEpoch.
func (s search) epochChain(g *grid, beta, steps, more float64) chain {
	period, used := float64(s.Period), 1-s.Missing
	c := chain{grid: g, work: s.lengths.work, idle: (s.Missing + (period-steps)/period*used) * (1 + 8*u)}
	if c.idle > 0 {
		c.idleKernel = s.idleApartness(steps+more, g.fine())
	}
	pays := func(g *grid, beta float64) []mechanism { return []mechanism{g.gaussian(s.s / math.Sqrt(beta) * up)} }
	fromEitherEnd(steps, coarsely, func(lead, trail, count float64) {
		of := use{
			lead:  func(beta float64) ways { return alone(s.toUse(lead+1, beta, g.fine())) },
			pays:  pays,
			equal: func(g *grid) []mechanism { return pays(g, 1) },
		}
		c.parts = append(c.parts, s.part(g, beta, count/period*used*(1+8*u), of, s.idleApartness(trail+more, g.fine())))
	})
	return c
}

// released returns the profile of W_T in a secret order. It is the mean over the number of steps after the example's last
// use. If that use was in the last epoch, the profile before these steps is `all`, otherwise `oneLess`.
func (s search) released(g *grid, all, oneLess []float64) []float64 {
	var mean []weightedProfile
	period, used := float64(s.Period), 1-s.Missing
	for _, w := range coarsely.of(period) {
		inLast := min(max(s.last-w.from, 0), w.count)
		way := s.idleWays(g, w.from+float64(s.After))
		put := func(count float64, h []float64) {
			if count > 0 && h != nil {
				mean = append(mean, weightedProfile{count / period * used * (1 + 8*u), way.over(g, h)})
			}
		}
		put(inLast, all)
		put(w.count-inLast, oneLess)
	}
	return g.mean(mean)
}

const (
	// short is the number of blocks below which a run is always followed from its start. So few blocks cost little, and are too
	// few for fromAbove to settle.
	short = 8
	// hardlyFalls is a relative fall of the profile at the grid's end. If a block lowers that value by less while the target
	// is still infinite, it would take millions of blocks to become finite.
	hardlyFalls = 1e-6
)

// fromAbove applies the chain, at most `most` times, to a profile that bounds the run at any time. It returns the last two
// profiles and whether the target stopped falling. If the target would still fall after `most` blocks, it returns nil, unless
// anyway is set.
func (s *search) fromAbove(c *chain, pl plan, most int, tolerance float64, anyway bool) (h, before []float64, still bool) {
	if most < short {
		return nil, nil, false
	}
	d := s.lineageKey(c.grid, pl)
	d.startMu, d.chi2, d.tolerance, d.want = s.startMu, s.chi2, tolerance, s.want
	l := s.Family.known(d)
	if l == nil {
		l = &lineage{h: s.atAnyTime(c.grid), value: math.Inf(1)}
	}
	given := slices.IndexFunc(l.needs[:min(len(l.needs), most)], func(n int) bool { return n > most && !anyway })
	if given >= 0 {
		c.spend(given + 1)
		return nil, nil, false
	}
	c.spend(min(len(l.needs), most))
	for len(l.needs) < most && !l.ended && given < 0 {
		c.spend(1)
		l = s.descended(c, l, tolerance)
		if n := len(l.needs); l.needs[n-1] > most && !anyway {
			given = n
		}
	}
	s.Family.keep(d, l)
	if given >= 0 || len(l.needs) > most {
		return nil, nil, false
	}
	return l.h, l.before, l.still
}

// descended returns a lineage of fromAbove after one more block.
func (s *search) descended(c *chain, was *lineage, tolerance float64) *lineage {
	l := *was
	l.h, l.before = c.over(l.h), l.h
	now := s.want.progress(c.grid, l.h)
	switch end := c.last(); {
	case math.IsInf(now, 1):
		l.ended = l.h[end] > l.before[end]*(1-hardlyFalls)
	case now >= l.value*(1-tolerance):
		l.ended, l.still = true, true
	}
	n := len(l.falls)
	l.value, l.falls = now, append(l.falls[:n:n], l.value-now)
	needs := n + 1
	if !l.still {
		needs += fallsLeft(l.falls, float64(now*tolerance))
	}
	l.needs = append(l.needs[:n:n], needs)
	return &l
}

// fallsLeft estimates, from below, how many more blocks will lower the target by more than `enough`. It lets the falls shrink
// twice as fast as over the latest blocks. It is 0 if there are too few falls to tell.
func fallsLeft(falls []float64, enough float64) (blocks int) {
	const lately = 8 // blocks over which the ratio of falls is taken, since the grid makes neighbouring falls uneven
	last := len(falls) - 1
	if last < lately {
		return 0
	}
	fell, ratio := falls[last], falls[last]/falls[last-lately]
	for ratio *= ratio; fell*ratio > enough && ratio < 1 && blocks < answer.most; blocks += lately {
		fell = float64(fell * ratio)
	}
	return blocks
}

// fromStart returns the profile after the first block and `blocks` further ones, and the profile one block earlier (nil if
// blocks is 0). count is the number of blocks after the first in the whole run, and decides how long the first one is.
func (s *search) fromStart(c *chain, pl plan, blocks int, count float64) (h, before []float64) {
	mu := s.first(pl, count)
	d := s.lineageKey(c.grid, pl)
	d.first = mu
	l := s.Family.known(d)
	c.spend(blocks)
	if l == nil {
		l = &lineage{every: [][]float64{s.start(c.grid, mu)}}
	}
	every := l.every
	at := min(max(blocks-1, 0)/apartKept, len(every)-1)
	h = every[at]
	for i := at * apartKept; i < blocks; i++ {
		h, before = c.over(h), h
		if n := len(every); i+1 == n*apartKept {
			every = append(every[:n:n], h)
		}
	}
	s.Family.keep(d, &lineage{every: every})
	return h, before
}

// first returns the μ of the first block, which may be shorter than the others; 0 if runs of every length start alike.
func (s *search) first(pl plan, count float64) float64 {
	if s.Order == run.FreshOrder || s.Order == run.Drawn {
		return 0
	}
	return s.equalStarts(s.epochs - count*(pl.block+s.tail(pl.block)))
}

// start returns the profile from which fromStart follows a run: in fresh orders before any step, for sampled batches after
// the first step, otherwise after the first block.
func (s *search) start(g *grid, first float64) []float64 {
	switch s.Order {
	case run.FreshOrder:
		return g.equalLaws()
	case run.Drawn:
		return g.compose(g.equalLaws(), g.sampled(s.Rate, s.prices, 1)...)
	case run.KnownOrder, run.SecretOrder: // below
	default:
		panic(run.Unknown(s.Order))
	}
	return g.gaussianProfile(first)
}
