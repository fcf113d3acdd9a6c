package pld

import (
	"math"

	"lastiterate/bounds/internal/renyi"
)

type pairLaw struct{ m pair }

func (l pairLaw) grid(step, tail, most float64) (*PLD, error) {
	return connect(l.m, step, tail, math.MinInt32, most)
}

func (l pairLaw) sketch(tail float64) []atom { return sketchPair(l.m, tail) }

func (l pairLaw) profile(epsilon float64) (delta, relative float64) { return l.m.profile(epsilon) }

// halvesLaw has for γ >= 1 the profile of one pair in one direction, and that of
// another, which is nowhere above it, in the other. Where they are the same it is
// max(E_γ(P‖Q), E_γ(Q‖P)) = E_γ(P‖Q), reflected.
type halvesLaw struct{ forward, backward pair }

func (l halvesLaw) grid(step, tail, most float64) (*PLD, error) {
	f, err := connect(l.forward, step, tail, 0, most)
	if err != nil {
		return nil, err
	}
	b := f
	if l.backward != l.forward {
		if b, err = connect(l.backward, step, tail, 0, most); err != nil {
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

// profileLaw has the profile q[(1−ρ)H_e(1) + ρH_e(2)], e = (γ−1+q)/q, ρ = γ/e,
// H_e(k) = E_e(N(k,u²)‖N(0,u²)), in both directions.
type profileLaw struct{ q, u float64 }

// profileError is a bound on the relative error of a profile where little noise
// does not make it larger.
const profileError = 1e-11

// at returns an upper value of the profile at ln e = s, and ln γ there.
func (l profileLaw) at(s float64) (loss, h float64) {
	loss = math.Log1p(l.q * math.Expm1(s))
	if s > 700 {
		loss = s + math.Log(l.q)
	}
	away := (1 - l.q) * -math.Expm1(-s) // 1 − ρ
	near, far := math.Exp(renyi.LogHockeyStick(s, 1, l.u)), math.Exp(renyi.LogHockeyStick(s, 2, l.u))
	return loss, math.Min(1, l.q*(away*near+(1-away)*far)*(1+profileError))
}

func (l profileLaw) profile(epsilon float64) (delta, relative float64) {
	_, h := l.at(inside(epsilon, l.q))
	return h, profileError
}

// top returns ln e where the profile has fallen to tail.
func (l profileLaw) top(tail float64) float64 {
	// H_e(2) is e^{−800} at this point.
	a, b := 0.0, 2*(2/l.u+80)/l.u
	for range 60 {
		if c := (a + b) / 2; c > a && c < b {
			if _, h := l.at(c); h > tail {
				a = c
			} else {
				b = c
			}
		}
	}
	return b
}

func (l profileLaw) grid(step, tail, most float64) (*PLD, error) {
	loss, _ := l.at(l.top(tail))
	loss = math.Min(loss, most)
	if !(loss/step < maxCells) { // before it is an integer, which it may overflow
		return nil, ErrNotConverged
	}
	h := make([]float64, int(math.Ceil(loss/step))+2)
	for i := range h {
		_, h[i] = l.at(inside(step*float64(i), l.q))
		if i > 0 { // rounding may turn a flat profile upward
			h[i] = math.Min(h[i], h[i-1])
		}
	}
	return FromProfile(step, h, h)
}

func (l profileLaw) sketch(tail float64) []atom {
	const n = 600
	top := l.top(tail)
	losses, h := make([]float64, n+1), make([]float64, n+1)
	for i := range h {
		losses[i], h[i] = l.at(top * float64(i) / n)
	}
	a := make([]atom, 0, n)
	for i, mass := range positiveMasses(losses, h) {
		if mass > 0 {
			a = append(a, atom{losses[i], mass})
		}
	}
	return halves(a, a)
}
