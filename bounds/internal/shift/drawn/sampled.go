package drawn

import (
	"math"

	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/work"
)

// DrawnProgram is the program for batches that are drawn afresh, in secret, at every step. A share β of a step's noise hides
// whether the batch holds the differing example, at the cost Hide(β). The rest pays off a distance a:
//
//	z_{t+1} = cz_t + d − a_t ≥ 0,   z_T = 0,   z_τ = Δ_τ
//	R = min over τ, β and a of Σ_{t=τ}^{T−1} Hide(β_t) + a_t²/(1−β_t)
//
// with the forward track Δ_τ = min(s Σ_{t<τ} c^t, Drift·τ, D) of [shift.ChargedProgram].
// Costs are squared lengths. sampled.md proves the bound and derives the search.
type DrawnProgram struct {
	shift.ChargedProgram
	Offset float64                    // d ≥ 0, a length; only for c = 1
	Hide   func(beta float64) float64 // the cost of hiding with the share β in (0, 1], +Inf where unknown
	Work   *work.Budget               // the budget that the search charges; nil for no limit
}

// A Split is a number of steps that spend the same share of their noise on
// hiding the batch.
type Split struct {
	Times int
	Beta  float64
}

// SampledSolution is a feasible point of the program.
type SampledSolution struct {
	shift.FeasiblePoint
	Splits []Split // of the steps from Tau on
	Paid   float64 // Σ a_t²/(1−β_t), a squared length
}

// hopeless is the ratio to composition's cost from which on a window is not refined: even with more splits it would cost
// more.
const hopeless = 1.4

// shortWindow is the longest window whose neighbouring starts are refined, too.
const shortWindow = 8

// Solve returns the cheapest feasible point found for T ≥ 1 steps. Its cost is at most T·Hide(1), that of composition, and
// +Inf if Hide(1) is.
func (p DrawnProgram) Solve(T int) SampledSolution {
	w := sampledWalk{DrawnProgram: p, splits: newSplits(p.Hide, firstEntries), T: T}
	w.splits.work = p.Work
	idle := w.splits.entries[0].hide
	composed := SampledSolution{FeasiblePoint: shift.FeasiblePoint{R: float64(T) * idle}, Splits: []Split{{T, 1}}}
	if !(idle >= 0) || math.IsInf(idle, 1) {
		composed.R = math.Inf(1)
		return composed
	}
	if idle == 0 {
		return composed
	}
	w.limit = composed.R * hopeless
	best := composed
	for _, seed := range w.everywhere() {
		w.best, w.tau, w.tried = splitPlan{R: math.Inf(1)}, seed, firstEntries
		w.try(seed)
		for w.best.R < w.limit && w.splits.refine(w.best.times) {
			w.best.R = math.Inf(1) // search again, with more splits
			w.try(w.tau)
			w.near()
		}
		if w.best.R < best.R {
			best = w.solution()
		}
	}
	if best.R > composed.R { // raised for rounding
		return composed
	}
	return best
}

// sampledWalk searches the starts of one program.
type sampledWalk struct {
	DrawnProgram
	*splits
	T     int
	best  splitPlan
	tau   int
	limit float64
}

// try returns the cost of the start τ, and keeps it if it is the best.
func (w *sampledWalk) try(tau int) float64 {
	p := w.pay(w.T-tau, w.Distance(tau))
	if p.R < w.best.R {
		w.best, w.tau = p, tau
	}
	return p.R
}

// pay returns the cheapest plan that pays off the distance start in n steps.
func (w *sampledWalk) pay(n int, start float64) splitPlan {
	return w.splits.window(n, math.Abs(math.Log1p(w.Excess)), w.demand(n, start))
}

// everywhere looks for the best start on each stretch on which Δ_τ follows one of its three branches. It returns the best
// start at D and the best before D.
func (w *sampledWalk) everywhere() (seeds []int) {
	w.best.R = math.Inf(1)
	overDrift, atDiameter := w.Proven().Branches(w.T)
	// A start on an expanding track saves a step and adds s to the distance. It is useless if paying s costs more than the
	// step.
	level := 0.0
	if len(w.levels) > 0 {
		level = w.levels[0]
	}
	if w.Excess < 0 || 2*math.Sqrt(level)*w.Sensitivity < w.entries[0].hide {
		shift.SearchValley(1, min(overDrift, atDiameter)-1, w.try)
		shift.SearchValley(max(1, overDrift), atDiameter-1, w.try)
		if w.best.R < w.limit {
			seeds = append(seeds, w.neighbours(1, atDiameter-1)...)
		}
	}
	if atDiameter < w.T {
		w.best.R = math.Inf(1)
		shift.SearchValley(max(1, atDiameter), w.T-1, w.try)
		for n := 1; n <= w.T-max(1, atDiameter); n *= 4 { // in case there are two valleys
			w.try(w.T - n)
		}
		if w.best.R < w.limit {
			w.near()
			seeds = append(seeds, w.neighbours(atDiameter, w.T-1)...)
		}
	}
	return seeds
}

