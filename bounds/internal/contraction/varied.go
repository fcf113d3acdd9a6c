package contraction

import (
	"math"
	"math/bits"
	"sync"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// VariedProblem is a run whose steps differ, in a known order, on a domain of finite diameter. No step has a fixed point that
// serves all, so the last blocks are followed one by one, from two Gaussians that bound everything before them
// (contraction.md, section 11).
type VariedProblem struct {
	Stages   []Stage
	Diameter float64 // D, a length
	// Before returns a μ for which the first `stages` stages are μ-Gaussian differentially private; 0 for no stages.
	Before func(stages int) float64

	once    sync.Once
	uses    []int         // the stages that use the differing example
	grown   []stagePowers // by stage
	endings memo.Of[int, ending]
	lasts   memo.Of[int, variedBlock]
	paid    memo.Of[charge, bool] // the budgets that have been charged for each piece of work
}

// A charge names the work of an ending or a last block, and the budget that has been charged for it. A VariedProblem
// remembers chargesKept charges.
type charge struct {
	by   *work.Budget
	last bool // the last block; otherwise an ending
	uses int
}

// chargesKept exceeds the charges of one answer: some 200 lengths of blocks, and a budget for each row. Forgotten work is
// charged again.
const chargesKept = 1 << 13

// stagePowers has powers of a stage's factors, and sums of their squares.
type stagePowers struct {
	apart                 float64 // (1+Excess)ⁿ, n the stage's steps
	own, ownSquares       float64 // (1+Own)ⁿ, and Σ (1+Own)^{2i} over i < n
	before, beforeSquares float64 // own and ownSquares without the stage's last step
}

// Stage is a number of steps, the last of which may use the differing example. Lengths are rounded up, Noise down.
type Stage struct {
	Steps  int
	Excess float64 // a step multiplies the distance of the two runs by 1 + Excess at most
	Own    float64 // a step multiplies the distance of two points in one run by 1 + Own at most
	Apart  float64 // the largest distance, after a step, of two points that were D apart
	Alone  float64 // the same for the map that both runs share, if the stage is one step; at most Apart
	Noise  float64 // σ of each step
	Shift  float64 // the distance that the uses have opened up at the end of the stage
	Paid   float64 // Σ (s/σ)² of the uses, for composition; +Inf if the stage may have uses that it does not count
}

// growsLike reports whether two stages have the same powers.
func (s *Stage) growsLike(other *Stage) bool {
	return s.Steps == other.Steps && s.Excess == other.Excess && s.Own == other.Own
}

// ending is the end of a run, as its last blocks, which have equal numbers of uses.
type ending struct {
	blocks []variedBlock
	rest   *affine.Stretch // the steps after the last use; nil for none
}

// A variedBlock is a block of steps that differ.
type variedBlock struct {
	shift  float64 // the distance at its end, over the noise of its last step
	equal  float64 // the μ of the block from equal starts, if all of its noise pays
	last   float64 // the μ by which its last stage hides any two points and the stage's uses
	kernel affine.Stretch
	sure   bool // the block comes first, so both runs start it from one point and only the shift counts
	// before is the μ of two Gaussians that bound the steps before the block, +Inf if it was not computed.
	before float64
}

// followedBlocks is the largest number of blocks that are followed. More would take longer; earlier steps are forgotten or
// bounded by two Gaussians.
const followedBlocks = 96

// prepare finds the uses and the growth of the stages.
func (v *VariedProblem) prepare() {
	v.once.Do(func() {
		v.paid.Most = chargesKept
		v.grown = make([]stagePowers, len(v.Stages))
		for i := range v.Stages {
			s := &v.Stages[i]
			if s.Shift > 0 {
				v.uses = append(v.uses, i)
			}
			if i > 0 && s.growsLike(&v.Stages[i-1]) {
				v.grown[i] = v.grown[i-1]
				continue
			}
			v.grown[i] = stagePowers{power(s.Excess, s.Steps), power(s.Own, s.Steps), squares(s.Own, s.Steps),
				power(s.Own, s.Steps-1), squares(s.Own, s.Steps-1)}
		}
	})
}

// spend charges a budget for a piece of work, once.
func (v *VariedProblem) spend(w *work.Budget, of charge, units int) {
	of.by = w
	v.paid.Get(of, func() bool {
		w.Spend(units)
		return true
	})
}

// firstOf returns the first stage of the block that holds the given number of last uses.
func (v *VariedProblem) firstOf(uses int) int {
	if at := len(v.uses) - uses; at > 0 {
		return v.uses[at-1] + 1
	}
	return 0
}

// last returns the block of the last k uses, which may follow any run.
func (v *VariedProblem) last(w *work.Budget, k int) variedBlock {
	from, to := v.firstOf(k), v.uses[len(v.uses)-1]+1
	v.spend(w, charge{last: true, uses: k}, 10*(to-from))
	return v.lasts.Get(k, func() variedBlock { return v.block(from, to) })
}

// endsWithUse reports whether the last step uses the example.
func (v *VariedProblem) endsWithUse() bool { return v.uses[len(v.uses)-1] == len(v.Stages)-1 }

// ending groups the last uses into blocks of k, or into one block if there are fewer than k.
func (v *VariedProblem) ending(w *work.Budget, k int) ending {
	v.prepare()
	k = min(k, len(v.uses))
	v.spend(w, charge{uses: k}, 10*min(len(v.Stages), k*followedBlocks))
	return v.endings.Get(k, func() ending {
		count := min(followedBlocks, len(v.uses)/k)
		from, at := v.firstOf(count*k), len(v.uses)-count*k // in stages, in uses
		e := ending{}
		for ; at < len(v.uses); at += k {
			to := v.uses[at+k-1] + 1
			b := v.block(from, to)
			if left := len(v.uses) - at; from > 0 && (len(e.blocks) == 0 || bits.OnesCount(uint(left/k)) == 1) {
				b.before = v.Before(from)
			}
			if from == 0 {
				b.shift, b.sure = min(b.shift, v.Before(to)), true
			}
			e.blocks = append(e.blocks, b)
			from = to
		}
		if from < len(v.Stages) {
			rest := v.kernel(from, len(v.Stages))
			e.rest = &rest
		}
		return e
	})
}

// block returns the stages from … to−1 as one block.
func (v *VariedProblem) block(from, to int) variedBlock {
	z, paid := 0.0, 0.0
	for i := from; i < to; i++ {
		s := &v.Stages[i]
		if z > 0 { // while both runs are equal their distance does not grow
			z = min(s.Apart, min(v.Diameter, z)*v.grown[i].apart)
		}
		z, paid = z+s.Shift, paid+s.Paid
	}
	last, raise := v.Stages[to-1], raiseOf(to-from)
	shift := z / last.Noise * raise
	return variedBlock{before: math.Inf(1), shift: shift, equal: min(shift, math.Sqrt(paid)*raise),
		last: (last.Apart + last.Shift) / last.Noise * raise, kernel: v.kernel(from, to)}
}

// raiseOf returns a factor above 1 that covers the relative rounding error of sums over the given number of stages, and of a
// thousand operations more.
func raiseOf(stages int) float64 { return 1 + 16*u*float64(stages+1000) }

// kernel returns the stretch that hides the diameter over the stages from … to−1, by Lemma 4 of contraction.md with factors
// that differ: payments are proportional to w_i·σ_i². It leaves out the steps before weights become extremely large or small.
func (v *VariedProblem) kernel(from, to int) affine.Stretch {
	const most = 1e100 // a weight, or its inverse, beyond which earlier steps hide next to nothing or would overflow
	if last := v.Stages[to-1]; to == from+1 && last.Steps == 1 {
		return affine.Stretch{Reach: last.Alone / 2, Last: last.Noise * last.Noise, LastWeight: 1, Steps: 1,
			Raise: raiseOf(1)}
	}
	k, w := affine.Stretch{Steps: 2, Raise: raiseOf(to - from)}, 1.0
	for i := to - 1; i >= from && w < most && w > 1/most; i-- {
		s, g := &v.Stages[i], &v.grown[i]
		steps, factor, sum := s.Steps, g.own, g.ownSquares
		if i == to-1 {
			k.Last = s.Noise * s.Noise
			w, steps, factor, sum = 1+s.Own, steps-1, g.before, g.beforeSquares
		}
		if !(w*factor <= scalar.TooHeavy) { // a sum that overflows would hide every distance
			break
		}
		if steps > 0 {
			k.Rest += w * w * s.Noise * s.Noise * sum
			w = w*factor + affine.Underflow
		}
	}
	if !(k.Rest < math.Inf(1)) {
		k.Rest = 0 // only the last step hides
	}
	k.Reach = v.Diameter * w / 2
	return k
}

// power returns (1 + excess)ⁿ, with an error that raiseOf covers.
func power(excess float64, n int) float64 {
	switch {
	case n == 0 || excess == 0:
		return 1
	case n == 1:
		return 1 + excess
	}
	return errfloat.Exp(float64(n) * errfloat.Log1p(excess))
}

// squares returns Σ (1 + excess)^{2i} over i < n, with an error that raiseOf covers.
func squares(excess float64, n int) float64 {
	if n == 1 || excess == 0 {
		return float64(n)
	}
	whole := excess * (2 + excess) // (1 + excess)² − 1
	return errfloat.Expm1(float64(2*n)*errfloat.Log1p(excess)) / whole
}

// RenyiBy returns an upper bound on the Rényi divergence of order alpha of the last iterate, by blocks as long as the
// choice's, or by one block of all uses if there are fewer.
func (v *VariedProblem) RenyiBy(w *work.Budget, alpha float64, by Cycle) float64 {
	y, _ := v.moment(w, v.ending(w, by.Block), alpha)
	return divergenceOf(y, alpha)
}

// Renyi returns the least bound of RenyiBy over the lengths of blocks for which it may be below limit, and the choice; +Inf
// if there is none.
func (v *VariedProblem) Renyi(w *work.Budget, alpha, limit float64) (float64, Cycle) {
	best, choice := math.Inf(1), Cycle{Beta: 1, Block: 1}
	v.eachLength(w, errfloat.Expm1((alpha-1)*limit), func(last variedBlock) float64 {
		return errfloat.Expm1(shiftExponent(alpha, last.shift)) // the cost of the last block's shift
	}, func(k int, e ending) float64 {
		y, beta := v.moment(w, e, alpha)
		if y < best {
			best, choice = y, Cycle{Beta: beta, Block: k}
		}
		return best
	})
	return divergenceOf(best, alpha), choice
}

// eachLength tries lengths of blocks around the first one that mixes. It tries longer ones until the cost of their last block
// alone, by `least`, exceeds the best value so far or the limit, then shorter ones until four in a row have not helped. try
// returns the best value so far.
func (v *VariedProblem) eachLength(w *work.Budget, limit float64, least func(last variedBlock) float64, try func(k int, e ending) float64) {
	v.prepare()
	if len(v.uses) == 0 {
		return
	}
	best, length := math.Inf(1), v.length
	at := func(i int) (more, better bool) {
		floor := 0.0
		if v.endsWithUse() {
			floor = least(v.last(w, length(i)))
		}
		if !(floor < min(limit, best*(1-1e-12))) {
			return false, floor < best // shorter blocks may be within the limit
		}
		was := best
		best = try(length(i), v.ending(w, length(i)))
		return true, best < was
	}
	middle := v.mixing(w)
	for i := middle; i < len(blockLengths); i++ {
		if more, _ := at(i); !more || length(i) == len(v.uses) {
			break
		}
	}
	const patience = 4 // shorter lengths in a row that need not help
	for i, idle := middle-1, 0; i >= 0 && idle < patience; i-- {
		idle++
		if _, better := at(i); better {
			idle = 0
		}
	}
}

// length returns the block length with an index in blockLengths, or the number of all uses if that is less.
func (v *VariedProblem) length(i int) int { return int(min(blockLengths[i], float64(len(v.uses)))) }

// mixing returns the index of the first block length that mixes, by usefulHalf, or of the length that mixes best.
func (v *VariedProblem) mixing(w *work.Budget) (middle int) {
	closest := math.Inf(1)
	for i := 0; closest > usefulHalf; i++ {
		if half := v.last(w, v.length(i)).kernel.Half(0); half < closest {
			middle, closest = i, half
		}
		if v.length(i) == len(v.uses) {
			break
		}
	}
	return middle
}

// moment returns y = e^{(α−1)R} − 1 after the run's last blocks, and the share β of the noise of the last payment.
func (v *VariedProblem) moment(w *work.Budget, e ending, alpha float64) (y, beta float64) {
	y = largestY
	for _, b := range e.blocks {
		if b.sure {
			y = 0
		}
		y = min(y, raisedExpm1(shiftExponent(alpha, b.before)))
		p := payment{exponent: shiftExponent(alpha, b.shift), kernels: []affine.Stretch{b.kernel}}
		w.Spend(p.effort())
		s := p.best(y)
		y, beta = s.once(y), s.beta
		if !(y < largestY) {
			return math.Inf(1), beta
		}
	}
	if e.rest != nil {
		theta, _ := affine.Contracted(e.rest.Half(0))
		y *= theta * (1 + meanError)
	}
	return y, beta
}
