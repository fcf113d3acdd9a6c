package shift

import (
	"math"
	"sort"
)

// Varied is the program of steps that differ, under linear moduli:
//
//	min Σ a_t²/σ_t²,   z_{t+1} = c_t·z_t + s_t − a_t ≥ 0,   z_τ = Δ_τ,   z_T = 0,
//
// Δ_0 = 0, Δ_τ = D from then on, or s_t = a_t for all t < τ and Δ_τ = 0.
type Varied struct {
	Stretches []Stretch
	Diameter  float64 // D > 0, a length; +Inf when there is no projection
}

// Stretch is Idle steps that add no distance and then one that adds Shift. Each of them multiplies
// distances by 1+Excess, Excess ≥ −1, and has the noise Noise. Shift and Noise are lengths.
// Composed is at least what the steps that the stretch stands for cost if their payments are
// their own shifts, Σ s_t²/σ_t².
type Stretch struct {
	Idle                 int
	Excess, Shift, Noise float64
	Composed             float64
}

// weigh is the factor by which n steps multiply a distance, and Σ of its squares after
// 0 … n−1 of them.
func (s Stretch) weigh(n int) (factor, squares float64) {
	switch {
	case n == 0:
		return 1, 0
	case s.Excess == 0:
		return 1, float64(n)
	case n == 1:
		return 1 + s.Excess, 1
	}
	l := math.Log1p(s.Excess)
	return math.Exp(float64(n) * l), math.Expm1(2*float64(n)*l) / math.Expm1(2*l)
}

// Gathered is at least what shifts at up to n steps, each of the stretch's own, come to as one at the
// last of them.
func (s Stretch) Gathered(n int) float64 {
	factor, _ := s.weigh(n - 1)
	return float64(n) * s.Shift * max(1, factor)
}

const (
	// variedError is above the relative error that each stretch adds to the sums, and to their
	// slopes.
	variedError = 4e-15
	// heaviest is the weight of a step beyond which no path starts from the diameter.
	heaviest = 1e100
)

// Solve returns at least the optimum, and the step at which the shifted run of the cheapest path
// starts. Let x be the noise that is left, Σ w_i²σ_i² over the steps from a step on, with
// w_t = Π_{i>t} c_i, y the shifts that are left, Σ w_i·s_i, and G(x) the payments that are. A path
// from z_τ = Δ is a G from (0, 0) to (x_τ, y_τ + Δ·w_{τ−1}) that is nowhere below (x_t, y_t), t > τ,
// and costs ∫ G'² dx: the least is the concave majorant of these points. It grows from the end of the
// run, so that every τ is tried.
func (p Varied) Solve() (cost float64, tau int) {
	n := len(p.Stretches)
	composed, steps := make([]float64, n+1), make([]int, n+1) // before each stretch
	for i, s := range p.Stretches {
		composed[i+1], steps[i+1] = composed[i]+s.Composed, steps[i]+s.Idle+1
	}
	cost = composed[n]
	h, at, w := make(majorant, 1, n+1), corner{}, 1.0 // the majorant's first corner is (0, 0)
	bounded := !math.IsInf(p.Diameter, 1)
	start := func(paid float64, step int) {
		from := h.lastTangent(at)
		at.cost = h.costFrom(from, at)
		least := paid + at.cost
		if step > 0 && bounded {
			least = min(least, h.costOf(corner{x: at.x, y: at.y + p.Diameter*w}))
		}
		if least < cost {
			cost, tau = least, step
		}
		h = append(h[:from], at)
	}
	for i := n - 1; i >= 0 && w > 0 && w <= heaviest; i-- {
		s := p.Stretches[i]
		at.x += w * w * s.Noise * s.Noise
		at.y += w * s.Shift
		w *= 1 + s.Excess
		start(composed[i], steps[i+1]-1)
		if s.Idle > 0 {
			factor, squares := s.weigh(s.Idle)
			at.x += w * w * squares * s.Noise * s.Noise
			w *= factor
			start(composed[i], steps[i])
		}
	}
	return cost * (1 + variedError*float64(n+1000)), tau
}

// corner is a point of a majorant, with the cost ∫ G'² dx up to it.
type corner struct{ x, y, cost float64 }

func (c corner) slopeTo(to corner) float64 {
	switch {
	case to.x > c.x:
		return (to.y - c.y) / (to.x - c.x)
	case to.y > c.y:
		return math.Inf(1)
	}
	return 0
}

// majorant is the least concave function from (0, 0) on that is nowhere below the points that were
// added, each at the right of those before, as its corners.
type majorant []corner

// tangent is how many of its first corners a concave line to a point at the right of all keeps.
func (m majorant) tangent(to corner) int {
	return 1 + sort.Search(len(m)-1, func(k int) bool { return m[k].slopeTo(m[k+1]) <= m[k+1].slopeTo(to) })
}

// lastTangent is tangent, where few corners are left behind.
func (m majorant) lastTangent(to corner) int {
	k := len(m) - 1
	for k > 0 && m[k-1].slopeTo(m[k]) <= m[k].slopeTo(to) {
		k--
	}
	return k + 1
}

// costOf is the cost of the way to a point at the right of all, and no lower.
func (m majorant) costOf(to corner) float64 { return m.costFrom(m.tangent(to), to) }

// costFrom is costOf where the line to the point keeps so many of the first corners.
func (m majorant) costFrom(kept int, to corner) float64 {
	last := m[kept-1]
	if to.y <= last.y {
		return last.cost
	}
	return last.cost + last.slopeTo(to)*(to.y-last.y)
}
