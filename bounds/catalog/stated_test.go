package catalog

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/paper"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// Hypotheses are decided on the decimals as they are typed: exactly at the edge, and
// next to it, where floating point gets a share of them wrong.
func TestEdgesOfSteps(t *testing.T) {
	strong := run.Run{N: 100, B: 10, T: 20, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 1, Adjacency: run.Replace,
		Scheme: run.Cyclic,
		Loss:   run.StronglyConvex, Clipping: run.ClippingNever}
	weak, convex, full, sampled := strong, strong, strong, strong
	weak.Loss, convex.Loss = run.WeaklyConvex, run.Convex
	full.Scheme, full.B = run.Full, 100
	sampled.Scheme, sampled.Loss = run.WithoutReplacement, run.Convex
	for _, c := range []struct {
		theorem *theorem.Theorem
		run     run.Run
		limit   float64
		sum     bool // whether the limit is on the sum of both constants
		allowed bool // at the edge
	}{
		{paper.Balle, strong, 2, true, true},
		{paper.YeShokri33, strong, 2, true, false},
		{paper.KongRibero22, weak, 0.5, true, true},
		{paper.KongRibero23, weak, 1, true, true},
		{paper.KongRiberoC3, weak, 0.5, true, true},
		{paper.AltschulerTalwar, sampled, 2, false, true},
		{paper.BokSuAltschuler, convex, 2, false, true},
		{paper.Feldman, convex, 2, false, false},
		{paper.YeShokriD6, full, 1, false, false},
	} {
		random := rand.New(rand.NewPCG(7, 7))
		wrong, at := 0, 0
		for i := range 600 {
			r := c.run
			r.Eta = rowtest.Decimal(int64(random.IntN(9999)+1)*int64(math.Pow10(random.IntN(4))), "")
			second := 0.0
			if c.sum {
				second = rowtest.Decimal(int64(random.IntN(9999)+1), "") * c.limit / r.Eta / 20000e-6
			}
			r.Smoothness = c.limit/r.Eta - second
			if i%2 == 0 { // exactly at the edge
				r.Eta = rowtest.Decimal(1<<random.IntN(9)*int64(math.Pow10(random.IntN(4))), "")
				all := int64(c.limit * 1e12 / (r.Eta * 1e6))
				part := int64(0)
				if c.sum {
					part = random.Int64N(all / 3)
				}
				r.Smoothness, second = rowtest.Decimal(all-part, ""), rowtest.Decimal(part, "")
			}
			r.StrongConvexity, r.WeakConvexity = second, second
			sign := new(big.Rat).Mul(rowtest.Typed(r.Eta), new(big.Rat).Add(rowtest.Typed(r.Smoothness),
				rowtest.Typed(second))).Cmp(rowtest.Typed(c.limit))
			want := sign < 0 || sign == 0 && c.allowed
			if sign == 0 {
				at++
			}
			for _, h := range c.theorem.Hypotheses(r, claim.Question{Delta: 1e-5}) {
				if h.Name == "step size" && h.Holds != want {
					t.Fatalf("%s: η = %v, constants %v and %v: %+v", c.theorem.ID, r.Eta, r.Smoothness, second, h)
				}
			}
			if limit := c.limit / (r.Smoothness + second); want != (r.Eta < limit || r.Eta == limit && c.allowed) {
				wrong++
			}
		}
		if wrong == 0 || at < 100 {
			t.Errorf("%s: floating point gets %d edges wrong, %d are exact", c.theorem.ID, wrong, at)
		}
	}
}

// Other edges: 8√2·C/b under Langevin noise, where it can be met exactly, n/5, 1/√E.
func TestEdgesOfOthers(t *testing.T) {
	holds := func(th *theorem.Theorem, r run.Run, name string) bool {
		for _, h := range th.Hypotheses(r, claim.Question{Delta: 1e-5}) {
			if h.Name == name {
				return h.Holds
			}
		}
		t.Fatalf("%s has no hypothesis %q", th.ID, name)
		return false
	}
	r := run.Run{N: 35, B: 7, T: 20, Eta: 0.01, Clip: 0.7, Sigma: 1, Noise: run.LangevinNoise, Diameter: 1, Adjacency: run.Replace,
		Scheme: run.WithoutReplacement,
		Loss:   run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	if !holds(paper.AltschulerTalwar, r, "batch size") {
		t.Error("the hypothesis on the batch size fails for b = 7 of n = 35, want it to hold: 7 is at most 35/5")
	}
	// σ² = 2ησ_LD², so σ/η > 8√2·C/b is σ_LD²·b² > 64ηC²: with η = (k/100)², C = 0.7
	// and b = 7 that is σ_LD > 8k/1000.
	wrong := 0
	for k := int64(1); k < 400; k++ {
		r.Eta, r.Sigma = rowtest.Decimal(100*k*k, ""), rowtest.Decimal(8000*k, "")
		if r.IterateNoise()/r.Eta > 8*math.Sqrt2*r.Clip/float64(r.B) {
			wrong++
		}
		at := holds(paper.AltschulerTalwar, r, "noise")
		r.Sigma = rowtest.Decimal(8000*k, ".0001")
		if beyond := holds(paper.AltschulerTalwar, r, "noise"); at || !beyond {
			t.Fatalf("η = %v, σ_LD = %v: %v at the edge, %v beyond", r.Eta, r.Sigma, at, beyond)
		}
	}
	if wrong == 0 {
		t.Errorf("floating point gets %d of the noises wrong, want at least 1: the runs are too easy", wrong)
	}
	r.Scheme, r.N, r.Smoothness = run.Cyclic, 7, 1e-9
	for k := 1; k <= 1000; k++ { // η = 1/k for E = k² epochs, where that is a decimal
		if 1000000%k != 0 {
			continue
		}
		r.T, r.Eta = k*k, rowtest.Decimal(int64(1000000/k), "")
		at := holds(paper.KongRiberoC3, r, "step size and epochs")
		r.T++
		if beyond := holds(paper.KongRiberoC3, r, "step size and epochs"); !at || beyond {
			t.Errorf("η = %v for %d epochs: %v, for one more %v", r.Eta, k*k, at, beyond)
		}
	}
}
