package forgetting

import (
	"context"
	"math"

	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/run"
)

// A lastOrder is the order of a run's last epoch, or the one order of all epochs, whose early places lend to the late ones:
// runs with an early use hide runs with a late use (amplified.md, Theorems 2 and 3). A place is given by the number r of
// steps after its last use. Costs are squared lengths.
type lastOrder struct {
	walk
	used  int     // places r < used are used; the turn of the other places would come after the last step
	level float64 // the distance at the start of the epoch, a length
	// earlier has the costs of the earlier epochs, whatever the place, with their shares; sketched has the same costs,
	// rounded up to fewer values.
	earlier, sketched []shift.Share
	// own is at least the shift program's cost for each of the places from … to−1. lent is at least the cost for each of them
	// against any place ≥ lender, where lender ≥ to.
	own  func(from, to int) float64
	lent func(from, to, lender int) float64
	// unused bounds E_e of the runs that do not use the example in this order; nil if only own bounds it.
	unused func(logE float64) float64
}

// lastOrders returns the ways to bound the costs of a walk's places, for the run's first T steps with idle steps after them.
// There are none if no linear modulus is known. weights are for the plans of package shift, over a squared length.
func (o walk) lastOrders(ctx context.Context, T, idle int, weights []float64) (out []lastOrder) {
	program, _, err := ordered.LinearProgram(o.run)
	if err != nil {
		return nil
	}
	own, exchange := program.Proven(), program // exchange has one example in place of another, neither of them zeroed
	exchange.Sensitivity, exchange.VisitExcess = o.run.Step().Exchange(), program.Excess
	swap := exchange.Proven()
	if T > program.Period && o.run.Order() != run.FreshOrder {
		return []lastOrder{o.oneOrder(own, swap)}
	}
	if T <= program.Period {
		weights = weights[:1] // there are no levels to choose
	}
	planner := shift.NewPlanner(ctx, own)
	for _, weight := range weights {
		plan := planner.Plan(T, idle, weight, mostCosts)
		last := &plan[len(plan)-1]
		level := last.From
		if last.Epochs--; last.Epochs == 0 {
			plan = plan[:len(plan)-1]
		}
		out = append(out, o.freshOrder(own, swap, (T-1)%program.Period+1, idle, level, shift.Total(plan)))
	}
	return out
}

// mostCosts is the largest number of costs that a plan distinguishes in an epoch.
const mostCosts = 256

// costTails and sketchTails divide the costs of earlier epochs into cells: a cell ends where the probability of a larger cost
// falls to the next of these values.
var (
	costTails   = []float64{0.8, 0.6, 0.4, 0.25, 0.15, 0.08, 0.04, 0.015, 5e-3, 1e-3, 1e-4, 1e-6, 1e-9, 0}
	sketchTails = []float64{0.3, 0.01, 0}
)

// inCells joins shares, whose costs rise, into a few cells; the cost of a cell is at least that of each of its members.
func inCells(shares []shift.Share, tails []float64) (out []shift.Share) {
	tail, cell, k := 1.0, shift.Share{}, 0
	for i, s := range shares {
		tail -= s.Weight
		cell.R, cell.Weight = s.R, cell.Weight+s.Weight*(1+proof.UpperMargin)
		if i < len(shares)-1 && (tail > tails[k] || k == len(tails)-1) {
			continue
		}
		out, cell = append(out, cell), shift.Share{}
		for k < len(tails)-1 && tail <= tails[k] {
			k++
		}
	}
	return out
}

// freshOrder returns the order of an epoch that begins at the distance level and has the given steps, before idle ones.
func (o walk) freshOrder(own, swap *shift.ProvenCyclic, steps, idle int, level float64, earlier []shift.Share) lastOrder {
	all := steps + idle
	at := func(r int) int { // the step of the epoch that uses the example; none for a place that is not used
		if r >= steps {
			return all
		}
		return steps - 1 - r
	}
	rises := own.Excess <= 0 || level == 0 // an epoch of swap costs the more the later its use is
	latest := func(program *shift.ProvenCyclic, from, to int) (cost float64) {
		if rises && program.VisitExcess <= program.Excess || level == 0 || from >= steps {
			return program.EpochCost(at(from), all, level, 0)
		}
		for r := from; r < to; r++ {
			cost = max(cost, program.EpochCost(at(r), all, level, 0))
		}
		return cost
	}
	// follows returns the cost of a lender's use in the steps before those of the places, down to the distance between, and
	// from there of the latest place's own use.
	follows := func(from, to, lender int, between float64) float64 {
		n := steps - to
		j, place := min(at(lender), n), swap.EpochCost(0, from+1+idle, between, 0)
		if !rises { // the payments for the level and those for the use add up
			return both(swap.EpochCost(n, n, level, 0), swap.EpochCost(j, n, 0, 0)) + place
		}
		return swap.EpochCost(j, n, level, between) + place
	}
	return lastOrder{walk: o, used: steps, level: level,
		earlier: inCells(earlier, costTails), sketched: inCells(earlier, sketchTails),
		own: func(from, to int) float64 { return latest(own, from, to) },
		lent: func(from, to, lender int) float64 {
			cost := min(follows(from, to, lender, 0), both(latest(swap, from, to), swap.EpochCost(at(lender), all, 0, 0)))
			if own.Excess <= 0 && from+1 == to && lender < steps { // at any distance between, the latest lender costs most
				for y := swap.Sensitivity; y > swap.Sensitivity/8; y *= 0.8 {
					cost = min(cost, follows(from, to, lender, y))
				}
			}
			return cost * (1 + proof.UpperMargin)
		}}
}

// oneOrder returns the order of a run of more than one epoch that is shuffled once.
func (o walk) oneOrder(own, swap *shift.ProvenCyclic) lastOrder {
	period := o.run.StepsPerEpoch()
	at := func(r int) int { return (o.run.T - 1 - r) % period }
	none := []shift.Share{{Weight: 1}}
	return lastOrder{walk: o, used: period, earlier: none, sketched: none,
		own: func(from, _ int) float64 { return own.Solve(o.run.T, at(from)).R },
		lent: func(from, _, lender int) float64 {
			return both(swap.Solve(o.run.T, at(from)).R, swap.Solve(o.run.T, at(lender)).R) * (1 + proof.UpperMargin)
		}}
}

// both returns the cost of the payments of two programs together.
func both(a, b float64) float64 {
	root := math.Sqrt(a) + math.Sqrt(b)
	return root * root
}
