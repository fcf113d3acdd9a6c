package contraction

import (
	"math"

	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/scalar"
)

// An overlap contracts y of an order of at most 2 by what any two points of the domain have in common after a step
// (overlap.md). Two Gaussians 2x apart leave about the part x² of y where x is small, far less than their total variation.
type overlap struct{ lengths }

// overlapping is the x of one step above which overlaps leave hardly less than total variation, which leaves 0.94 there.
const overlapping = 1.9

// helps reports whether overlaps may leave less than total variation does.
func (o overlap) helps() bool {
	for _, g := range o.stepKernels().groups {
		if apart(g.stretches, 0)/2 < overlapping {
			return true
		}
	}
	return false
}

// mixed returns the part left by n steps, and 1 less that from below. It takes the steps together, or in parts of equal
// length: one step, two, four, and so on up to about 4d² steps, which mix the domain.
func (o overlap) mixed(n float64) (left, rest float64) {
	if n == 0 {
		return 1, 0
	}
	left, rest = o.lengths.mixed(n)
	for part := 1.0; part <= n && part <= 4*o.d*o.d+1; part *= 2 {
		l, r := affine.Overlapped(o.idleMu(part) / 2)
		if times := math.Floor(n / part); times > 1 {
			l = math.Pow(l, times)*(1+meanError) + errfloat.Tiny
			r = max(r, 1-l)
		}
		if l < left {
			left, rest = l, r
		}
	}
	return left, rest * (1 - 2*u)
}

// resting returns the lesser of the bounds by overlaps and by total variation.
func (o overlap) resting(n float64) float64 {
	left, _ := o.mixed(n)
	return min(left, o.lengths.resting(n))
}

// A lastUse has the steps of a stretch without the example, which leave the part `before` of y, and one step with it.
type lastUse struct {
	before float64
	cost   float64 // what the use costs at β = 1, as shiftExponent has it
	use    []affine.Stretch
}

// toUse counts the steps before the use apart from the use.
func (o overlap) toUse(steps, cost float64) stepFamily {
	before, _ := o.mixed(steps - 1)
	return lastUse{before, cost, o.kernelToUse(1)}
}

func (s lastUse) effort() int { return balanceUnits * (len(s.use) + 1) }

// shareTurns is the number of golden sections, which bring the share within 10⁻⁸.
const shareTurns = 40

// at returns the step that pays with the share β of its noise.
func (s lastUse) at(beta float64) step {
	left, rest := affine.Overlapped(apart(s.use, beta) / 2)
	left *= s.before * (1 + 2*u)
	return newStep(beta, s.cost/beta*(1+1e-15), min(1, left), max(rest, 1-left)*(1-2*u))
}

// best minimises the value over the share by golden sections. The result is near the best, and any share is valid.
func (s lastUse) best(y float64) step {
	whole := s.at(1)
	low, high := scalar.Golden(0, 1, shareTurns, func(beta float64) float64 { return s.at(beta).once(y) })
	if c := s.at((low + high) / 2); c.once(y) < whole.once(y) {
		return c
	}
	return whole
}

// blocks bounds y by blocks of one use each.
func (o overlap) blocks(period, uses, alpha float64) (float64, Cycle) {
	cost := shiftExponent(alpha, o.s)
	if !(cost < mostExponent) {
		return math.Inf(1), Cycle{Beta: 1, Block: 1}
	}
	y, at := repeat(o.work, o.toUse(period, cost), raisedExpm1(cost), uses-1, largestY)
	return y, Cycle{Beta: at.beta, Block: 1}
}

// sampled contracts by the overlaps of one sampled step.
func (o overlap) sampled(rate, steps, alpha float64) (float64, Cycle) {
	k := o.stepKernels()
	k.contract = affine.Overlapped
	return o.sampledBy(k, rate, steps, alpha)
}

// byOverlaps returns the bound at an order of at most 2, by overlaps where they prove less than total variation.
func (p Problem) byOverlaps(alpha float64) (float64, Cycle) {
	least, choice := p.byVariation(alpha)
	if o := (overlap{p.lengths()}); o.helps() {
		y, c := p.moment(alpha, o)
		if e := divergenceOf(y, alpha); e < least {
			c.Overlap = true
			return e, c
		}
	}
	return least, choice
}

// higherOrders are the higher orders that are tried, as multiples of the given order. Each gives a bound, and the least
// counts.
var higherOrders = []float64{1.25, 1.5, 2, 3, 5}

// byHigherOrder bounds y of an order above 2 by y of order 2 and of the order higher (overlap.md, Theorem 3). It returns +Inf
// unless overlaps have made y of order 2 much smaller.
func (p Problem) byHigherOrder(alpha float64) (y float64, higher float64) {
	const much = 0.5 // the largest ratio of the divergence of order 2 to its bound by total variation at which higher orders are tried
	y = math.Inf(1)
	low, _ := p.Renyi(2)
	if plain, _ := p.byVariation(2); !(low < much*plain) {
		return y, 0
	}
	two := raisedExpm1(low)
	for _, times := range higherOrders {
		a := alpha * times
		if v := lyapunov(alpha, two, a, p.momentOf(a)); v < y {
			y, higher = v, a
		}
	}
	return y, higher
}

// momentOf returns y of an order by total variation.
func (p Problem) momentOf(alpha float64) float64 {
	e, _ := p.byVariation(alpha)
	return raisedExpm1((alpha - 1) * e * (1 + 2*u))
}

// Orders returns y of order 2 and y of the given higher order. A Cycle with Higher rests on these two.
func (p Problem) Orders(higher float64) (two, most float64) {
	low, _ := p.Renyi(2)
	return raisedExpm1(low), p.momentOf(higher)
}

// lyapunov returns an upper bound on (a^{1/p} + b^{1/p})^p, p = max(1, α − 2), a = α(α−1)/2·two, b = two^{1−λ}·most^λ,
// λ = (α−2)/(higher−2), where two and most are y of the orders 2 and higher.
func lyapunov(alpha, two, higher, most float64) float64 {
	if !(most < largestY && two > 0) {
		return math.Inf(1)
	}
	share := (alpha - 2) / (higher - 2)
	a := alpha * (alpha - 1) / 2 * two
	b := math.Pow(two, 1-share) * math.Pow(most, share)
	// The sum is relative to the larger term, so that nothing underflows. Exponents and powers are within a few u each, and
	// their p-th power within p times that.
	p, large, small := max(1, alpha-2), max(a, b), min(a, b)
	sum := 1 + math.Pow(small/large, 1/p)
	return large*math.Pow(sum, p)*(1+64*(alpha+16)*u) + errfloat.Tiny
}
