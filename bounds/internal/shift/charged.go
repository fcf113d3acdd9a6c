package shift

import (
	"math"
	"sort"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
)

// ChargedProgram is the program of Chien and Li 2024 (arXiv version, Theorem 3.1), in which every step of the window also
// pays for its own sensitivity:
//
//	R = min over τ, a ≥ 0 of Σ_{t=τ}^{T−1} (s + a_t)²   with   Σ c^{−(t−τ+1)} a_t = Δ_τ,
//
// where min_β s²/β + a²/(1−β) = (s+a)² has eliminated their β. The distance at τ is Δ_τ = min(s Σ_{t<τ} c^t, 2ηCτ, D).
type ChargedProgram struct {
	FullBatch
	Drift float64 // 2ηC, the length by which clipped steps can part in one step
}

// ProvenCharged is ChargedProgram with errfloat.Near numbers, as ProvenCyclic is CyclicProgram.
type ProvenCharged struct {
	ChargedProgram
	k, l, s, drift, d errfloat.Near // |c − 1|, |ln c| and the lengths; d is not defined without a projection
}

// Proven returns the program with its numbers as they are.
func (p ChargedProgram) Proven() *ProvenCharged {
	q := p.FullBatch.cyclic().Proven()
	return &ProvenCharged{p, q.k, q.l, q.s, errorless(p.Drift), q.d}
}

// Charged returns the program in units of the noise, whose variance is given.
func (x StatedConstants) Charged(variance interval.Number) *ProvenCharged {
	x.VisitExcess, x.Period = x.Excess, 1
	p, drift := x.Cyclic(variance), x.Drift.Quo(variance.Sqrt())
	program := ChargedProgram{FullBatch{p.Excess, p.Sensitivity, p.Diameter}, x.Drift.Float64()}
	return &ProvenCharged{program, p.k, p.l, p.s, nearly(drift), p.d}
}

// Solve returns the cheapest path found; see ProvenCharged.Solve.
func (p ChargedProgram) Solve(T int) FeasiblePoint { return p.Proven().Solve(T) }

// Solve returns the optimum over τ and a for T ≥ 1 steps. For one τ the optimum is water-filling, a_t = max(0, λc^{−(t−τ+1)}
// − s). As a function of τ the cost falls and then rises on each stretch on which Δ_τ follows one of its three branches, so
// each stretch is searched by halving; a test compares with all τ. Any τ is valid, so a missed one only makes the bound
// larger.
func (p *ProvenCharged) Solve(T int) FeasiblePoint {
	best := FeasiblePoint{R: math.Inf(1)}
	try := func(tau int) float64 {
		s := p.pay(T-tau, p.distance(tau))
		s.Tau = tau
		if s.R < best.R {
			best = s
		}
		return s.R
	}
	overDrift, atDiameter := p.Branches(T)
	if p.Excess < 0 {
		SearchValley(0, min(overDrift, atDiameter)-1, try)
		SearchValley(overDrift, atDiameter-1, try)
		SearchValley(atDiameter, T-1, try)
		return best
	}
	// For c ≥ 1 a start on the track pays at least as much as τ = 0: it is a path of FullBatch, whose optimum from 0 is
	// composition (shift.md, section 3). From D every step is active near the best length, so the cost is FullBatch's.
	try(0)
	SearchValley(overDrift, atDiameter-1, try)
	if atDiameter < T {
		turn := p.turningPoint()
		for _, n := range []float64{math.Floor(turn), math.Ceil(turn)} {
			try(T - int(min(max(n, 1), float64(T-atDiameter))))
		}
	}
	return best
}

// Distance returns Δ_τ, an upper bound on the distance of the runs before step tau.
func (p ChargedProgram) Distance(tau int) float64 { return p.Proven().distance(tau).Up() }

func (p *ProvenCharged) distance(tau int) errfloat.Near {
	return lesser(lesser(times(tau, p.drift), p.track(tau)), p.d)
}

