package pld

import "math"

// δ at a given ε, and the law of one step. The program needs neither; other programs compute both, and tests compare.

// deltaOf returns an upper bound on delta(epsilon) for a run whose steps are all released.
func deltaOf(epsilon, accuracy float64, parts ...RepeatedStep) (float64, error) {
	r, err := newRun(parts)
	if err != nil {
		return 1, err
	}
	if r.hasLittleNoise(leastNoise) {
		return r.reveal(leastTail).delta(epsilon), nil
	}
	if r.total == 1 {
		if d, relative := r.laws[0].profile(epsilon); relative < closely {
			return min(1, d), nil
		}
	}
	r.accuracy = accuracy
	// A first look at the size of delta, with tails cut at a guess.
	b := r.blueprint(1e-20, math.Inf(1))
	t := b.forEpsilon(epsilon)
	k, _, _ := b.cumulants(t.theta)
	size := math.Exp(max(-600, min(0, k-t.theta*epsilon)-4))
	b = r.blueprint(share*size, math.Inf(1))
	t = b.forEpsilon(epsilon)
	c, err := r.compose(b, t, size, math.Inf(1))
	if err != nil {
		return 1, err
	}
	worst, err := c.delta(epsilon)
	if err != nil || !r.twoSided {
		return worst, err
	}
	added, err := c.dual().delta(epsilon)
	return max(worst, added), err
}

// delta returns an upper bound on delta(epsilon).
func (c *composition) delta(epsilon float64) (float64, error) {
	t := c.blueprint().forEpsilon(epsilon)
	k := c.logMoment(t.theta)
	rounding := unit * (16 + c.total*4 + 4*math.Abs(k) + 4*t.theta*math.Abs(epsilon))
	v := min(1, c.inf+math.Exp(k-t.theta*epsilon+conversion(t.theta)+rounding))
	if n, ok := points(t.length/c.step + 2); ok && v > c.inf {
		start := int(math.Floor(epsilon/c.step)) - 1
		v = min(v, c.tilt(t.theta, start, n).delta(epsilon))
	}
	if math.IsNaN(v) {
		return 1, ErrNotConverged
	}
	return v, nil
}

// forEpsilon finds the tilt and window for delta(epsilon).
func (b *blueprint) forEpsilon(epsilon float64) target {
	theta := b.bestTilt(func(theta, k float64) float64 {
		return k - theta*epsilon + conversion(theta)
	})
	theta = b.steeper(theta, epsilon)
	k, _, _ := b.cumulants(theta)
	logDelta := min(0, k-theta*epsilon+conversion(theta))
	return target{theta, epsilon, b.window(theta, epsilon, logDelta-3), epsilon}
}

func (v revelation) delta(epsilon float64) float64 {
	least := 1.0
	for _, one := range v {
		least = min(least, one.delta(epsilon-one.certain))
	}
	return least
}

// grid puts the law of the step on a grid, with at most tail lost to infinity. Where
// addition of the example is not covered, dual of the result is.
func (s StepLoss) grid(step, tail float64) (*PLD, error) {
	return s.law.grid(nil, step, tail, math.Inf(1))
}

// delta returns delta(epsilon) of one step, an upper bound.
func (l *PLD) delta(epsilon float64) float64 {
	sum := 0.0
	for i := len(l.p) - 1; i >= 0 && l.lossAt(i) > epsilon; i-- {
		sum += l.p[i] * -math.Expm1(epsilon-l.lossAt(i))
	}
	return min(1, (l.inf+sum)*(1+float64(len(l.p))*unit))
}
