package shift

import (
	"math"

	"lastiterate/bounds/internal/scalar"
)

// Cyclic is the program whose differing example is used once in every Period
// steps, always at the same position, under linear moduli.
type Cyclic struct {
	Excess      float64 // c − 1 of a step without the differing example, ≥ −1
	VisitExcess float64 // c* − 1 of a step with it, on the same side of 0 as Excess
	Sensitivity float64 // s > 0 of a visit, a length
	Diameter    float64 // D > 0, a length; +Inf when there is no projection
	Period      int     // B ≥ 1, steps an epoch
}

// Visits is the number of steps t < T with t ≡ position (mod Period).
func (p Cyclic) Visits(T, position int) int {
	if position >= T {
		return 0
	}
	return (T-position-1)/p.Period + 1
}

// Solve returns the least cost found for the given position, 0 ≤ position <
// Period, in a time that hardly depends on T. It is largest for the one visited at the last step,
// (T−1) mod Period, which has the most visits, ⌈T/B⌉; steps after the last visit
// never raise the optimum, and steps before the first do nothing (shift.md,
// section 4). A start at distance 0 is exact. A start at
// distance D is searched over the number of whole epochs and of single steps
// before the first visit, from where the optimum of whole epochs lies; the cost falls and then rises along both, which a
// test checks against every start. Any start is valid, so a miss would cost
// tightness only. The cost is 0 where the example is never visited.
func (p Cyclic) Solve(T, position int) Solution {
	visits := p.Visits(T, position)
	if visits == 0 {
		return Solution{Tau: T}
	}
	trailing := T - 1 - (position + (visits-1)*p.Period)
	c := chord{Cyclic: p, trailing: trailing}
	best := c.pay(0, 0, visits-1)
	best.R = p.positive(best.R)
	if math.IsInf(p.Diameter, 1) {
		return best
	}
	likely := p.ofEpochs().turningPoint()
	overEpochs := func(epochs int) float64 {
		longest := p.Period - 1
		if epochs == visits-1 {
			longest = position
		}
		least := math.Inf(1)
		try := func(lead int) float64 {
			s := c.pay(p.Diameter, lead, epochs)
			s.Tau = T - (trailing + 1 + epochs*p.Period + lead)
			s.R = p.positive(s.R)
			if s.R < best.R {
				best = s
			}
			least = min(least, s.R)
			return s.R
		}
		try(0)
		try(longest)
		if p.Excess != 0 { // at c = 1 an earlier start at D costs nothing
			searchNear(0, longest, (likely-float64(epochs))*float64(p.Period), try)
		}
		return least
	}
	searchNear(0, c.usefulEpochs(visits-1), likely, overEpochs)
	if s := c.afterLastVisit(); p.positive(s.R) < best.R {
		s.Tau = T - trailing
		best = s
	}
	return best
}

// logFactor is ln Γ, of what an epoch multiplies distances by.
func (p Cyclic) logFactor() float64 {
	if p.Period == 1 {
		return math.Log1p(p.VisitExcess)
	}
	return float64(p.Period-1)*math.Log1p(p.Excess) + math.Log1p(p.VisitExcess)
}

// ofEpochs is the program of a full batch with an epoch for a step: where a start at D
// is cheapest among those that begin with a visit is where it is there.
func (p Cyclic) ofEpochs() FullBatch {
	return FullBatch{Excess: math.Expm1(p.logFactor()), Sensitivity: p.Sensitivity, Diameter: p.Diameter}
}

// usefulEpochs caps the epochs searched where the start distance has shrunk to
// nothing: further back the cost differs by less than rounding, which would
// mislead the search.
func (c chord) usefulEpochs(all int) int {
	if c.Excess >= 0 {
		return all
	}
	const negligible = 16 // e^{−2·16} < 2e-14 of the cost
	return int(min(float64(all), math.Ceil(-negligible/c.logFactor())))
}

// afterLastVisit pays off the diameter over the steps that follow the last
// visit, all of them: the cost falls with their number.
func (c chord) afterLastVisit() Solution {
	if c.trailing == 0 {
		return Solution{R: math.Inf(1)}
	}
	p := FullBatch{Excess: c.Excess, Diameter: c.Diameter}
	s, _ := p.fromDiameter(c.trailing)
	return s
}

// piece is a stretch of the convex minorant: rise and run in weights relative
// to some common step.
type piece struct{ rise, run float64 }

func (a piece) slope() float64 {
	if a.run == 0 {
		return math.Inf(1)
	}
	return a.rise / a.run
}

// cost is 0 where there is nothing to pay, even over no steps.
func (a piece) cost() float64 {
	if a.rise <= 0 {
		return 0
	}
	return a.rise * a.slope()
}

// chord evaluates one start of a cyclic program.
type chord struct {
	Cyclic
	trailing int // steps after the last visit
}

