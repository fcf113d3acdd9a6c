package paper

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// TestAllowedOrders: the orders that Theorem 11 allows are those up to α*.
func TestAllowedOrders(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 4))
	for range 400 {
		q, u := 0.2*math.Exp(-12*r.Float64()), 4*math.Exp(6*r.Float64())
		limit := largestOrder(q, u)
		if !(limit > 1) {
			t.Errorf("q = %v, u = %v: no order", q, u)
		}
		for l := -30.0; l < 40; l += 0.25 {
			alpha := 1 + math.Exp(l)
			if orderAllowed(q, u, alpha) != (alpha <= limit) {
				t.Errorf("q = %v, u = %v: α* = %v, but α = %v is allowed: %v", q, u, limit, alpha, orderAllowed(q, u, alpha))
				break
			}
		}
	}
}

// TestSampledChargeCoversReplacement: for q ≤ 1/5, u ≥ 4 and α ≤ α* the proof's
// charge 2αq²/u² exceeds the divergence of a sampled step under replacement of
// one example, in both directions.
func TestSampledChargeCoversReplacement(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	tightest := 0.0
	for range 600 {
		q, u := 0.2*math.Exp(-8*r.Float64()), 4*math.Exp(3*r.Float64())
		limit := largestOrder(q, u)
		alpha := limit
		if r.IntN(3) > 0 {
			alpha = 1 + (limit-1)*math.Exp(-6*r.Float64())
		}
		divergence, err := renyi.Counted{}.WithoutReplacement(q, u, alpha)
		charge := 2 * alpha * q * q / (u * u)
		if err != nil || !(divergence <= charge) {
			t.Errorf("q = %v, u = %v, α = %v: %v (%v), charged %v", q, u, alpha, divergence, err, charge)
		}
		tightest = max(tightest, divergence/charge)
	}
	t.Logf("at most %.3f of the charge", tightest)
}

// sampledConvexRun has s_n = 2e-4, b/n = 0.1 and u = bσ/(2√2ηC) = 7.07.
func sampledConvexRun() run.Run {
	r := rowtest.StrongRun()
	r.N, r.B, r.Sigma, r.Scheme, r.Loss = 1000, 100, 0.02, run.WithoutReplacement, run.Convex
	return r
}

// TestAltschulerTalwarOrder: beyond α* nothing is claimed, and a question about
// such an order is told so.
func TestAltschulerTalwarOrder(t *testing.T) {
	r := sampledConvexRun()
	limit := largestOrder(sampledNoise(r, 2))
	g, err := AltschulerTalwar.Prove(context.Background(), r)
	if err != nil || math.IsInf(rowtest.RenyiOf(g, limit*(1-1e-9)), 1) || !math.IsInf(rowtest.RenyiOf(g, limit*(1+1e-9)), 1) {
		t.Errorf("α* = %v: ε is %v below and %v above (%v)", limit, rowtest.RenyiOf(g, limit*(1-1e-9)),
			rowtest.RenyiOf(g, limit*(1+1e-9)), err)
	}
	for _, e := range []struct {
		q    claim.Question
		want bool
	}{{claim.Question{Alpha: limit * (1 - 1e-9)}, true}, {claim.Question{Alpha: limit * (1 + 1e-9)}, false},
		{claim.Question{Delta: 1e-5}, true}} {
		if theorem.Applies(AltschulerTalwar.Hypotheses(r, e.q)) != e.want {
			t.Errorf("%+v: want %v", e.q, e.want)
		}
	}
}

// TestAltschulerTalwarTinyDomain is the reason for whole numbers of steps. One
// step of linear losses from the middle of a segment of length D: the differing
// example has the gradient C in one dataset and −C in the other, all others
// have 0. W_1 is on the first side of the middle with probability p = 1/2 +
// q(Φ(ηC/(bσ)) − 1/2) in one run and 1−p in the other, whatever D is. The formula
// for real numbers is below the divergence of these two for D < s_n/(4π); the row
// is not.
func TestAltschulerTalwarTinyDomain(t *testing.T) {
	r := sampledConvexRun()
	r.T = 1
	const alpha = 2
	sigma := r.IterateNoise()
	p := 0.5 + r.SamplingRate()*(math.Erfc(-r.Eta*r.Clip/float64(r.B)/sigma/math.Sqrt2)/2-0.5)
	sides := math.Log(math.Pow(p, alpha)*math.Pow(1-p, 1-alpha)+math.Pow(1-p, alpha)*math.Pow(p, 1-alpha)) / (alpha - 1)

	sn := 2 * r.Eta * r.Clip / float64(r.N)
	r.Diameter = sn / 20
	forReals := 2 * alpha * sn * sn / (sigma * sigma) * (2 * r.Diameter / sn)
	if !(forReals < sides) {
		t.Errorf("for real numbers %v, the two sides %v: no counterexample", forReals, sides)
	}
	if got := rowtest.At(t, AltschulerTalwar, r, alpha); !(got >= sides) {
		t.Errorf("%v is below the divergence of the two sides %v", got, sides)
	}
	t.Logf("for real numbers %.3g, the two sides %.3g, the row %.3g", forReals, sides, rowtest.At(t, AltschulerTalwar, r, alpha))
}
