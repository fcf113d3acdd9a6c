package shift

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
)

// CyclicProgram is the program under linear moduli whose differing example is used once in every Period steps, always at the
// same position.
type CyclicProgram struct {
	Excess      float64 // c − 1 of a step without the differing example, ≥ −1
	VisitExcess float64 // c* − 1 of a step with it; ProvenCyclic raises the smaller of c and c* to 1 if the signs differ
	Sensitivity float64 // s > 0 of a visit, a length
	Diameter    float64 // D > 0, a length; +Inf when there is no projection
	Period      int     // B ≥ 1, steps an epoch
	After       int     // the number of steps at the end that never use the example; below T
}

// Visits returns the number of steps t < T − After with t ≡ position (mod Period).
func (p CyclicProgram) Visits(T, position int) int {
	if T -= p.After; position >= T {
		return 0
	}
	return (T-position-1)/p.Period + 1
}

// Solve returns the cheapest path found; see ProvenCyclic.Solve.
func (p CyclicProgram) Solve(T, position int) FeasiblePoint { return p.Proven().Solve(T, position) }

// Solve returns the cheapest path found for the given position, 0 ≤ position < Period: its cost R, and the step Tau at which the
// shifted run starts. If the example is never visited the path is empty: R = 0 and Tau = T. If a step after the last visit
// forgets everything, R = 0 and Tau = 0.
//
// A path that starts at distance 0 starts at step 0, and its cost is exact. One that starts at distance D is searched for over
// two numbers: the whole epochs that follow the first visit, and the single steps before that visit. Along both the cost
// falls and then rises, which a test checks against every start; the search begins near the optimum over whole epochs. Every
// path is valid, so one that is missed makes the bound larger, not wrong. The time hardly depends on T.
//
// The cost is largest for the position (T−After−1) mod Period, which is visited at the last step and has the most visits: steps
// after the last visit never raise the optimum, and steps before the first do nothing (shift.md, section 4).
func (p *ProvenCyclic) Solve(T, position int) FeasiblePoint {
	visits := p.Visits(T, position)
	if visits == 0 {
		return FeasiblePoint{Tau: T}
	}
	trailing := T - 1 - (position + (visits-1)*p.Period)
	if p.After > 0 && mutants.LongerRest.On() {
		trailing++
	}
	if trailing > 0 && p.forgets() {
		return FeasiblePoint{} // a step without the example takes both runs to the same point
	}
	if p.After > 0 && mutants.FreeDeletion.On() {
		return FeasiblePoint{Tau: T - p.After}
	}
	best := p.pay(errfloat.Near{}, trailing, 0, visits-1)
	if !p.d.Defined() || !p.s.Defined() {
		return best
	}
	likely := p.ofEpochs().turningPoint() // epochs
	overEpochs := func(epochs int) float64 {
		longest := p.Period - 1
		if epochs == visits-1 {
			longest = position
		}
		least := math.Inf(1)
		try := func(lead int) float64 {
			s := p.pay(p.d, trailing, lead, epochs)
			s.Tau = T - (trailing + 1 + epochs*p.Period + lead)
			if s.R < best.R {
				best = s
			}
			least = min(least, s.R)
			return s.R
		}
		try(0)
		if longest > 0 {
			try(longest)
			if p.Excess != 0 { // at c = 1 an earlier start at D costs the same
				searchNear(0, longest, (likely-float64(epochs))*float64(p.Period), try)
			}
		}
		return least
	}
	searchNear(0, p.usefulEpochs(visits-1), likely, overEpochs)
	if trailing > 0 {
		if s := p.afterLastVisit(trailing); s.R < best.R {
			s.Tau = T - trailing
			best = s
		}
	}
	return best
}

// forgets reports whether c is certain to be 0. Excess does not say so: −1 is also the float64 next to −1 + 10⁻¹⁸.
func (p *ProvenCyclic) forgets() bool { return !p.expands && p.k == errfloat.Whole(1) }

// logFactor returns ln Γ, where Γ = c*·c^{B−1} is the factor by which an epoch multiplies distances.
func (p CyclicProgram) logFactor() float64 {
	return float64(float64(p.Period-1)*logarithm(p.Excess)) + logarithm(p.VisitExcess)
}

// logarithm returns ln c for c − 1, the same on every platform. It is at least −forgetting, which stands for ln 0.
func logarithm(excess float64) float64 { return max(errfloat.Log1p(excess), -forgetting) }

// ofEpochs returns the full-batch program whose steps are the epochs of p. Among starts at D that begin with a visit, the
// cheapest has the same number of epochs in both programs.
func (p CyclicProgram) ofEpochs() FullBatch {
	return FullBatch{Excess: errfloat.Expm1(p.logFactor()), Sensitivity: p.Sensitivity, Diameter: p.Diameter}
}

// usefulEpochs returns the number of epochs, at most `all`, after which contracting steps have reduced D to a negligible
// distance. With more epochs the cost changes by less than its rounding error, which would mislead the search.
func (p CyclicProgram) usefulEpochs(all int) int {
	if p.Excess >= 0 {
		return all
	}
	const negligible = 16 // the distance left is D·e^{−16}, its square below 2e-14 of the cost
	return int(min(float64(all), math.Ceil(-negligible/p.logFactor())))
}
