package shift

import (
	"math"
	"sort"
	"sync"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/mutants"
	"lastiterate/bounds/work"
)

// An enclosure has bounds on a number ≥ 0.
type enclosure struct{ down, up float64 }

func bothOf(x errfloat.Near) enclosure { return enclosure{x.Down(), x.Up()} }

// weights are tabulated for up to an epoch's steps. The weight of a step is the factor from a distance paid at it to the
// distance at the end.
type weights struct {
	once         sync.Once
	visit        float64     // at least the factor of a visit with c* ≤ 1
	decays       []enclosure // by n: the weight of the step n steps from the heaviest, over the heaviest weight
	leastSquares []float64   // by n: at most the sum of the n largest squared weights
}

// tabulated returns the weights of epochs, up to the longest that is tabulated.
func (p *ProvenCyclic) tabulated() *weights {
	w := &p.weights
	w.once.Do(func() {
		w.visit = weight(p.visitL).Up()
		for n := range min(p.Period, exactPositions) + 1 {
			w.decays, w.leastSquares = append(w.decays, p.decayed(n)), append(w.leastSquares, p.squares(n).Down())
		}
	})
	return w
}

// decayed is decays without the table.
func (p *ProvenCyclic) decayed(n int) enclosure {
	x := times(n, p.l)
	if x.Down() > farAway {
		return enclosure{0, leastWeight}
	}
	return bothOf(x.Decay())
}

// decays returns the lighter weight over the heavier of two steps n apart; −1 counts as 0.
func (p *ProvenCyclic) decays(n int) enclosure {
	if w := p.tabulated(); n < len(w.decays) {
		return w.decays[max(n, 0)]
	}
	return p.decayed(n)
}

// squaresDown returns a lower bound on the sum of the n largest squared weights.
func (p *ProvenCyclic) squaresDown(n int) float64 {
	if w := p.tabulated(); n < len(w.leastSquares) {
		return w.leastSquares[n]
	}
	return p.squares(n).Down()
}

// level returns a distance of a plan in the unit of s and d.
func (p *ProvenCyclic) level(z float64) enclosure {
	switch z {
	case 0:
		return enclosure{}
	case p.Diameter:
		return bothOf(p.d)
	}
	return enclosure{z * p.unit.Down() * (1 - 4*errfloat.U), z*p.unit.Up()*(1+4*errfloat.U) + errfloat.Tiny}
}

// slack is how much lower an epoch that stands for a group of a Descent must end, if its distances are at most reach. It covers
// the error of Γ and the rounding of the difference of two levels.
func (p *ProvenCyclic) slack(reach float64) float64 {
	decay := bothOf(p.perEpoch().Decay())
	near := math.Exp(p.logFactor())
	gamma := decay
	if p.expands {
		gamma = enclosure{1 / decay.up, 1 / decay.down}
	}
	off := max(gamma.up/near-1, 1-gamma.down/near) + 64*errfloat.U
	return off * (1 + gamma.up) * p.level(reach).up
}

// epochCost returns φ(j; from, to), the least Σa² over one stretch of steps. The stretch starts at the distance `from`, or
// later at the diameter, ends at a distance of at most `to`, and uses the differing example at step j, or not at all if j ≥
// steps. A start at the diameter, at the visit or right after it, is valid at any time, and makes all earlier payments
// superfluous, so the sum over epochs still bounds the run's cost.
func (p *ProvenCyclic) epochCost(j, steps int, from, to enclosure) float64 {
	if j >= steps {
		return p.idleCost(steps, from, to)
	}
	return min(p.pathCost(j, steps-1-j, from, to), p.startedFar(j, steps, to))
}

// costUpTo returns an upper bound on φ(i; from, to) for every i ≤ j. It is φ(j; from, to) if the payments of that path are
// feasible for an earlier visit, too (shift.md, Lemma 8). Otherwise it is the cost from the diameter, +Inf without one.
func (p *ProvenCyclic) costUpTo(j, steps int, from, to enclosure) float64 {
	far := p.startedFar(j, steps, to)
	if cost, largest := p.path(j, steps-1-j, from, to); p.movesBack(from, to, largest) {
		return min(cost, far)
	}
	return far
}

// movesBack reports whether a visit may come earlier with the same payments, of which none before the visit exceeds largest.
// A visit one step earlier, before a payment a, makes the distance smaller by (1−c)s − (c*−c)a.
func (p *ProvenCyclic) movesBack(from, to enclosure, largest float64) bool {
	const clearly = 1e-9 // covers the relative error of c* − c as a difference
	if p.Excess > 0 {    // Lemma 8 covers c > 1 only from 0 to 0
		return from.up == 0 && to.up == 0
	}
	return p.VisitExcess <= p.Excess || largest*(p.VisitExcess-p.Excess)*(1+clearly) <= -p.Excess*p.s.Down()
}

// startedFar returns the least cost of a stretch that starts at the diameter at its visit or right after it; +Inf without a
// diameter.
func (p *ProvenCyclic) startedFar(j, steps int, to enclosure) float64 {
	cost := math.Inf(1)
	if p.d.Defined() {
		d := bothOf(p.d)
		cost = min(cost, p.pathCost(0, steps-1-j, d, to))
		if rest := steps - 1 - j; rest > 0 {
			cost = min(cost, p.idleCost(rest, d, to))
		}
	}
	return cost
}

