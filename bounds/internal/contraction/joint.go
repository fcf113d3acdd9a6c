package contraction

import (
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/scalar"
)

// Joint returns an upper bound on the Rényi divergence of order alpha. In a known order contraction and the shift program
// share the noise: a block of steps contracts the divergence while the distance grows, and the shifts that bring the distance
// back to 0 are spread over the steps after the block (contraction.md, section 8). Joint is never above [Problem.Renyi],
// equals it for other orders, and is +Inf where neither gives a bound.
func (p Problem) Joint(alpha float64) (float64, Cycle) {
	return p.recall(&p.kept().joint, alpha, p.computeJoint)
}

// seedOrder is the order α whose cycle is tried first at every other order. Any order would do: a good first value lets the
// search leave out more.
const seedOrder = 2

// computeJoint computes Joint.
func (p Problem) computeJoint(alpha float64) (float64, Cycle) {
	least, choice := p.Renyi(alpha)
	if e, c := p.byCycles(alpha); e < least {
		return e, c
	}
	return least, choice
}

// byCycles returns the lesser of the bounds by cycles and by blocks alone, both by total variation.
func (p Problem) byCycles(alpha float64) (float64, Cycle) {
	return p.recall(&p.kept().cycles, alpha, p.computeByCycles)
}

// computeByCycles computes byCycles.
func (p Problem) computeByCycles(alpha float64) (float64, Cycle) {
	alone, choice := p.byVariation(alpha)
	if !p.Order.Known() {
		return alone, choice
	}
	period, uses, _ := p.calendar()
	if period == 1 && p.Rest > 0 { // the cycles end with the last use
		used := p
		used.T, used.Rest, used.After = p.T-p.Rest, 0, 0
		e, c := used.byCycles(alpha)
		if e = divergenceOf(p.afterRest(raisedExpm1((alpha-1)*e), p.lengths()), alpha); e < alone {
			return e, c
		}
		return alone, choice
	}
	s := joint{lengths: p.lengths(), alpha: alpha, period: period, uses: uses, y: largestY}
	if period > 1 {
		s.uses-- // the last one comes after the cycles
	}
	if s.uses == 0 || len(s.tails(s.s, 1)) == 0 {
		return alone, choice
	}
	if period == 1 && !math.IsInf(alone, 1) {
		s.y = min(largestY, math.Expm1((alpha-1)*alone))
	}
	if alpha != seedOrder {
		if _, c := p.byCycles(seedOrder); c.Tail > 0 {
			s.block(float64(c.Block), []tailSet{s.tailsAfter(float64(c.Block), float64(c.Tail))})
		}
	}
	s.search()
	if period > 1 {
		s.y = p.afterRest(s.lastUse(), s.lengths)
	}
	if e := divergenceOf(s.y, alpha); s.cycle.Tail > 0 && e < alone {
		return e, s.cycle
	}
	return alone, choice
}

// joint searches the cycles of one problem.
type joint struct {
	lengths
	alpha, period float64
	uses          float64 // of the example in all cycles
	y             float64 // the least so far
	cycle         Cycle
}

// lastUse returns y after the use that ends the run, by the best last block of k ≤ 8 uses. The block follows a tail, which
// ends right before a use, so the block has 1 + (k−1)·period steps, not k·period. y counts more uses than come before the
// block, which is safe.
func (s *joint) lastUse() float64 {
	least := largestY
	for _, k := range blockLengths[:8] {
		kernels := s.kernelToUse(1)
		if k > 1 {
			kernels = s.stretches(1 + (k-1)*s.period)
		}
		last := payment{shiftExponent(s.alpha, s.grown(k, s.period)), kernels, s.mirroredSteps(1 + (k-1)*s.period), nil}
		least = min(least, last.best(s.y).once(s.y))
	}
	return least
}

// search tries blocks of growing length, each with tails of growing length, and then lengths near the best ones. It stops at
// a block that mixes nearly everything.
func (s *joint) search() {
	const (
		mixed    = 0.5 // the x(0) below which a block mixes nearly everything: θ = erf(0.5/√2) = 0.38
		patience = 4   // lengths in a row that need not help before the search ends
	)
	idle := 0
	for _, k := range blockLengths {
		before := s.y
		if !s.block(k, s.usefulTails(k)) {
			break
		}
		if idle++; s.y < before {
			idle = 0
		}
		if idle > patience && s.half(k*s.period) < mixed || k >= s.uses {
			break
		}
	}
	s.block(s.uses, s.usefulTails(s.uses)) // one block of all uses: the shift program's own path, from the largest distance
	s.near()
	if k, n := float64(s.cycle.Block), float64(s.cycle.Tail); n > 0 { // mirrored noise was tried with few shares
		for _, t := range s.tails(s.grown(k, s.period), n) {
			for _, kernel := range s.stretches(1 + (k-1)*s.period) {
				s.share(k, n, t, kernel)
			}
		}
	}
}

