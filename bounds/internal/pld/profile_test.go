package pld

import (
	"math"

	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/work"
)

// fromProfile returns the law of a pair whose privacy profile in both directions is h[i]
// at γ = exp(step·i), and does not increase. Between the points it takes the greatest
// convex function below the given values, linear in γ, which is above every true profile,
// since those are convex. For γ < 1 it uses E_γ(P‖Q) = 1 − γ + γE_{1/γ}(Q‖P). The last value
// of h becomes mass at infinite loss. A convex profile has a pair by Zhu, Dong, Wang 2022,
// arXiv:2106.08567v4.
func fromProfile(step float64, h []float64) *PLD {
	losses := make([]float64, len(h))
	for i := range losses {
		losses[i] = step * float64(i)
	}
	p := positiveMasses(losses, h)
	l := join(step, p, p, 4)
	l.inf, l.dualInf = h[len(h)-1], h[len(h)-1]
	return l
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

// profileLaw has the profile q[(1−ρ)H_e(1) + ρH_e(2)], e = (γ−1+q)/q, ρ = γ/e,
// H_e(k) = E_e(N(k,u²)‖N(0,u²)), in both directions.
type profileLaw struct{ q, u float64 }

// at returns an upper value of the profile at ln e = s, and ln γ there.
func (l profileLaw) at(s float64) (loss, h float64) {
	loss = math.Log1p(l.q * math.Expm1(s))
	if s > 700 {
		loss = s + math.Log(l.q)
	}
	away := (1 - l.q) * -math.Expm1(-s) // 1 − ρ
	near, far := math.Exp(renyi.LogHockeyStick(s, 1, l.u)), math.Exp(renyi.LogHockeyStick(s, 2, l.u))
	return loss, min(1, l.q*(away*near+(1-away)*far)*(1+profileError))
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

func (l profileLaw) grid(_ *work.Budget, step, tail, most float64) (*PLD, error) {
	loss, _ := l.at(l.top(tail))
	loss = min(loss, most)
	if !(loss/step < maxCells) { // before it is an integer, which it may overflow
		return nil, ErrNotConverged
	}
	h := make([]float64, int(math.Ceil(loss/step))+2)
	for i := range h {
		_, h[i] = l.at(inside(step*float64(i), l.q))
		if i > 0 { // rounding may turn a flat profile upward
			h[i] = min(h[i], h[i-1])
		}
	}
	return fromProfile(step, h), nil
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
