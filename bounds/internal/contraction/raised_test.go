package contraction

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/run"
)

// The table of profile.md, section 9.
func TestTableOfHighOrders(t *testing.T) {
	p := linear(-0.1, 0.08, 1, 1, 200).Remembering()
	if order := highestFollowed(p.search(nil).startMu); math.Abs(order-49) > 0.5 {
		t.Errorf("followed up to %v", order)
	}
	for alpha, want := range map[float64]float64{32: 0.1983, 52: 0.3369, 64: 0.4090, 128: 0.7620, 1024: 4.698, 1e4: 48.74} {
		if e := profileRenyi(t, p, alpha); math.Abs(e/want-1) > 1e-3 {
			t.Errorf("ε(%v) = %v, want %v", alpha, e, want)
		}
	}
}

// Where numbers end nothing happens: ε(α) grows by little more than α does, from order 2 to a million,
// and stays above what one step loses, which is exact.
func TestHighOrdersHaveNoCliff(t *testing.T) {
	t.Parallel()
	for _, p := range []Problem{linear(-0.1, 0.08, 1, 1, 200), linear(0, 0.0142, 1, 0.18, 300), linear(0.05, 0.07, 1, 0.8, 1e9)} {
		p = p.Remembering()
		const factor = 1.15
		before := profileRenyi(t, p, 2)
		for alpha := 2 * factor; alpha < 1e6; alpha *= factor {
			e := profileRenyi(t, p, alpha)
			if least := alpha * p.Sensitivity * p.Sensitivity / 2; e < least {
				t.Errorf("α = %v: ε = %v, one step loses %v: %+v", alpha, e, least, p)
			}
			if e < before || e > before*1.3 {
				t.Errorf("α = %v: ε = %v, at α/%v %v: %+v", alpha, e, factor, before, p)
			}
			before = e
		}
	}
}

// Orders that can be followed are followed: from a lower order, whose last block divides the noise of its
// last step, they are bounded not much worse, and never much better.
func TestRaisedOrdersAreNearFollowedOnes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := anyLinear(t)
		s := p.search(nil)
		alpha := rapid.Float64Range(8, 12).Draw(t, "α")
		if highestFollowed(s.startMu) < alpha {
			return
		}
		followed, _ := s.leastIntegral(context.Background(), atOrder{alpha, s.startMu})
		raised, _ := s.raise(context.Background(), 0.8*alpha, alpha)
		simple := alpha * s.simple * s.simple / 2
		if raised < followed*0.7 || min(raised, simple) > followed*2 {
			t.Fatalf("α = %v: followed %v, raised %v, simple %v: %+v", alpha, followed, raised, simple, p)
		}
	})
}

// A secret order is bounded by its worst position, also at orders that cannot be followed.
func TestHighOrdersOfSecretOrders(t *testing.T) {
	p := linear(0, 0.08, 1, 1, 200)
	p.Period = 5
	known := profileRenyi(t, p, 500)
	p.Order = run.SecretOrder
	secret := profileRenyi(t, p, 500)
	if least := 500 * 0.08 * 0.08 / 2 * 0.99; secret > known || secret < least {
		t.Errorf("secret %v, known %v; the last position loses %v", secret, known, least)
	}
	_, c, _ := p.ProfileRenyi(context.Background(), 500)
	if c.Lower == 0 || !c.Proved() {
		t.Errorf("by %+v", c)
	}
}

// No domain is so wide, and no order so high, that there is an answer below what a step loses, or none.
func TestRaisedAtExtremes(t *testing.T) {
	for _, d := range []float64{1e-9, 1, 1e3, 1e150} {
		for _, alpha := range []float64{3, 1e8} {
			p := linear(0, 0.1, 1, d, 50)
			from := p.search(nil).lowPath(context.Background(), 2)
			if from.path == nil {
				continue
			}
			for _, loss := range []float64{0, 1e-300, 1, 1e30, 1e300} {
				if log := from.faint(loss); !(log <= 0) {
					t.Errorf("D = %v, at loss %v: %v", d, loss, log)
				}
			}
			if e, _, err := p.ProfileRenyi(context.Background(), alpha); err != nil || !(e >= alpha*0.1*0.1/2) || math.IsInf(e, 1) {
				t.Errorf("D = %v, α = %v: %v, %v", d, alpha, e, err)
			}
		}
	}
}

// A last block starts from the divergence after a use, and not from what the steps after the last use leave of it.
func TestRaisedStartsAtAUse(t *testing.T) {
	p := linear(0, 0.08, 1, 1, 200)
	s := p.search(nil)
	used := s.lowPath(context.Background(), 30)
	p.T, p.Rest = 215, 15
	s = p.search(nil)
	rested := s.lowPath(context.Background(), 30)
	left, _ := s.leastIntegral(context.Background(), atOrder{30, s.startMu})
	if rested.divergence < used.divergence*0.95 || !(left < used.divergence/2) {
		t.Errorf("after a use %v, with steps after the last one %v; they leave %v", used.divergence, rested.divergence, left)
	}
}

// Bounds that hold beyond the last point are integrated as the steps that they are.
func TestStepsAreIntegrated(t *testing.T) {
	const alpha = 5.0
	slope := func(loss float64) float64 { return alpha*math.Exp((alpha-1)*loss) - (alpha-1)*math.Exp(-alpha*loss) }
	got := integratedBeyond(alpha, []float64{0, 1}, []float64{0.5, 0.5}, []logBound{{2, math.Log(0.5)}, {3, math.Log(0.01)}},
		GaussianBeyond(alpha, 0.01, 3))
	exact := math.Log1p(0.5*(slope(2)-slope(0))+0.01*(slope(3)-slope(2))) / (alpha - 1)
	if got < exact || got > exact+0.05 {
		t.Errorf("%v, want %v", got, exact)
	}
}

// A cancelled question leaves nothing behind that a later one would take for an answer.
func TestRaisedIsCancelled(t *testing.T) {
	p := linear(0, 0.08, 1, 1, 200).Remembering()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := p.ProfileRenyi(ctx, 500); err == nil {
		t.Error("ProfileRenyi of order 500 with a cancelled context: no error, want the context's")
	}
	if _, c, err := p.ProfileRenyi(context.Background(), 500); err != nil || c.Lower == 0 {
		t.Errorf("by %+v, %v", c, err)
	}
}