// near moves to better lengths near the best ones, by ever smaller shares of them. Among billions of steps the value hardly
// depends on one more, so shares below finest are not tried.
func (s *joint) near() {
	const (
		moves  = 16   // the most moves at one share
		first  = 0.12 // the first share, nearly the distance of the block lengths that were tried
		finer  = 3    // the ratio of one share to the next
		finest = 1e-5 // the last share
	)
	for share := first; s.cycle.Tail > 0; share /= finer {
		dk, dn := 1.0, 1.0
		for range moves {
			before := s.cycle
			k, n := float64(before.Block), float64(before.Tail)
			dk, dn = 1+math.Floor(share*k), 1+math.Floor(share*n)
			for _, length := range []float64{k - dk, k, k + dk} {
				if length >= 1 {
					s.block(length, s.around(length, n, dn))
				}
			}
			if s.cycle.Block == before.Block && s.cycle.Tail == before.Tail {
				break
			}
		}
		if dk == 1 && dn == 1 || share < finest {
			return
		}
	}
}

// around returns the tails of n steps, and of n − by and n + by.
func (s *joint) around(k, n, by float64) (out []tailSet) {
	for _, length := range []float64{n - by, n, n + by} {
		if length >= 1 {
			out = append(out, s.tailsAfter(k, length))
		}
	}
	return out
}

// tailLengths are the lengths of tails that are tried, 30 % apart, up to the most steps that a run can have. near refines the best one.
var tailLengths = func() (out []float64) {
	for n := 1.0; n < 1e12; n = math.Ceil(n * 1.3) {
		out = append(out, n)
	}
	return out
}()

// block tries blocks of k uses with the given tails. It reports whether a longer block can give a smaller y.
func (s *joint) block(k float64, payments []tailSet) bool {
	s.work.Spend(stretchUnits * len(s.plain))
	kernels, mirrored := s.stretches(1+(k-1)*s.period), s.mirroredSteps(1+(k-1)*s.period)
	cheapest := math.Inf(1)
	for _, a := range payments {
		cheapest = min(cheapest, shiftExponent(s.alpha, a.least))
		for _, t := range a.tails {
			cost := shiftExponent(s.alpha, t.Shift(1))
			if !(cost < mostExponent && math.Expm1(cost) < s.y) {
				continue
			}
			if mirrored == nil || !s.mirrored(k, a.n, t, mirrored) {
				for _, kernel := range kernels {
					s.share(k, a.n, t, kernel)
				}
			}
		}
	}
	return math.IsInf(cheapest, 1) || math.Expm1(cheapest) < s.y
}

// A tailSet has the tails of n steps, or of n gaps between uses, after a block: one for each choice of majorants.
type tailSet struct {
	n     float64
	tails []affine.Tail
	least float64 // the least shift of any of the tails, under all of the noise
}

// tailsAfter returns the tails of length n after a block of k uses.
func (s *joint) tailsAfter(k, n float64) tailSet {
	a := tailSet{n, s.tails(s.grown(k, s.period), n), math.Inf(1)}
	for _, t := range a.tails {
		a.least = min(a.least, t.Shift(1))
	}
	return a
}

// usefulTails returns the tails of growing length that are worth trying after a block of k uses, whatever the order α.
func (s *joint) usefulTails(k float64) []tailSet {
	return s.cache.tails.Get([3]float64{k, s.period, s.uses}, func() (out []tailSet) {
		cheapest := math.Inf(1)
		for _, n := range tailLengths {
			a := s.tailsAfter(k, n)
			if last := len(out) - 1; last >= 0 && a.improveOn(out[last]) {
				out[last] = a
			} else {
				out = append(out, a)
			}
			const dearer = 1.0005                         // so near the cheapest cost does not end the search
			if a.least > cheapest*dearer || n >= s.uses { // still longer tails cost more, or cannot end within the run
				break
			}
			cheapest = min(cheapest, a.least)
		}
		return out
	})
}

