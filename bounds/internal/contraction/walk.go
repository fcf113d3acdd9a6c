package contraction

import (
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/run"
)

// A search looks for the plan with which a problem's profile proves the smallest value.
type search struct {
	Problem
	lengths
	epochs, last float64 // uses of the example at most; steps of the last epoch
	want         target
	chi2         float64             // bound on the χ²-divergence at any time of the run
	simple       float64             // the run's μ without contracting profiles: the lesser of gaussians
	startMu      float64             // the μ of the profile from which a run is followed, unless it is followed from its start
	from         float64             // a block length not far from the best, where the search starts
	tails        bool                // blocks may have tails
	tailRatio    float64             // steps of the tail after a block, per step of the block
	mirrored     *bundle             // nil for Gaussians alone
	tries        map[attempt]float64 // the values of the attempts so far
	matching     bool                // blocks are also bounded by matching (matching.go)
}

// tail returns the number of steps after a block that only pay (contraction.md, section 8).
func (s search) tail(block float64) float64 { return math.Round(s.tailRatio * block) }

// shift returns the payment of a block and its tail, as one Gaussian shift over the noise; +Inf if the tail is not feasible.
func (s search) shift(block, beta float64) float64 {
	z := s.grown(block, float64(s.Period))
	n := s.tail(block)
	if n == 0 {
		return z / math.Sqrt(beta)
	}
	best := math.Inf(1)
	for _, l := range s.use {
		if shift, feasible := affine.NewTail(l, z, s.s, n).At(beta); feasible {
			best = min(best, shift)
		}
	}
	return best
}

// search returns the search for a plan, with bounds on the run at any time and the lengths at which to begin.
func (p Problem) search(want target) search {
	p = p.open()
	period, epochs, last := p.calendar()
	s := search{Problem: p, lengths: p.lengths(), epochs: epochs, last: last, want: want, from: 1}
	s.tails = p.Order.Known() && p.Period == 1
	if !p.Order.Sampled() {
		s.mirrored = newBundle(s.lengths)
	}
	ever, all := s.gaussians()
	s.simple, s.startMu = min(ever, all), ever
	if p.Order.Sampled() && want != nil {
		s.startMu = s.lastStep() // tails hardly count at a δ, and the end of its grid is found from here
	}
	// Composition depends on T, and runs that differ in T share profiles only if these start from one bound.
	if 2*all < s.startMu || p.Order == run.FreshOrder && all < s.startMu {
		s.startMu = all
	}
	if p.Order.Sampled() {
		s.chi2, _ = s.sampled(p.Rate, forever, 2)
		return s
	}
	if p.Order == run.FreshOrder {
		// Uses may be closer together than an epoch. Only the mean over the positions in an epoch is a bound at the end of
		// every epoch.
		s.chi2, _ = reshuffledMean(s.lengths, period, forever, period, 0, shiftExponent(2, s.s), p.Missing)
		return s
	}
	var guess Cycle
	s.chi2, guess = s.blocks(period, forever, 2)
	// A block that pays with all of its noise contracts nothing, and its length says nothing about good ones.
	if s.from = min(epochs, float64(guess.Block)); math.IsInf(s.chi2, 1) || guess.Beta == 1 {
		s.from = min(epochs, blockLengths[s.usefulBlock(period, epochs)])
	}
	if s.tails {
		p.T, p.Rest, p.After = forever, 0, 0
		r, cycle := p.byCycles(seedOrder)
		s.chi2 = min(s.chi2, raisedExpm1(r))
		if cycle.Tail > 0 { // a very long cycle is a path of the shift program, not a good block length; hence the limit
			s.from, s.tailRatio = min(epochs, float64(cycle.Block), 2*s.from), 1
		}
	}
	if s.from == epochs { // a block that is the whole run contracts nothing, and those beside it hardly anything
		s.from = 1
	}
	return s
}

// effort says how carefully a plan is evaluated.
type effort struct {
	points    int     // intervals of the grid
	most      int     // blocks that are followed; a longer run starts from a bound on the run at any time
	tolerance float64 // relative fall of the target in a block below which it counts as constant
}

// A sketch serves the search for a plan, a draft the search for the end of the grid, and an answer the result. The work grows
// as the square of the points: an answer takes some 40 times as much as a sketch for each block.
var (
	sketch = effort{48, 60, 1e-3}
	draft  = effort{112, 120, 1e-4}
	answer = effort{320, 240, 1e-7}
)

// run returns the profile that a plan proves on a grid. Either the whole run is followed from its start, where h = 0, or its
// last blocks are, from a bound on the run at any time. The latter ends as soon as the target no longer falls, and bounds
// every run that is at least as long.
func (s search) run(g *grid, pl plan, e effort) []float64 {
	return s.release(g, pl, s.follow(g, pl, e))
}

