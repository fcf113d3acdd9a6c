package renyi

import (
	"math"

	"lastiterate/bounds/work"
)

// leastAllocationNoise is the u below which divergences of addition are not computed: the number of
// points of the Laplace transform grows like 1/u² and is some thousands there.
const leastAllocationNoise = 0.05

// An AllocationEpoch computes divergences of one epoch of a random allocation, by integrals over one function of the epoch.
// It keeps the values of that function for other orders, so two goroutines must not use an epoch at once.
type AllocationEpoch struct {
	work        *work.Budget
	bins, taken int
	l           laplace
	heights     map[height]float64
}

// height is a point ln s of a lattice, at which ln h(s) is computed once.
type height struct {
	halved int // how often the lattice's widest step was halved
	at     int
}

// AllocationEpoch returns the epoch whose example is in one of bins batches, of which the first `taken` are used, 1 ≤ taken ≤
// bins. u is the noise over the length of a contribution, without a unit. The error is ErrDomain outside of this domain, and
// ErrNotConverged if the noise is too small.
func (c Counted) AllocationEpoch(bins, taken int, u float64) (*AllocationEpoch, error) {
	if !(1 <= taken && taken <= bins) || math.IsNaN(u) || math.IsInf(u, 0) {
		return nil, ErrDomain
	}
	if !(u >= leastAllocationNoise) {
		return nil, ErrNotConverged
	}
	return &AllocationEpoch{c.Work, bins, taken, newLaplace(c.Work, u), make(map[height]float64)}, nil
}

// Backward returns D_α(Q‖P) for α > 1, raised for the errors of the quadrature: with
// β = α − 1, φ the Laplace transform of L and h(s) = E e^{−sM} − e^{−s} ≥ 0,
//
//	E M^{−β} = 1 + ∫_0^∞ s^{β−1} h(s) ds / Γ(β).
func (e *AllocationEpoch) Backward(alpha float64) (float64, error) {
	if !(alpha > 1) || math.IsInf(alpha, 1) {
		return math.Inf(1), ErrDomain
	}
	gamma, _ := math.Lgamma(alpha - 1)
	return e.divergence(alpha, alpha-1, gamma)
}

// Near returns D_α(P‖Q) for 1 < α < 1.95, raised like Backward. The error is ErrDomain at other orders:
// E M^α = 1 + α(α−1) ∫_0^∞ s^{−α−1} h(s) ds / Γ(2−α).
func (e *AllocationEpoch) Near(alpha float64) (float64, error) {
	const tooNear = 0.05 // the distance from 2 below which the integral, which diverges at 2, takes too many points
	if !(alpha > 1 && alpha < 2-tooNear) {
		return math.Inf(1), ErrDomain
	}
	gamma, _ := math.Lgamma(2 - alpha)
	return e.divergence(alpha, -alpha, gamma-math.Log(alpha)-math.Log(alpha-1))
}

// allocationError exceeds the relative error of the integrals, by the estimates of sampling.md, section 8.
const allocationError = 1e-9

// divergence returns the divergence of the order alpha, whose moment is 1 + e^{−less} ∫ s^{p−1} h(s) ds.
func (e *AllocationEpoch) divergence(alpha, p, less float64) (float64, error) {
	l, size, err := e.integral(p)
	if err != nil {
		return math.Inf(1), err
	}
	return ofLog(l-less+allocationError+8*epsilon*(size+math.Abs(less)), alpha)
}

const (
	// widestStep is the widest step in ln s. With a step h the trapezoidal rule errs by about
	// e^{−π²/h} of the integral, e^{−39} here.
	widestStep = 0.25
	// mostAllocationPoints bounds the work of one integral: an integral that needs more points on either side is refused.
	mostAllocationPoints = 1 << 14
)

// integral returns ln ∫ s^{p−1} h(s) ds, by the trapezoidal rule in ln s. The integrand is analytic where s has an argument
// below π/2, so the rule's error is below e^{−38} of the integral. Steps are widestStep halved several times, so that all
// orders share the values on a few lattices. size is the largest number that is added in the logarithm of a term.
func (e *AllocationEpoch) integral(p float64) (value, size float64, err error) {
	// At large |p| the peak of the integrand is about 1/√|p| wide in ln s: the step is at most half of that.
	halved, step := 0, widestStep
	for step > 0.5/math.Sqrt(math.Abs(p)+2) {
		halved, step = halved+1, step/2
	}
	first := int(math.Round(math.Log(max(1, math.Abs(p))) / step))
	if e.taken == e.bins { // the peak of the integrand is near ln s = p/(ru²), and about 1/(u√r) wide
		far := e.l.spread * e.l.spread / float64(e.taken)
		if (p*far+farTail*math.Sqrt(far))/step > mostAllocationPoints/4 {
			return 0, 0, ErrNotConverged
		}
	}
	sum := logSum{v: 0, max: math.Inf(-1)}
	for _, way := range [2]int{1, -1} {
		last := math.Inf(1)
		for i := first + min(way, 0); ; i += way {
			x := float64(i) * step
			f := p*x + e.height(height{halved, i}, x)
			if e.work.Ended() || math.IsNaN(f) || i > first+mostAllocationPoints || i < first-mostAllocationPoints {
				return 0, 0, ErrNotConverged
			}
			sum.add(f, step)
			size = max(size, math.Abs(p*x))
			fall := last - f
			last = f
			// From here on a geometric series bounds the terms.
			if fall > 0 && f-math.Log(-math.Expm1(-fall)) < sum.max+math.Log(sum.v)-negligible {
				break
			}
		}
	}
	v := sum.max + math.Log(sum.v)
	if math.IsNaN(v) || math.IsInf(v, 1) {
		return 0, 0, ErrNotConverged
	}
	return v, size, nil
}

// height returns ln h(s) at ln s = x.
func (e *AllocationEpoch) height(at height, x float64) float64 {
	if v, known := e.heights[at]; known {
		return v
	}
	v := e.logHeight(x)
	e.heights[at] = v
	return v
}

// logHeight computes ln h(s), NaN if too few of its digits would remain: h(s) = e^{−s}((1 + χ(t))^r − 1) with the transform's
// gap χ at t = s/B, or from the transform itself for large t.
func (e *AllocationEpoch) logHeight(x float64) float64 {
	s, rate, bins := math.Exp(x), float64(e.taken), float64(e.bins)
	t := s / bins
	if t <= mostExponent {
		return -s + logExpm1Of(rate*math.Log1p(e.l.gap(e.work, t)))
	}
	v := rate * e.l.log(e.work, x-math.Log(bins))
	if math.IsInf(s, 1) {
		if e.taken < e.bins {
			return math.Inf(-1)
		}
		return v
	}
	v -= s * (bins - rate) / bins
	const leastGain = 1e-6 // relative to t, whose rounding error is 1e-16: ten digits of the gain remain
	switch gain := s + v; {
	case !(gain > leastGain*t):
		return math.NaN()
	case gain < farFall:
		return v + math.Log(-math.Expm1(-gain))
	}
	return v
}

// logExpm1Of returns ln(e^x − 1) for x ≥ 0, −Inf at 0.
func logExpm1Of(x float64) float64 {
	if x == 0 {
		return math.Inf(-1)
	}
	return logExpm1(x)
}
