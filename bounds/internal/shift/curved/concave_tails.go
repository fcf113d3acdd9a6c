package curved

import (
	"lastiterate/bounds/internal/shift"
)

// Tails bounds the cost of a visit from distance 0 to distance 0: of the visit itself and the steps after it without the
// differing example. The position of a visit within its epoch decides how many steps follow (shift.md, section 11).
type Tails struct {
	solver
	table *layers
	cost  map[int]float64     // by number of steps after the visit
	trace map[int]shift.Trace // likewise; absent for costs that are not followed step by step, empty if the visit pays for itself
}

// tailWork limits the work of polishing one path: the number of its distances times the number of iterations.
const tailWork = 2000

// roundUp covers the relative rounding error of a product and a sum.
const roundUp = 4e-16

// Tails returns the bounds for up to Period−1 steps after a visit.
func (p ConcaveProgram) Tails() *Tails {
	t := &Tails{solver: *p.solver(p.Period), cost: map[int]float64{}, trace: map[int]shift.Trace{}}
	t.top = p.Sensitivity
	steps := min(t.epochPaces(), float64(p.Period))
	t.table = t.afterVisit(max(epochFineness(steps), leastFine), layerWork/2)
	t.epochTable(t.table, &t.visit)
	return t
}

// Of returns the least cost found for a visit from distance 0 and `rest` ≥ 0 steps after it. It does not rise with `rest`,
// because further steps may be passed at distance 0.
func (t *Tails) Of(rest int) float64 {
	if cost, known := t.cost[rest]; known {
		return cost
	}
	s := t.Sensitivity
	cost := s * s * (1 + roundUp)
	t.trace[rest] = shift.Trace{}
	if steps := min(rest, t.table.last().i); steps > 0 {
		if path := t.table.paidDown(steps); path != nil && path[len(path)-1] == 0 {
			once := t.solver
			once.Period, once.rest = len(path), 1 // the first step is the only visit
			z := append([]float64{0}, path...)
			once.polish(z, &newton{most: tailWork})
			if settled := once.settle(z); settled.R < cost {
				cost, t.trace[rest] = settled.R, shift.Trace{Z: settled.Z, A: settled.A}
			}
		}
	}
	if rest > t.table.last().i {
		if cut, ok := t.cut(inflow{&t.plain, 0, 1}, s, rest); ok && cut.cost < cost {
			cost = cut.cost
			delete(t.trace, rest)
		}
	}
	t.cost[rest] = cost
	return cost
}

// Path writes out T steps whose visits are each paid for before the next. rest is the number
// of steps after the last visit. ok is false if an epoch was not followed step by step, or
// if rest is more than an epoch has.
func (t *Tails) Path(T, rest int) (path shift.Path, ok bool) {
	if rest >= t.Period {
		return path, false // more steps after the last visit than an epoch has
	}
	t.Of(t.Period - 1)
	t.Of(rest)
	epoch, followed := t.trace[t.Period-1]
	last, lastFollowed := t.trace[rest]
	if !followed || !lastFollowed {
		return path, false
	}
	path = shift.Every(T-rest, t.Period, t.Sensitivity).Resting(rest)
	for at := (T - rest - 1) % t.Period; at < T; at += t.Period {
		if at == T-rest-1 {
			epoch = last
		}
		copy(path.A[at:], epoch.A)
		copy(path.Z[at:], epoch.Z)
	}
	return path.Counted(), true
}

// Positions bounds the optima of all positions of one fixed order of T steps. It returns two lists, one after the other, each
// of no more than `most` shares: positions with ⌈T/B⌉ visits, and those with one visit less. From distance 0 every visit but the
// last has a whole epoch for itself. A position costs at most as much as the one with as many visits that is visited last at
// the last step; worst bounds that cost for ⌈T/B⌉ visits, fewer for one visit less.
func (p ConcaveProgram) Positions(T, most int, worst, fewer float64) []shift.Share {
	tails := p.Tails()
	visits := (T-1)/p.Period + 1
	often := (T-1)%p.Period + 1 // steps after which the first positions have their last visit
	var out []shift.Share
	add := func(visits, from, to int, limit float64) { // rest = from … to−1
		idle := float64(visits-1) * tails.Of(p.Period-1)
		out = append(out, shift.InGroups(0, to-from, most, float64(p.Period), func(last int) float64 { // last 0 has the longest rest
			return min((idle+tails.Of(to-1-last))*(1+roundUp), limit)
		})...)
	}
	add(visits, 0, often, worst)
	switch {
	case often == p.Period:
	case visits == 1:
		out = append(out, shift.Share{Weight: float64(p.Period-often) / float64(p.Period)})
	default:
		add(visits-1, often, p.Period, fewer)
	}
	return out
}

// Plan returns the costs of the epochs of T steps whose order changes every epoch, under the levels Z_e = 0. Each group has
// no more than `most` shares. Like [shift.Planner.Plan] it assumes that the last epoch, if it is cut short, uses the differing
// example, and that idle steps follow.
func (p ConcaveProgram) Plan(T, idle, most int) []shift.EpochGroup {
	tails := p.Tails()
	shares := func(steps, idle int) []shift.Share {
		return shift.InGroups(0, steps, most, float64(steps), func(last int) float64 { return tails.Of(steps - 1 - last + idle) })
	}
	epochs, last := (T-1)/p.Period, (T-1)%p.Period+1
	if last == p.Period && idle == 0 {
		return []shift.EpochGroup{{Shares: shares(last, 0), Epochs: epochs + 1}}
	}
	var out []shift.EpochGroup
	if epochs > 0 {
		out = append(out, shift.EpochGroup{Shares: shares(p.Period, 0), Epochs: epochs})
	}
	return append(out, shift.EpochGroup{Shares: shares(last, idle), Epochs: 1})
}
