package contraction

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
	"lastiterate/bounds/work"
)

// A step is one application of the bound. In y = e^{(α−1)R} − 1, an f-divergence, contraction followed by composition with a
// Gaussian mechanism is an affine map,
//
//	y ↦ e^p(1 + θy) − 1 = add + factor·y,  gap = 1 − factor,
//
// where θ is the part of y that contraction leaves, and p the cost of the payment in the exponent. add and factor err upward,
// gap downward.
type step struct {
	beta             float64 // the share of the noise that pays; 0 for a mean of steps with different shares
	add, factor, gap float64
}

// newStep returns the step that contracts by θ, whose complement is `rest`, and pays e^p, p = cost.
func newStep(beta, cost, theta, rest float64) step {
	e := errfloat.Exp(cost)
	add, factor := errfloat.Expm1(cost)*(1+36*u), theta*e*(1+12*u)
	if !(add < math.MaxFloat64 && factor < math.MaxFloat64) {
		return step{beta, math.Inf(1), math.Inf(1), math.Inf(-1)}
	}
	// 1 − θe^p is computed directly, and in a form without its cancellation where θ is near 1.
	direct, product := 1-factor-4*u, float64(rest*e*(1-16*u))-float64(add*(1+2*u))
	return step{beta, add, factor, min(1, max(direct, product))}
}

// once returns y after the step.
func (s step) once(y float64) float64 { return (s.add + float64(s.factor*y)) * (1 + 8*u) }

// times returns y after n such steps, in closed form: add·Σ_{i<n} f^i + fⁿy, where f is 1 − gap, or factor if that is below ½.
// Both bound the exact factor from above.
func (s step) times(y, n float64) float64 {
	if n == 1 {
		return s.once(y)
	}
	var power float64 // ln f, from above
	switch {
	case s.gap >= 1 || s.factor == 0:
		return s.once(0)
	case s.gap > 0:
		power = -errfloat.Log1p(s.gap/(1-s.gap)) * (1 - 24*u)
		if s.factor < 0.5 { // if 1 − gap would lose digits
			power = -errfloat.Log1p((1-s.factor)/s.factor) * (1 - 24*u)
		}
	default:
		power = errfloat.Log1p(-s.gap) * (1 + 24*u)
	}
	power *= n
	sum := n
	if s.gap != 0 {
		sum = -errfloat.Expm1(power) / s.gap
	}
	const underflow = 1e-307 // above e^power where Exp is 0
	left := (errfloat.Exp(power) + underflow) * y
	return (float64(s.add*sum) + left) * (1 + (48+4*min(800, math.Abs(power)))*u)
}

// limit returns the fixed point of the step, above which repeated applications from below never rise; +Inf if there is none.
func (s step) limit() float64 {
	if !(s.gap > 0) {
		return math.Inf(1)
	}
	return s.add / s.gap * (1 + 8*u)
}

// A stepFamily is a set of steps, any of which may be taken each time.
type stepFamily interface {
	// best returns the step that leads to the smallest value from y, nearly.
	best(y float64) step
	// effort is the work of best, in units of package work.
	effort() int
}

// largestY is the y from which on contraction gives up: the order α is too high for it, and products of such numbers might
// overflow.
const largestY = 1e250

// settle returns the least fixed point of the family, which bounds y after any number of steps, and its step. The fixed point
// of any step is such a bound; taking the best step there and moving to its fixed point descends quickly. The first step is
// chosen at so large a y that only its factor counts: if that is not below 1, no step's is.
func settle(w *work.Budget, s stepFamily) (limit float64, at step) {
	const high = 1e200 // so large that add hardly counts, and below largestY
	w.Spend(s.effort())
	at = s.best(high)
	limit = at.limit()
	for range 200 { // a few suffice; the limit of any step is a bound
		if math.IsInf(limit, 1) {
			break
		}
		w.Spend(s.effort())
		c := s.best(limit)
		next := c.limit()
		if !(next < limit*(1-1e-13)) {
			break
		}
		limit, at = next, c
	}
	return limit, at
}

const (
	// The first oneByOneUntil applications choose their noise shares one by one. After them one choice serves for 1/heldPart
	// of the applications so far, since the best share changes more and more slowly. Any share gives a bound.
	oneByOneUntil, heldPart = 48.0, 24.0
	// forgotten is the number of e-foldings after which the start counts for less than e^{−23} = 1e-10, and the fixed point
	// is the bound.
	forgotten = 23
)

// repeat returns a bound on y after n steps of the family, and the last step. The bound is +Inf if y reaches the value `enough`
// and the family's fixed point is no smaller than it.
func repeat(w *work.Budget, s stepFamily, y, n, enough float64) (float64, step) {
	limit, at := settle(w, s)
	if n == 0 || y >= limit || n*at.gap > forgotten {
		if n == 0 {
			return y, at
		}
		if y <= limit {
			return limit, at
		}
	}
	// No step multiplies y by less than the step that is best for a large y.
	if math.IsInf(limit, 1) && math.Log(y)+n*math.Log(at.factor) > math.Log(enough) {
		return math.Inf(1), at
	}
	start := y
	for done := 0.0; done < n; {
		w.Spend(s.effort())
		c := s.best(y)
		count := min(n-done, 1)
		if done >= oneByOneUntil {
			count = min(n-done, math.Ceil(done/heldPart))
		}
		y = c.times(y, count)
		if !(y < enough) && !(limit < enough) {
			return math.Inf(1), c
		}
		at = c
		done += count
	}
	if start <= limit {
		y = min(y, limit)
	}
	return y, at
}