// pay is the cost of paying off the start distance over lead steps without a
// visit, then epochs whole epochs that begin with a visit, then the last visit
// and its trailing steps. It is +Inf where the minorant has more pieces than
// start, epochs and last visit, in which case a later start is cheaper.
func (c chord) pay(start float64, lead, epochs int) Solution {
	var pieces []piece
	var last float64 // the weight of the last step in the pieces' unit
	if c.Excess < 0 {
		pieces, last = c.contracting(start, lead, epochs)
	} else {
		pieces, last = c.expanding(start, lead, epochs)
	}
	if pieces == nil {
		return Solution{R: math.Inf(1)}
	}
	left := pool(len(pieces),
		func(i, j int) bool { return pieces[i].slope() >= pieces[j].slope() },
		func(i, j int) { pieces[j] = piece{pieces[i].rise + pieces[j].rise, pieces[i].run + pieces[j].run} })
	s := Solution{P: pieces[left[len(left)-1]].slope() * last}
	for _, i := range left {
		s.R += pieces[i].cost()
	}
	return s
}

// contracting builds the pieces for c < 1, in weights relative to the last
// step. The epochs' slopes fall, so they pool into one piece.
func (c chord) contracting(start float64, lead, epochs int) ([]piece, float64) {
	before := c.decay(c.trailing) * (1 + c.VisitExcess) // weight of the step before the last visit
	ratio := c.logFactor()
	var pieces []piece
	if start > 0 {
		w := before * expOr1(float64(epochs)*ratio, epochs)
		pieces = append(pieces, piece{start * c.decay(lead) * w, w * w * c.squares(lead)})
	}
	if epochs > 0 {
		sum, sumSquares := sums(ratio, epochs)
		pieces = append(pieces, piece{
			rise: c.Sensitivity * c.decay(c.Period-1) * before * sum,
			run:  before * before * c.squares(c.Period) * sumSquares,
		})
	}
	pieces = append(pieces, piece{c.Sensitivity * c.decay(c.trailing), c.squares(c.trailing + 1)})
	return pieces, 1
}

// expanding builds the pieces for c ≥ 1, in weights relative to the first
// step. The epochs' slopes rise, so they stay apart unless the start distance
// presses on them: from 0 they are summed, from D they must pool with it.
func (c chord) expanding(start float64, lead, epochs int) ([]piece, float64) {
	epoch := piece{c.Sensitivity, c.squares(c.Period)}       // relative to its visit
	final := piece{c.Sensitivity, c.squares(c.trailing + 1)} // relative to its visit
	tail := c.decay(c.trailing)                              // last step relative to the last visit
	ratio := c.logFactor()                                   // ln of one visit's weight over the next's
	if start == 0 {
		// No pooling: each epoch pays for itself. The sum stands in one piece
		// whose cost is right; its slope is below the last visit's, relative to
		// which it is written.
		cost := float64(epochs)*epoch.cost() + final.cost()
		return []piece{{math.Sqrt(cost * final.run), final.run}}, lastPayment(final, cost, tail)
	}
	visit := 1.0 // the first visit relative to the first step
	first := piece{rise: start * (1 + c.VisitExcess)}
	if lead > 0 {
		visit = c.decay(lead-1) / (1 + c.VisitExcess)
		first = piece{start * (1 + c.Excess), c.squares(lead)}
	}
	pooled := first
	if epochs > 0 {
		sum, sumSquares := sums(-ratio, epochs)
		pooled.rise += epoch.rise * visit * sum
		pooled.run += epoch.run * visit * visit * sumSquares
		// The distance must reach the last of these epochs, else it was paid
		// off before and a later start is cheaper.
		w := visit * math.Exp(-float64(epochs-1)*ratio)
		if pooled.slope()*w*epoch.run < epoch.rise {
			return nil, 0
		}
	}
	w := visit * expOr1(-float64(epochs)*ratio, epochs)
	if pooled.slope()*w*final.run < final.rise || w == 0 {
		// The last visit pays for itself, in its own unit.
		cost := pooled.cost() + final.cost()
		return []piece{{math.Sqrt(cost * final.run), final.run}}, lastPayment(final, cost, tail)
	}
	return []piece{{pooled.rise + w*final.rise, pooled.run + w*w*final.run}}, w * tail
}

// lastPayment is the weight that makes a piece of the given cost report the
// payment of the last step, when the last visit pays for itself.
func lastPayment(final piece, cost, tail float64) float64 {
	return final.slope() * tail / math.Sqrt(cost/final.run)
}

// sums returns Σ_{i<n} e^{ri} and Σ_{i<n} e^{2ri} for r ≤ 0.
func sums(r float64, n int) (sum, squares float64) {
	return scalar.Geometric(r, float64(n)), scalar.Geometric(2*r, float64(n))
}

// expOr1 is e^x, and 1 where the count of factors is zero even if x is NaN.
func expOr1(x float64, count int) float64 {
	if count == 0 {
		return 1
	}
	return math.Exp(x)
}
