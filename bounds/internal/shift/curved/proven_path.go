package curved

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/internal/interval"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/shift"
)

// ProvenPath evaluates paths in a known order from the stated numbers, every operation rounded up (rays.md, section 8). It
// takes the levels of a path as they are, and computes anew each step's payment; so nothing depends on how the path was
// found.
type ProvenPath struct {
	Plain, Visit          []modulus.ExactModulus // the runs follow these before the path starts
	Sensitivity, Diameter interval.Number        // lengths; the diameter is undefined where there is no projection
	Period, First         int                    // a step t with t mod Period = First uses the example
	After                 int                    // the last steps, which never do
}

// Cost returns at least Σa² under the least of the moduli; +Inf if the path's start is not known to be at least the distance
// of the two runs.
func (p ProvenPath) Cost(path shift.Path) float64 {
	plain, visit, s := upward(p.Plain), upward(p.Visit), p.Sensitivity.Up()
	return p.evaluate(path, func(used bool, z, next float64) float64 {
		if used {
			return above(visit(z)+s, next)
		}
		return above(plain(z), next)
	})
}

// Charged returns at least Σ(s_t + a_t)² under one modulus for all steps, as in the programs of package ray.
func (p ProvenPath) Charged(g modulus.ExactModulus, path shift.Path) float64 {
	step, s := upward([]modulus.ExactModulus{g}), p.Sensitivity.Up()
	return p.evaluate(path, func(used bool, z, next float64) float64 {
		if used {
			return s + above(step(z), next)
		}
		return above(step(z), next)
	})
}

// above returns the payment between two distances, with a relative error of 4u.
func above(from, to float64) float64 { return max(0, from-to) }

// evaluate returns at least the sum of squares of `paid` over all steps.
func (p ProvenPath) evaluate(path shift.Path, paid func(used bool, z, next float64) float64) float64 {
	n, sum, z := len(path.A), 0.0, 0.0
	end := path.Tau + n - p.After
	if path.Tau > 0 { // rounding may have left the start a little too low
		enough := path.Z[0] * (1 + 1e-9)
		if z = p.far(); z > enough {
			z = p.furthest(path.Tau, end, enough)
		}
		if z = max(z, path.Z[0]); !(z <= enough) {
			return math.Inf(1)
		}
	}
	for i := range n {
		next := path.Z[i+1]
		a := paid(p.uses(path.Tau+i, end), z, next)
		sum += float64(a * a)
		z = next
	}
	if z != 0 {
		return math.Inf(1)
	}
	return sum * (1 + float64(n+16)*2*errfloat.U)
}

// uses reports whether step t uses the example; no step from `end` on does.
func (p ProvenPath) uses(t, end int) bool { return t%p.Period == p.First && t < end }

// far returns at least the diameter.
func (p ProvenPath) far() float64 {
	if !p.Diameter.Defined() {
		return math.Inf(1)
	}
	return p.Diameter.Up()
}

// furthest returns at least the distance of the two runs before step tau, if no step from `end` on uses the example. It may
// stop at a distance above `enough`, and is +Inf if tau is too large to follow.
func (p ProvenPath) furthest(tau, end int, enough float64) float64 {
	if tau > shift.LongestRay {
		return math.Inf(1)
	}
	plain, visit, s, z := upward(p.Plain), upward(p.Visit), p.Sensitivity.Up(), 0.0
	stays := plain(enough) >= enough                           // larger distances then stay above enough
	for t := p.First; t < tau && !(stays && z > enough); t++ { // before step First the runs are equal
		if p.uses(t, end) {
			z = (visit(z) + s) * (1 + 2*errfloat.U)
		} else {
			z = plain(z)
		}
	}
	return z
}

// upward returns a function that is at least the least of the moduli.
func upward(ms []modulus.ExactModulus) func(z float64) float64 {
	type bound struct{ factor, offset, holder, least, most, across float64 }
	var bounds []bound
	for _, m := range ms {
		bounds = append(bounds, bound{interval.Int(1).Add(m.Excess).Up(), m.Offset.Up(), m.Holder.Up(), m.Order.Down(), m.Order.Up(),
			m.Across.Up()})
	}
	return func(z float64) float64 {
		if z == 0 {
			return 0
		}
		lowest := math.Inf(1)
		for _, m := range bounds {
			y := float64(m.factor*z) + m.offset
			if m.across > 0 {
				y = math.Sqrt(float64(y*y) + float64(m.across*m.across))
			}
			if m.holder > 0 {
				y += float64(m.holder * powerUp(z, m.least, m.most))
			}
			lowest = min(lowest, y)
		}
		return lowest * (1 + 8*errfloat.U)
	}
}

// powerUp returns at least z^x for z > 0 and every x between least ≥ 0 and most.
func powerUp(z, least, most float64) float64 {
	if least == 1 && most == 1 {
		return z
	}
	_, log := errfloat.Log(z)
	x := most
	if log < 0 {
		x = least
	}
	log *= x
	log += float64(4 * errfloat.U * math.Abs(log))
	const underflow = 1e-307 // above e^log where Exp is 0
	return (errfloat.Exp(log) + underflow) * (1 + errfloat.ExpError + 4*errfloat.U)
}
