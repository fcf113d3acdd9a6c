package bounds

import (
	"math/big"

	"lastiterate/bounds/run"
)

// The references of certified values: the theorems as they are printed, by sums
// and products term by term, from the decimals that were stated
// (reference_arithmetic_test.go). Those that search for an optimum are in
// reference_shift_test.go.

// reference holds a run's stated numbers.
type reference struct {
	run.Run
	eta, clip, smooth, strong, weak, order, diameter ref
	s, variance                                      ref
}

func newReference(r run.Run) reference {
	x := reference{Run: r, eta: num(r.Eta), clip: num(r.Clip), smooth: num(r.Smoothness), strong: num(r.StrongConvexity),
		weak: num(r.WeakConvexity), order: num(r.HolderOrder)}
	if r.Bounded() {
		x.diameter = num(r.Diameter)
	}
	x.s = over(times(times(num(r.Kappa()), x.eta), x.clip), whole(r.B))
	sigma := num(r.Sigma)
	switch r.Noise {
	case run.GradientNoise:
		sigma = times(sigma, x.eta)
	case run.NoiseMultiplier:
		sigma = over(times(times(sigma, x.eta), x.clip), whole(r.B))
	}
	x.variance = squared(sigma)
	if r.Noise == run.LangevinNoise {
		x.variance = times(times(whole(2), x.eta), x.variance)
	}
	return x
}

func (x reference) ratio() ref { return over(squared(x.s), x.variance) }
func (x reference) visits() int {
	return (x.T - x.AfterLastUse() + x.StepsPerEpoch() - 1) / x.StepsPerEpoch()
}

// rho is a row's ε(α)/α.
func (x reference) rho(id string) (ref, bool) {
	one, b, half := whole(1), x.StepsPerEpoch(), over(x.ratio(), whole(2))
	contraction := minus(one, times(x.eta, x.strong)) // 1 − ηm
	switch id {
	case "composition":
		return times(half, whole(x.visits())), true
	case "output-perturbation":
		return over(over(squared(x.diameter), x.variance), whole(2)), true
	case "last-step":
		return over(over(squared(x.lastShift()), x.variance), whole(2)), true
	case "feldman":
		return times(half, plus(over(one, whole(x.AfterLastUse()+1)), over(whole(x.visits()-1), whole(b)))), true
	case "balle":
		rest := minus(one, over(times(times(times(whole(2), x.eta), x.smooth), x.strong), plus(x.smooth, x.strong)))
		rho := rootOf(powerOf(rest, b))
		last := one
		if k := x.AfterLastUse(); k > 0 {
			last = over(rootOf(powerOf(rest, k+1)), whole(k))
		}
		return times(half, plus(last, over(times(whole(x.visits()-1), rho), whole(b-1)))), true
	case "ye-shokri-3.3":
		h := b - b/2
		tail := sumOfPowers(powerOf(contraction, 2*h), 0, x.visits()-1)
		last := x.theta(squared(contraction), x.AfterLastUse()+1)
		return times(half, plus(last, times(x.theta(squared(contraction), b/2), tail))), true
	case "ye-shokri-D.6":
		return times(x.ratio(), sumOfPowers(minus(one, over(times(x.eta, x.strong), whole(2))), 1, x.T+1)), true
	case "chourasia":
		decay := over(times(x.eta, x.strong), whole(2))
		return over(times(x.ratio(), minus(one, expOf(times(decay, whole(-x.T))))), decay), true
	case "kong-ribero-2.2", "kong-ribero-2.3", "kong-ribero-C.3":
		return x.kongRiberoRow(id), true
	case "altschuler-talwar":
		return x.altschulerTalwar(), true
	case "liang-strengthened":
		if x.Bounded() { // its share of the noise is searched for
			return nil, false
		}
		moved := over(times(times(whole(2), x.eta), x.clip), whole(x.N))
		return over(times(whole(2*x.T), squared(moved)), x.variance), true
	case "bok-su-altschuler":
		return times(half, x.bok()), true
	}
	return nil, false
}

