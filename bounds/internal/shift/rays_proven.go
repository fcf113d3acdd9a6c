package shift

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
)

// ProvenRays evaluates a path of Rays with a Gaussian price from the numbers that were stated,
// every operation rounded up (rays.md, section 8). The levels of the path are taken as they are,
// and what each step has to pay for the next is computed anew; so nothing depends on how
// the path was found.
type ProvenRays struct {
	Holder, Order      interval.Number // g(z) = z + Holder·z^Order
	Common             interval.Number // of Holder, in the forward track on a step with the differing example
	Sensitivity, Drift interval.Number // s and 2ηC, lengths
	Diameter           interval.Number // undefined where there is no projection
	Period, First      int             // a step t with t mod Period = First uses the example
}

// Cost is at least Σ(s_t + a_t)² of the path, +Inf where it is not known that the path starts
// beyond the distance of the two runs.
func (p ProvenRays) Cost(path Path) float64 {
	n, far := len(path.A), p.far()
	z := path.Z[0]
	if path.Tau > 0 { // rounding may have left the start a little below what it has to be
		enough := z * (1 + 1e-9)
		need := far
		if far > enough {
			need = p.furthest(path.Tau, enough)
		}
		if z = max(z, need); !(z <= enough) {
			return math.Inf(1)
		}
	}
	g, s, sum := p.modulus(p.Holder), p.Sensitivity.Up(), 0.0
	for i := range n {
		next := path.Z[i+1]
		a := max(0, (g(z)-next)*(1+2*errfloat.U))
		if (path.Tau+i)%p.Period == p.First {
			a = (a + s) * (1 + 2*errfloat.U)
		}
		sum += float64(a * a)
		z = next
	}
	if z != 0 {
		return math.Inf(1)
	}
	return sum * (1 + float64(n+8)*2*errfloat.U)
}

// far is at least the diameter.
func (p ProvenRays) far() float64 {
	if !p.Diameter.Defined() {
		return math.Inf(1)
	}
	return p.Diameter.Up()
}

// furthest is at least how far apart the two runs are before step tau, +Inf where it is more than
// enough or that is too far to follow.
func (p ProvenRays) furthest(tau int, enough float64) float64 {
	if tau > maxRay {
		return math.Inf(1)
	}
	plain, visit, drift, s := p.modulus(p.Holder), p.modulus(p.Common), p.Drift.Up(), p.Sensitivity.Up()
	z := 0.0
	for t := p.First; t < tau && z <= enough; t++ { // before, the two are the same
		next := plain(z)
		if t%p.Period == p.First {
			next = visit(z) + s
		}
		z = min(next, z+drift) * (1 + 4*errfloat.U)
	}
	return z
}

// modulus is at least z + holder·z^Order.
func (p ProvenRays) modulus(holder interval.Number) func(z float64) float64 {
	h, least, most := holder.Up(), p.Order.Down(), p.Order.Up()
	return func(z float64) float64 {
		if z == 0 {
			return 0
		}
		power := z
		if least != 1 || most != 1 {
			power = powerUp(z, least, most)
		}
		return (z + float64(h*power)) * (1 + 4*errfloat.U)
	}
}

// powerUp is at least z^x for z > 0 and every x between least ≥ 0 and most.
func powerUp(z, least, most float64) float64 {
	_, log := errfloat.Log(z)
	x := most
	if log < 0 {
		x = least
	}
	log *= x
	log += 4 * errfloat.U * math.Abs(log)
	const underflow = 1e-307 // above e^log where Exp is 0
	return (errfloat.Exp(log) + underflow) * (1 + errfloat.ExpError + 4*errfloat.U)
}
