package pld

import (
	"math"

	"lastiterate/bounds/work"
)

// pairLaw is the privacy loss of a pair; the dual of its PLD is the other direction.
type pairLaw struct{ m pair }

func (l pairLaw) grid(w *work.Budget, step, tail, most float64) (*PLD, error) {
	return connect(w, l.m, step, tail, math.MinInt32, most)
}

func (l pairLaw) sketch(tail float64) []atom { return sketchPair(l.m, tail) }

func (l pairLaw) profile(epsilon float64) (delta, relative float64) { return l.m.profile(epsilon) }

// halvesLaw has, for γ >= 1, the profile of the pair forward in one direction, and in the other the profile of the pair
// backward, which is nowhere above it. If the two pairs are the same, the law is the symmetric one: E_γ(P‖Q) for γ >= 1 in
// both directions.
type halvesLaw struct{ forward, backward pair }

func (l halvesLaw) grid(w *work.Budget, step, tail, most float64) (*PLD, error) {
	f, err := connect(w, l.forward, step, tail, 0, most)
	if err != nil {
		return nil, err
	}
	b := f
	if l.backward != l.forward {
		if b, err = connect(w, l.backward, step, tail, 0, most); err != nil {
			return nil, err
		}
	}
	s := join(step, f.p, b.p, l.forward.digits())
	s.inf, s.dualInf = f.inf, b.inf
	if b != f {
		s.mirror = join(step, b.p, f.p, l.forward.digits())
		s.mirror.inf, s.mirror.dualInf, s.mirror.mirror = b.inf, f.inf, s
	}
	return s, nil
}

func (l halvesLaw) sketch(tail float64) []atom {
	f := sketchPair(l.forward, tail)
	b := f
	if l.backward != l.forward {
		b = sketchPair(l.backward, tail)
	}
	return halves(f, b)
}

func (l halvesLaw) profile(epsilon float64) (delta, relative float64) {
	return l.forward.profile(epsilon)
}

// profileError bounds the relative error of a profile, without the error of large exponents when the noise is small.
const profileError = 1e-11

// join returns a law with P-masses p at the losses step·i, i > 0, the P-masses that belong to Q-masses q at −step·i, and the
// rest of P's mass at 0. p and q were raised with raise(·, step, digits).
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
	// The infinite mass is not subtracted: too much mass at 0 errs upward.
	l.p[below] = max(0, 1-rest) + unit*(4+float64(max(n, below))*rest)
	return l
}
