package proof

import (
	"math"
	"testing"

	"lastiterate/bounds/claim"
)

// Of several ways one whose arithmetic fails, at some orders or at all, leaves the others as they are.
func TestAWayThatFails(t *testing.T) {
	way := func(name string, renyi func(alpha float64) float64) Alternative {
		return Alternative{Renyi: renyi, Explain: func(claim.Bound) ([]claim.Choice, string) { return nil, name }}
	}
	good := way("good", func(alpha float64) float64 { return alpha / 10 })
	for name, bad := range map[string]Alternative{
		"not a number": way("bad", func(float64) float64 { return math.NaN() }),
		"overflow":     way("bad", func(float64) float64 { return math.Inf(1) }),
	} {
		want := epsilon(t, LeastOf(good).Upper(), delta)
		for _, ways := range [][]Alternative{{good, bad}, {bad, good}} {
			p := LeastOf(ways...).Upper()
			if e := epsilon(t, p, order); e != good.Renyi(order.Alpha) {
				t.Errorf("%s: %v at the order %v, want %v", name, e, order.Alpha, good.Renyi(order.Alpha))
			}
			if e := epsilon(t, p, delta); e != want {
				t.Errorf("%s: %v at δ, want %v", name, e, want)
			}
			s, _ := p.At(order)
			if _, text := s.Explain(); text != "good" {
				t.Errorf("%s: the value is explained by the %s way", name, text)
			}
		}
		if e := epsilon(t, LeastOf(bad).Upper(), order); !math.IsInf(e, 1) {
			t.Errorf("%s alone gives %v", name, e)
		}
	}
}
