package curved

import (
	"math"

	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/work"
)

// ConcaveProgram is the shift program under any concave moduli. One step in each Period steps uses the differing example, the
// last one at the last step (the worst position, shift.md, section 4). shift.md, sections 7 to 10, derives the solver: a
// table finds a path and a lower limit on the optimum, Newton's method polishes the path, and the value returned is the
// polished path's own cost.
type ConcaveProgram struct {
	Plain       modulus.Min // of a step without the differing example; not read where Period is 1
	Visit       modulus.Min // of a step with the differing example, m*
	Sensitivity float64     // s > 0 of a visit, a length
	Diameter    float64     // D > 0, a length; +Inf when there is no projection
	Period      int         // B ≥ 1, steps an epoch

	Work *work.Budget // the budget that the solver charges; nil for no limit
}

// ConcaveSolution is a feasible point of the program, with a lower limit on the cost of every feasible point.
type ConcaveSolution struct {
	shift.FeasiblePoint
	Lower float64 // no feasible point costs less; NaN if no limit is known
	// Loose says that the window was too long to be followed step by step, or that the search was cut short: the bound holds,
	// but may be a little above the optimum.
	Loose bool
	Z, A  []float64 // as in shift.Trace, up to the first 0; nil for composition and for windows not followed step by step
	// distances returns those of a window that was found in stretches; nil for other windows.
	distances func() []float64
	// Epoch is the path from one visit to the next, from 0 to 0, if every epoch but the last takes the same path. The last
	// visit then pays for itself.
	Epoch shift.Trace
}

// Gap returns an upper bound on the relative distance to the optimum; NaN if none is known.
func (p ConcaveSolution) Gap() float64 {
	if !(p.Lower > 0) {
		return math.NaN()
	}
	return max(0, p.R/p.Lower-1)
}

// solver is a program prepared for T steps.
type solver struct {
	ConcaveProgram
	T      int
	visits int // ⌈T/B⌉
	visit  growth
	plain  growth
	top    float64 // an upper bound on every Δ_τ: a start at it is valid at any time
	slope  float64 // the least slope of either modulus on [0, top]
	rest   int     // steps at distance 0 after the path
	best   ConcaveSolution
}

func (p ConcaveProgram) solver(T int) *solver {
	w := &solver{ConcaveProgram: p, T: T, visits: (T-1)/p.Period + 1, visit: newGrowth(p.Visit, p.Sensitivity)}
	w.plain = w.visit
	if p.Period > 1 {
		w.plain = newGrowth(p.Plain, 0)
	}
	w.bound()
	return w
}

// Solve returns the cheapest feasible point that it finds for T ≥ 1 steps, and a lower limit on the optimum.
func (p ConcaveProgram) Solve(T int) ConcaveSolution {
	w, s := p.solver(T), p.Sensitivity
	w.best = ConcaveSolution{FeasiblePoint: shift.FeasiblePoint{R: float64(w.visits) * s * s, P: s}, Lower: math.NaN()}
	switch {
	case w.visits == 1:
		w.best.Lower = w.best.R // the last step alone uses the differing example
	case w.slope < 1:
		w.contracting()
	case p.Period == 1:
		w.fullBatch()
	default:
		w.cyclic()
	}
	if w.best.Lower > w.best.R { // by rounding
		w.best.Lower = w.best.R
	}
	return w.best
}

// bound sets top: D or, if less, the z* with m*(z*) + s ≤ z* at which a member contracts, since the distance of the two runs
// never passes z* (shift.md, section 10). It also sets the least slope.
func (w *solver) bound() {
	w.top = w.Diameter
	for _, m := range w.Visit {
		if m.Excess < 0 && m.Holder == 0 {
			z := (m.Offset + w.Sensitivity) / -m.Excess * (1 + 1e-12)
			if z < w.top && (w.Period == 1 || w.Plain.Eval(z) <= z) {
				w.top = z
			}
		}
	}
	w.slope = min(w.visit.leastSlope(w.top), w.plain.leastSlope(w.top))
}

