package pld

import (
	"math"

	"lastiterate/bounds/internal/renyi"
)

// farOverNear is P = (1−q)N(0,u²)+qN(2,u²), Q = (1−q)N(0,u²)+qN(1,u²): one example zeroed out in a batch drawn without
// replacement, where the example drawn instead pulls to the opposite side (discretisation.md, section 3). Only its losses >=
// 0 are used, at x >= 3/2, where the loss increases.
type farOverNear struct {
	q, u    float64
	logOdds float64 // ln((1−q)/q)
	near    renyi.Mixture
}

func newFarOverNear(q, u float64) *farOverNear {
	return &farOverNear{q, u, math.Log1p(-q) - math.Log(q), renyi.NewMixture(q, u)}
}

func (m *farOverNear) noise() float64 { return m.u }
func (m *farOverNear) reach() float64 { return 2 }

// digits returns the digits that w (see at) loses to its exponent, which is at most |ln((1−q)/q)| + 40 unless w is 1 to the
// last bit.
func (m *farOverNear) digits() float64 { return 60 + 5*math.Abs(m.logOdds) }

// at computes the loss as ln(1 + w(e^z − 1)), where w is the probability, under Q, that x comes from N(1, u²), and z is the
// loss in that case. Nothing cancels next to 0.
func (m *farOverNear) at(x float64) (loss, logDensity float64) {
	z := (x - 1.5) / m.u / m.u
	away := m.logOdds - (x-0.5)/m.u/m.u // ln((1−w)/w)
	if m.q == 1 {
		loss = z
	} else if z > 700 {
		loss = z - math.Log1p(math.Exp(away)) + math.Log1p(math.Exp(away-z))
	} else {
		loss = math.Log1p(math.Expm1(z) / (1 + math.Exp(away)))
	}
	return loss, m.near.LogRatio(x) + loss + logNormal(x, m.u)
}

// inverse solves, with t = exp((x−3/2)/u²), t² − γt − γ²κ/4 = 0,
// κ = 4(1−q)(γ−1)e^{−1/u²}/(γ²q), for epsilon >= 0.
func (m *farOverNear) inverse(epsilon float64) float64 {
	epsilon = max(0, epsilon)
	kappa := 4 * -math.Expm1(-epsilon) * math.Exp(m.logOdds-epsilon-1/m.u/m.u)
	return 1.5 + m.u*m.u*(epsilon+math.Log1p(kappa/(1+math.Sqrt(1+kappa))/2))
}

func (m *farOverNear) tails(x float64) (p, q float64) {
	c := (1 - m.q) * upper(x, 0, m.u)
	return c + m.q*upper(x, 2, m.u), c + m.q*upper(x, 1, m.u)
}

func (m *farOverNear) heads(x float64) (p, q float64) {
	c := (1 - m.q) * upper(-x, 0, m.u)
	return c + m.q*upper(-x, -2, m.u), c + m.q*upper(-x, -1, m.u)
}

func (m *farOverNear) profile(epsilon float64) (delta, relative float64) {
	return mixtures(m.q, m.u, 2, 1, m.inverse(epsilon), epsilon)
}
