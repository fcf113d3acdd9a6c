package contraction

import (
	"context"
	"math"
	"sort"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
)

// Values of a profile that a high order needs are below the smallest float64. A lower order bounds them by Markov's
// inequality, a last block contracts them, and the block's payment adds to the divergence (profile.md, section 9).

// highestFollowed returns about the largest order at which a profile can be followed: at it [errfloat.Tiny], which is added
// to every value of the profile, adds next to nothing up to the reach of two Gaussians mu apart.
func highestFollowed(mu float64) float64 {
	const (
		exponent = 620     // e^{−620} is far enough above [errfloat.Tiny]
		steps    = 16      // steps per unit of the order: an order with few digits is the same on every platform
		most     = 1 << 30 // the most steps, so that the highest order is 2^26
	)
	at := sort.Search(most, func(i int) bool {
		alpha := 1 + float64(i+1)/steps
		return (alpha-1)*GaussianReach(alpha, mu) > exponent
	})
	return 1 + float64(max(1, at))/steps
}

// atWorst returns the search itself. For an order that is shuffled once it returns the search of the worst known order, whose last
// use comes as late as possible: means of laws are no farther apart than the farthest of the laws.
func (s search) atWorst() search {
	if s.Order == run.SecretOrder {
		p := s.Problem
		p.Order, p.Missing, p.T = run.KnownOrder, 0, int(s.epochs)*p.Period+p.Rest
		return p.search(nil)
	}
	return s
}

// A lowProfile is a profile before a last block, on its grid, with the divergence of an order at which it can be followed.
type lowProfile struct {
	order, divergence float64
	*grid
	h []float64
}

// A lowPath is a path at a lower order, with the profile right after the last use of the example; its path is nil where
// nothing was found.
type lowPath struct {
	lowProfile
	path *path
}

// lowPath finds the path at the given order, which higher orders continue.
func (s search) lowPath(ctx context.Context, order float64) *lowPath {
	return memo.PayUnless(ctx, &s.kept().lower, s.Work, memoryKey{order, s.T, s.Order}, func() *lowPath {
		want := atOrder{order, s.startMu}
		s := s
		s.Rest, s.After = 0, 0 // the steps after the last use have not come yet where a last block begins
		_, at := s.leastIntegral(ctx, want)
		// With a tail, fewer uses than a block's may lose more than all of a run.
		if at != nil && !at.ever && at.tail(at.block) > 0 {
			s.tails, s.tailRatio = false, 0
			_, at = s.leastIntegral(ctx, want)
		}
		if at == nil {
			return &lowPath{}
		}
		g := newGrid(at.top, answer.points)
		return &lowPath{lowProfile{order, want.value(g, at.h), g, at.h}, at}
	})
}

// An extension says how a path continues at an order above its own.
type extension struct {
	*lowPath
	last plan // the block that follows; if its length is 0, the steps after the last use
	// revealed says that the batches of a sampled run's last block count as known.
	revealed bool
}

// raisedFrom is raise from the highest order that can be followed, which says most about the far tails. Sampled
// runs are followed the less closely the higher the order is: for these lower orders are tried too, until one is no better.
func (s search) raisedFrom(ctx context.Context, alpha float64) (best float64, found *path) {
	best = math.Inf(1)
	const (
		dear  = 1 << 24  // units of work: no other order is tried after one that takes more
		least = 1.0 / 16 // the least order less 1: the step of highestFollowed
	)
	for above := highestFollowed(s.startMu) - 1; above > least; above /= math.Sqrt2 {
		before := s.Work.Used()
		v, at := s.raise(ctx, 1+fewDigits(above), alpha)
		if !(v < best) {
			break
		}
		best, found = v, at
		if !s.Order.Sampled() || s.Work.Used()-before > dear {
			break
		}
	}
	return best, found
}

// raise bounds the divergence of order alpha by the path at a lower order and a last block with a share and a length of its
// own. It returns +Inf and nil if it finds no bound. The last block of a sampled run is one step, or several whose batches count as
// known.
func (s search) raise(ctx context.Context, order, alpha float64) (float64, *path) {
	from := s.lowPath(ctx, order)
	if from.path == nil {
		return math.Inf(1), nil
	}
	of := func(pl plan) extension {
		return extension{from, pl, s.Order.Sampled() && (pl.block > 1 || pl.block == 1 && s.sizes != nil)}
	}
	best, found := bestLastBlock(ctx, lastLengths, func(block float64) func(beta float64) float64 {
		if block == 0 && (s.Rest == 0 || s.Order.Secret()) || block > 0 && block >= s.epochs {
			return nil
		}
		return func(beta float64) float64 { return s.afterLastBlock(of(plan{beta, block}), alpha, rough) }
	})
	if !found {
		return math.Inf(1), nil
	}
	at, last := *from.path, of(best)
	at.extension = &last
	return s.afterLastBlock(last, alpha, smooth), &at
}

// lastLengths are the lengths of last blocks that are tried. The length 0 stands for the steps after the last use.
var lastLengths = append([]float64{0}, blockLengths...)