// improveOn reports whether the longer tails a pay less than the shorter ones at every share β of the block's last step. It
// is enough to compare them at β = 1: as β falls, longer tails gain, since that step's weight is a smaller part of theirs.
// Feasibility is monotone in β, so it is checked at 0 and 1. Cycles with longer tails are also fewer.
func (a tailSet) improveOn(shorter tailSet) bool {
	for i, t := range a.tails {
		_, none := t.At(0)
		_, all := t.At(1)
		if !(none && all && t.Shift(1) <= shorter.tails[i].Shift(1)) {
			return false
		}
	}
	return true
}

// tails returns the tails of n steps, or of n gaps between uses, from the distance start.
func (s *joint) tails(start, n float64) (out []affine.Tail) {
	for _, use := range s.use {
		if s.period == 1 {
			out = append(out, affine.NewTail(use, start, s.s, n))
			continue
		}
		for _, plain := range s.plain {
			if plain.Offset == 0 && use.Offset == 0 {
				out = append(out, affine.NewCyclicTail(plain, use, start, s.s, n, s.period))
			}
		}
	}
	return out
}

// cycles returns y after all cycles, each of the given number of uses; the last use may also be the first of the next cycle.
// c is the step of one cycle.
func (s *joint) cycles(uses float64, c step) float64 {
	if s.period > 1 {
		uses-- // a tail ends before a use
	}
	count := math.Ceil(s.uses/uses) - 1 // the first one starts from y = 0 and may be cut short
	return min(c.limit(), c.times(c.add, count))
}

// keep keeps a cycle if y after it is less than the best so far.
func (s *joint) keep(y float64, c Cycle) float64 {
	if y < s.y { // not NaN
		s.y, s.cycle = y, c
	}
	return y
}

// mirrored looks for the best share of one cycle whose block mixes by mirrored noise. enough means that the Gaussian bounds
// need not be tried.
func (s *joint) mirrored(k, n float64, t affine.Tail, f *mirroredSteps) (enough bool) {
	at := func(i int, shift float64) float64 {
		theta, rest := f.at(i)
		return s.cycles(k+n, newStep(beta(i), shiftExponent(s.alpha, shift), theta, rest))
	}
	if at(0, t.Shift(1)) >= s.y {
		return true // no share β pays less or contracts more
	}
	bestShare(func(i int) float64 {
		shift, feasible := t.At(beta(i))
		if !feasible {
			return math.Inf(1)
		}
		return s.keep(at(i, shift), Cycle{Beta: beta(i), Block: int(k), Tail: int(n)})
	})
	return s.cycle.Block == int(k) && s.cycle.Tail == int(n)
}

const (
	// evenShares is the number of intervals into which [0, 1] is divided to try shares. The best of their ends is then
	// narrowed.
	evenShares = 8
	// narrowable is the ratio of the best end's y to the least y so far above which narrowing is not expected to help.
	narrowable = 1.5
	// narrowTurns is the number of golden sections. They give the share to within 1e-4, and the cost, which is level there,
	// to within 1e-8.
	narrowTurns = 16
)

// share looks for the best β of one cycle.
func (s *joint) share(k, n float64, t affine.Tail, kernel affine.Stretch) {
	after := func(beta, cost, x float64) float64 {
		theta, rest := affine.Contracted(x)
		return s.cycles(k+n, newStep(beta, cost, theta, rest))
	}
	// In a range of shares none pays less than the largest, and none contracts more than the smallest.
	hopeless := func(lo, hi float64) bool {
		return after(hi, shiftExponent(s.alpha, t.Shift(hi)), kernel.Unchecked(lo)) >= s.y
	}
	if hopeless(0, 1) {
		return
	}
	at := func(beta float64) float64 {
		shift, feasible := t.At(beta)
		if !feasible {
			return math.Inf(1)
		}
		return s.keep(after(beta, shiftExponent(s.alpha, shift), kernel.Half(beta)), Cycle{Beta: beta, Block: int(k), Tail: int(n)})
	}
	best, least := 0, math.Inf(1)
	for i := range evenShares + 1 {
		if y := at(float64(i) / evenShares); y < least {
			best, least = i, y
		}
	}
	lo, hi := max(0, float64(best-1)/evenShares), min(1, float64(best+1)/evenShares)
	if least > s.y*narrowable || hopeless(lo, hi) {
		return
	}
	scalar.Golden(lo, hi, narrowTurns, at)
}
