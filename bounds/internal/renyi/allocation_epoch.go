package renyi

import (
	"math"

	"lastiterate/bounds/work"
)

// leastAllocationNoise is the u below which divergences of addition are not computed.
const leastAllocationNoise = 0.05

// An AllocationEpoch computes divergences of one epoch of a random allocation, by integrals over
// one function of the epoch. What it has computed of that serves other orders too: an epoch
// must not be used by two goroutines at once.
type AllocationEpoch struct {
	work        *work.Budget
	bins, taken int
	l           laplace
	heights     map[height]float64
}

// height is a place where the integrand's function was computed: ln s, in steps of a lattice.
type height struct {
	halved int // how often the lattice's widest step was halved
	at     int
}

// AllocationEpoch is the epoch whose example is in one of so many batches, of which so many are
// taken, 1 ≤ taken ≤ bins, with u the noise over the length of a contribution.
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

// Near returns D_α(P‖Q) for 1 < α < 2, raised likewise:
// E M^α = 1 + α(α−1) ∫_0^∞ s^{−α−1} h(s) ds / Γ(2−α).
func (e *AllocationEpoch) Near(alpha float64) (float64, error) {
	const tooNear = 0.05 // to 2, where the integral is long
	if !(alpha > 1 && alpha < 2-tooNear) {
		return math.Inf(1), ErrDomain
	}
	gamma, _ := math.Lgamma(2 - alpha)
	return e.divergence(alpha, -alpha, gamma-math.Log(alpha)-math.Log(alpha-1))
}

// allocationError is above the relative error of the integrals.
const allocationError = 1e-9

// divergence is that of the order whose moment is 1 + e^{−less} ∫ s^{p−1} h(s) ds.
func (e *AllocationEpoch) divergence(alpha, p, less float64) (float64, error) {
	l, size, err := e.integral(p)
	if err != nil {
		return math.Inf(1), err
	}
	return ofLog(l-less+allocationError+8*epsilon*(size+math.Abs(less)), alpha)
}

const (
	// widestStep is the widest step in ln s.
	widestStep = 0.25
	// mostAllocationPoints bounds the work of one integral.
	mostAllocationPoints = 1 << 14
)

// integral is ln ∫ s^{p−1} h(s) ds, by the trapezoidal rule in ln s. The integrand is analytic
// where s has an argument below π/2, so that with this step the rule's error is below e^{−38} of
// it. The steps of all orders are few lattices. Its terms' logarithms are sums of numbers of the
// size that it tells.
func (e *AllocationEpoch) integral(p float64) (value, size float64, err error) {
	halved, step := 0, widestStep
	for step > 0.5/math.Sqrt(math.Abs(p)+2) {
		halved, step = halved+1, step/2
	}
	first := int(math.Round(math.Log(max(1, math.Abs(p))) / step))
	if e.taken == e.bins { // the integrand's top is near ln s = p/(ru²), and about 1/(u√r) wide
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
			// From here the terms are below a geometric series.
			if fall > 0 && f-math.Log(-math.Expm1(-fall)) < sum.max+math.Log(sum.v)-42 {
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

// height is ln h(s) at ln s = x.
func (e *AllocationEpoch) height(at height, x float64) float64 {
	if v, known := e.heights[at]; known {
		return v
	}
	v := e.logHeight(x)
	e.heights[at] = v
	return v
}

// logHeight is ln h(s), NaN if it would not be exact: h(s) = e^{−s}((1 + χ(t))^r − 1) with the
// transform's gap χ at t = s/B, or from the transform itself where t is large.
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
	const leastGain = 1e-6 // of t, which is rounded to 1e-16
	switch gain := s + v; {
	case !(gain > leastGain*t):
		return math.NaN()
	case gain < farFall:
		return v + math.Log(-math.Expm1(-gain))
	}
	return v
}

// logExpm1Of is ln(e^x − 1), −Inf at 0.
func logExpm1Of(x float64) float64 {
	if x == 0 {
		return math.Inf(-1)
	}
	return logExpm1(x)
}
