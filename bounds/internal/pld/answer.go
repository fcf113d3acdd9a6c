package pld

import (
	"math"
	"sort"

	"lastiterate/bounds/internal/scalar"
)

const (
	// share is the part of delta that truncation at infinity, losses above the window and folding may each take.
	share = 1e-6
	// accuracy is the relative error of epsilon for which the grid is chosen.
	accuracy = 2e-5
	// gridCells and windowPoints bound the work of one answer, to about 100 ms. If they bind, the grid is coarser and the
	// answer larger.
	gridCells    = 1 << 18
	windowPoints = 1 << 19
	// maxWindow bounds the length of a transform for a given grid.
	maxWindow = 1 << 22
)

// window returns the length, in nats, of a window that starts at a so that folding and truncation add about share·delta at
// the tilt θ. A loss one period below the window adds at most exp(−θ·length). A loss one period above it is amplified by
// exp(θ·length), which Chernoff's bound at a larger tilt has to offset.
func (b *blueprint) window(theta, a, logDelta float64) float64 {
	target := logDelta + math.Log(share)
	below := -target / theta
	above := math.Inf(1)
	for _, f := range [...]float64{1.01, 1.02, 1.035, 1.06, 1.1, 1.2, 1.4, 1.7, 2, 3, 5} {
		k, _, _ := b.cumulants(f * theta)
		above = min(above, (k-f*theta*a-target)/((f-1)*theta))
	}
	return max(below, above)
}

// target has the parameters of a search for epsilon.
type target struct {
	theta   float64 // tilt
	from    float64 // least loss that the window must hold, in nats
	length  float64 // of the window, in nats
	epsilon float64 // the sketch's Rényi estimate of the answer, somewhat above it
}

// forDelta finds the tilt and window for epsilon(delta).
func (b *blueprint) forDelta(delta float64) target {
	logDelta := math.Log(delta)
	theta := b.bestTilt(func(theta, k float64) float64 {
		return (k - logDelta + conversion(theta)) / theta
	})
	k, _, _ := b.cumulants(theta)
	theta = b.steeper(theta, (k-logDelta+conversion(theta))/theta)
	k, _, variance := b.cumulants(theta)
	upper := (k - logDelta + conversion(theta)) / theta
	// The saddle point's estimate is the smaller one; the window begins below both.
	spread := max(1, theta*(theta+1)*math.Sqrt(2*math.Pi*variance))
	saddle := (k - logDelta - math.Log(spread)) / theta
	from := max(0, min(upper, saddle)-2/theta)
	return target{theta, from, b.window(theta, from, logDelta), upper}
}

// epsilonAbove returns an upper bound on max(least, epsilon(delta)). It skips the transforms if a Rényi bound shows that
// `least` is the answer. The Rényi bound is also the answer if the transforms give no smaller one. accurate is false in that
// case, and if the errors of the transforms decide the answer.
func (c *composition) epsilonAbove(delta, least float64) (epsilon float64, accurate bool, err error) {
	if c.inf >= delta {
		return math.Inf(1), false, ErrNotConverged
	}
	t := c.blueprint().forDelta(delta - c.inf)
	renyi := c.renyiEpsilon(t.theta, delta)
	if renyi <= least {
		return least, true, nil
	}
	v, accurate, err := c.epsilon(delta, t)
	if err != nil || v > renyi {
		v, accurate = renyi, false
	}
	if math.IsNaN(v) || math.IsInf(v, 1) {
		return math.Inf(1), false, ErrNotConverged
	}
	return max(v, least), accurate, nil
}

// renyiEpsilon returns (K(θ) − ln δ + conversion(θ))/θ for the discretised law, which is valid for any θ > 0 once the mass at
// infinity is subtracted from δ.
func (c *composition) renyiEpsilon(theta, delta float64) float64 {
	k := c.logMoment(theta)
	logDelta := math.Log(delta - c.inf)
	rounding := unit * (16 + c.total*4 + 4*math.Abs(k) + 4*math.Abs(logDelta))
	return (k-logDelta+conversion(theta)+rounding)/theta + unit*8*math.Abs(k/theta)
}

// epsilon searches the window of a tilted composition, and lowers the window if the answer lies below it. accurate says
// whether the errors of the transforms are a small part of delta.
func (c *composition) epsilon(delta float64, t target) (epsilon float64, accurate bool, err error) {
	from := t.from
	for range maxShifts {
		start := int(math.Floor(from/c.step)) - 1
		n, ok := points((t.length+t.from-from)/c.step + 2)
		if !ok {
			break
		}
		v := c.tilt(t.theta, start, n)
		if !(v.delta(v.loss(n)) <= delta) {
			break
		}
		if v.delta(v.loss(1)) <= delta {
			if from == 0 {
				return 0, true, nil
			}
			from = max(0, from-max(4/t.theta, t.from-from))
			continue
		}
		high := 2 + sort.Search(n-2, func(i int) bool { return v.delta(v.loss(2+i)) <= delta })
		_, e := scalar.Halve(v.loss(high-1), v.loss(high), 60, func(epsilon float64) bool { return v.delta(epsilon) <= delta })
		_, doubt := v.parts(e)
		return max(0, e), doubt < smallDoubt*delta, nil
	}
	return math.Inf(1), false, ErrNotConverged
}

// smallDoubt is the part of delta below which errors of the transforms do not matter.
const smallDoubt = 1e-3

// maxShifts bounds the search for a window; two are rarely needed.
const maxShifts = 6

// loss returns the loss at point j of the window.
func (t *tiltedLaw) loss(j int) float64 { return t.step * float64(t.start+j) }

// points rounds a length up to a fast one for the FFT, of the form 2^k or 3·2^k.
func points(length float64) (int, bool) {
	if !(length < maxWindow) {
		return 0, false
	}
	n := 64
	for float64(n) < length {
		if float64(n/2*3) >= length {
			return n / 2 * 3, true
		}
		n *= 2
	}
	return n, true
}
