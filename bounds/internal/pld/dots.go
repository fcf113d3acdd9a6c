package pld

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/work"
)

// connect puts a pair on the grid of the given step by connecting the dots: the
// mass of every cell [a, b] of losses goes to a and b such that both its
// P-mass and its Q-mass are kept,
//
//	to b: ∫(1 − e^{a−L})dP / (1 − e^{a−b}),   to a: ∫(e^{b−L} − 1)dP / (e^{b−a} − 1),
//
// This makes the profile exact at the grid points and linear in e^ε between them: never below the true profile, which is
// convex in e^ε. Both integrands are positive, so every mass has a small relative error, by which it is raised. At most `tail`
// of P lies beyond the last point, and at most `tail` of Q below the first. Mass beyond the last point keeps its Q-mass there,
// and the rest of its P-mass is at infinity. Losses above `most` count as beyond the last point, whatever their mass, and
// losses below −most as below the first. least is the smallest grid index: math.MinInt32, or 0 for a caller that joins two
// half-lines. The work is counted.
func connect(w *work.Budget, m pair, step, tail float64, least int, most float64) (*PLD, error) {
	xLow, xHigh := cutoffs(m, tail)
	top, _ := m.at(xHigh)
	top = min(top, most)
	bottom, _ := m.at(xLow)
	bottom = max(bottom, -most)
	if !(top/step-max(float64(least), bottom/step) < maxCells && math.Abs(top/step) < 1<<52) {
		return nil, ErrNotConverged // they may overflow an integer
	}
	first := int(max(float64(least), math.Floor(bottom/step)))
	last := max(first+1, int(math.Ceil(top/step)))
	if last-first > maxCells {
		return nil, ErrNotConverged
	}
	l := &PLD{step: step, low: first, p: make([]float64, last-first+1), dualInf: 1}

	w.Spend(cellUnits * (last - first))
	r := newRules(m.noise(), step)
	// Beyond these the densities underflow.
	floor, ceiling := -m.reach()-39*m.noise(), m.reach()+39*m.noise()
	a := m.inverse(step * float64(first))
	for i := first; i < last; i++ {
		b := m.inverse(step * float64(i+1))
		if from, to := max(a, floor), min(b, ceiling); from < to {
			toA, toB := r.cell(w, m, step*float64(i), from, to)
			l.p[i-first] += toA
			l.p[i-first+1] += toB
		}
		a = b
	}
	for i := range l.p {
		l.p[i] *= raise(l.lossAt(i), step, m.digits())
	}

	e := step * float64(last)
	p, q := m.tails(m.inverse(e))
	kept := math.Exp(e + logMass(q))
	l.p[last-first] += kept * (1 + unit*(16+4*e))
	l.inf = max(0, p-kept) + unit*(64+4*e)*p
	if first > least { // otherwise the caller adds the other half-line
		e = step * float64(first)
		p, q = m.heads(m.inverse(e))
		l.p[0] += p * (1 + 16*unit)
		kept = math.Exp(logMass(p) - e)
		l.dualInf = max(0, q-kept) + unit*(64+4*math.Abs(e))*q
	}
	return l, nil
}

// logMass returns the logarithm of a mass, −Inf for one that may have lost digits to underflow: there math.Log is too large, by up
// to 35 on some platforms, and what is kept of the other law's mass would be more than it has.
func logMass(x float64) float64 {
	const leastNormal = 0x1p-1022
	if x < leastNormal {
		return math.Inf(-1)
	}
	return math.Log(x)
}

// raise returns one plus a bound on the relative error of a mass at a loss. The quadrature and the densities err by some
// units in the last place. An error of the loss, of digits units in its last place, moves mass between the two ends of a cell
// in proportion to the error over the step.
func raise(loss, step, digits float64) float64 {
	return 1 + unit*(64+digits*math.Abs(loss)/step)
}

// maxCells bounds the memory of a law.
const maxCells = 1 << 20

// cutoffs returns an x with Q(−∞, x) <= tail and an x with P(x, ∞) <= tail, both within 40u of the components, beyond which
// tails underflow.
func cutoffs(m pair, tail float64) (low, high float64) {
	u := m.noise()
	low, high = -m.reach()-40*u, m.reach()+40*u
	_, last := scalar.Halve(-m.reach()-u, high, 60, func(x float64) bool {
		p, _ := m.tails(x)
		return p <= tail
	})
	first, _ := scalar.Halve(low, m.reach()+u, 60, func(x float64) bool {
		_, q := m.heads(x)
		return q > tail
	})
	return first, last
}

// rules holds the Gauss–Legendre rules of 3 and 5 points and the factors that all cells share.
type rules struct {
	u, step         float64
	x3, w3, x5, w5  [5]float64
	toRight, toLeft float64 // 1/(1 − e^{−step}) and 1/(e^{step} − 1), see connect
}

// piece is the longest interval that one rule integrates, in units of u at the centre and of the u² on which the ratio turns.
// The 5-point rule's error is 8e-10·(half length)^10 times the tenth derivative, which is below (t·half)^10, t = |x|/u: with
// half = 0.1/(1+t/3) the error is below 1e-15. The 3-point rule is used below a tenth of that length.
const piece = 0.2

// mostPieces is more than any budget allows, and fits into an int.
const mostPieces = 1 << 40

func newRules(u, step float64) *rules {
	r := &rules{u: u, step: step, toRight: 1 / -math.Expm1(-step), toLeft: 1 / math.Expm1(step)}
	quad.Legendre{}.FixedLocations(r.x3[:3], r.w3[:3], -1, 1)
	quad.Legendre{}.FixedLocations(r.x5[:5], r.w5[:5], -1, 1)
	return r
}

// cell returns the masses that the losses in [e, e+step], x in [a, b], put on the two ends of the cell.
func (r *rules) cell(budget *work.Budget, m pair, e, a, b float64) (toA, toB float64) {
	t := (max(math.Abs(a), math.Abs(b)) + m.reach()) / r.u
	longest := piece * min(r.u/(1+t/3), r.u*r.u/m.reach())
	n := math.Ceil((b - a) / longest)
	if !(n >= 1) {
		n = 1
	}
	x, w := r.x5[:5], r.w5[:5]
	if n == 1 && b-a < longest/10 {
		x, w = r.x3[:3], r.w3[:3]
	}
	budget.Spend(densityUnits * int(min(n, mostPieces)) * len(x))
	half := (b - a) / n / 2
	for k := 0.0; k < n; k++ {
		centre := a + (2*k+1)*half
		var a, b float64
		for i := range x {
			loss, logDensity := m.at(centre + half*x[i])
			s := min(max(loss-e, 0), r.step)
			mass := half * w[i] * math.Exp(logDensity)
			b += mass * -math.Expm1(-s)
			a += mass * math.Expm1(r.step-s)
		}
		toA += a
		toB += b
	}
	added := 1 + unit*n // the rounding of the sums
	return toA * r.toLeft * added, toB * r.toRight * added
}
