// Package contraction bounds the privacy loss of runs on a bounded domain by
// what the noise itself makes them forget: a step whose noise hides the whole
// diameter contracts every divergence between the two runs, whatever the loss.
//
// The start is [Problem]: its [Problem.Renyi] gives Rényi divergences (strong data
// processing with the Dobrushin coefficient, in steps and in blocks), and
// [Problem.Profile] gives δ(ε) itself (non-linear contraction of privacy
// profiles), for full batches, orders known or secret, and batches sampled
// without replacement or by Poisson sampling. contraction.md derives the first,
// profile.md the second.
//
// Every schedule of noise shares and block lengths is valid, so they are found
// in floating point without care; the evaluation of the one chosen rounds
// upward. What does not converge is +Inf, never a small number. Orders of at most 2 contract by what two
// points of the domain have in common as well (overlap.md).
package contraction

import (
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/run"
	"lastiterate/bounds/work"
)

// A Problem is a run on a domain of finite diameter. Its numbers are on the safe side of those
// of the run, and every bound on that of the problem: probabilities of use and lengths
// rounded up, σ down.
type Problem struct {
	Order  run.Order // says which steps use the differing example
	Period int       // steps in an epoch, ≥ 1; not used where sampled
	Rate   float64   // probability of use, where sampled
	Prices []Price   // of a step, where sampled: one at least, each of which holds
	// Sizes are the groups of sizes of a Poisson batch, and Beyond is at least the
	// probability of others; nil for batches of one size, under Plain.
	Sizes  []Size
	Beyond float64
	T      int // steps, ≥ 1
	Rest   int // steps after the last one that may use it, below T: of a known order's position, or after a deletion
	// After are those of them after the deletion of the example.
	After int
	// Missing is the probability that an epoch's order drops the differing
	// example, where it is secret.
	Missing float64

	Sensitivity float64 // s, a length: the jump of a step that uses the example, in batches that both runs know
	Sigma       float64 // σ, a length
	Diameter    float64 // D, a length, finite

	// Plain are majorants of the moduli of one run's own step, Visit those of the distance of
	// the two runs in a step that uses the differing example, the jump not
	// counted, and Shared those of a map that both runs share in such a step.
	Plain, Visit, Shared []affine.Line

	// Work counts what its bounds take; nil for no limit.
	Work *work.Budget

	// Family is that of runs that differ from this one in T alone; nil for none.
	Family *Family

	memory *memory // nil for none; see Remembering
}

// open is the problem with no secret where there is none: in an order of one step.
func (p Problem) open() Problem {
	if p.Period == 1 && p.Missing == 0 && !p.Order.Sampled() {
		p.Order = run.KnownOrder
	}
	return p
}

// lengths are the problem's lengths over σ and its majorants.
type lengths struct {
	s, d                 float64
	plain, visit, shared []affine.Line
	work                 *work.Budget
	mirror               *mirror // nil for none
	prices               []Price
	sizes                []Size
	beyond               float64
	made                 *made
	rays                 *bothRays
}

// made keeps what depends on a number of steps or uses alone: every order asks for it again.
type made struct {
	stretches memo.Of[float64, []affine.Stretch] // by steps
	grown     memo.Of[[2]float64, float64]       // by uses and how far apart they are
	afters    memo.Of[[3]float64, []after]       // by uses, how far apart they are and how many there are
}

// folded are n plain steps with mirrored noise, nil for a single one, for which
// the Gaussian bound is exact.
func (l lengths) folded(n float64) *folded { return l.mirror.fold(n) }

// lengths are the problem's, made once where it remembers. Every budget counts the work of
// mirrored noise once.
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