// EpochCost returns the least cost found of payments over a stretch of steps that uses the differing example at its step j,
// or not at all if j ≥ steps. The stretch leads from the distance `from`, or later from the diameter, to at most the distance
// `to`. Distances are levels of a plan, lengths in the program's unit. The cost is a squared length, rounded up, and +Inf if no
// payments are known.
func (p *ProvenCyclic) EpochCost(j, steps int, from, to float64) float64 {
	return p.epochCost(j, steps, p.level(from), p.level(to))
}

const (
	// costRaise exceeds 1 by more than the relative rounding error of a cost.
	costRaise = 1 + 32*errfloat.U
	// riseError exceeds the rounding error of a distance to pay, relative to its terms.
	riseError = 8 * errfloat.U
)

// sum returns at least x + y.
func sum(x, y float64) float64 { return x + y + (math.Abs(x)+math.Abs(y))*riseError }

// idleCost returns the cost of steps without a visit.
func (p *ProvenCyclic) idleCost(steps int, from, to enclosure) float64 {
	rise := sum(from.up*p.decays(steps).up, -to.down)
	if p.expands { // relative to the first step
		rise = sum(from.up*(1+p.k.Up()), -to.down*p.decays(steps-1).down)
	}
	return paidBy(rise, p.squaresDown(steps))
}

// paidBy returns at least the cost of paying a distance, rise, over steps whose squared weights sum to squares.
func paidBy(rise, squares float64) float64 {
	if rise <= 0 {
		return 0
	}
	return rise*rise/squares*costRaise + errfloat.Tiny
}

// pathCost returns the cost of a path with `lead` steps, a visit and `trailing` steps. Any distance not paid before the visit is
// paid after it.
func (p *ProvenCyclic) pathCost(lead, trailing int, from, to enclosure) float64 {
	cost, _ := p.path(lead, trailing, from, to)
	return cost
}

// path returns pathCost and, if no step expands, an upper bound on the largest payment before the visit.
func (p *ProvenCyclic) path(lead, trailing int, from, to enclosure) (cost, largest float64) {
	if mutants.EpochUnderflow.On() && p.expands && p.decays(lead).down == 0 {
		return 0, 0
	}
	// before and after are the distances to pay before the visit and from the visit on, each relative to the weight of its
	// own heaviest step; carried turns the first into the second.
	var before, after, carried float64
	if p.expands {
		after = sum(p.s.Up(), -to.down*p.decays(trailing).down)
		before, carried = from.up*(1+p.k.Up()), (1+p.visitK.Up())/p.decays(lead-1).down
	} else {
		d := p.decays(trailing).up
		after = sum(p.s.Up()*d, -to.down)
		before, carried = from.up*p.decays(lead).up, d*p.tabulated().visit
	}
	afterSquares := p.squaresDown(trailing + 1)
	if lead == 0 {
		if from.up > 0 {
			after = sum(after, from.up*carried)
		}
		return paidBy(after, afterSquares), 0
	}
	beforeSquares := p.squaresDown(lead)
	// left is the part of before that is cheapest to pay from the visit on.
	if left := (before*afterSquares - after*beforeSquares*carried) / (afterSquares + beforeSquares*carried*carried); left > 0 {
		left = min(left, before)
		before, after = sum(before, -left), sum(after, left*carried)
	}
	return paidBy(before, beforeSquares) + paidBy(after, afterSquares), max(0, before) / beforeSquares * costRaise
}

// exactPositions is the number of positions of an epoch up to which every one is evaluated before they are grouped.
const exactPositions = 8192

// fromZero reports whether positions are grouped and a group has a bound only from 0 to 0.
func (p *CyclicProgram) fromZero() bool { return p.Excess > 0 && p.Period > exactPositions }

// shares lists φ(j; from, to) for a uniform j < s.positions in a stretch of s.steps ≥ s.positions steps, as at most `most`
// shares, each bounding its members from above.
func (p *ProvenCyclic) shares(s span, most int) []Share {
	from, to := p.level(s.from), p.level(s.to)
	if s.reach > 0 {
		to.down = max(0, to.down-p.slack(s.reach))
	}
	cost := func(last int) float64 { return p.costUpTo(last, s.steps, from, to) }
	if p.Period <= exactPositions {
		costs := make([]float64, s.positions)
		for j := range costs {
			costs[j] = p.epochCost(j, s.steps, from, to)
		}
		sort.Float64s(costs)
		cost = func(last int) float64 { return costs[last] }
	}
	return InGroups(0, s.positions, most, float64(s.positions), cost)
}

// EpochGroups returns a plan's groups with shares computed from the numbers of p. ok is false if a group is of another kind
// of program, the distances do not join, or the numbers are not known.
func (p *ProvenCyclic) EpochGroups(w *work.Budget, plan []EpochGroup, most int) (groups []EpochGroup, ok bool) {
	at := 0.0
	if len(plan) > 0 && plan[0].From == p.Diameter {
		at = p.Diameter // a start there is valid at any time
	}
	for _, s := range plan {
		if s.span.positions == 0 || s.From != at {
			return nil, false
		}
		at = s.To
		w.Spend(positionUnits * min(s.span.positions, exactPositions))
		s.Shares = p.shares(s.span, most)
		groups = append(groups, s)
	}
	return groups, at == 0 && p.s.Defined()
}
