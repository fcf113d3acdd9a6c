package shift

import (
	"math"

	"lastiterate/bounds/internal/scalar"
)

// VariedProgram is the program of steps that differ, under linear moduli:
//
//	min Σ a_t²/σ_t²,   z_{t+1} = c_t·z_t + s_t − a_t ≥ 0,   z_τ = Δ_τ,   z_T = 0,
//
// where Δ_0 = 0, Δ_τ = D from then on, or s_t = a_t for all t < τ and Δ_τ = 0.
type VariedProgram struct {
	Groups   []StepGroup
	Diameter float64 // D > 0, a length; +Inf when there is no projection
}

// A StepGroup is Idle steps that add no distance and then one that adds Shift.
type StepGroup struct {
	Idle   int
	Excess float64 // each step multiplies distances by 1+Excess, Excess ≥ −1
	Shift  float64 // a length
	Noise  float64 // σ of each step, a length
	// Composed is at least Σ s_t²/σ_t² of the steps that the group stands for: their cost if each pays for its own shift.
	Composed float64

	idle powers // of the idle steps, if Weighed has computed them
}

// powers are the factor cⁿ by which n steps multiply a distance, and Σ c^{2i} over i < n.
type powers struct{ factor, squares float64 }

// Weighed returns the group with the powers of its factor, computed once for many programs. Neither Idle nor Excess may be
// changed afterwards.
func (s StepGroup) Weighed() StepGroup {
	s.idle = s.weigh(s.Idle)
	return s
}

// weigh returns the powers of n steps.
func (s StepGroup) weigh(n int) powers {
	switch {
	case n == s.Idle && s.idle.factor > 0:
		return s.idle
	case n == 0:
		return powers{1, 0}
	case s.Excess == 0:
		return powers{1, float64(n)}
	case n == 1:
		return powers{1 + s.Excess, 1}
	}
	l := math.Log1p(s.Excess)
	return powers{math.Exp(float64(n) * l), math.Expm1(2*float64(n)*l) / math.Expm1(2*l)}
}

// Gathered returns an upper bound on the one shift, at the last of n steps, that stands for shifts of the group's size at
// some or all of these steps.
func (s StepGroup) Gathered(n int) float64 { return float64(n) * s.Shift * max(1, s.weigh(n-1).factor) }

const (
	// variedError exceeds the relative error that each group adds to the sums, and to their slopes.
	variedError = 4e-15
	// heaviest is the weight of a step beyond which no path starts from the diameter.
	heaviest = 1e100
	// clearly exceeds 1 by more than the relative rounding error of all the sums.
	clearly = 1 + 1e-9
)

// Solve returns at least the optimum, and the step τ at which the shifted run of the cheapest path starts. For a step t, let
// x_t = Σ w_i²σ_i² be the noise of the steps from t on, with w_i = Π_{j>i} c_j, y_t = Σ w_i·s_i their shifts, and G(x_t)
// their payments. A path from z_τ = Δ is a G from (0, 0) to (x_τ, y_τ + Δ·w_{τ−1}) that is nowhere below (x_t, y_t), t > τ.
// It costs ∫ G'² dx, which the concave majorant of these points minimises. The majorant grows from the end of the run, so
// every τ is tried, except where it cannot be the cheapest: G costs at least y²/x for any of its points (x, y), and no less
// than the majorant of fewer points.
func (p VariedProgram) Solve() (cost float64, tau int) { return p.Prefixes().Solve(len(p.Groups)) }

// Solve is VariedProgram.Solve for a run of the first groups only; groups is their number.
func (p *Prefixes) Solve(groups int) (cost float64, tau int) {
	if p.ends[groups] == midway {
		return VariedProgram{p.program.Groups[:groups], p.program.Diameter}.Solve()
	}
	legs := p.legs[:p.ends[groups]]
	g := growingMajorant{diameter: p.program.Diameter, corners: make(majorant, 1, 64), weight: 1, near: 1, cost: p.composed[groups]}
	for i := len(legs) - 1; i >= 0 && g.weight > 0 && g.weight <= heaviest && !g.over(); i-- {
		l := &legs[i]
		if !g.pass(l.last) {
			break
		}
		if l.last.shift > 0 {
			g.fromRest(p.composed[l.group], l.step)
		}
		if !g.pass(l.quiet) {
			break
		}
		if i > 0 {
			g.fromFar(l.from)
		}
	}
	return g.cost * (1 + variedError*float64(groups+1000)), g.tau
}

// A growingMajorant is the majorant of a run's last steps, with the cheapest path that starts at one of them.
type growingMajorant struct {
	diameter float64
	corners  majorant // the first is (0, 0)
	at       corner   // the point of the steps so far
	weight   float64  // w before them
	near     int      // the number of corners that the last path from the diameter kept
	cost     float64
	tau      int
}

// pass goes back over the steps of a passage. It returns false if the weights become too large for their squares to be
// summed: a sum that overflows would hide every distance.
func (g *growingMajorant) pass(by passage) bool {
	if !(g.weight*by.factor <= scalar.TooHeavy) {
		return false
	}
	g.at.x += g.weight * g.weight * by.noise
	g.at.y += g.weight * by.shift
	g.weight *= by.factor
	return g.at.x < math.Inf(1)
}

// fromRest adds the point as a corner, and tries the path that starts at 0, after composition has paid for the earlier steps.
func (g *growingMajorant) fromRest(paid float64, step int) {
	h, at := g.corners, &g.at
	kept := h.tangent(*at, len(h))
	at.slope, at.cost = h[kept-1].slopeTo(*at), h.costFrom(kept, *at)
	g.corners = append(h[:kept], *at)
	g.offer(paid+at.cost, step)
}

// fromFar tries the path that starts from the diameter.
func (g *growingMajorant) fromFar(step int) {
	far := corner{x: g.at.x, y: g.at.y + g.diameter*g.weight}
	if math.IsInf(g.diameter, 1) || far.y/far.x*far.y >= g.cost*clearly {
		return
	}
	g.near = g.corners.tangent(far, g.near)
	g.offer(g.corners.costFrom(g.near, far), step)
}

func (g *growingMajorant) offer(cost float64, step int) {
	if cost < g.cost {
		g.cost, g.tau = cost, step
	}
}

// over reports whether no path that starts earlier can be cheaper.
func (g *growingMajorant) over() bool { return g.at.cost >= g.cost*clearly }

// corner is a point of a majorant, with the slope of the line that ends at it and the cost ∫ G'² dx up to it.
type corner struct{ x, y, slope, cost float64 }

func (c corner) slopeTo(to corner) float64 {
	switch {
	case to.x > c.x:
		return (to.y - c.y) / (to.x - c.x)
	case to.y > c.y:
		return math.Inf(1)
	}
	return 0
}

// majorant is the least concave function from (0, 0) on that is nowhere below the added points, given by its corners. Points
// are added from left to right.
type majorant []corner

// tangent returns how many of the first corners remain if the majorant is continued to a point to the right of all. The
// search begins at guess.
func (m majorant) tangent(to corner, guess int) int {
	kept := min(guess, len(m))
	leaves := func(k int) bool { return m[k].slope <= m[k].slopeTo(to) }
	for kept > 1 && leaves(kept-1) {
		kept--
	}
	for kept < len(m) && !leaves(kept) {
		kept++
	}
	return kept
}

// costFrom returns the cost up to a point to the right of all corners and not below any, if the first `kept` corners remain.
func (m majorant) costFrom(kept int, to corner) float64 {
	last := m[kept-1]
	if to.y <= last.y {
		return last.cost
	}
	return last.cost + last.slopeTo(to)*(to.y-last.y)
}