// followedProfile is a bound h on the profile right after the last block.
type followedProfile struct {
	h, before []float64 // before bounds the profile of a run of one block less; nil if h bounds both
	above     []float64 // h one block earlier, if fromAbove followed it
	// ever says that h bounds the profile at any time of a run of any length.
	ever bool
}

// count returns the number of a plan's blocks after the first.
func (s search) count(pl plan) float64 { return math.Ceil(s.epochs/(pl.block+s.tail(pl.block))) - 1 }

// follow applies a plan up to the end of the last block.
func (s search) follow(g *grid, pl plan, e effort) followedProfile {
	count := s.count(pl)
	c := s.chain(g, pl, float64(s.Period))
	most, long := e.most, count > float64(e.most)
	if !long {
		most = int(count)
	}
	if h, above, still := s.fromAbove(&c, pl, most, e.tolerance, long || s.Order.Sampled() || !g.fine()); still || long {
		return followedProfile{h, nil, above, true}
	}
	h, before := s.fromStart(&c, pl, most, count)
	return followedProfile{h: h, before: before}
}

// release returns the profile of the released iterate, after the steps that follow the last block.
func (s search) release(g *grid, pl plan, f followedProfile) []float64 {
	switch s.Order {
	case run.FreshOrder:
		end := s.epochChain(g, pl.beta, s.last, float64(s.After))
		end.spend(1)
		return end.over(f.h)
	case run.SecretOrder:
		return s.released(g, f.h, s.oneLess(pl, f))
	case run.KnownOrder, run.Drawn: // below
	default:
		panic(run.Unknown(s.Order))
	}
	if s.Rest > 0 {
		return s.idleWays(g, float64(s.Rest)).over(g, f.h)
	}
	return f.h
}

// oneLess bounds the profile of a run with one use less; nil if that run never uses the example.
func (s search) oneLess(pl plan, f followedProfile) []float64 {
	switch {
	case s.epochs == 1:
		return nil
	case pl.block == 1 && f.before != nil:
		return f.before
	}
	return f.h
}

// atAnyTime bounds the profile at any time of the run without contracting profiles: by a Gaussian profile, and by half the
// root of the χ²-divergence, which is above the total variation.
func (s search) atAnyTime(g *grid) []float64 {
	total := math.Sqrt(s.chi2) / 2 * up
	return g.evaluate(func(loss float64) float64 { return min(errfloat.Profile(s.startMu, loss), total) })
}

// gaussians returns two μ for which the run is μ-Gaussian differentially private at any time, without contracting profiles.
// `all` is the μ of composition. `ever` does not depend on T, so all long runs have the same bound: it is the μ of the last step,
// of the shift program or of a last block. Such a block's kernel hides the whole diameter, while the rest of the last step's
// noise hides the distance that its uses open up.
func (s search) gaussians() (ever, all float64) {
	ever = s.lastStep()
	if s.Order.Sampled() {
		all = ever
		if s.sizes != nil {
			all = math.Sqrt(s.epochs) * s.s * up
		}
		s.lengths = s.lengths.revealed()
		return s.lastBlock(ever), all
	}
	return min(s.lastBlock(ever), s.shifted()), math.Sqrt(s.epochs) * s.s * up
}

// lastStep returns the μ by which the last step hides the whole diameter and a use.
func (s search) lastStep() float64 {
	return (max(affine.Least(s.use, s.d, 1), affine.Least(s.plain, s.d, 1)) + s.s) * up
}

// lastBlock returns the μ of the best last block, over its length and the share of noise that pays, or ever if that is
// smaller.
func (s search) lastBlock(ever float64) (mu float64) {
	mu = ever
	const anyTime = 1                        // the fewest steps of an epoch of fresh positions, which contract least
	shares := []float64{0.3, 0.6, 0.8, 0.95} // near the best μ hardly depends on the share, so a few serve
	for _, k := range blockLengths {
		z, steps := s.lastUses(s.lengths, k, anyTime)
		if z *= up; z >= mu {
			break
		}
		kernel := s.hiding(s.lengths, steps)
		for _, beta := range shares {
			mu = min(mu, math.Sqrt(square(apart(kernel, beta))+square(z)/beta)*up)
		}
	}
	return mu
}

// forever is the number of steps of the longest run, run.MaxCount: a bound for it holds for every run.
const forever = 1e12

// shifted returns the μ of the best tail of the shift program from the largest distance that the runs can reach, under all of
// the noise; +Inf if blocks have no tails.
func (s search) shifted() (mu float64) {
	mu = math.Inf(1)
	if !s.tails {
		return mu
	}
	far := s.grown(forever, 1)
	for _, n := range tailLengths {
		if n >= s.epochs {
			break
		}
		for _, l := range s.use {
			if v, feasible := affine.NewTail(l, far, s.s, n).At(1); feasible {
				mu = min(mu, v*up)
			}
		}
	}
	return mu
}