// keep takes a path if it is cheaper than the best.
func (w *solver) keep(p ConcaveSolution) {
	if p.R < w.best.R {
		p.Epoch = shift.Trace{}
		p.Lower, p.Loose = w.best.Lower, p.Loose || w.best.Loose
		w.best = p
	}
}

// growth is the map of one step without payments, z ↦ m(z) + s. It is evaluated so often that its members are unpacked.
type growth struct {
	s       float64
	moduli  modulus.Min
	members []member
}

// member is linear·z + offset + holder·z^order, linear = 1 + excess.
type member struct {
	linear, excess, offset, holder, order float64
	root                                  bool // order is 1/2
}

func newGrowth(ms modulus.Min, s float64) growth {
	g := growth{s: s, moduli: ms}
	for _, m := range ms {
		if m.Holder > 0 && m.Order == 1 {
			m.Excess, m.Holder = m.Excess+m.Holder, 0
		}
		g.members = append(g.members, member{1 + m.Excess, m.Excess, m.Offset, m.Holder, m.Order, m.Order == 0.5})
	}
	return g
}

func (m *member) power(z float64) float64 {
	switch {
	case m.holder == 0:
		return 0
	case m.root:
		return m.holder * math.Sqrt(z)
	}
	return m.holder * math.Pow(z, m.order)
}

// of returns m(z) + s for z > 0, and its limit for z = 0+.
func (g *growth) of(z float64) float64 {
	least := math.Inf(1)
	for i := range g.members {
		m := &g.members[i]
		least = min(least, m.linear*z+m.offset+m.power(z))
	}
	return least + g.s
}

// at returns m(z) + s, which is s at z = 0.
func (g *growth) at(z float64) float64 {
	if z == 0 {
		return g.s
	}
	return g.of(z)
}

// doubt bounds the relative error of the value that of returns. Every term is positive. A product or a sum adds half a unit
// in the last place, and a power computed as exp(λ ln z) 3/4·|ln z| units and four more. The bound is twice that.
func (g *growth) doubt(z float64) float64 {
	for i := range g.members {
		if m := &g.members[i]; m.holder > 0 && !m.root && z > 0 {
			return 2e-15 + 4e-16*math.Abs(math.Log(z))
		}
	}
	return 1e-15
}

// added returns m(z) − z for z > 0, without the cancellation, and its derivative.
func (g *growth) added(z float64) (k, slope float64) {
	k = math.Inf(1)
	for i := range g.members {
		m := &g.members[i]
		power := m.power(z)
		if v := m.excess*z + m.offset + power; v < k {
			k, slope = v, m.excess
			if power > 0 {
				slope += m.order * power / z
			}
		}
	}
	return k, slope
}

// bend returns m(z) + s and the first and second derivatives of the member that is least at z > 0.
func (g *growth) bend(z float64) (value, slope, second float64) {
	value = math.Inf(1)
	for i := range g.members {
		m := &g.members[i]
		power := m.power(z)
		if v := m.linear*z + m.offset + power; v < value {
			value, slope, second = v, m.linear, 0
			if power > 0 {
				d := m.order * power / z
				slope += d
				second = (m.order - 1) * d / z
			}
		}
	}
	return value + g.s, slope, second
}

// leastSlope returns the slope at top from the left, which is the least on (0, top] because the modulus is concave. Of
// members that meet at top the steepest is the least on its left.
func (g *growth) leastSlope(top float64) float64 {
	least := math.Inf(1)
	if math.IsInf(top, 1) {
		for _, m := range g.members {
			least = min(least, m.linear)
		}
		return least
	}
	k, slope := g.added(top)
	for i := range g.members {
		m := &g.members[i]
		power := m.power(top)
		if m.excess*top+m.offset+power <= k {
			slope = max(slope, m.excess+m.order*power/top)
		}
	}
	return 1 + slope
}
