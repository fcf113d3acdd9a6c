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

// strengthenedRun has q = 0.1, A = 8αC²/(n²σ_DP²) = 2e-4·α and
// B = α(1+ηL)²D²/(2η²σ_DP²) = 0.38·α, and σ_DP = 0.2 is above 8C/b = 0.08.
func strengthenedRun(T int) run.Run {
	return run.Run{
		N: 1000, B: 100, T: T, Eta: 0.1, Clip: 1, Sigma: 0.2, Noise: run.GradientNoise, Diameter: 0.015857142857142857,
		Adjacency: run.Replace, Scheme: run.WithoutReplacement, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive,
	}
}

// TestLiangStrengthened: T·A until the last step's noise is enough, by hand.
func TestLiangStrengthened(t *testing.T) {
	const alpha = 1.5
	a, b := 2e-4, math.Pow(1.1*0.015857142857142857/(0.1*0.2), 2)/2
	// u = bσ_DP/(2C) = 10: the least share is 0.16, far above √A/(√A+√B), and beyond it
	// A/β + B/(1−β) grows with β.
	limit := a/0.16 + b/0.84
	for _, T := range []int{1, 100, 2000, 2200, 5000, 1_000_000} {
		g, err := LiangStrengthened.Prove(context.Background(), strengthenedRun(T))
		want := min(float64(T)*a, limit)
		if got := rowtest.RenyiOf(g, alpha) / alpha; err != nil || math.Abs(got/want-1) > 1e-6 {
			t.Errorf("T = %d: %v, want %v (%v)", T, got, want, err)
		}
	}
	free := strengthenedRun(1_000_000)
	free.Diameter = math.Inf(1)
	if g, _ := LiangStrengthened.Prove(context.Background(), free); math.Abs(rowtest.RenyiOf(g, alpha)/alpha/200-1) > 1e-12 {
		t.Errorf("without a domain: %v", rowtest.RenyiOf(g, alpha)/alpha)
	}
}

// TestLiangStrengthenedHypotheses: each of the form's own conditions is asked for.
func TestLiangStrengthenedHypotheses(t *testing.T) {
	q := claim.Question{Alpha: 1.5}
	if !theorem.Applies(LiangStrengthened.Hypotheses(strengthenedRun(100), q)) {
		t.Fatalf("%+v", LiangStrengthened.Hypotheses(strengthenedRun(100), q))
	}
	for name, change := range map[string]func(*run.Run, *claim.Question){
		"batch size":   func(r *run.Run, _ *claim.Question) { r.B = 201 },
		"noise":        func(r *run.Run, _ *claim.Question) { r.Sigma = 0.08 },
		"Rényi order":  func(_ *run.Run, q *claim.Question) { q.Alpha = 1000 },
		"smooth loss":  func(r *run.Run, _ *claim.Question) { r.Loss, r.HolderOrder = run.Holder, 0.5 },
		"batch scheme": func(r *run.Run, _ *claim.Question) { r.Scheme = run.Poisson },
	} {
		r, asked := strengthenedRun(100), q
		change(&r, &asked)
		failed := ""
		for _, h := range LiangStrengthened.Hypotheses(r, asked) {
			if !h.Holds {
				failed += h.Name
			}
		}
		if failed != name {
			t.Errorf("want %q to fail: %q", name, failed)
		}
	}
}

// TestLiangStrengthenedCovers: for runs whose share has to follow the order, the value
// is at least that of the same split with the sampled step's own divergence, at the
// share that is best for it among a thousand; and for one step at least the divergence
// of that step, which a run can have.
func TestLiangStrengthenedCovers(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 16))
	capped, tightest := 0, 0.0
	for range 60 {
		r := strengthenedRun(1)
		r.N = 500 + random.IntN(5000)
		r.B = 1 + random.IntN(r.N/5)
		r.Sigma = 8 * r.Clip / float64(r.B) * (1.1 + math.Exp(3*random.Float64()-1))
		r.Diameter = 1e-3 * math.Exp(6*random.Float64()-3)
		q, u := sampledNoise(r, 1)
		alpha := 1 + (largestOrder(q, u)-1)*math.Exp(-4*random.Float64())
		one, err := renyi.Counted{}.WithoutReplacement(q, u, alpha)
		if err != nil {
			t.Fatal(err)
		}
		if beta, ok := liangShare(r, alpha); ok && !(beta < 1 && u*math.Sqrt(beta) > 4 && orderAllowed(q, u*math.Sqrt(beta), alpha)) {
			t.Errorf("%+v, α = %v: the share %v is not allowed", r, alpha, beta)
		}
		g, err := LiangStrengthened.Prove(context.Background(), r)
		if got := rowtest.RenyiOf(g, alpha); err != nil || !(got >= one) {
			t.Errorf("%+v, α = %v: %v, the step alone %v (%v)", r, alpha, got, one, err)
		}
		r.T = 100_000_000
		g, _ = LiangStrengthened.Prove(context.Background(), r)
		got, least := rowtest.RenyiOf(g, alpha), math.Inf(1)
		for i := 1; i < 100; i++ {
			beta := float64(i) / 100
			step, err := renyi.Counted{}.WithoutReplacement(q, u*math.Sqrt(beta), alpha)
			if err != nil {
				t.Fatal(err)
			}
			least = min(least, step+alpha*liangDiameter(r)/(1-beta))
		}
		if math.IsInf(got, 1) || got > 1e8*one {
			continue
		}
		capped++
		tightest = max(tightest, least/got)
		if got < least*(1-1e-3) { // of the grid
			t.Errorf("%+v, α = %v: %v, by the step's own divergence %v", r, alpha, got, least)
		}
	}
	t.Logf("%d levelled off, at most %.3f of the value", capped, tightest)
	if capped < 20 {
		t.Errorf("only %d runs levelled off", capped)
	}
}