// bestLastBlock returns the last block, a length and a share, for which value is least. Blocks grow until a longer one
// proves no more. value returns nil for a length that the run does not have. found is false if no block proves anything or the
// context has ended.
func bestLastBlock(ctx context.Context, lengths []float64, value func(length float64) func(beta float64) float64) (best plan, found bool) {
	least := math.Inf(1)
	for _, length := range lengths {
		if ctx.Err() != nil {
			break
		}
		at := value(length)
		if at == nil && length > 0 {
			break
		}
		if at == nil {
			continue
		}
		share := 0 // the steps after the last use only contract
		if length > 0 {
			share = bestShare(func(i int) float64 { return at(beta(i)) })
		}
		if v := at(beta(share)); v < least {
			least, best = v, plan{beta(share), length}
		} else if length > 1 {
			break
		}
	}
	return best, !math.IsInf(least, 1) && ctx.Err() == nil
}

// Where float64 cannot hold a profile, its logarithm is bounded at losses that grow by one of these factors.
const (
	rough  = 1 + 1.0/16  // for searches
	smooth = 1 + 1.0/256 // for answers
)

// faintest is the value below which a profile is known by its logarithm. Adding
// [errfloat.Tiny] does not change this value.
const faintest = 1e-280

// afterLastBlock returns an upper bound on the divergence of order alpha after the last block. growth is rough or smooth.
func (s search) afterLastBlock(r extension, alpha, growth float64) float64 {
	g := r.grid
	s.lengths.work.Spend(extendedUnits * len(r.h))
	s.tailRatio = 0
	var kernels ways
	pays := 0.0
	if r.last.block > 0 {
		kernels, pays = s.lastBlockOf(g, r, alpha)
	} else {
		kernels = s.idleWays(g, float64(s.Rest))
	}
	least := math.Inf(1)
	for _, w := range kernels {
		before := r.lowProfile
		before.h = w.before(g, r.h)
		least = min(least, before.extended(w.last, pays, alpha, growth))
	}
	return least
}

// extendedUnits is the work of extended for each point of the profile, in units of package work.
const extendedUnits = 40

// extended returns an upper bound on the divergence of order alpha after a kernel and a payment; pays is the payment's
// divergence of this order.
func (l lowProfile) extended(kernel apartness, pays, alpha, growth float64) float64 {
	if kernel.none() || math.IsInf(pays, 1) {
		return math.Inf(1)
	}
	h, end := l.contract(l.h, kernel), 0
	for end < l.last() && h[end+1] > faintest && l.h[end+1] > faintest {
		end++
	}
	losses := make([]float64, end+1)
	for i := range losses {
		losses[i] = l.loss(i)
	}
	mu := kernel.mu * up
	loss, reach := max(losses[end], l.step), GaussianReach(alpha, mu)
	_, log := errfloat.Log(h[end])
	further := []logBound{{loss, log}}
	for loss < reach {
		log := leftOf(l.faint(loss), loss, mu)
		loss *= growth
		further = append(further, logBound{loss, log})
	}
	beyond := GaussianBeyond(alpha, mu, further[len(further)-1].upTo)
	return (integratedBeyond(alpha, losses, h[:end+1], further, beyond) + pays) * up
}

// lastBlockOf returns the ways of a last block's steps and the Rényi divergence of order alpha that the block pays.
func (s search) lastBlockOf(g *grid, r extension, alpha float64) (kernels ways, pays float64) {
	pl := r.last
	switch {
	case s.Order == run.FreshOrder:
		z, steps := s.lastUses(s.lengths, pl.block, s.last)
		if math.IsInf(z, 1) {
			return nil, z
		}
		return s.split(g, steps, func(n float64) apartness {
			return s.under(s.hiding(s.lengths, n), n, pl.beta, g.fine())
		}), gaussianRenyi(alpha, z/math.Sqrt(pl.beta)*up)
	case r.revealed:
		s.lengths = s.lengths.revealed()
	case s.Order.Sampled():
		_, least := s.cheapest(s.Rate, alpha, pl.beta)
		return s.lead(g, pl), least / (alpha - 1) * (1 + 4*u)
	}
	return s.lead(g, pl), gaussianRenyi(alpha, s.shift(pl.block, pl.beta)*up)
}

// A logBound is the logarithm of a bound on a profile. It holds from the loss of the bound before it up to its own loss.
type logBound struct{ upTo, log float64 }

// faint returns an upper bound on the logarithm of the lower order's profile at a loss.
func (l lowProfile) faint(loss float64) float64 {
	d := l.order - 1
	log := min(0, float64(d*(l.divergence-loss))+8*u*d*(l.divergence+loss))
	if i := int(min(loss/l.step, float64(l.last()))); l.loss(i) <= loss && l.h[i] > faintest {
		_, at := errfloat.Log(l.h[i])
		log = min(log, at)
	}
	return log
}

// leftOf returns an upper bound on the logarithm of a·θ(1 + (γ−1)/a), ln a = log, γ = e^loss, where θ is the profile
// of two Gaussians mu apart. It rests on θ ≤ Φ(−x) ≤ e^{−x²/2} for x ≥ 0.
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