// theta is c^{2(j−1)}/Σ_{i<j} c^{2i} for the square of c.
func (x reference) theta(square ref, j int) ref {
	return over(powerOf(square, j-1), sumOfPowers(square, 0, j))
}

// kongRiberoRow is a row of Kong and Ribero's, whose neighbours swap one example: a step moves by
// 2ηC/b in every adjacency.
func (x reference) kongRiberoRow(id string) ref {
	b := x.StepsPerEpoch()
	s := over(times(times(whole(2), x.eta), x.clip), whole(x.B))
	ratio := over(squared(s), x.variance)
	switch id {
	case "kong-ribero-2.2":
		reach := plus(times(rootOf(x.kongRibero()), x.diameter), s)
		return over(over(squared(reach), x.variance), whole(2))
	case "kong-ribero-2.3":
		return times(ratio, plus(whole(1), times(whole(x.visits()), x.theta(x.kongRibero(), b))))
	}
	return times(over(ratio, squared(x.eta)), plus(whole(1), x.theta(x.kongRibero(), b)))
}

// kongRibero is c².
func (x reference) kongRibero() ref {
	weak := x.smooth
	switch x.Loss {
	case run.Convex, run.StronglyConvex:
		weak = whole(0)
	case run.WeaklyConvex:
		weak = x.weak
	}
	inner := plus(whole(1), over(weak, times(whole(2), plus(x.smooth, weak))))
	square := plus(whole(1), times(times(times(whole(2), x.eta), weak), inner))
	if !x.Unclipped() {
		square = times(square, whole(2))
	}
	return square
}

func (x reference) altschulerTalwar() ref {
	s := over(times(times(whole(2), x.eta), x.clip), whole(x.N))
	units := over(x.diameter, s)
	best := whole(2 * x.T)
	n, _ := over(units, whole(2)).Int64()
	for _, n := range []int{max(1, int(n)), max(1, int(n)+1)} {
		if n <= x.T {
			best = lesser(best, plus(whole(4*n), over(squared(units), whole(n))))
		}
	}
	return over(times(best, squared(s)), x.variance)
}

// bok is μ²σ²/s².
func (x reference) bok() ref {
	one, b := whole(1), x.StepsPerEpoch()
	c := one
	if x.Loss == run.StronglyConvex {
		c = larger(absolute(minus(one, times(x.eta, x.strong))), absolute(minus(one, times(x.eta, x.smooth))))
	}
	saturation := func(n int) ref {
		p := powerOf(c, n)
		return over(minus(one, p), plus(one, p))
	}
	var best ref
	if c.Cmp(one) < 0 {
		if b == 1 {
			best = times(saturation(x.T), over(plus(one, c), minus(one, c)))
		} else {
			gap := minus(one, powerOf(c, b))
			best = over(times(powerOf(c, 2*b-2), minus(one, squared(c))), squared(gap))
			best = plus(one, times(best, saturation(b*(x.visits()-1))))
		}
	}
	if x.Bounded() {
		units := over(x.diameter, x.s)
		steps, accuracy := units.Int64()
		if accuracy != big.Exact {
			steps++
		}
		domain := plus(times(whole(3), units), whole(int(steps)))
		if b > 1 {
			domain = plus(one, over(domain, whole(b)))
		}
		domain = lesser(domain, whole(x.visits()))
		if best == nil || domain.Cmp(best) < 0 {
			best = domain
		}
	}
	return best
}

// expands reports whether a step overshoots. Only there may the step with the differing
// example contract all the same.
func (x reference) expands() bool { return x.Unclipped() && x.Eta*x.Smoothness >= 2 }

// clippedFactor is the largest of √(1 − p² + (|1−k|p + ρ)²) over 0 ≤ p ≤ 1: the
// norm of I − (I − ĝĝᵀ)ηH, with p the part of a direction orthogonal to ĝ.
func (x reference) clippedFactor(eta, below, above ref) ref {
	if x.Loss == run.StronglyConvex {
		below = minus(whole(0), times(eta, x.strong))
	}
	half := over(whole(1), whole(2))
	k, rho := times(half, minus(above, below)), times(half, plus(below, above))
	turn := absolute(minus(whole(1), k))
	p := whole(1)
	if curve := times(k, minus(whole(2), k)); times(turn, rho).Cmp(curve) < 0 {
		p = over(times(turn, rho), curve)
	}
	return rootOf(plus(minus(whole(1), squared(p)), squared(plus(times(turn, p), rho))))
}

