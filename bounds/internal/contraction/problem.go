// Package contraction bounds the privacy loss of runs on a bounded domain. Two iterates are never further apart than the
// diameter, so the noise of a step that both runs share makes their laws more alike: it contracts every divergence between
// them, whatever the loss function.
//
// Start with [Problem]. [Problem.Renyi] bounds Rényi divergences (strong data processing with Dobrushin's coefficient, in steps
// and in blocks), [Problem.Joint] lets the shift program share the noise, and [Problem.Profile] bounds δ(ε) itself (non-linear
// contraction of privacy profiles): for full batches, orders known or secret, and batches sampled without replacement or by Poisson
// sampling. [VariedProblem] is for steps that differ. contraction.md derives the first two and the last, profile.md the third;
// overlap.md has a smaller coefficient for orders up to 2.
//
// These words and symbols recur. A use is a step that uses the differing example. A kernel is a number of steps that both
// runs take alike; a part θ of a divergence is left after it, the rest is forgotten. Over a block of steps the distance of
// the runs grows while their divergence contracts. The block's last step then pays that distance off, and so do the steps of
// a tail where one follows: they hide it in their noise, which costs the divergence of a Gaussian shift. β is the share of
// the last step's noise that pays; the share 1 − β contracts. α is the order, and y = e^{(α−1)R} − 1 stands for a Rényi
// divergence R. Two points mix over a kernel at least as well as two Gaussians μ = 2x standard deviations apart.
//
// Every schedule of noise shares and block lengths is valid, so the search for one rounds in any way. The evaluation of the
// chosen one rounds upward. What does not converge is +Inf, never a small number.
package contraction

