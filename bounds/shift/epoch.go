package shift

import (
	"math"
	"sort"
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
	cost = math.Min(cost, p.pathCost(0, steps-j, p.Diameter, to))
	if rest := steps - 1 - j; rest > 0 {
		cost = math.Min(cost, p.pathCost(rest, rest, p.Diameter, to))
	}
	return cost
}

// pathCost is epochCost for a path that starts at the start. With linear moduli
// the minorant has at most two slopes, before and after the visit.
func (p Cyclic) pathCost(j, steps int, from, to float64) float64 {
	before, after, end := p.epochPieces(j, steps, from)
	rise := before.rise + after.rise - to*end
	if rise <= 0 {
		return 0
	}
	whole := piece{rise, before.run + after.run}
	if whole.slope()*before.run <= before.rise {
		return whole.cost()
	}
	// Before the visit there is less to pay than one slope would: pay it all
	// there, and the jump afterwards.
	return before.cost() + piece{after.rise - to*end, after.run}.cost()
}

// epochPieces returns the stretch before the visit (with the start distance as
// its rise) and the one from the visit on, and the weight of the last step, all
// relative to the heaviest step.
func (p Cyclic) epochPieces(j, steps int, from float64) (before, after piece, end float64) {
	l := math.Log1p(p.Excess)
	lead, trailing := j, steps-1-j
	if j >= steps {
		lead = steps
	}
	squares := func(n int) float64 { // Σ_{i<n} of squared weights, relative to the heaviest of them
		if p.Excess == 0 || n == 0 {
			return float64(n)
		}
		x := -2 * math.Abs(l)
		return math.Expm1(float64(n)*x) / math.Expm1(x)
	}
	power := func(n int) float64 { return expOr1(-math.Abs(l)*float64(n), n) }
	if p.Excess < 0 {
		if j >= steps {
			return piece{from * power(lead), squares(lead)}, piece{}, 1
		}
		w := power(trailing) * (1 + p.VisitExcess)
		before = piece{from * power(lead) * w, squares(lead) * w * w}
		return before, piece{p.Sensitivity * power(trailing), squares(trailing + 1)}, 1
	}
	if j >= steps {
		return piece{from * (1 + p.Excess), squares(lead)}, piece{}, power(lead - 1)
	}
	visit := 1.0
	before = piece{from * (1 + p.VisitExcess), 0}
	if lead > 0 {
		visit = power(lead-1) / (1 + p.VisitExcess)
		before = piece{from * (1 + p.Excess), squares(lead)}
	}
	return before, piece{p.Sensitivity * visit, squares(trailing+1) * visit * visit}, visit * power(trailing)
}

// exactPositions is the number of positions of an epoch up to which every one
// is evaluated before grouping.
const exactPositions = 8192

// epochShares lists φ(j; from, to) over a uniform j in 0 … positions−1, of steps ≥
// positions steps, as at most most shares, each bounding its members from above.
func (p Cyclic) epochShares(positions, steps int, from, to float64, most int) []Share {
	if p.Period <= exactPositions {
		costs := make([]float64, positions)
		for j := range costs {
			costs[j] = p.epochCost(j, steps, from, to)
		}
		sort.Float64s(costs)
		return grouped(costs, most)
	}
	// For c ≤ 1, and at level 0 for every c, φ never falls with j < steps: a
	// later visit leaves the same or a larger distance and fewer steps to pay
	// for it (shift.md, section 6). Plan chooses no other levels for c > 1.
	var out []Share
	start := 0
	for _, end := range ends(0, positions, most) {
		out = append(out, Share{float64(end-start) / float64(positions), p.epochCost(end-1, steps, from, to)})
		start = end
	}
	return out
}

// grouped cuts sorted costs into at most most shares, each at its largest cost.
func grouped(costs []float64, most int) []Share {
	var out []Share
	start := 0
	for _, end := range ends(0, len(costs), most) {
		out = append(out, Share{float64(end-start) / float64(len(costs)), costs[end-1]})
		start = end
	}
	return out
}
