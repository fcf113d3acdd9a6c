package contraction

import (
	"context"
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/work"
)

// Profile returns an upper bound on ε at delta by contracting the privacy profile over the last blocks of a run whose steps
// differ, and the Way that gives it. Once the context has ended the bound may be looser.
func (v *VariedProblem) Profile(ctx context.Context, w *work.Budget, delta float64) (float64, Way) {
	// beyond is the share of δ that the profile may still have at the grid's end. Farther out it is bounded by its last value.
	const beyond = 1e-4
	mu := v.Before(len(v.Stages))
	end := fewDigits(min(convert.GaussianEpsilonUpper(mu, delta*beyond), widest))
	if end == 0 {
		return 0, noWay
	}
	return v.bestProfile(ctx, w, atDelta(delta), end, convert.GaussianEpsilonUpper(mu, delta))
}

// ProfileBy is Profile with a given Way, which may have been found for another run.
func (v *VariedProblem) ProfileBy(w *work.Budget, delta float64, by Way) float64 {
	if simple := convert.GaussianEpsilonUpper(v.Before(len(v.Stages)), delta); by.end == 0 {
		return simple
	}
	return v.profileBy(w, atDelta(delta), by, answer)
}

// A Way tells how the value of a profile was found: the share and the length of blocks, and the end of the grid. If
// Cycle.Lower is not 0, the profile was followed at that lower order up to a last block, which brings the bound to the order
// asked for. The last block is the last `joined` blocks taken together or, if joined is 0, the steps after the last use.
type Way struct {
	Cycle
	end    float64 // the loss at which the grid ends; 0 if no profile was followed
	share  float64 // the share of the noise that pays in the last block
	joined int
}

// noWay is the Way of a value that needed no profile.
var noWay = Way{Cycle: Cycle{Beta: 1, Block: 1}}

// ProfileRenyi returns an upper bound on the Rényi divergence of order alpha and the Way that gives it, the best of three: by
// contracting the divergence itself (Renyi), by following a profile and integrating it or, at orders too high for a profile,
// by raising a lower order (raise). Once the context has ended the bound may be looser.
func (v *VariedProblem) ProfileRenyi(ctx context.Context, w *work.Budget, alpha float64) (float64, Way) {
	mu := v.Before(len(v.Stages))
	want := atOrder{alpha, mu}
	simple, choice := gaussianRenyi(alpha, mu), noWay
	if e, c := v.Renyi(w, alpha, simple); e < simple {
		simple, choice.Cycle = e, c
	}
	if e, c := v.raise(ctx, w, alpha); e < simple {
		return e, c
	}
	e, c := v.bestProfile(ctx, w, want, fewDigits(min(want.reach(), widest)), simple)
	if e == simple {
		c = choice
	}
	return e, c
}

// ProfileRenyiBy is ProfileRenyi with a given Way, which may have been found for another run.
func (v *VariedProblem) ProfileRenyiBy(w *work.Budget, alpha float64, by Way) float64 {
	mu := v.Before(len(v.Stages))
	if by.end == 0 {
		return min(gaussianRenyi(alpha, mu), v.RenyiBy(w, alpha, by.Cycle))
	}
	if by.Lower > 0 {
		return min(gaussianRenyi(alpha, mu), v.raisedBy(w, alpha, by))
	}
	return v.profileBy(w, atOrder{alpha, mu}, by, answer)
}

// gaussianRenyi returns the Rényi divergence of two Gaussians mu apart, from above.
func gaussianRenyi(alpha, mu float64) float64 { return alpha * mu * mu / 2 * up }

// profileBy returns the value that a Way's profile proves on a grid with as many points as e says.
func (v *VariedProblem) profileBy(w *work.Budget, want target, by Way, e effort) float64 {
	g := newGrid(by.end, e.points)
	return want.value(g, v.follow(g, w, v.ending(w, by.Block), by.Cycle))
}

