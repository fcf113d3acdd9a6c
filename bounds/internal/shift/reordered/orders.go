package reordered

import (
	"math"

	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/scalar"
	"lastiterate/bounds/internal/shift"
	"lastiterate/bounds/work"
)

// Orders is Corollary A.3 of Chien and Li 2024 (arXiv:2410.01068) for a run that is reshuffled every epoch: the mean over
// orders of exp(weight·R), where R is the optimum of their Theorem A.1 for an order (package ray). Any start and payments
// that are feasible for an order bound its R, even if they depend on the order. So every mean here is at least the
// corollary's (rays.md, section 7).
type Orders struct {
	Modulus     modulus.Modulus // g(z) = z + Holder·z^Order
	Sensitivity float64         // s > 0, a length
	Diameter    float64         // D > 0, a length; +Inf when there is no projection
	Period      int             // B ≥ 1
	T           int             // steps ≥ 1

	// Used and Idle return the distance of the two runs after a step if it was z before, with the differing example and
	// without it. They do not fall with z.
	Used, Idle func(z float64) float64
	Work       *work.Budget
}

// OrderMean has the values prepared for the means of one run.
type OrderMean struct {
	Orders
	paths  []orderPath
	levels *orderLevels // nil if epochs are too long for levels
}

// Prepare computes the values that do not depend on the weight.
func (o Orders) Prepare() *OrderMean {
	return &OrderMean{o, o.orderPaths(), o.newLevels()}
}

// At returns an upper bound on log E exp(weight·R)/weight; weight > 0 is 1 over a squared length. tau is the step from which
// the accounting starts. If the start depends on the order, follows is true, and tau is the first possible step.
func (m *OrderMean) At(weight float64) (cost float64, tau int, follows bool) {
	cost = m.composed(weight)
	for _, p := range m.paths {
		if c := p.mean(weight); c < cost {
			cost, tau = c, p.tau
		}
	}
	if m.levels != nil {
		if c := m.levels.mean(weight); c < cost {
			epochs, _ := m.epochs()
			cost, tau, follows = c, (epochs+1-len(m.levels.startNodes))*m.Period, true
		}
	}
	return cost * (1 + orderError), tau, follows
}

// orderError exceeds the rounding error of sums of some ten thousand terms and their logarithms.
const orderError = 1e-11

// epochs returns the number of epochs begun, and the steps of the last one.
func (o Orders) epochs() (epochs, last int) {
	return (o.T-1)/o.Period + 1, (o.T-1)%o.Period + 1
}

// composed pays for every use and for nothing else.
func (o Orders) composed(weight float64) float64 {
	epochs, last := o.epochs()
	use, share := o.Sensitivity*o.Sensitivity, float64(last)/float64(o.Period)
	return float64(epochs-1)*use + shift.LogMean([]shift.Share{{Weight: share, R: use}, {Weight: 1 - share}}, weight)
}

// leg returns an upper bound on the least Σ(s_t + a_t)² over n steps from one distance to another. Step j uses the differing
// example; no step does if j is outside of 0 … n−1.
func (o Orders) leg(n, j int, from, to float64) float64 {
	if j >= n {
		j = -1
	}
	if n == 0 {
		if from <= to {
			return 0
		}
		return math.Inf(1)
	}
	if o.isLinear() {
		return o.linearLeg(n, j, from, to)
	}
	return o.rayLeg(n, j, from, to)
}

func (o Orders) isLinear() bool { return o.Modulus.Holder == 0 || o.Modulus.Order == 1 }

