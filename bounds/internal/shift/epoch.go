package shift

import (
	"math"
	"sort"

	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/internal/scalar"
)

// epochCost is φ(j; from, to): the least Σa² over one stretch of steps that
// starts at distance from, or later at the diameter, ends at distance at most
// to, and uses the differing example at step j; j ≥ steps means that the
// stretch does not use it. Starting at the diameter at the visit or right after
// it is valid at any time, and then all that was paid before was paid for
// nothing, so the sum over epochs still bounds the run's cost.
func (p Cyclic) epochCost(j, steps int, from, to float64) float64 {
	cost := p.pathCost(j, steps, from, to)
	if math.IsInf(p.Diameter, 1) || j >= steps {
		return cost
	}
	cost = min(cost, p.pathCost(0, steps-j, p.Diameter, to))
	if rest := steps - 1 - j; rest > 0 {
		cost = min(cost, p.pathCost(rest, rest, p.Diameter, to))
	}
	return cost
}

// pathCost is epochCost for a path that starts at the start. With linear moduli
// the minorant has at most two pieces, the steps before the visit and those from
// it on. Each is in weights relative to its own heaviest step, because the weight
// of one over that of the other may be less than any number.
func (p Cyclic) pathCost(j, steps int, from, to float64) float64 {
	if j >= steps {
		return p.idleCost(steps, from, to)
	}
	if mutants.EpochUnderflow.On() && p.Excess > 0 && p.decay(j) == 0 {
		return 0
	}
	cost := p.visitedPath(j, steps-1-j, from, to).cost()
	if to == 0 {
		return p.positive(cost)
	}
	return cost
}

// positive raises the cost of a run that visits the example from 0, which stands
// for less than any number, unless a step forgets everything.
func (p Cyclic) positive(cost float64) float64 {
	if p.Excess == -1 {
		return cost
	}
	return max(cost, math.SmallestNonzeroFloat64)
}

// idleCost is the cost of steps without a visit.
func (p Cyclic) idleCost(steps int, from, to float64) float64 {
	rise := from*p.decay(steps) - to
	if p.Excess >= 0 { // relative to the first step
		rise = from*(1+p.Excess) - to*p.decay(steps-1)
	}
	return piece{rise, p.squares(steps)}.cost()
}

// squares is Σ_{i<n} of squared weights relative to the heaviest of them.
func (p Cyclic) squares(n int) float64 {
	return scalar.Geometric(-2*math.Abs(math.Log1p(p.Excess)), float64(n))
}

// decay is the lightest weight over the heaviest, n steps apart.
func (p Cyclic) decay(n int) float64 { return expOr1(-math.Abs(math.Log1p(p.Excess))*float64(n), n) }

// visitedPath is a stretch of steps with a visit among them.
type visitedPath struct {
	before, after piece // each relative to its own heaviest step
	// The heaviest step before the visit and from it on, relative to the heavier.
	beforeUnit, afterUnit float64
}

// visitedPath is lead steps, a visit and trailing steps, from a distance to one.
func (p Cyclic) visitedPath(lead, trailing int, from, to float64) visitedPath {
	v := visitedPath{beforeUnit: 1, afterUnit: 1}
	v.after.run = p.squares(trailing + 1)
	if p.Excess < 0 {
		v.after.rise = p.Sensitivity*p.decay(trailing) - to
		v.before = piece{from * p.decay(lead), p.squares(lead)}
		v.beforeUnit = p.decay(trailing) * (1 + p.VisitExcess)
	} else {
		v.after.rise = p.Sensitivity - to*p.decay(trailing)
		v.before = piece{from * (1 + p.Excess), p.squares(lead)}
		v.afterUnit = p.decay(lead-1) / (1 + p.VisitExcess)
	}
	if lead == 0 { // nothing can be paid before the visit
		v.after.rise += from * (1 + p.VisitExcess) * p.carried(trailing)
		v.before = piece{}
	}
	return v
}

// carried is the weight of a visit relative to the heaviest step from it on, with
// trailing steps after it.
func (p Cyclic) carried(trailing int) float64 {
	if p.Excess < 0 {
		return p.decay(trailing)
	}
	return 1
}

// cost pays at one slope, or, where that would pay more before the visit than
// there is, all of it there and the jump afterwards.
func (v visitedPath) cost() float64 {
	if v.after.rise*v.beforeUnit*v.before.run <= v.before.rise*v.afterUnit*v.after.run {
		return piece{
			v.before.rise*v.beforeUnit + v.after.rise*v.afterUnit,
			v.before.run*v.beforeUnit*v.beforeUnit + v.after.run*v.afterUnit*v.afterUnit,
		}.cost()
	}
	return v.before.cost() + v.after.cost()
}

// exactPositions is the number of positions of an epoch up to which every one
// is evaluated before grouping.
const exactPositions = 8192

// epochShares lists φ(j; from, to) over a uniform j in 0 … positions−1, of steps ≥
// positions steps, as at most most shares, each bounding its members from above.
func (p Cyclic) epochShares(positions, steps int, from, to float64, most int) []Share {
	return p.sharesOf(positions, most, func(j int) float64 { return p.epochCost(j, steps, from, to) })
}

// sharesOf are those of costs by position.
func (p Cyclic) sharesOf(positions, most int, cost func(j int) float64) []Share {
	if p.Period <= exactPositions {
		costs := make([]float64, positions)
		for j := range costs {
			costs[j] = cost(j)
		}
		sort.Float64s(costs)
		cost = func(last int) float64 { return costs[last] }
	}
	// For c ≤ 1, and at level 0 for every c, φ never falls with j < steps: a
	// later visit leaves the same or a larger distance and fewer steps to pay
	// for it (shift.md, section 6). Plan chooses no other levels for c > 1.
	return inGroups(0, positions, most, float64(positions), cost)
}
