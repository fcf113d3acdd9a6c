package sampled

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/internal/proof"
	"lastiterate/bounds/internal/renyi"
	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// sampledRun has s = 1 and steps that multiply distances by at most 1.
func sampledRun(n, T int, sigma, diameter float64) run.Run {
	return run.Run{N: n, B: 1, T: T, Eta: 0.5, Clip: 1, Sigma: sigma, Noise: run.IterateNoise, Diameter: diameter, Adjacency: run.Replace,
		Scheme: run.WithoutReplacement, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
}

// One step against the loss of a run that is allowed, D_α(mix‖N) and D_α(N‖mix):
// the counterexamples to Chien and Li's Theorem 3.12 (0.185694 and 0.029850 as
// printed) and to Liang et al.'s Theorem 3.3 (0.8 as printed).
func TestSampledShiftOneStep(t *testing.T) {
	for _, c := range []struct {
		n                   int
		sigma, alpha, truth float64
	}{{2, 1, 2, 0.357374}, {10, 1, 8, 1.378361}, {100, 0.5, 10, 14.883}} {
		r := sampledRun(c.n, 1, c.sigma, 100)
		got := rowtest.DivergenceOf(t, SampledShift, r, c.alpha)
		if got < c.truth*(1-1e-6) {
			t.Errorf("n = %d, σ = %v, α = %v: %v, and the loss is %v", c.n, c.sigma, c.alpha, got, c.truth)
		}
		for _, direction := range []func(q, u, alpha float64) (float64, error){renyi.Counted{}.MixToNormal, renyi.Counted{}.NormalToMix} {
			if truth, err := direction(1/float64(c.n), c.sigma, c.alpha); err != nil || got < truth {
				t.Errorf("n = %d, σ = %v, α = %v: %v, and the loss is %v, %v", c.n, c.sigma, c.alpha, got, truth, err)
			}
		}
	}
	// Zeroing one of two examples with opposite gradients loses 0.553.
	zeroed := sampledRun(2, 1, 0.5, 100)
	zeroed.Adjacency = run.ZeroOut
	if got := rowtest.DivergenceOf(t, SampledShift, zeroed, 2); got < 0.553 {
		t.Errorf("zeroed: %v, and the loss is 0.553", got)
	}
}

// Over several steps the bound lies between composition and the loss of the
// worst bounded run known, under both adjacencies and whatever steps do to
// distances.
func TestSampledShiftAboveTheTruth(t *testing.T) {
	helped := 0
	for _, loss := range []run.Class{run.Convex, run.StronglyConvex, run.Smooth, run.WeaklyConvex} {
		for _, adjacency := range []run.Adjacency{run.Replace, run.ZeroOut} {
			for _, diameter := range []float64{0.3, 1.5} {
				for _, T := range []int{2, 3, 8, 100} {
					r := sampledRun(4, T, 0.8, diameter)
					r.N, r.B = 8, 2
					r.Loss, r.Adjacency, r.StrongConvexity, r.WeakConvexity = loss, adjacency, 0.8, 0.5
					for _, alpha := range []float64{1.5, 6} {
						got := rowtest.DivergenceOf(t, SampledShift, r, alpha)
						if truth := rowtest.DivergenceOf(t, attained.ProjectedAdversary, r, alpha); got < truth*(1-1e-3) {
							t.Errorf("%s, %s, D = %v, T = %d, α = %v: %v, and a run loses %v", loss, adjacency, diameter, T, alpha,
								got, truth)
						}
						composed := rowtest.DivergenceOf(t, composition.Composition, r, alpha)
						if got > composed*(1+1e-12) {
							t.Errorf("%s, T = %d: %v, above composition, %v", loss, T, got, composed)
						}
						if got < 0.9*composed {
							helped++
						}
					}
				}
			}
		}
	}
	if helped < 20 {
		t.Errorf("hidden state helped %d times", helped)
	}
}

// Where every batch holds the example, the optimum for a full batch is met.
func TestSampledShiftAtFullRate(t *testing.T) {
	for _, loss := range []run.Class{run.Convex, run.StronglyConvex, run.Smooth} {
		full := sampledRun(4, 50, 1, 2)
		full.B, full.Loss, full.StrongConvexity = 4, loss, 0.3
		sampled := full
		full.Scheme = run.Full
		got, want := rowtest.DivergenceOf(t, SampledShift, sampled, 3), rowtest.DivergenceOf(t, ordered.Shift, full, 3)
		if math.Abs(got-want) > 1e-3*want {
			t.Errorf("%s: %v, for a full batch %v", loss, got, want)
		}
		sampled.N, sampled.B = 1e6, 1e6-1 // and it is the limit
		sampled.Clip *= (1e6 - 1) / 4
		if loss == run.Smooth {
			continue // m* is not m where not all batches hold the example
		}
		if near := rowtest.DivergenceOf(t, SampledShift, sampled, 3); math.Abs(near-want) > 2e-3*want {
			t.Errorf("%s: %v at q = 1 − 1e-6, for a full batch %v", loss, near, want)
		}
	}
}

// In the limit of many steps the convex bound is that of the best number of
// equal payments, N(S*(β) + αD²/(2σ²N²(1−β))), by a search over N and β.
func TestSampledShiftConvexLimit(t *testing.T) {
	const alpha, sigma, d = 2.0, 5.0, 3.0
	r := sampledRun(20, 1e9, sigma, d)
	q := r.SamplingRate()
	want := math.Inf(1)
	for beta := 0.01; beta < 1; beta += 0.01 {
		hide, err := renyi.Counted{}.WithoutReplacement(q, math.Sqrt(beta)*sigma, alpha)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1.0; n < 4000; n = math.Ceil(n * 1.01) {
			want = min(want, n*hide+alpha*d*d/(2*sigma*sigma*n*(1-beta)))
		}
	}
	if got := rowtest.DivergenceOf(t, SampledShift, r, alpha); got > want || got < 0.998*want {
		t.Errorf("%v, by hand %v", got, want)
	}
}

// A question about δ is answered from privacy losses: below the conversion of
// the Rényi divergence, never above composition.
func TestSampledShiftEpsilon(t *testing.T) {
	for _, T := range []int{5, 3000, 1e9} {
		r := sampledRun(20, T, 5, 3)
		g, err := SampledShift.Prove(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		composition, err := composition.Composition.Prove(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		epsilon, err := rowtest.EpsilonOf(g, 1e-5)
		if err != nil {
			t.Fatal(err)
		}
		composed, err := rowtest.EpsilonOf(composition, 1e-5)
		if err != nil {
			t.Fatal(err)
		}
		if epsilon > composed || (T > 1000 && epsilon > 0.8*composed) {
			t.Errorf("T = %d: ε = %v, composition %v", T, epsilon, composed)
		}
	}
}

// If only the difference of two gradients is bounded, whether a batch holds the
// example cannot be hidden; the worst batches still bound the loss.
func TestSampledShiftOfDifferences(t *testing.T) {
	r := sampledRun(20, 100, 5, 3)
	r.Clipping = run.ClippingDifference
	got := rowtest.DivergenceOf(t, SampledShift, r, 2)
	full := r
	full.N, full.Scheme = 1, run.Full
	if want := rowtest.DivergenceOf(t, ordered.Shift, full, 2); math.Abs(got-want) > 1e-12*want {
		t.Errorf("%v, for batches that all hold the example %v", got, want)
	}
}

// A zeroed example does not contract: with b = 1, n = 2 the run without it
// forgets at half of its steps only.
func TestZeroedExampleDoesNotContract(t *testing.T) {
	r := sampledRun(2, 50, 1, 5)
	r.Loss, r.StrongConvexity, r.Adjacency = run.StronglyConvex, 1, run.ZeroOut
	if e := hiddenPrograms(r)[0].Excess; e != 0 {
		t.Errorf("a step multiplies distances by %v, want 1", 1+e)
	}
	r.N, r.B = 8, 4
	if e := hiddenPrograms(r)[0].Excess; math.Abs(e-0.75*(-0.5)) > 1e-12 {
		t.Errorf("a step multiplies distances by %v, want 1 − (3/4)·0.5", 1+e)
	}
}

// A withdrawn question gets no number.
func TestSampledShiftWithdrawn(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	g, err := SampledShift.Prove(ctx, sampledRun(20, 100, 5, 3))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	worst := proof.Gaussian(rowtest.AtTwo(g).Mu * rowtest.AtTwo(g).Mu).Renyi(2)
	if got := rowtest.RenyiOf(g, 2); math.Abs(got-worst) > 1e-15*worst {
		t.Errorf("ε(2) = %v after cancelling, want what was known, %v", got, worst)
	}
}
