package paper

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
)

// sampledRun is a run of Theorem 3.12 in which s is 1.
func sampledRun(n, T int, sigma float64) run.Run {
	return run.Run{N: n, B: 1, T: T, Eta: 1, Clip: 0.5, Sigma: sigma, Noise: run.IterateNoise, Diameter: 4,
		Adjacency: run.Replace, Scheme: run.WithoutReplacement, Loss: run.Smooth, Smoothness: 0.1, Clipping: run.ClippingActive}
}

// The counterexample to Theorem 3.12 as printed: n = 1/q, b = 1, T = 1, the
// differing example's gradient +C or −C, the others −C. The first run's law
// is the mixture (1−q)N(0,σ²) + qN(1,σ²), the second's N(0,σ²), at s = 1. Both
// divergences by summing over the line: the integrands and their derivatives
// vanish at the ends, so that equal weights are exact to the last digits.
func TestTheorem312IsNotValid(t *testing.T) {
	for _, c := range []struct {
		n              int
		alpha          float64
		printed, truth float64 // theory: errata of Theorem 3.12
	}{
		{2, 2, 0.185694, 0.357374},
		{10, 8, 0.029850, 1.378361},
	} {
		q := 1 / float64(c.n)
		normal := func(x, mean float64) float64 {
			return math.Exp(-(x-mean)*(x-mean)/2) / math.Sqrt(2*math.Pi)
		}
		forward, backward := 0.0, 0.0 // ∫ mix^α N^{1−α} and ∫ N^α mix^{1−α}
		const h = 1.0 / 64
		for x := -30.0; x < 30; x += h {
			pure, mix := normal(x, 0), (1-q)*normal(x, 0)+q*normal(x, 1)
			forward += h * math.Exp(c.alpha*math.Log(mix)+(1-c.alpha)*math.Log(pure))
			backward += h * math.Exp(c.alpha*math.Log(pure)+(1-c.alpha)*math.Log(mix))
		}
		truth, other := math.Log(forward)/(c.alpha-1), math.Log(backward)/(c.alpha-1)
		row := rowtest.DivergenceOf(t, ChienLi312, sampledRun(c.n, 1, 1), c.alpha)
		if math.Abs(truth-c.truth) > 5e-7 || math.Abs(other-c.printed) > 5e-7 {
			t.Errorf("n=%d α=%v: quadrature gives %.6f and %.6f, theory %.6f and %.6f", c.n, c.alpha, truth, other, c.truth, c.printed)
		}
		if math.Abs(row-other) > 1e-9 || row >= truth {
			t.Errorf("n=%d α=%v: the row says %v, as printed it is %v; the loss is %v", c.n, c.alpha, row, other, truth)
		}
	}
	if ChienLi312.Status != claim.NotValid {
		t.Errorf("the status of Theorem 3.12 = %v, want %v, since it has a counterexample", ChienLi312.Status, claim.NotValid)
	}
}

// phi is min over β of S(β) + αa²/(2σ²(1−β)), by trying many β; at a = 0 it is S(1).
func phi(q, sigma, alpha float64) func(a float64) float64 {
	const tries = 2000
	var beta, s [tries]float64
	for i := range tries {
		beta[i] = -math.Expm1(-12 * float64(i+1) / tries) // dense towards 1
		v, err := renyi.Counted{}.NormalToMix(q, beta[i]*sigma, alpha)
		if err != nil {
			v = math.Inf(1)
		}
		s[i] = v
	}
	whole, _ := renyi.Counted{}.NormalToMix(q, sigma, alpha)
	return func(a float64) float64 {
		if a == 0 {
			return whole
		}
		best := math.Inf(1)
		for i := range tries {
			best = min(best, s[i]+alpha*a*a/2/sigma/sigma/(1-beta[i]))
		}
		return best
	}
}