// bestProfile returns the least value that profiles prove on grids that end at `end` or before, with one share and one length
// of blocks. Sketches, profiles on grids of few points, choose these. It returns simple if no profile proves less.
func (v *VariedProblem) bestProfile(ctx context.Context, w *work.Budget, want target, end, simple float64) (float64, Way) {
	const (
		// promising is the largest ratio of a sketch to the simple value at which the sketch is followed up: with few points
		// it is up to a tenth above the answer.
		promising = 1.1
		// worse is the number of worse shares in a row after which no more are tried.
		worse = 3
	)
	way, least := Way{end: end}, math.Inf(1)
	sketched := func(k int, _ ending) float64 {
		// From a share near 1 down the value falls and then rises. A share of 1, which contracts nothing, is an exception.
		own, risen := math.Inf(1), 0
		for _, i := range []int{betas, 46, 43, 38, 32, 26, 20, 14, 8} {
			if ctx.Err() != nil || risen == worse {
				break
			}
			by := Way{Cycle: Cycle{Beta: beta(i), Block: k}, end: end}
			x := v.profileBy(w, want, by, sketch)
			switch {
			case i == betas:
			case x > own:
				risen++
			default:
				own, risen = x, 0
			}
			if x < least {
				way, least = by, x
			}
		}
		return least
	}
	lower := func(last variedBlock) float64 {
		g := newGrid(end, sketch.points)
		return want.value(g, g.gaussianProfile(last.shift))
	}
	v.eachLength(w, simple*promising, lower, sketched)
	if len(v.uses) == 0 || ctx.Err() != nil {
		return simple, noWay
	}
	if !math.IsInf(least, 1) {
		way, least = v.narrowed(w, want, way, least)
	}
	way, least = v.withMatching(ctx, w, want, way, least)
	if least > simple*promising {
		return simple, noWay
	}
	e := v.profileBy(w, want, way, answer)
	if !(e < simple) || ctx.Err() != nil {
		return simple, noWay
	}
	return e, way
}

// narrowed returns the way on a narrower and so finer grid, if its sketch gains more there than it loses beyond the end, and
// the value of the sketch.
func (v *VariedProblem) narrowed(w *work.Budget, want target, way Way, least float64) (Way, float64) {
	const narrower, narrowings = 0.75, 12 // the last grid that is tried ends at 3 % of the first
	for range narrowings {
		next := way
		next.end = fewDigits(way.end * narrower)
		x := v.profileBy(w, want, next, sketch)
		if !(x < least) {
			break
		}
		way, least = next, x
	}
	return way, least
}

// withMatching returns a way with matching and the length of blocks that is best with it. If its sketch does not gain by
// matching, it returns the way unchanged. The search for a length starts from the better of two: the way's, and the shortest at
// which a block mixes. The way may have no usable length, since it was chosen without matching.
func (v *VariedProblem) withMatching(ctx context.Context, w *work.Budget, want target, way Way, least float64) (Way, float64) {
	best, matched := way, math.Inf(1)
	try := func(end, beta float64, block int) bool {
		by := Way{Cycle: Cycle{Beta: beta, Block: block, Matched: true}, end: end}
		x := v.profileBy(w, want, by, sketch)
		if !(x < matched) {
			return false
		}
		best, matched = by, x
		return true
	}
	if !math.IsInf(least, 1) {
		try(way.end, way.Beta, way.Block)
	}
	try(way.end, payingShare, v.length(v.mixing(w)))
	if math.IsInf(matched, 1) {
		return way, least
	}
	for end := 0.0; best.end != end; { // again on a narrower grid
		end = best.end
		lengthsBeside(ctx, float64(best.Block), float64(len(v.uses)), func(block float64, _ bool) bool {
			return try(best.end, best.Beta, int(block))
		})
		best, matched = v.narrowed(w, want, best, matched)
	}
	if !(matched < least*mostWithMatching) || ctx.Err() != nil {
		return way, least
	}
	return best, matched
}

// payingShare is the share of the noise that pays for a block's distance if no search has chosen a share. With matching the
// value hardly depends on it.
const payingShare = 0.95

// follow returns the profile at the end of a run. The share by.Beta of the noise of each block's last step pays for the
// block's distance, and the rest contracts. If by.Matched is set, blocks are also matched, and the smaller value counts.
func (v *VariedProblem) follow(g *grid, w *work.Budget, e ending, by Cycle) []float64 {
	h := g.equalLaws() // replaced at the first block
	var matched variedMatching
	for i := range e.blocks {
		b := &e.blocks[i]
		w.Spend(2 * blockUnits(len(h)))
		if b.sure {
			h = g.gaussianProfile(b.shift * up)
			continue
		}
		if !math.IsInf(b.before, 1) {
			gaussian := g.gaussianProfile(b.before)
			for j, x := range gaussian {
				if i == 0 || x < h[j] {
					h[j] = x
				}
			}
		}
		before := h
		h = b.over(g, h, by.Beta)
		if by.Matched {
			for j, x := range matched.of(g, w, *b, by.Beta).over(before) {
				h[j] = min(h[j], x)
			}
		}
	}
	if e.rest != nil {
		h = g.contract(h, gaussiansApart(2*e.rest.Half(0)*up))
	}
	return h
}

// over returns the profile h after the block if the given share of its last step's noise pays.
func (b *variedBlock) over(g *grid, h []float64, share float64) []float64 {
	h = g.contract(h, gaussiansApart(2*b.kernel.Half(share)*up))
	return g.compose(h, g.gaussian(b.shift/math.Sqrt(share)*(1+4*u)))
}

