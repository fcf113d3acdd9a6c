package shift

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/work"
)

// Verified epochs: upper bounds on what Cyclic's epochs cost, in units of σ², by payments
// that are certain to be enough (shift.md, 6).

// Stages are the plan's, with shares that are certain to bound the program's costs in
// units of σ²; ok is false where a stage is of another program, or they are not known.
func (p *VerifiedCyclic) Stages(w *work.Budget, plan []Stage, most int) (stages []Stage, ok bool) {
	at := 0.0
	if len(plan) > 0 && plan[0].From == p.near.Diameter {
		at = p.near.Diameter // a start there is valid at any time
	}
	for _, s := range plan {
		if s.span.positions == 0 || s.From != at {
			return nil, false
		}
		at = s.To
		w.Spend(positionUnits * min(s.span.positions, exactPositions))
		s.Shares = p.epochShares(s.span, most)
		stages = append(stages, s)
	}
	return stages, at == 0 && p.s.defined()
}

func (p *VerifiedCyclic) epochShares(s span, most int) []Share {
	from, to := p.level(s.from), p.level(s.to)
	if s.reach > 0 {
		to.down = max(0, to.down-p.slack(s.reach))
	}
	return p.near.sharesOf(s.positions, most, func(j int) float64 { return p.epochCost(j, s.steps, from, to) })
}

// within are bounds on a number ≥ 0.
type within struct{ down, up float64 }

func bothOf(x errfloat.Near) within { return within{x.Down(), x.Up()} }

// level is a distance of a plan in units of σ.
func (p *VerifiedCyclic) level(z float64) within {
	switch z {
	case 0:
		return within{}
	case p.near.Diameter:
		return bothOf(p.d.near)
	}
	return bothOf(errfloat.Between(z, z).Mul(p.unit.near))
}

// slack is how much deeper than it was computed an epoch may have to fall that stands for
// epochs between distances of at most reach: Γ is known within an error, and the difference
// of two levels is rounded.
func (p *VerifiedCyclic) slack(reach float64) float64 {
	r, _, _ := p.overEpochs(1)
	decay := bothOf(r.near.Decay())
	near := math.Exp(p.near.logFactor())
	gamma := within{decay.down, decay.up}
	if p.expands {
		gamma = within{1 / decay.up, 1 / decay.down}
	}
	off := max(gamma.up/near-1, 1-gamma.down/near) + 64*errfloat.U
	return off * (1 + gamma.up) * p.level(reach).up
}

// leastDecay is where e^−x counts as no more than that.
const leastDecay = 1e-280

// decays are bounds on decay(n), n ≥ −1.
func (p *VerifiedCyclic) decays(n int) within {
	if n <= 0 || p.l.isZero() {
		return within{1, 1}
	}
	x := p.l.near.Mul(errfloat.Whole(n))
	if x.Down() > 650 { // e^−650 < leastDecay
		return within{0, leastDecay}
	}
	return bothOf(x.Decay())
}

// epochCost is at least Cyclic.epochCost.
func (p *VerifiedCyclic) epochCost(j, steps int, from, to within) float64 {
	if j >= steps {
		return p.idleCost(steps, from, to)
	}
	cost := p.pathCost(j, steps-1-j, from, to)
	if p.d.defined() {
		d := bothOf(p.d.near)
		cost = min(cost, p.pathCost(0, steps-1-j, d, to))
		if rest := steps - 1 - j; rest > 0 {
			cost = min(cost, p.idleCost(rest, d, to))
		}
	}
	return cost
}

const (
	// costRaise is above what the operations of a cost lose.
	costRaise = 1 + 32*errfloat.U
	// riseError is above what those of a distance to pay lose, relative to its parts.
	riseError = 8 * errfloat.U
)

// sum is at least x + y.
func sum(x, y float64) float64 { return x + y + (math.Abs(x)+math.Abs(y))*riseError }

// idleCost is at least Cyclic.idleCost.
func (p *VerifiedCyclic) idleCost(steps int, from, to within) float64 {
	rise := sum(from.up*p.decays(steps).up, -to.down)
	if p.expands {
		rise = sum(from.up*(1+p.k.up()), -to.down*p.decays(steps-1).down)
	}
	return paidBy(rise, p.squares(steps).near.Down())
}

// paidBy is at least the cost of a rise over steps of a run.
func paidBy(rise, run float64) float64 {
	if rise <= 0 {
		return 0
	}
	return rise*rise/run*costRaise + errfloat.Tiny
}

// pathCost is at least that of a path with lead steps, a visit and trailing steps: any
// payment before the visit of no more than there is will do, the rest is paid after it.
func (p *VerifiedCyclic) pathCost(lead, trailing int, from, to within) float64 {
	// In the weight of the heaviest step before the visit, and of that from it on; carried
	// is how much of the first is one of the second.
	var before, after, carried float64
	if p.expands {
		after = sum(p.s.up(), -to.down*p.decays(trailing).down)
		before, carried = from.up*(1+p.k.up()), (1+p.visitK.up())/p.decays(lead-1).down
	} else {
		d := p.decays(trailing).up
		after = sum(p.s.up()*d, -to.down)
		before, carried = from.up*p.decays(lead).up, d*errfloat.Whole(1).Sub(p.visitK.near).Up()
	}
	afterRun := p.squares(trailing + 1).near.Down()
	if lead == 0 {
		if from.up > 0 {
			after = sum(after, from.up*carried)
		}
		return paidBy(after, afterRun)
	}
	beforeRun, now := p.squares(lead).near.Down(), before
	if share := beforeRun * carried * (after + before*carried) / (afterRun + beforeRun*carried*carried); share < before {
		now = max(0, share)
	}
	if left := before - now; left > 0 {
		after = sum(after, left*carried)
	}
	return paidBy(now, beforeRun) + paidBy(after, afterRun)
}

// Ahead is at least Cyclic.Ahead in units of σ², weight over σ².
func (p *VerifiedCyclic) Ahead(w *work.Budget, T, idle int, weight float64) float64 {
	if !p.s.defined() {
		return math.Inf(1)
	}
	return p.near.ahead(w, T, idle, weight, p.betweenLevels, meanAbove)
}

func (p *VerifiedCyclic) betweenLevels(j, steps int, from, to float64) float64 {
	return p.epochCost(j, steps, p.level(from), p.level(to))
}

// AheadShares is a law of costs in units of σ² that are certain to bound the program's.
func (p *VerifiedCyclic) AheadShares(w *work.Budget, T, idle int, weight float64) []Share {
	if !p.s.defined() {
		return nil
	}
	return p.near.aheadShares(w, T, idle, weight, p.betweenLevels)
}

// meanAbove is at least meanAt of costs of which each may have lost the rounding of a sum.
func meanAbove(costs [][]float64, level int, weight float64) float64 {
	least, top, total, n := math.Inf(1), 0.0, 0.0, float64(len(costs))
	for _, c := range costs {
		least, top = min(least, c[level]), max(top, c[level])
	}
	for _, c := range costs {
		total += errfloat.Expm1(weight * (c[level] - least) * costRaise)
	}
	mean := least + errfloat.Log1p(total/n*(1+(n+64)*errfloat.U))*(1+32*errfloat.U)/weight
	return min(mean, top) * costRaise
}
