package adversary

import (
	"math"
	"testing"

	"lastiterate/bounds/internal/convert"
	"lastiterate/bounds/internal/interval"
)

// TestFaintProjection: that a projection has next to no probability does not mean that it has none. Where the pair loses more than
// the logarithm of that probability, it decides the floor.
func TestFaintProjection(t *testing.T) {
	const delta = 1e-5
	for _, mu := range []float64{1, 30, 39, 40, 45} {
		l := Linear{Sensitivity: mu, Sigma: 1, Diameter: mu + 2*42, T: 1, Period: 1}
		e := ExactLinear{Excess: interval.Int(0), Sensitivity: interval.Float(mu), Variance: interval.Int(1),
			Diameter: interval.Float(l.Diameter), T: 1, Period: 1}
		got, unmoved := l.Epsilon(delta), convert.GaussianEpsilonLower(l.Mu(), delta)
		profile, _ := interval.GaussianProfile(interval.Float(mu), interval.Float(got))
		moved := interval.Float(got).Exp().Add(interval.Int(1)).Mul(e.escape())
		if left := profile.Sub(moved); !(got > 0 && interval.Decimal(delta).AtMost(left)) {
			t.Errorf("μ = %v: at ε = %v only the δ %v is proved", mu, got, left.Float64())
		}
		if mu < 35 && got != unmoved {
			t.Errorf("μ = %v: %v, and %v without a projection", mu, got, unmoved)
		}
	}
}

// TestFaintUse: a run whose means are −60k has k = 0 with a probability ρ near the smallest float64. That part of it alone has ρ
// times the density of N(0, 1), so that log 1/ρ bounds the loss.
func TestFaintUse(t *testing.T) {
	const rho = 1e-312
	law := Law{Atoms: []Atom{{0, 0, rho, rho}, {1, 1, 1, 1}}, largest: 1, cumulant: func(theta float64) float64 {
		return max(theta, math.Log1p(math.Exp(min(theta, 700)))) // above the logarithm of the mean
	}}
	m := MixturePair{First: 0, Second: -1, Least: 60, Most: 60, Law: law}
	if got := m.integrated(1.5); got > -math.Log(rho) {
		t.Errorf("the loss is at least %v, and at most %v", got, -math.Log(rho))
	}
}