// A variedMatching keeps the matching of the block that was followed last. While the learning rate is constant, the next
// block is often equal to it.
type variedMatching struct {
	block variedBlock
	made  *matching
}

// of returns the matching of a block.
func (m *variedMatching) of(g *grid, w *work.Budget, b variedBlock, beta float64) *matching {
	b.before = 0 // steps before the block do not matter
	if m.made == nil || m.block != b {
		m.block = b
		m.made = g.stroke(stroke{b.last, func(g *grid) []mechanism { return []mechanism{g.gaussian(b.equal)} }, b.over}, beta, w)
	}
	w.Spend(matchingBlocks * blockUnits(len(g.gamma)))
	return m.made
}

// At orders so high that no float64 holds the profile of a run whose steps differ, the profile is followed at a lower order up to
// the last block. That block, or the steps after the last use, then gives the bound at α (profile.md, section 9).

// raise bounds the divergence of order alpha by a profile at a lower order and the last block. It returns the bound and its Way,
// and +Inf if a profile can be followed at alpha itself or if it finds no bound.
func (v *VariedProblem) raise(ctx context.Context, w *work.Budget, alpha float64) (float64, Way) {
	order := highestFollowed(v.Before(len(v.Stages)))
	if !(alpha > order) {
		return math.Inf(1), noWay
	}
	_, way := v.ProfileRenyi(ctx, w, order)
	if way.end == 0 || ctx.Err() != nil {
		return math.Inf(1), noWay
	}
	way.Lower = order
	best, found := bestLastBlock(ctx, joinedLengths, func(joined float64) func(beta float64) float64 {
		way.joined = int(joined)
		last := v.lastBlock(w, way)
		if last == nil {
			return nil
		}
		return func(beta float64) float64 {
			w.Spend(extendedUnits * answer.points)
			return last.after(beta, alpha, rough)
		}
	})
	if !found {
		return math.Inf(1), noWay
	}
	way.joined, way.share = int(best.block), best.beta
	return v.raisedBy(w, alpha, way), way
}

// joinedLengths are the numbers of followed blocks that a last block may join, as in lastLengths. The largest is below
// followedBlocks.
var joinedLengths = []float64{0, 1, 2, 4, 8, 16, 32, 64}

// raisedBy returns the bound that a Way gives at a high order; +Inf if it gives none.
func (v *VariedProblem) raisedBy(w *work.Budget, alpha float64, by Way) float64 {
	last := v.lastBlock(w, by)
	if last == nil {
		return math.Inf(1)
	}
	w.Spend(extendedUnits * answer.points)
	return last.after(by.share, alpha, smooth)
}

// A variedLast is the last block of a run whose steps differ, and the profile before it.
type variedLast struct {
	lowProfile
	kernel affine.Stretch
	shift  float64 // the block's shift, over the noise; 0 if the block is the steps after the last use
}

// after bounds the divergence of order alpha after the block if the given share of its last step's noise pays.
func (l *variedLast) after(share, alpha, growth float64) float64 {
	kernel := gaussiansApart(2 * l.kernel.Half(share) * up)
	if l.shift == 0 {
		return l.extended(kernel, 0, alpha, growth)
	}
	return l.extended(kernel, gaussianRenyi(alpha, l.shift/math.Sqrt(share)*(1+4*u)), alpha, growth)
}

// lastBlock returns the last block of a Way. It is nil if joined is 0 and the run ends with a use, if fewer blocks were followed
// than it joins, or if it begins with the run or nothing bounds the steps before it.
func (v *VariedProblem) lastBlock(w *work.Budget, by Way) *variedLast {
	e := v.ending(w, by.Block)
	if by.joined == 0 {
		if e.rest == nil {
			return nil
		}
		return &variedLast{v.lowProfile(w, e.blocks, v.Before(v.uses[len(v.uses)-1]+1), by), *e.rest, 0}
	}
	at := len(e.blocks) - by.joined
	if at < 0 || e.blocks[at].sure || math.IsInf(e.blocks[at].before, 1) {
		return nil
	}
	last := v.last(w, by.joined*by.Block)
	return &variedLast{v.lowProfile(w, e.blocks[:at], e.blocks[at].before, by), last.kernel, last.shift}
}

// lowProfile returns the profile after the given blocks, never above the profile of two Gaussians mu apart, and its divergence
// of order by.Lower.
func (v *VariedProblem) lowProfile(w *work.Budget, blocks []variedBlock, mu float64, by Way) lowProfile {
	g := newGrid(by.end, answer.points)
	h := g.gaussianProfile(mu)
	if len(blocks) > 0 {
		for i, x := range v.follow(g, w, ending{blocks: blocks}, by.Cycle) {
			h[i] = min(h[i], x)
		}
	}
	return lowProfile{by.Lower, atOrder{by.Lower, mu}.value(g, h), g, h}
}