// linearLeg is leg for λ = 1, g(z) = cz. With v_t = c^{−t} the payments have Σ v_t a_t = cz − c^{−(n−1)}z'. So the best s_t +
// a_t is proportional to v_t, or a_t = 0 at the use if that would be less than s.
func (o Orders) linearLeg(n, j int, from, to float64) float64 {
	s, logC := o.Sensitivity, math.Log1p(o.Modulus.Excess+o.Modulus.Holder)
	grown := math.Exp(logC) * from
	due := max(0, grown-to*math.Exp(-logC*float64(n-1))+1e-15*from*math.Exp(logC)) // raised by the rounding error of grown
	if j < 0 {
		return due * due / scalar.Geometric(-2*logC, float64(n))
	}
	at := math.Exp(-logC * float64(j))
	others := scalar.Geometric(-2*logC, float64(j)) + math.Exp(-2*logC*float64(j+1))*scalar.Geometric(-2*logC, float64(n-1-j))
	switch {
	case due == 0:
		return s * s
	case due*at > s*others:
		return (due + s*at) * (due + s*at) / (others + at*at)
	}
	return s*s + due*due/others
}

// rayLeg is leg for λ < 1, by rays that leave the last distance; if that is 0, at each step.
func (o Orders) rayLeg(n, j int, from, to float64) float64 {
	charge := func(t int) float64 {
		if t == j {
			return o.Sensitivity
		}
		return 0
	}
	best := math.Inf(1)
	for idle := 0; idle < n; idle = max(idle+1, 2*idle) { // steps at distance 0
		behind := 0.0
		if j >= n-idle {
			behind = o.Sensitivity * o.Sensitivity
		}
		if best = min(best, behind+o.arrive(n-idle, from, to, charge, nil)); to > 0 {
			break
		}
	}
	return best
}

const (
	// rayTurns is the number of halvings of the range of a ray's first payment; any payment in it is feasible.
	rayTurns = 18
	// rayRange is the range of that payment's logarithm, up to the payment that pays for everything at once.
	rayRange = 25
)

// arrive returns the least Σ(charge(t) + a_t)² over m steps from one distance to another, along the stationary paths of
// rays.md, section 1. payments, if not nil, is filled with the a_t. The first payment makes the path arrive exactly. Its
// marginal cost is below the ray's if the later steps pay too much, and above it if they pay too little, which directs the
// bisection. The result is +Inf, without payments, if no ray has a finite cost.
func (o Orders) arrive(m int, from, to float64, charge func(t int) float64, payments []float64) float64 {
	o.Work.Spend(m * rayTurns)
	step, best := shift.NewStepper(o.Modulus), math.Inf(1)
	height := math.Log(o.Modulus.Eval(from) + charge(m-1))
	var chosen []float64
	if payments != nil {
		chosen = make([]float64, m)
	}
	try := func(q float64) bool {
		cost, enough := o.ray(step, m, from, to, charge, q, chosen)
		if cost < best {
			best = cost
			copy(payments, chosen)
		}
		return enough
	}
	scalar.Halve(height-rayRange, height+1e-9, rayTurns, func(log float64) bool { return try(math.Exp(log)) })
	if math.IsInf(best, 1) { // all rays overflow because the steps are steep: the first step pays for everything
		try(0)
	}
	return best
}

// ray returns the cost of the ray whose last step has the marginal cost 2q, and whether its first step, which pays the
// remaining distance, has a marginal cost no larger than the ray's there.
func (o Orders) ray(step shift.Stepper, m int, from, to float64, charge func(t int) float64, q float64, payments []float64) (cost float64,
	enough bool) {
	step.Reset()
	if to > 0 {
		holder := 0.0
		if step.Holder > 0 {
			holder = step.Holder * math.Pow(to, step.Order)
		}
		step.Set(to, holder)
	}
	for t := m - 1; t > 0; t-- {
		s := charge(t)
		a := max(0, q-s)
		cost += (s + a) * (s + a)
		if payments != nil {
			payments[t] = a
		}
		if step.Z+a > 0 {
			step.Next(step.Z + a)
			q *= step.Slope
		}
	}
	s, whole := charge(0), o.Modulus.Eval(from)
	a := max(0, whole-step.Z+shift.StepError*(whole+float64(m+2)*from))
	if payments != nil {
		payments[0] = a
	}
	cost += (s + a) * (s + a)
	return cost, s+a <= q
}