import (
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// A Problem is a run on a domain of finite diameter. Its numbers are on the safe side of the
// run's: lengths and probabilities of use are rounded up, σ down.
type Problem struct {
	Order  run.Order // says which steps use the differing example
	Period int       // steps in an epoch, ≥ 1; not used if the order is sampled
	Rate   float64   // probability that a step uses the example, if the order is sampled
	Prices []Price   // bounds on what a sampled step pays, at least one if the order is sampled
	// Sizes are the groups of sizes of a Poisson batch, and Beyond is at least the
	// probability of all other sizes. nil for batches of one size, whose majorants are Plain.
	Sizes  []SizeGroup
	Beyond float64
	T      int // steps, ≥ 1
	Rest   int // steps after the last one that may use the example, below T: after its position in a known order, or its deletion
	After  int // how many of the Rest steps come after the deletion
	// Missing is the probability that an epoch's order leaves out the differing
	// example, if the order is secret.
	Missing float64

	Sensitivity float64 // s, a length: the jump of a step that uses the example, in batches that both runs know
	Sigma       float64 // σ, a length
	Diameter    float64 // D, a length, finite

	// Plain are majorants of the modulus of one run's own step. Use are majorants of how a step that uses the
	// differing example changes the distance of the two runs, the jump not counted. Shared are majorants
	// of the modulus of a map that both runs share in such a step.
	Plain, Use, Shared []affine.Line

	// Work is the budget for computing bounds; nil for no limit.
	Work *work.Budget

	// Family keeps what runs that differ only in T have in common; nil to keep nothing.
	Family *Family

	memory *memory // nil for none; see Remembering
}

// open returns the problem with a known order if an epoch has one step, which always uses the example: its order is no
// secret.
func (p Problem) open() Problem {
	if p.Period == 1 && p.Missing == 0 && !p.Order.Sampled() {
		p.Order = run.KnownOrder
	}
	return p
}

// lengths are a problem's lengths and majorants in units of σ, and values computed from these alone.
type lengths struct {
	s, d               float64 // sensitivity and diameter
	plain, use, shared []affine.Line
	work               *work.Budget
	mirror             *mirror // nil if mirrored noise is not followed
	prices             []Price
	sizes              []SizeGroup
	beyond             float64
	cache              *lengthCache
	rays               *bothRays
}

// lengthCache keeps values that depend only on numbers of steps or uses, since every order α asks for them again.
type lengthCache struct {
	stretches memo.Of[float64, []affine.Stretch] // by steps
	grown     memo.Of[[2]float64, float64]       // by uses and how far apart they are
	tails     memo.Of[[3]float64, []tailSet]     // by uses, how far apart they are and how many there are
}

// mirroredSteps are n plain steps with mirrored noise; nil if there is no mirror, and for a single
// step, for which the Gaussian bound is exact.
func (l lengths) mirroredSteps(n float64) *mirroredSteps { return l.mirror.ofSteps(n) }

// lengths are computed once if the problem has a memory. Mirrored noise is charged to each budget once.
func (p Problem) lengths() lengths {
	m := p.kept()
	m.once.Do(func() { m.lengths = p.Family.lengthsOf(p) })
	l := m.lengths
	l.work = p.Work
	if l.mirror != nil {
		m.paid.Get(p.Work, func() bool {
			p.Work.Spend(l.mirror.units(p.T))
			return true
		})
	}
	return l
}

// newLengths divides lengths by σ, rounding up, and leaves out majorants that lie above others everywhere.
func (p Problem) newLengths() lengths {
	over := func(length float64) float64 { return length / p.Sigma * (1 + 2*u) }
	scaled := func(lines []affine.Line) []affine.Line {
		out := make([]affine.Line, len(lines))
		for i, l := range lines {
			out[i] = affine.Line{Excess: l.Excess, Offset: over(l.Offset)}
		}
		return affine.Lowest(out, math.Inf(1))
	}
	l := lengths{s: over(p.Sensitivity), d: over(p.Diameter), plain: scaled(p.Plain), use: scaled(p.Use), shared: scaled(p.Shared),
		beyond: p.Beyond, cache: &lengthCache{}, rays: newBothRays()}
	for _, price := range p.Prices {
		l.prices = append(l.prices, Price{price.Bits, over(price.Length), price.Apart})
	}
	for _, size := range p.Sizes {
		l.sizes = append(l.sizes, SizeGroup{size.Low, size.High, scaled(size.Plain)})
	}
	if !p.Order.Sampled() {
		l.mirror = newMirror(l.plain, l.d)
	}
	return l
}

// kernelToUse returns the stretches of n steps as one kernel. The last step uses the differing example. A single step takes
// the map that both runs share; in a longer stretch every step is one run's own (contraction.md, section 3).
func (l lengths) kernelToUse(n float64) []affine.Stretch {
	l.work.Spend(stretchUnits * len(l.plain))
	if n == 1 {
		return undominated(l.shared, l.d, 1)
	}
	return l.stretches(n)
}

// stretches returns the stretches of n steps of one run's own, under each majorant that no other dominates.
func (l lengths) stretches(n float64) []affine.Stretch {
	return l.cache.stretches.Get(n, func() []affine.Stretch { return undominated(l.plain, l.d, n) })
}

// stretchUnits is the work of the stretches of one majorant, in units of package work.
const stretchUnits = 40

// undominated returns the stretches of at most n steps under each majorant, without those that another dominates. Fewer steps
// mix no better than all n, but where a majorant adds a constant at every step the bound for fewer may be smaller.
func undominated(majorants []affine.Line, d, n float64) []affine.Stretch {
	var out []affine.Stretch
	put := func(s affine.Stretch) {
		if math.IsInf(s.Half(0), 1) {
			return
		}
		for i := 0; i < len(out); {
			switch {
			case out[i].Dominates(s):
				return
			case s.Dominates(out[i]):
				out = append(out[:i], out[i+1:]...)
			default:
				i++
			}
		}
		out = append(out, s)
	}
	for _, m := range majorants {
		put(affine.NewStretch(m, d, n))
		if m.Offset == 0 || n == 1 {
			continue
		}
		enough := m.Cheapest(d)
		for _, some := range []float64{math.Floor(enough), math.Ceil(enough)} {
			if some = max(1, some); some < n {
				put(affine.NewStretch(m, d, some))
			}
			put(affine.NewStretch(m, d, min(some, n-1)).Ahead())
		}
	}
	return out
}

// mixed returns θ, from above, and 1−θ, from below, of n steps that do not use the
// differing example, with all of their noise; 1 and 0 at n = 0.
func (l lengths) mixed(n float64) (theta, rest float64) {
	if n == 0 {
		return 1, 0
	}
	theta, rest = affine.Contracted(l.idleMu(n) / 2)
	return l.mirroredSteps(n).betterBound(0, theta, rest)
}

// grown returns an upper bound, in units of σ, on the distance that k uses of the example, period steps
// apart, open up between the two runs.
func (l lengths) grown(k, period float64) float64 {
	oneByOne := 64.0 // the first uses choose their majorants one by one; after so many the distance hardly changes from use to use
	if len(l.use) == 1 && (period == 1 || len(l.plain) == 1) {
		oneByOne = 1 // nothing to choose between
	}
	l.work.Spend(5 * (len(l.plain) + len(l.use)) * int(min(k, oneByOne)))
	return l.cache.grown.Get([2]float64{k, period}, func() float64 { return l.computeGrown(k, period, oneByOne) })
}

// computeGrown computes grown. It chooses majorants for each of the first oneByOne uses, and one pair of majorants for all later
// ones.
func (l lengths) computeGrown(k, period, oneByOne float64) float64 {
	jump := func(z float64) float64 { return (affine.Least(l.use, z, 1) + l.s) * (1 + 2*u) }
	z, i := l.s, 1.0
	for ; i < k && i < oneByOne; i++ {
		z = jump(min(l.d, affine.Least(l.plain, z, period-1)))
	}
	if i == k {
		return z
	}
	// Under one pair of majorants an epoch is a line, too.
	best := math.Inf(1)
	for _, plain := range l.plain {
		for _, use := range l.use {
			best = min(best, l.epoch(plain, use, period).After(z, k-i))
		}
	}
	// Nor can it exceed what one use opens from the whole diameter.
	return min(best, jump(l.d))
}

// epoch returns a line above what an epoch, plain steps and then a use that adds s, does to a distance.
func (l lengths) epoch(plain, use affine.Line, period float64) affine.Line {
	out := affine.Line{Excess: use.Excess, Offset: (use.After(plain.After(0, period-1), 1) + l.s) * (1 + 2*u)}
	if period == 1 || plain.Excess == 0 {
		return out
	}
	way := (period - 1) * plain.Log()
	power := way + use.Log()
	if !math.IsInf(power, -1) {
		power += float64(32 * u * (math.Abs(way) + math.Abs(use.Log())))
	}
	out.Excess = errfloat.Expm1(power)
	out.Excess += float64(34 * u * math.Abs(out.Excess))
	return out
}