// step is a modulus at z > 0, of a step with or without the differing example.
func (x reference) step(z ref, visit bool) ref {
	one, two := whole(1), whole(2)
	etaL, etam := times(x.eta, x.smooth), times(x.eta, x.strong)
	weak := whole(0)
	if x.Loss == run.WeaklyConvex {
		weak = x.weak
	}
	// What becomes of the distance of the differing example's own pair of terms.
	own := z
	if x.Clipping == run.ClippingGLM && x.Loss == run.StronglyConvex {
		own = times(absolute(minus(one, etam)), z)
	}
	comparable := x.Clipping != run.ClippingDifference || x.Adjacency != run.Replace
	var best ref
	share := over(whole(x.B-1), whole(x.B))
	take := func(y, offset ref) {
		if visit && comparable && x.expands() && x.StepsPerEpoch() > 1 { // counted as on the same side of 1
			y = larger(y, plus(z, times(share, offset)))
		}
		if best == nil || y.Cmp(best) < 0 {
			best = y
		}
	}
	add := func(y, offset ref) {
		if visit && comparable { // only b−1 of the b terms are common
			y = lesser(y, plus(times(share, y), over(own, whole(x.B))))
		}
		take(y, offset)
	}
	if x.Clipping != run.ClippingDifference {
		slope := one
		if x.Clipping == run.ClippingGLM && x.Loss == run.StronglyConvex {
			slope = absolute(minus(one, etam))
		}
		add(plus(times(slope, z), times(two, times(x.eta, x.clip))), times(two, times(x.eta, x.clip)))
	}
	if x.Lipschitz() {
		add(times(plus(one, etaL), z), whole(0))
	} else {
		add(plus(z, times(etaL, expOf(times(x.order, logOf(z))))), whole(0))
	}
	curved := func(eta, smooth ref, add func(y, offset ref)) {
		etaL, etam := times(eta, smooth), times(eta, x.strong)
		switch {
		case x.Loss == run.Holder || x.Loss == run.Smooth:
			return
		case x.Unclipped():
			add(times(larger(plus(one, times(eta, lesser(weak, smooth))), absolute(minus(one, etaL))), z), whole(0))
		default:
			add(times(x.clippedFactor(eta, times(eta, lesser(weak, smooth)), etaL), z), whole(0))
		}
		if x.Loss == run.StronglyConvex && x.Unclipped() {
			add(times(larger(absolute(minus(one, etam)), absolute(minus(one, etaL))), z), whole(0))
		}
	}
	curved(x.eta, x.smooth, add)
	least := x.StrongConvexity
	if x.Loss != run.StronglyConvex {
		least = -x.Curvature()
	}
	// The step of the others alone, which the jump is added to, counts where steps overshoot.
	if visit && comparable && x.Eta*(x.Smoothness+least) > 2 {
		if x.Clipping == run.ClippingGLM {
			reg := whole(0)
			if x.Loss == run.StronglyConvex {
				reg = x.strong
			}
			curved(x.eta, plus(reg, times(share, minus(x.smooth, reg))), take)
		} else {
			curved(times(share, x.eta), x.smooth, take)
		}
	}
	return best
}

func (x reference) lastShift() ref {
	used := plus(x.step(x.diameter, true), x.s)
	if x.StepsPerEpoch() == 1 && x.Dropped() == 0 {
		return used
	}
	return larger(used, x.step(x.diameter, false))
}

// linearMu is μ² of the linear run of factor c.
func (x reference) linearMu(c ref) ref {
	visited, squares, w := whole(0), whole(0), whole(1)
	for i := range x.T {
		if rest := x.AfterLastUse(); i >= rest && (i-rest)%x.StepsPerEpoch() == 0 {
			visited = plus(visited, w)
		}
		squares, w = plus(squares, squared(w)), times(w, c)
	}
	return over(times(squared(visited), x.ratio()), squares)
}
