package shift

import (
	"math"
	"sort"
)

// Charged is the program of Chien and Li 2024 (arXiv version, Theorem 3.1),
// in which every step of the window also pays for its own sensitivity:
//
//	R = min over τ, a ≥ 0 of Σ_{t=τ}^{T−1} (s + a_t)²   with   Σ c^{−(t−τ+1)} a_t = Δ_τ,
//
// their β eliminated by min_β s²/β + a²/(1−β) = (s+a)². The distance at τ is
// Δ_τ = min(s Σ_{t<τ} c^t, 2ηCτ, D).
type Charged struct {
	FullBatch
	Drift float64 // 2ηC, the length by which clipped steps can part in one step
}

// Solve returns the optimum over τ and a for T ≥ 1 steps. For one τ the optimum
// is water-filling, a_t = max(0, λc^{−(t−τ+1)} − s). As a function of τ the
// cost falls and then rises on each stretch on which Δ_τ follows one of its
// three branches, so that each stretch is searched by halving; a test compares
// with all τ. Any τ is valid, so a miss could only cost tightness.
func (p Charged) Solve(T int) Solution {
	best := Solution{R: math.Inf(1)}
	try := func(tau int) float64 {
		s := p.pay(T-tau, p.Distance(tau))
		s.Tau = tau
		if s.R < best.R {
			best = s
		}
		return s.R
	}
	overDrift, atDiameter := p.branches(T)
	if p.Excess < 0 {
		searchValley(0, min(overDrift, atDiameter)-1, try)
		searchValley(overDrift, atDiameter-1, try)
		searchValley(atDiameter, T-1, try)
		return best
	}
	// For c ≥ 1 a start on the track pays at least what τ = 0 does (package
	// comment: it is a path of the uncharged program, where composition is the
	// optimum from 0), and from D every step is active near the best length, so
	// that the cost is FullBatch's.
	try(0)
	searchValley(overDrift, atDiameter-1, try)
	if atDiameter < T {
		turn := p.turningPoint()
		for _, n := range []float64{math.Floor(turn), math.Ceil(turn)} {
			try(T - int(min(max(n, 1), float64(T-atDiameter))))
		}
	}
	return best
}

// Distance is Δ_τ, how far the runs are apart at most before step tau.
func (p Charged) Distance(tau int) float64 {
	if tau == 0 {
		return 0
	}
	return min(p.track(float64(tau)), p.Drift*float64(tau), p.Diameter)
}

// track is s Σ_{t<τ} c^t.
func (p Charged) track(tau float64) float64 {
	if p.Excess == 0 || tau == 0 {
		return p.Sensitivity * tau
	}
	return p.Sensitivity * math.Expm1(tau*math.Log1p(p.Excess)) / p.Excess
}

// branches returns the first τ at which the drift is below the track, at most
// the second result, the first τ < T at which Δ_τ is D; both are T where there
// is none. The ratio of track and drift is monotone, and both only grow.
func (p Charged) branches(T int) (overDrift, atDiameter int) {
	atDiameter = sort.Search(T, func(tau int) bool { return p.Distance(tau) >= p.Diameter })
	overDrift = sort.Search(atDiameter, func(tau int) bool { return p.track(float64(tau)) > p.Drift*float64(tau) })
	return overDrift, atDiameter
}

// pay is the water-filling optimum over n steps from the distance start.
func (p Charged) pay(n int, start float64) Solution {
	s, k := p.Sensitivity, p.Excess
	base := Solution{R: float64(n) * s * s, P: s}
	if start <= 0 {
		return base
	}
	if k == 0 {
		a := (start + float64(n)*s) / float64(n)
		return Solution{R: a * a * float64(n), P: a}
	}
	lambda, q, j := p.fill(n, start)
	_, g2 := sums(-math.Abs(math.Log1p(k)), j)
	sol := Solution{R: lambda*lambda*g2 + float64(n-j)*s*s, P: s}
	if k < 0 {
		sol.P = lambda
	} else if j == n {
		sol.P = lambda * math.Exp(q*float64(n-1))
	}
	return sol
}

// fill finds the payments over n steps from the distance start: the j active
// ones pay λe^{q·rank}, by rank, and the others s. The active steps are the
// first ones for c ≥ 1 and the last ones for c < 1; lengths are relative to the
// heaviest step, whose weight is c^{−1} (the first) or c^{−n} (the last).
func (p Charged) fill(n int, start float64) (lambda, q float64, j int) {
	s, k := p.Sensitivity, p.Excess
	if start <= 0 {
		return s, 0, 0
	}
	if k == 0 {
		return (start + float64(n)*s) / float64(n), 0, n
	}
	l := math.Log1p(k)
	heaviest := -l
	if k < 0 {
		heaviest = -float64(n) * l
	}
	// demand is the distance relative to the heaviest weight.
	demand := start * math.Exp(-heaviest)
	if demand == 0 {
		// c^n underflowed: what is left of the distance after n contracting
		// steps is below any representable length, but it is not zero.
		demand = math.SmallestNonzeroFloat64
	}
	level := func(j int) float64 {
		g1, g2 := sums(-math.Abs(l), j)
		return (demand + s*g1) / g2
	}
	q = -math.Abs(l)
	j = sort.Search(n-1, func(i int) bool { // the step i+2 in order of weight would get less than s
		return level(i+2)*math.Exp(q*float64(i+1)) < s
	}) + 1
	return level(j), q, j
}

// rank is the place of the i-th of n steps in order of weight, the heaviest first.
func (p Charged) rank(i, n int) int {
	if p.Excess < 0 {
		return n - 1 - i
	}
	return i
}

// searchNear is searchValley from a place at which the least value is expected; NaN counts
// as the lower end.
func searchNear(lo, hi int, expected float64, f func(int) float64) {
	at := lo
	if expected > float64(lo) {
		at = int(min(expected, float64(hi)))
	}
	falls := func(i int) bool { return f(i) > f(i+1) }
	if at < hi && falls(at) {
		lo = at + 1
		for step := 1; at+step < hi; step *= 2 {
			at += step
			if !falls(at) {
				hi = at
				break
			}
			lo = at + 1
		}
	} else {
		hi = at
		for step := 1; at-step >= lo; step *= 2 {
			at -= step
			if falls(at) {
				lo = at + 1
				break
			}
			hi = at
		}
	}
	searchValley(lo, hi, f)
}

// searchValley calls f on whole numbers of [lo, hi] so as to meet the least
// value of a function that falls and then rises, perhaps to +Inf.
func searchValley(lo, hi int, f func(int) float64) {
	for hi-lo > 3 {
		mid := lo + (hi-lo)/2
		if f(mid) <= f(mid+1) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	for i := lo; i <= hi; i++ {
		f(i)
	}
}