// lesser returns x or y, whichever has the smaller upper bound.
func lesser(x, y errfloat.Near) errfloat.Near {
	if y.Up() < x.Up() {
		return y
	}
	return x
}

// track returns s Σ_{t<τ} c^t.
func (p *ProvenCharged) track(tau int) errfloat.Near {
	x := times(tau, p.l)
	switch {
	case p.k.IsZero() || tau == 0:
		return times(tau, p.s)
	case p.Excess < 0:
		return p.s.Mul(x.Risen()).Quo(p.k)
	}
	return p.s.Mul(x.Risen()).Quo(x.Decay()).Quo(p.k)
}

// Branches returns the first τ at which the drift is below the track, at most atDiameter, and the first τ < T at which Δ_τ is
// D. Both are T if there is none. The ratio of track and drift is monotone, and both only grow.
func (p *ProvenCharged) Branches(T int) (overDrift, atDiameter int) {
	atDiameter = sort.Search(T, func(tau int) bool { return p.d.Defined() && p.distance(tau).Up() >= p.d.Up() })
	overDrift = sort.Search(atDiameter, func(tau int) bool { return p.track(tau).Up() > times(tau, p.drift).Up() })
	return overDrift, atDiameter
}

// pay returns the water-filling optimum over n steps from the distance start.
func (p *ProvenCharged) pay(n int, start errfloat.Near) FeasiblePoint {
	lambda, run, j := p.fill(n, start)
	s := solutionOf(lambda.Square().Mul(run).Add(times(n-j, p.s.Square())), p.s, errfloat.Whole(1))
	switch {
	case j > 0 && p.Excess < 0:
		s.P = lambda.Middle()
	case j == n && n > 0:
		s.P = lambda.Mul(weight(times(n-1, p.l))).Middle()
	}
	return s
}

// fill finds the payments over n steps from the distance start. For the j active steps s + a_t is λe^{−l·rank}, for the
// others s; run is Σ e^{−2l·rank} over the active steps. Active are the first steps for c ≥ 1 and the last ones for c < 1, as
// many as certainly pay at least s. λ is relative to the heaviest step, whose weight is c^{−1} (the first) or c^{−n} (the
// last).
func (p *ProvenCharged) fill(n int, start errfloat.Near) (lambda, run errfloat.Near, j int) {
	switch {
	case start.IsZero():
		return p.s, start, 0
	case p.k.IsZero():
		return start.Add(times(n, p.s)).Quo(errfloat.Whole(n)), errfloat.Whole(n), n
	}
	// demand is the distance relative to the heaviest weight.
	demand := start.Mul(errfloat.Whole(1).Add(p.k))
	if p.Excess < 0 {
		demand = start.Mul(weight(times(n, p.l)))
	}
	level := func(j int) (lambda, run errfloat.Near) {
		run = geometric(times(2, p.l), j)
		return demand.Add(p.s.Mul(geometric(p.l, j))).Quo(run), run
	}
	j = sort.Search(n-1, func(i int) bool { // the step i+2 in order of weight would pay less than s
		lambda, _ := level(i + 2)
		x := times(i+1, p.l)
		return !(x.Up() < farAway && p.s.AtMost(lambda.Mul(x.Decay())))
	}) + 1
	lambda, run = level(j)
	return lambda, run, j
}

// Rank returns the place of the i-th of n steps in order of weight, the heaviest first.
func (p ChargedProgram) Rank(i, n int) int {
	if p.Excess < 0 {
		return n - 1 - i
	}
	return i
}

// searchNear is searchValley from a place at which the least value is expected; NaN stands for the lower end.
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
	SearchValley(lo, hi, f)
}

// SearchValley calls f on whole numbers of [lo, hi], among them one with the least value if f falls and then rises, perhaps
// to +Inf.
func SearchValley(lo, hi int, f func(int) float64) {
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
