package pld

import "math"

// FromProfile returns the law of a pair with given privacy profiles: forward[i]
// >= E_γ(P‖Q) and backward[i] >= E_γ(Q‖P) at γ = exp(step·i); backward may be
// forward itself, for a symmetric profile. Between the points it takes the
// greatest convex function below the given values, linear in γ, which is above
// every true profile, since those are convex; for γ < 1 it uses
// E_γ(P‖Q) = 1 − γ + γE_{1/γ}(Q‖P); beyond the last point the loss is infinite
// with probability forward[last] (Zhu, Dong, Wang 2022, arXiv:2106.08567v4: a
// convex profile has a pair).
//
// The values must not increase and lie in [0, 1]; at least two are needed, and
// as many of one kind as of the other.
func FromProfile(step float64, forward, backward []float64) (*PLD, error) {
	if !(step > 0) || math.IsInf(step, 1) || len(forward) < 2 || len(forward) != len(backward) {
		return nil, ErrProfile
	}
	losses := make([]float64, len(forward))
	for i := range losses {
		losses[i] = step * float64(i)
	}
	for _, h := range [][]float64{forward, backward} {
		for i, v := range h {
			if !(v >= 0 && v <= 1) || i > 0 && v > h[i-1] {
				return nil, ErrProfile
			}
		}
	}
	p := positiveMasses(losses, forward)
	q := p
	if &forward[0] != &backward[0] {
		q = positiveMasses(losses, backward)
	}
	l := join(step, p, q, 4)
	l.inf, l.dualInf = forward[len(forward)-1], backward[len(backward)-1]
	return l, nil
}

// positiveMasses returns the masses at the given losses, the first of which is
// 0, of the convex minorant of h; the mass at 0 itself is left to join.
// Where the minorant bends at γ_i, from slope −s₁ to −s₂, the mass is
// γ_i(s₁ − s₂) = (h_{i−1}−h_i)/(1−γ_{i−1}/γ_i) − (h_i−h_{i+1})/(γ_{i+1}/γ_i − 1).
func positiveMasses(losses, h []float64) []float64 {
	n := len(h)
	bend := func(a, b, c int) float64 {
		return (h[a]-h[b])/-math.Expm1(losses[a]-losses[b]) - (h[b]-h[c])/math.Expm1(losses[c]-losses[b])
	}
	hull := make([]int, 0, n)
	for i := range n {
		for len(hull) >= 2 && !(bend(hull[len(hull)-2], hull[len(hull)-1], i) > 0) {
			hull = hull[:len(hull)-1]
		}
		hull = append(hull, i)
	}
	p := make([]float64, n)
	for k := 1; k < len(hull); k++ {
		a, b := hull[k-1], hull[k]
		fall := -math.Expm1(losses[a] - losses[b])
		mass := (h[a] - h[b]) / fall
		noise := mass * (8 + 4*losses[b]/(losses[b]-losses[a]))
		if k+1 < len(hull) {
			c := hull[k+1]
			mass = bend(a, b, c)
			noise += (h[b] - h[c]) / math.Expm1(losses[c]-losses[b]) * (8 + 4*losses[c]/(losses[c]-losses[b]))
		}
		// The differences of losses lose the digits that neighbours share.
		p[b] = mass + unit*noise
	}
	return p
}

// join makes a law of the P-masses p at the losses step·i, i > 0, of the Q-masses
// q at the losses −step·i, and of the rest of P's probability at 0; digits is what
// the masses have been raised for.
func join(step float64, p, q []float64, digits float64) *PLD {
	n, below := len(p)-1, len(q)-1
	l := &PLD{step: step, low: -below, p: make([]float64, below+n+1)}
	rest := 0.0
	for i := max(n, below); i > 0; i-- {
		loss, mass := step*float64(i), 0.0
		if i <= n {
			l.p[below+i] = p[i]
			mass = p[i]
		}
		if i <= below {
			l.p[below-i] = q[i] * math.Exp(-loss) * (1 + unit*(4+loss))
			mass += l.p[below-i]
		}
		rest += mass / raise(loss, step, digits)
	}
	// The infinite mass is not subtracted: too much at 0 errs upward.
	l.p[below] = math.Max(0, 1-rest) + unit*(4+float64(max(n, below))*rest)
	return l
}