// neighbours returns the best start and, for a short window, the starts next to it within [lo, hi]. In a short window one
// step more or less needs quite different splits, so the first few splits may favour the wrong start.
func (w *sampledWalk) neighbours(lo, hi int) []int {
	seeds := []int{w.tau}
	for _, tau := range []int{w.tau - 1, w.tau + 1} {
		if lo <= tau && tau <= hi && w.T-tau <= shortWindow {
			seeds = append(seeds, tau)
		}
	}
	return seeds
}

// near searches the windows of half to twice the best one's length, on the branch of Δ on which the best one starts.
func (w *sampledWalk) near() {
	n := w.T - w.tau
	lo, hi := max(1, w.tau-n), w.T-(n+1)/2
	overDrift, atDiameter := w.Proven().Branches(w.T)
	switch {
	case w.tau >= atDiameter:
		lo = max(lo, atDiameter)
	case w.tau >= overDrift:
		lo, hi = max(lo, overDrift), min(hi, atDiameter-1)
	default:
		hi = min(hi, min(overDrift, atDiameter)-1)
	}
	shift.SearchValley(lo, hi, w.try)
}

// solution returns the best plan, its cost raised by more than its rounding error.
func (w *sampledWalk) solution() SampledSolution {
	n := w.T - w.tau
	demand := w.demand(n, w.Distance(w.tau))
	out := SampledSolution{FeasiblePoint: shift.FeasiblePoint{R: w.best.R * (1 + 1e-13), Tau: w.tau}}
	if demand > 0 {
		out.Paid = demand * demand / w.best.capacity
	}
	least, most := -1, 0
	for k, times := range w.best.times {
		if times > 0 {
			if least < 0 {
				least = k
			}
			most = k
			out.Splits = append(out.Splits, Split{times, w.entries[k].beta})
		}
	}
	switch { // the last step has the least weight for c ≥ 1, the most for c < 1
	case demand == 0:
	case w.Excess < 0:
		out.P = demand / w.best.capacity * w.entries[most].x
	default:
		out.P = demand / w.best.capacity * w.entries[least].x * math.Exp(-float64(n-1)*math.Log1p(w.Excess))
	}
	return out
}

// demand returns the distance that n steps pay off, from the distance start. It is measured at the step with the largest
// weight: the first for c ≥ 1, the last for c < 1.
func (p DrawnProgram) demand(n int, start float64) float64 {
	switch {
	case start <= 0 || p.Excess == -1:
		return 0
	case p.Excess == 0:
		return start + float64(n)*p.Offset
	case p.Excess > 0:
		return start * (1 + p.Excess)
	}
	// The distance after n contracting steps may underflow; it is not zero.
	return max(start*math.Exp(float64(n)*math.Log1p(p.Excess)), math.SmallestNonzeroFloat64)
}

// Regroup returns the best plan of the same window that uses only β = 1 and at most `most` of the solution's shares β < 1 of
// the noise.
func (p DrawnProgram) Regroup(T int, s SampledSolution, most int) SampledSolution {
	if len(s.Splits) <= most {
		return s
	}
	m := &splits{hide: p.Hide, entries: []entry{{x: 0, beta: 1, hide: p.Hide(1), logit: math.Inf(-1)}}}
	for i := range most {
		split := s.Splits[(2*i+1)*len(s.Splits)/(2*most)]
		if split.Beta < 1 {
			m.add(math.Log(1/split.Beta - 1))
		}
	}
	m.hull()
	w := sampledWalk{DrawnProgram: p, splits: m, T: T, best: splitPlan{R: math.Inf(1)}, tau: s.Tau}
	w.try(s.Tau)
	if !(w.best.R < math.Inf(1)) {
		return s
	}
	return w.solution()
}