func (p Problem) newLengths() lengths {
	over := func(length float64) float64 { return length / p.Sigma * (1 + 2*u) }
	scaled := func(lines []affine.Line) []affine.Line {
		out := make([]affine.Line, len(lines))
		for i, l := range lines {
			out[i] = affine.Line{Excess: l.Excess, Offset: over(l.Offset)}
		}
		return affine.Lowest(out)
	}
	l := lengths{s: over(p.Sensitivity), d: over(p.Diameter), plain: scaled(p.Plain), visit: scaled(p.Visit), shared: scaled(p.Shared),
		beyond: p.Beyond, made: &made{}, rays: newBothRays()}
	for _, price := range p.Prices {
		l.prices = append(l.prices, Price{price.Bits, over(price.Length), price.Apart})
	}
	for _, size := range p.Sizes {
		l.sizes = append(l.sizes, Size{size.Low, size.High, scaled(size.Plain)})
	}
	if !p.Order.Sampled() {
		l.mirror = newMirror(l.plain, l.d)
	}
	return l
}

// toVisit are n steps of a common kernel that end with one that uses the
// differing example. A single one is taken with the shared map; in a longer
// stretch the steps before the last are one run's own.
func (l lengths) toVisit(n float64) []affine.Stretch {
	l.work.Spend(stretchUnits * len(l.plain))
	if n == 1 {
		return undominated(l.shared, l.d, 1)
	}
	return l.stretches(n)
}

// stretches are n steps of one run's own, under each majorant that is not dominated.
func (l lengths) stretches(n float64) []affine.Stretch {
	return l.made.stretches.Get(n, func() []affine.Stretch { return undominated(l.plain, l.d, n) })
}

// stretchUnits are those of work of the stretches of a majorant.
const stretchUnits = 40

// undominated are n steps under each majorant that is not dominated by another.
// Some of the steps mix no better than all of them, but their bound may be
// smaller where a majorant adds a constant at every step.
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

// mixed returns θ and 1−θ of n steps that do not use the differing example, with
// all of their noise; 1 and 0 at n = 0.
func (l lengths) mixed(n float64) (theta, rest float64) {
	if n == 0 {
		return 1, 0
	}
	theta, rest = affine.Contracted(l.still(n) / 2)
	return l.folded(n).bounded(0, theta, rest)
}

// grown is a bound on the distance that k uses of the example open up, period
// steps apart, in units of σ.
func (l lengths) grown(k, period float64) float64 {
	oneByOne := 64.0
	if len(l.visit) == 1 && (period == 1 || len(l.plain) == 1) {
		oneByOne = 1 // nothing to choose between
	}
	l.work.Spend(5 * (len(l.plain) + len(l.visit)) * int(min(k, oneByOne)))
	return l.made.grown.Get([2]float64{k, period}, func() float64 { return l.opened(k, period, oneByOne) })
}

// opened is grown, where the first uses choose their majorants one by one.
func (l lengths) opened(k, period, oneByOne float64) float64 {
	jump := func(z float64) float64 { return (affine.Least(l.visit, z, 1) + l.s) * (1 + 2*u) }
	z, i := l.s, 1.0
	for ; i < k && i < oneByOne; i++ {
		z = jump(min(l.d, affine.Least(l.plain, z, period-1)))
	}
	if i == k {
		return z
	}
	// The rest under one pair of majorants: an epoch is a line, too.
	best := math.Inf(1)
	for _, plain := range l.plain {
		for _, visit := range l.visit {
			best = min(best, l.epoch(plain, visit, period).After(z, k-i))
		}
	}
	// Nor can it exceed what one use opens from the whole diameter.
	return min(best, jump(l.d))
}

// epoch is at least the line of an epoch's steps, the last of which jumps.
func (l lengths) epoch(plain, visit affine.Line, period float64) affine.Line {
	out := affine.Line{Excess: visit.Excess, Offset: (visit.After(plain.After(0, period-1), 1) + l.s) * (1 + 2*u)}
	if period == 1 || plain.Excess == 0 {
		return out
	}
	way := (period - 1) * plain.Log()
	power := way + visit.Log()
	if !math.IsInf(power, -1) {
		power += float64(32 * u * (math.Abs(way) + math.Abs(visit.Log())))
	}
	out.Excess = errfloat.Expm1(power)
	out.Excess += float64(34 * u * math.Abs(out.Excess))
	return out
}
