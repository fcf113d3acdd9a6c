package contraction

import (
	"context"
	"math"
	"sort"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
)

// A high order asks for values of a profile that are below the smallest number. A lower order
// bounds them by Markov's inequality, a last block contracts them, and what the block pays adds to
// the divergence (profile.md, section 9).

// highestFollowed is about the largest order to which the smallest values of a profile add
// nothing, up to the reach of two Gaussians mu apart.
func highestFollowed(mu float64) float64 {
	const (
		exponent = 620 // e^{−620} is that far above [errfloat.Tiny]
		steps    = 16  // of an order: a choice without many digits is the same on every platform
		most     = 1 << 30
	)
	at := sort.Search(most, func(i int) bool {
		alpha := 1 + float64(i+1)/steps
		return (alpha-1)*GaussianReach(alpha, mu) > exponent
	})
	return 1 + float64(max(1, at))/steps
}

// atWorst is the search of a known order whose last use ends the run, for a secret one: a mean of
// laws is no farther apart than the farthest of them.
func (s search) atWorst() search {
	if s.Order == run.SecretOrder {
		p := s.Problem
		p.Order, p.Missing, p.T = run.KnownOrder, 0, int(s.epochs)*p.Period+p.Rest
		return p.search(nil)
	}
	return s
}

// lower is a path to an order that can be followed, with its grid, and the divergence after the last use of the
// example; no path where nothing was found.
type lower struct {
	order, divergence float64
	*grid
	path *path
}

// below finds the path that higher orders start from.
func (s search) below(ctx context.Context, order float64) *lower {
	return memo.PayUnless(ctx, &s.kept().lower, s.Work, asked{order, s.T, s.Order}, func() *lower {
		want := atOrder{order, s.startMu}
		_, at := s.leastIntegral(ctx, want)
		// With a tail, fewer uses than a block's may lose more than all of a run.
		if at != nil && !at.ever && at.tail(at.block) > 0 {
			s.tails, s.spread = false, 0
			_, at = s.leastIntegral(ctx, want)
		}
		if at == nil {
			return &lower{}
		}
		// The steps after the last use have not come yet where a last block begins.
		g := newGrid(at.top, answer.points)
		return &lower{order, want.value(g, at.h), g, at}
	})
}

// raised says how a path goes on to an order above the one that it was followed to.
type raised struct {
	*lower
	last plan // the block that follows; without a length, the steps after the last use
}

// raise is the divergence of order alpha of a run in a known order or in fresh ones, from a lower order's path and a last
// block with a share and a length of its own; +Inf and nil for none.
func (s search) raise(ctx context.Context, order, alpha float64) (float64, *path) {
	from := s.below(ctx, order)
	if from.path == nil {
		return math.Inf(1), nil
	}
	best, least := raised{}, math.Inf(1)
	try := func(r raised) bool {
		v := s.ending(r, alpha, rough)
		if !(v < least) {
			return false
		}
		least, best = v, r
		return true
	}
	if s.Rest > 0 && s.Order.Known() {
		try(raised{lower: from})
	}
	for _, block := range blockLengths {
		if block >= s.epochs || ctx.Err() != nil {
			break
		}
		at := func(i int) raised { return raised{from, plan{beta(i), block}} }
		share := bestShare(func(i int) float64 { return s.ending(at(i), alpha, rough) })
		if !try(at(share)) && block > 1 {
			break
		}
	}
	if math.IsInf(least, 1) || ctx.Err() != nil {
		return math.Inf(1), nil
	}
	at := *from.path
	at.raised = &best
	return s.ending(best, alpha, smooth), &at
}

// Beyond what numbers hold, losses grow by such a factor from one value to the next.
const (
	rough  = 1 + 1.0/16
	smooth = 1 + 1.0/256
)

// faintest is the value below which a profile is known by its logarithm: adding
// [errfloat.Tiny] does not change it.
const faintest = 1e-280

// ending is at least the divergence of order alpha after the last block.
func (s search) ending(r raised, alpha, growth float64) float64 {
	g, before := r.grid, r.path.h
	const contracted = 40
	s.lengths.work.Spend(contracted * len(before))
	kernel, pays := apartness{}, 0.0
	s.spread = 0
	if r.last.block > 0 {
		kernel, pays = s.lastBlockOf(g, r.last)
	} else {
		kernel = s.way(float64(s.Rest), g.fine())
	}
	if kernel.none() || math.IsInf(pays, 1) {
		return math.Inf(1)
	}
	h, end := g.contract(before, kernel), 0
	for end < g.last() && h[end+1] > faintest && before[end+1] > faintest {
		end++
	}
	losses := make([]float64, end+1)
	for i := range losses {
		losses[i] = g.loss(i)
	}
	mu := kernel.mu * up
	loss, reach := max(losses[end], g.step), GaussianReach(alpha, mu)
	_, log := errfloat.Log(h[end])
	further := []held{{loss, log}}
	for loss < reach {
		log := leftOf(r.faint(loss), loss, mu)
		loss *= growth
		further = append(further, held{loss, log})
	}
	return (integratedBeyond(alpha, mu, losses, h[:end+1], further) + float64(alpha*pays*pays/2)*up) * up
}

// lastBlockOf is how a last block takes apart any two points, and what it pays.
func (s search) lastBlockOf(g *grid, pl plan) (kernel apartness, pays float64) {
	if s.Order != run.FreshOrder {
		return s.lead(g, pl), s.shift(pl.block, pl.beta) * up
	}
	z, steps := s.lastUses(s.lengths, pl.block, s.last)
	if math.IsInf(z, 1) {
		return noKernel, z
	}
	return s.mirrored.apartness(steps, pl.beta, apart(s.hiding(s.lengths, steps), pl.beta), g.fine()), z / math.Sqrt(pl.beta) * up
}

// held is the logarithm of a bound on a profile up to a loss.
type held struct{ upTo, log float64 }

// faint is at least the logarithm of the lower order's profile at a loss.
func (l *lower) faint(loss float64) float64 {
	d := l.order - 1
	log := min(0, float64(d*(l.divergence-loss))+8*u*d*(l.divergence+loss))
	if i := int(min(loss/l.step, float64(l.last()))); l.loss(i) <= loss && l.path.h[i] > faintest {
		_, at := errfloat.Log(l.path.h[i])
		log = min(log, at)
	}
	return log
}

// leftOf is at least the logarithm of a·θ(1 + (γ−1)/a), ln a = log, γ = e^loss, where θ is the profile
// of two Gaussians mu apart: at most e^{−x²/2} for x ≥ 0, Φ(−x) the larger of its two terms.
func leftOf(log, loss, mu float64) float64 {
	_, less := errfloat.Log(-1 / float64(errfloat.Expm1(-loss)*(1-40*u))) // of γ/(γ−1)
	below := loss - less
	x := (below-log)/mu - mu/2
	x -= 8 * u * ((math.Abs(below)+math.Abs(log))/mu + mu)
	if x <= 0 {
		return log
	}
	return log - float64(x*x/2*(1-4*u)) + 8*u*math.Abs(log)
}
