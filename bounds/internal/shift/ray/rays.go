package ray

import (
	"math"

	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/work"
)

// Rays is the program of Chien and Li 2024 (arXiv:2410.01068) for a smooth concave modulus g and batches in a known order. A
// step that uses the differing example, a visit, also pays for its own sensitivity:
//
//	R = min over τ and a ≥ 0 of Σ_{t=τ}^{T−1} price_t(a_t),
//	A_T = 0,   A_{t−1} = g^{-1}(A_t + a_{t−1}),   A_τ ≥ Δ_τ.
//
// It covers Theorem 3.7 (every step a visit), Theorem A.1 (one visit in Period steps, with Rest steps after the last one) and
// Theorem 3.12 (every step a visit at the price of a sampled batch). rays.md derives the search.
type Rays struct {
	Modulus  modulus.Modulus // g(z) = (1+Excess)z + Holder·z^Order with Excess ≥ 0, no offset
	Visit    shift.StepPrice // of a step with the differing example
	Period   int             // B ≥ 1
	Rest     int             // steps after the last visit, below Period
	Diameter float64         // D > 0, a length; +Inf when there is no projection

	// Track holds upper bounds on the distance of the two runs 0, 1, 2, … steps after the first visit began, up to the first
	// that is D. Later distances count as D. It may be empty: for a Gaussian price and Period 1 no start below D is ever
	// better than composition.
	Track []float64

	// Below, if not 0, is a cost from which on a path is useless: composition is returned if no path certainly costs less.
	Below float64
	// Budget is the budget that the search charges; it has its own limit, too. nil for none.
	Budget *work.Budget
}

// RaySolution is a feasible point of the program.
type RaySolution struct {
	shift.FeasiblePoint
	// Limited says that the search stopped at a limit on its length before longer searches were known to be useless. The
	// bound holds, but may be loose.
	Limited bool

	at  origin // of the ray
	end arrival
}

const (
	// maxWork is the effort after which the search stops with the best ray so far, a few milliseconds. A step of a ray counts
	// 1, or powerEffort if it takes a power. A cyclic order has phaseEfforts times as much, because rays leave 0 at several
	// steps of an epoch.
	maxWork      = 300_000
	powerEffort  = 4
	phaseEfforts = 3
	// dividedWork is the same for sampled batches: a question about δ searches at a hundred orders α.
	dividedWork = 15_000
)

// Solve returns the cheapest feasible point found for T ≥ 1 steps. Every ray that arrives is feasible, so a better one that
// is missed only makes the bound larger.
func (r Rays) Solve(T int) RaySolution {
	w := newWalk(r, T)
	unreachable := math.IsInf(r.Diameter, 1) && (len(r.Track) < 2 || r.Below > 0 && w.fromTrack >= r.Below)
	if unreachable || w.fullSpan > w.best.R {
		return RaySolution{FeasiblePoint: w.best}
	}
	if s, ok := w.byStretches(); ok && s.R < w.best.R {
		w.best = s
		if s.Tau < T-shift.LongestRay {
			return RaySolution{FeasiblePoint: s, Limited: true}
		}
		if T-s.Tau > maxStretches {
			w.near = nearKnown
		}
	}
	w.search()
	r.Budget.Spend(w.used)
	s := w.best
	s.R *= 1 + 4e-16*float64(min(T-s.Tau, shift.LongestRay)+8) // the rounding error of the sum
	if composed := w.composed(); !(s.R < composed.R) {
		s, w.end = composed, arrival{}
	}
	return RaySolution{s, w.limited, w.at, w.end}
}
