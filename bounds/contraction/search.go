package contraction

import "math"

const (
	// coarse and fine are the points of the grids that choose and that answer.
	coarse, fine = 56, 640
	// mostBlocks is the longest chain; a longer run starts it from h = 1, which
	// bounds whatever came before.
	mostBlocks = 60
)

// A target is what a profile is wanted for; smaller is better.
type target func(g *grid, h []float64) float64

// A hunt looks for a plan.
type hunt struct {
	Problem
	lengths
	epochs, last float64
	want         target
	chi2         float64 // bound on the χ²-divergence at any time of the run
	from         float64 // a block length that is not far from the best
}

func (p Problem) hunt(want target) hunt {
	period := float64(p.Period)
	epochs := math.Floor(float64(p.T-1)/period) + 1
	s := hunt{Problem: p, lengths: p.lengths(), epochs: epochs, last: float64(p.T) - (epochs-1)*period, want: want, from: 1}
	if p.Order == Sampled {
		s.chi2, _ = s.sampled(p.Rate, float64(p.T), 2)
		return s
	}
	var guess Choice
	s.chi2, guess = s.blocks(period, epochs, 2)
	// A single block is the last step's bound, not a choice.
	if s.from = float64(guess.Block); math.IsInf(s.chi2, 1) || s.from == epochs {
		s.from = 1
		for i := 0; blockLengths[i] < epochs && s.half(blockLengths[i]*period) > usefulHalf; i++ {
			s.from = blockLengths[i+1]
		}
	}
	if p.Order == Reshuffled {
		s.from = 1
	}
	return s
}

// run evaluates a plan on a grid. A run is followed from its start, where h = 0,
// or its last blocks are, from a bound on all that came before; the latter ends as
// soon as the target stands still to within the tolerance, and is a bound for
// every run that is at least as long.
func (s hunt) run(g *grid, pl plan, tolerance float64) []float64 {
	count := math.Ceil(s.epochs/pl.block) - 1 // blocks after the first
	c := s.chain(s.lengths, g, pl, float64(s.Period))
	often, still := s.fromAbove(c, math.Min(count, mostBlocks), tolerance)
	rarely := often
	if !still && count <= mostBlocks {
		often = s.start(g, pl, count)
		for range int(count) {
			rarely, often = often, c.over(often)
		}
		if count == 0 {
			rarely = nil
		}
	}
	switch s.Order {
	case Reshuffled:
		return s.chain(s.lengths, g, pl, s.last).over(often)
	case Shuffled:
		if pl.block > 1 && rarely != nil {
			rarely = often // one use fewer is no more
		}
		return s.released(s.lengths, g, often, rarely, s.last)
	}
	return often
}

// fromAbove applies the chain to a bound on everything that came before, and
// reports whether the target stands still.
func (s hunt) fromAbove(c chain, most, tolerance float64) (h []float64, still bool) {
	const short = 8 // runs that are followed from their start anyway
	if most < short {
		return nil, false
	}
	h = s.before(c.grid)
	before := math.Inf(1)
	for i := 0.0; i < most; i++ {
		h = c.over(h)
		now := s.want(c.grid, h)
		if now >= before*(1-tolerance) && !math.IsInf(now, 1) {
			return h, true
		}
		before = now
	}
	return h, false
}

// before bounds the profile at any time of the run, without contracting profiles:
// the Gaussian one, and half the root of the χ²-divergence.
func (s hunt) before(g *grid) []float64 {
	h := make([]float64, len(g.gamma))
	total := math.Sqrt(s.chi2) / 2 * (1 + 1e-15)
	for i := range h {
		h[i] = math.Min(hockey(s.simple(), g.loss(i)), total)
	}
	return falling(h)
}

// start is the profile after the first block, which may be shorter; for fresh
// secret batches, nothing yet or the first step.
func (s hunt) start(g *grid, pl plan, count float64) []float64 {
	nothing := make([]float64, len(g.gamma))
	for i := range nothing {
		nothing[i] = tiny
	}
	switch s.Order {
	case Reshuffled:
		return nothing
	case Sampled:
		return g.compose(nothing, g.sampled(s.Rate, 1/s.s))
	}
	first := s.epochs - count*pl.block
	mu := math.Min(s.s*math.Sqrt(first), s.grown(first, float64(s.Period)))
	return falling(g.gaussian(mu * (1 + 1e-15)).away[:len(nothing)])
}

// value is the target of a plan on a coarse grid.
func (s hunt) value(top float64, pl plan) float64 {
	g := newGrid(top, coarse)
	v := s.want(g, s.run(g, pl, 1e-4))
	if math.IsNaN(v) {
		return math.Inf(1)
	}
	return v
}

// betas are the shares tried: closer together near 1.
const betas = 48

func beta(i int) float64 { return 1 - math.Pow(1-float64(i)/betas, 1.5) }

// share narrows the share of the noise for a block length, by golden sections.
func (s hunt) share(top, block float64) (plan, float64) {
	known := map[int]float64{}
	value := func(i int) float64 {
		v, ok := known[i]
		if !ok {
			v = s.value(top, plan{beta(i), block})
			known[i] = v
		}
		return v
	}
	low, high := 1, betas
	for high-low > 2 {
		a := low + int(math.Round(0.382*float64(high-low)))
		b := max(a+1, low+int(math.Round(0.618*float64(high-low))))
		if b >= high {
			b = high - 1
			a = b - 1
		}
		if a <= low {
			break
		}
		if value(a) <= value(b) && !math.IsInf(value(a), 1) {
			high = b
		} else {
			low = a
		}
	}
	best, least := plan{1, block}, math.Inf(1)
	for i := low; i <= high; i++ {
		if v := value(i); v < least {
			best, least = plan{beta(i), block}, v
		}
	}
	return best, least
}

// best looks for the best plan on the grid of the given top. A block costs at
// least its shift under all of the noise.
func (s hunt) best(top float64) (plan, float64) {
	best, least := s.share(top, s.from)
	if s.Order == Reshuffled || s.Order == Sampled {
		return best, least
	}
	at := 0
	for at < len(blockLengths)-1 && blockLengths[at] < s.from {
		at++
	}
	g := newGrid(top, coarse)
	for _, direction := range []int{1, -1} {
		for i := at + direction; i >= 0 && i < len(blockLengths) && blockLengths[i] < s.epochs; i += direction {
			floor := s.want(g, falling(g.gaussian(s.grown(blockLengths[i], float64(s.Period))).away[:coarse+1]))
			if direction > 0 && floor >= least {
				break
			}
			pl, v := s.share(top, blockLengths[i])
			if !(v < least) {
				break
			}
			best, least = pl, v
		}
	}
	return best, least
}
