package contraction

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lastiterate/bounds/run"
)

// betas is the number of shares β above 0 that are tried. They lie closer together near 1, 3 % apart at most, and are
// multiples of 2^−20, so that they are the same on every platform.
const betas = 48

// beta returns the share of index i. It rises from 0 at i = 0 to 1 at i = betas.
func beta(i int) float64 { return betaOf[i] }

// betaOf has the shares by index.
var betaOf = func() (out [betas + 1]float64) {
	const unit = 1.0 / (1 << 20)
	for i := range out {
		out[i] = math.Round((1-math.Pow(1-float64(i)/betas, 1.5))/unit) * unit
	}
	return out
}()

// valueUnits is the work of the value of a profile on a coarse grid, in units of package work.
const valueUnits = 600

// value returns the bound that a plan proves on a coarse grid; +Inf if it proves none.
func (s search) value(g *grid, pl plan) float64 {
	s.lengths.work.Spend(valueUnits)
	v := s.want.value(g, s.run(g, pl, sketch))
	if math.IsNaN(v) {
		return math.Inf(1)
	}
	return v
}

// share searches the shares β for the best plan of a block length on the coarse grid that ends at top, by golden section over
// their indices. It returns the plan and its value; any plan is valid.
func (s search) share(top, block float64) (plan, float64) {
	g := newGrid(top, sketch.points)
	value := func(i int) float64 {
		pl := plan{beta(i), block}
		at := attempt{pl, s.tail(block)}
		v, ok := s.tries[at]
		if !ok {
			v = s.value(g, pl)
			s.tries[at] = v
		}
		return v
	}
	const lesser, larger = 0.382, 0.618 // the parts of an interval that a golden section divides
	low, high := 1, betas
	for high-low > 2 {
		a := low + int(math.Round(lesser*float64(high-low)))
		b := min(max(a+1, low+int(math.Round(larger*float64(high-low)))), high-1)
		a = min(a, b-1)
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
	if math.IsInf(least, 1) { // both probes may lie beside the few shares that serve
		i := bestShare(value)
		best, least = plan{beta(i), block}, value(i)
	}
	return best, least
}

// bestShare searches the indices i of the shares beta(i) for the least value: first the ends of six equal intervals, then
// ever smaller steps around the best so far.
func bestShare(value func(i int) float64) int {
	best, least := betas, value(betas)
	for step := betas / 6; step > 0; step /= 2 {
		from, to := best-step, best+step
		if step == betas/6 {
			from, to = 0, betas
		}
		for i := max(0, from); i <= min(betas, to); i += step {
			if i != best {
				if v := value(i); v < least {
					best, least = i, v
				}
			}
		}
	}
	return best
}

// typical returns plans, one of which is likely to be near the best.
func (s search) typical() []plan {
	const even, paying = 0.65, 0.95 // shares of the noise that pay: two thirds of it, and nearly all
	plans := []plan{{even, s.from}, {paying, s.from}}
	if s.Order.Known() || s.Order == run.SecretOrder {
		for _, k := range blockLengths {
			if k > s.from && k <= s.epochs {
				return append(plans, plan{paying, k})
			}
		}
	}
	return plans
}

// An attempt is a plan and the number of steps of its tail. Tail ratios that round to the same number of steps give one
// attempt.
type attempt struct {
	plan
	tail float64
}

// best searches for the best plan on the grid that ends at top and returns its value. Where blocks may have tails it tries
// several lengths of tails, and sets tailRatio to that of the best.
func (s *search) best(ctx context.Context, top float64) (plan, float64) {
	s.tries = map[attempt]float64{}
	if !s.tails {
		return s.length(ctx, top)
	}
	s.tailRatio = 0
	best, least := s.length(ctx, top)
	at := s.tailRatio
	for _, s.tailRatio = range []float64{1, 0.5} { // steps of the tail, per step of the block
		if pl, v := s.length(ctx, top); v < least {
			best, least, at = pl, v, s.tailRatio
			s.from = pl.block
		}
	}
	s.tailRatio = at
	return best, least
}

// length searches for the best block length. A block costs at least its shift under all of the noise, so no longer block is
// tried once that alone costs as much as the best plan. Shorter blocks are tried a few times although none has a finite value yet.
func (s search) length(ctx context.Context, top float64) (plan, float64) {
	best, least := s.share(top, s.from)
	g := newGrid(top, sketch.points)
	const few = 8
	vain := 0
	s.besideLength(ctx, s.from, func(block float64, longer bool) bool {
		mu := s.shift(block, 1)
		if math.IsInf(mu, 1) {
			return true
		}
		if longer && s.want.value(g, g.gaussianProfile(mu)) >= least {
			return false
		}
		pl, v := s.share(top, block)
		if !(v < least) {
			vain++
			return math.IsInf(least, 1) && !longer && vain < few
		}
		best, least = pl, v
		return true
	})
	return best, least
}

// besideLength calls try with block lengths from the next longer one upwards, then from the next shorter one downwards. It
// leaves a direction when try returns false. In fresh orders and for sampled batches there is only one block length.
func (s search) besideLength(ctx context.Context, from float64, try func(block float64, longer bool) (more bool)) {
	if s.Order != run.FreshOrder && !s.Order.Sampled() {
		lengthsBeside(ctx, from, s.epochs, try)
	}
}

// lengthsBeside is besideLength for lengths up to `most`.
func lengthsBeside(ctx context.Context, from, most float64, try func(block float64, longer bool) (more bool)) {
	at := 0
	for at < len(blockLengths)-1 && blockLengths[at] < from {
		at++
	}
	for _, direction := range []int{1, -1} {
		for i := at + direction; i >= 0 && i < len(blockLengths) && blockLengths[i] <= most && ctx.Err() == nil; i += direction {
			if !try(blockLengths[i], direction > 0) {
				break
			}
		}
	}
}

// mostWithMatching is the largest ratio of the value with matching to the value without it at which matching is used. A
// smaller gain is not worth the work, which matching multiplies by about three.
const mostWithMatching = 0.999

// withMatching returns the search with matching, and the plan with the block length that is best with it. If matching gains
// too little over `without`, the given plan's value, it returns the search and the plan unchanged.
func (s search) withMatching(ctx context.Context, top float64, given plan, without float64) (search, plan) {
	m := s
	m.matching, m.tailRatio = true, 0
	g := newGrid(top, sketch.points)
	pl, starts := given, []plan{given}
	if given.beta == 1 { // it contracts nothing, and says nothing about the plan that is best with matching
		starts = append(starts, m.typical()...)
	}
	var tried []sketchedPlan
	least := math.Inf(1)
	for _, start := range starts {
		v := m.value(g, start)
		tried = append(tried, sketchedPlan{start, v})
		if v < least {
			pl, least = start, v
		}
	}
	m.besideLength(ctx, pl.block, func(block float64, _ bool) bool {
		beside := plan{pl.beta, block}
		v := m.value(g, beside)
		tried = append(tried, sketchedPlan{beside, v})
		if !(v < least) {
			return false
		}
		least = v
		return true
	})
	if !(least < without*mostWithMatching) {
		return s, given
	}
	return m, m.bestDraft(top, tried, least)
}

// A sketchedPlan is a plan and the value of its sketch.
type sketchedPlan struct {
	plan
	value float64
}

// closeCall is the ratio of a sketch's value to the least one up to which its plan may have the least answer: sketches have
// too few points to decide between values that are so close.
const closeCall = 1.005

// bestDraft returns the plan that is best by drafts, among the plans with sketches close to the least.
func (s search) bestDraft(top float64, sketches []sketchedPlan, least float64) plan {
	near := slices.DeleteFunc(sketches, func(x sketchedPlan) bool { return x.value > least*closeCall })
	if len(near) > 1 {
		g := newGrid(top, draft.points)
		for i := range near {
			near[i].value = s.want.value(g, s.run(g, near[i].plan, draft))
		}
	}
	return slices.MinFunc(near, func(a, b sketchedPlan) int { return cmp.Compare(a.value, b.value) }).plan
}

// A target is the question that a profile answers.
type target interface {
	// value returns the bound that the profile h gives, +Inf for none.
	value(g *grid, h []float64) float64
	// progress is cheaper than value. Once it no longer falls from block to block, neither does value, and the remaining
	// blocks are not followed.
	progress(g *grid, h []float64) float64
}

// atDelta asks for ε at a given δ.
type atDelta float64

func (d atDelta) value(g *grid, h []float64) float64 { return g.lossAt(h, float64(d)) }

func (d atDelta) progress(g *grid, h []float64) float64 { return g.lossAt(h, float64(d)) }