// Short runs of Theorem 3.12 worked out directly: two steps are composed, or
// paid off by the last; without curvature N equal payments carry D.
func TestTheorem312ByHand(t *testing.T) {
	const alpha = 4.0
	for _, c := range []struct {
		n           int
		sigma, d, l float64
		T           int
	}{
		{10, 2, 0.02, 0.5, 2}, {10, 0.3, 0.05, 0.5, 2}, {3, 0.2, 0.1, 1, 2}, {100, 1, 1e-3, 1, 2},
		{10, 2, 0.5, 0, 200}, {4, 3, 2, 0, 100}, {50, 1, 0.3, 0, 2000}, {10, 2, 50, 0, 100},
	} {
		r := sampledRun(c.n, c.T, c.sigma)
		r.Diameter, r.Smoothness = c.d, c.l
		q := r.SamplingRate()
		cost := phi(q, c.sigma, alpha)
		want := float64(c.T) * cost(0)
		if c.T == 2 {
			first := min(1, c.d) // Δ_1 = min(s, D), and s = 1
			want = min(want, cost(first*(1+c.l)))
		} else {
			for n := 1; n <= c.T; n += 1 + n/20 {
				want = min(want, float64(n)*cost(c.d/float64(n)))
			}
		}
		if got := rowtest.DivergenceOf(t, ChienLi312, r, alpha); math.Abs(got-want) > 1e-3*want {
			t.Errorf("%+v: %v, by hand %v", c, got, want)
		}
	}
}

// At λ = 1 Theorem 3.7 is Theorem 3.1 at c = 1+ηL with a forward track that
// never matters (rays.md, section 2).
func TestTheorem37AtOrderOne(t *testing.T) {
	for _, T := range []int{1, 2, 10, 100, 1000} {
		r := rowtest.ChienLiRun(run.Full, 1)
		r.T = T
		smooth := r
		smooth.Loss = run.Smooth
		want := rowtest.DivergenceOf(t, ChienLi31, smooth, 2)
		for _, run := range []run.Run{r, smooth} {
			if got := rowtest.DivergenceOf(t, ChienLi37, run, 2); math.Abs(got-want) > 1e-9*want {
				t.Errorf("T=%d %s: Theorem 3.7 gives %v, Theorem 3.1 %v", T, run.Loss, got, want)
			}
		}
	}
}

// One step in an epoch is a full batch, up to the track that Theorem 3.7 does
// not need; more steps cost less than composition and at least one visit.
func TestTheoremA1(t *testing.T) {
	for _, order := range []float64{0.3, 0.5, 1} {
		r := rowtest.ChienLiRun(run.Cyclic, order)
		r.N = r.B
		full := r
		full.Scheme = run.Full
		if a1, f := rowtest.DivergenceOf(t, ChienLiA1, r, 3), rowtest.DivergenceOf(t, ChienLi37, full, 3); math.Abs(a1-f) > 1e-6*f {
			t.Errorf("λ=%v: Theorem A.1 with one step an epoch gives %v, Theorem 3.7 %v", order, a1, f)
		}
		last := math.Inf(1)
		for _, epoch := range []int{1, 2, 5, 10, 40} { // fewer visits
			r.N = r.B * epoch
			got := rowtest.DivergenceOf(t, ChienLiA1, r, 3)
			visit := 3 * r.Sensitivity() * r.Sensitivity() / 2
			if got > last*(1+1e-6) || got < visit*(1-1e-12) || got > visit*math.Ceil(float64(r.T)/float64(epoch))*(1+1e-12) {
				t.Errorf("λ=%v, B=%d: %v, with fewer steps an epoch %v, one visit costs %v", order, epoch, got, last, visit)
			}
			last = got
		}
	}
}

// BenchmarkTheorem312 is the hundred orders of one question about δ, on a run
// long enough for every one to search: at most 150 ms.
func BenchmarkTheorem312(b *testing.B) {
	for _, l := range []float64{0, 0.01, 0.3} {
		r := sampledRun(100, 1e6, 4)
		r.Smoothness = l
		b.Run("L="+typeset.Short(l), func(b *testing.B) {
			for b.Loop() {
				g, _ := ChienLi312.Prove(context.Background(), r)
				for i := range 100 {
					rowtest.RenyiOf(g, 1+math.Exp(float64(i)/10-3))
				}
			}
		})
	}
}
