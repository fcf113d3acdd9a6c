package bounds

import (
	"iter"
	"math"

	"lastiterate/bounds/run"
)

// The references of the optima of the shift program and of Chien and Li's Theorem 3.1:
// every start that may be the best, and every number of steps, one by one.

// linearFactor is the smallest factor of a linear modulus, which is what the
// modulus of a distance too small for any offset is.
func (x reference) linearFactor(visit bool) ref {
	tiny := whole(1)
	tiny.SetMantExp(tiny, -200) // a unit so small that no clipped or Hölder modulus is the least
	return over(x.step(tiny, visit), tiny)
}

// minorant is the cost Σa² of a start at the given distance, over n steps ending
// in the last, by pooling adjacent violators term by term.
func (x reference) minorant(start ref, n int, factor func(t int) ref, jump func(t int) ref) ref {
	type piece struct{ run, rise ref }
	weights := make([]ref, n)
	w := whole(1)
	for i := n - 1; i >= 0; i-- {
		weights[i] = w
		w = times(w, factor(x.T-n+i))
	}
	carried := times(start, w)
	var pieces []piece
	for i := range n {
		p := piece{squared(weights[i]), plus(times(jump(x.T-n+i), weights[i]), carried)}
		carried = whole(0)
		for len(pieces) > 0 {
			last := pieces[len(pieces)-1]
			if times(last.rise, p.run).Cmp(times(p.rise, last.run)) < 0 {
				break
			}
			p = piece{plus(p.run, last.run), plus(p.rise, last.rise)}
			pieces = pieces[:len(pieces)-1]
		}
		pieces = append(pieces, p)
	}
	total := whole(0)
	for _, p := range pieces {
		total = plus(total, over(squared(p.rise), p.run))
	}
	return total
}

// shiftCosts are the costs of the schedules of the shift row's closed forms: a start at 0 at τ = 0 or
// at D at the step tau or beside it under the smallest linear modulus, or one of
// Theorem 3.1, which counts the clip; the likeliest first.
func (x reference) shiftCosts(tau int) iter.Seq[ref] {
	b := x.StepsPerEpoch()
	last := (x.T - x.AfterLastUse() - 1) % b
	plain, visit := x.linearFactor(false), x.linearFactor(true)
	factor := func(t int) ref {
		if t%b == last {
			return visit
		}
		return plain
	}
	jump := func(t int) ref {
		if t%b == last {
			return x.s
		}
		return whole(0)
	}
	return func(yield func(ref) bool) {
		if tau == 0 && !yield(x.minorant(whole(0), x.T, factor, jump)) {
			return
		}
		for _, start := range []int{tau, tau - 1, tau + 1} {
			if x.Bounded() && 0 <= start && start < x.T && !yield(x.minorant(x.diameter, x.T-start, factor, jump)) {
				return
			}
		}
		if x.Scheme == run.Full && x.Clipping != run.ClippingGLM && x.Clipping != run.ClippingDifference {
			for r := range x.chargedCosts(visit, tau) {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// charged is R of Theorem 3.1 of Chien and Li for the start tau: the least
// Σ(s+a_t)² over a ≥ 0 with Σ c^{−(t−τ+1)}a_t = Δ_τ, by trying every number of
// active steps.
func (x reference) charged(c ref, tau int) ref {
	n := x.T - tau
	distance := lesser(times(x.s, sumOfPowers(c, 0, tau)), times(times(whole(2*tau), x.eta), x.clip))
	if x.Bounded() {
		distance = lesser(distance, x.diameter)
	}
	weights := make([]ref, n) // the heaviest first
	w := whole(1)
	for i := range n {
		w = over(w, c)
		if c.Cmp(whole(1)) < 0 {
			weights[n-1-i] = w
		} else {
			weights[i] = w
		}
	}
	if distance.Sign() == 0 {
		return times(squared(x.s), whole(n))
	}
	var best ref
	sum, squares := whole(0), whole(0)
	for j := 1; j <= n; j++ {
		sum, squares = plus(sum, weights[j-1]), plus(squares, squared(weights[j-1]))
		lambda := over(plus(distance, times(x.s, sum)), squares)
		if times(lambda, weights[j-1]).Cmp(x.s) < 0 {
			break
		}
		r := plus(times(squared(lambda), squares), times(squared(x.s), whole(n-j)))
		if best == nil || r.Cmp(best) < 0 {
			best = r
		}
	}
	return best
}

// chargedCosts are the costs of Theorem 3.1 at the step tau and beside it.
func (x reference) chargedCosts(c ref, tau int) iter.Seq[ref] {
	return func(yield func(ref) bool) {
		for _, start := range []int{tau, tau - 1, tau + 1} {
			if 0 <= start && start < x.T && !yield(x.charged(c, start)) {
				return
			}
		}
	}
}

// chienLiFactor is c of Theorem 3.1.
func (x reference) chienLiFactor() ref {
	if x.Clipping == run.ClippingNever {
		switch {
		case x.Loss == run.StronglyConvex && x.Eta*x.Smoothness <= 1:
			return minus(whole(1), times(x.eta, x.strong))
		case (x.Loss == run.Convex || x.Loss == run.StronglyConvex) && x.Eta*x.Smoothness <= 2:
			return whole(1)
		}
	}
	return plus(whole(1), times(x.eta, x.smooth))
}

// Hull is the optimum of the shift program under linear moduli, step by step and without
// closed forms: for every start τ the greatest convex minorant (shift.md, section 2). A step
// takes a distance z to factor·z + jump.
func Hull(factors, jumps []float64, diameter float64) float64 {
	type piece struct{ run, rise float64 }
	T := len(factors)
	weights := make([]float64, T)
	w := 1.0
	for t := T - 1; t >= 0; t-- {
		weights[t] = w
		w *= factors[t]
	}
	least, distance := math.Inf(1), 0.0
	for tau := range T {
		var pieces []piece
		for t := tau; t < T; t++ {
			p := piece{weights[t] * weights[t], weights[t] * jumps[t]}
			if t == tau {
				p.rise += weights[t] * factors[t] * distance
			}
			for n := len(pieces); n > 0 && pieces[n-1].rise*p.run >= p.rise*pieces[n-1].run; n-- {
				p = piece{p.run + pieces[n-1].run, p.rise + pieces[n-1].rise}
				pieces = pieces[:n-1]
			}
			pieces = append(pieces, p)
		}
		cost := 0.0
		for _, p := range pieces {
			cost += p.rise * p.rise / p.run
		}
		least = min(least, cost)
		distance = min(diameter, factors[tau]*distance+jumps[tau])
	}
	return least
}
