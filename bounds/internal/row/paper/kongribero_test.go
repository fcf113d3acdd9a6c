package paper

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// needs fails unless the row's hypothesis of that name holds as said.
func needs(t *testing.T, th *theorem.Theorem, name string, r run.Run, holds bool) claim.Hypothesis {
	t.Helper()
	for _, h := range th.Hypotheses(r, claim.Question{Alpha: 2}) {
		if h.Name == name {
			if h.Holds != holds {
				t.Errorf("%s: %s, %s: holds is %v", th.ID, h.Needed, h.Actual, h.Holds)
			}
			return h
		}
	}
	t.Fatalf("%s has no hypothesis %q", th.ID, name)
	return claim.Hypothesis{}
}

// weakRun is weakly convex with L = 2, w = 0.5, η = 0.1: L_η² = 1 + 0.1·(1 + 0.1) = 1.11.
func weakRun() run.Run {
	r := rowtest.StrongRun()
	r.Loss, r.WeakConvexity = run.WeaklyConvex, 0.5
	return r
}

// TestKongRibero22Constant: s = 0.02, D = 1, σ = 0.05, α = 2 gives (c + 0.02)²/σ²
// with c = √1.11 as printed, and √2·√1.11 where gradients may be clipped.
func TestKongRibero22Constant(t *testing.T) {
	r := weakRun()
	for _, e := range []struct {
		clipping run.Clipping
		c        float64
		which    string
	}{{run.ClippingNever, math.Sqrt(1.11), "c = L_η"}, {run.ClippingActive, math.Sqrt(2.22), "c = √2·L_η"}} {
		r.Clipping = e.clipping
		want := (e.c + 0.02) * (e.c + 0.02) / 0.0025
		if got := rowtest.At(t, KongRibero22, r, 2); math.Abs(got/want-1) > 1e-13 {
			t.Errorf("%s: %v, want %v", e.clipping, got, want)
		}
		g, _ := KongRibero22.Prove(context.Background(), r)
		if !strings.Contains(rowtest.AtTwo(g).Note, e.which) {
			t.Errorf("%s: the note is %q", e.clipping, rowtest.AtTwo(g).Note)
		}
	}
}

// TestKongRiberoStep: η ≤ 1/(2(L+w)), twice that for (19).
func TestKongRiberoStep(t *testing.T) {
	r := weakRun() // 1/(2(L+w)) = 0.2
	r.Eta = 0.2
	needs(t, KongRibero22, "step size", r, true)
	needs(t, KongRibero23, "step size", r, true)
	r.Eta = 0.4
	needs(t, KongRibero22, "step size", r, false)
	needs(t, KongRibero23, "step size", r, true)
	r.Clipping = run.ClippingActive
	needs(t, KongRibero23, "step size", r, false)
}

// TestKongRiberoSmooth: a loss that is only known to be smooth has w = L, so
// L_η² = 1 + 2.5ηL = 1.5 at ηL = 0.2 and (19) has s²/σ²·α·[1 + Eθ].
func TestKongRiberoSmooth(t *testing.T) {
	r := rowtest.StrongRun()
	r.Loss = run.Smooth
	powers := (math.Pow(1.5, 10) - 1) / 0.5 // Σ_{i<10} 1.5^i
	want := 2 * 0.16 * (1 + 20*math.Pow(1.5, 9)/powers)
	if got := rowtest.At(t, KongRibero23, r, 2); math.Abs(got/want-1) > 1e-13 {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestKongRiberoC3 is (19) with η²E ≤ 1, so never below it.
func TestKongRiberoC3(t *testing.T) {
	for _, eta := range []float64{1e-6, 0.01, 0.2} {
		for _, T := range []int{1, 10, 95, 250} {
			r := weakRun()
			r.Eta, r.T = eta, T
			if c3, c19 := rowtest.At(t, KongRiberoC3, r, 3), rowtest.At(t, KongRibero23, r, 3); c3 < c19 {
				t.Errorf("η = %v, T = %d: C.3 is %v, (19) is %v", eta, T, c3, c19)
			}
		}
	}
	r := weakRun()
	r.T, r.Eta = 260, 0.2 // E = 26 > 1/η² = 25
	needs(t, KongRiberoC3, "step size and epochs", r, false)
}

// TestKongRiberoC2: with the returned choice, Theorem 2.3 gives at most the ε
// asked for; with the σ̄ as printed, smaller by 4α, the bound of the proof is
// 16α²ε, and the theorem's own value is above ε.
func TestKongRiberoC2(t *testing.T) {
	const alpha, epsilon = 5, 0.3
	for _, adjacency := range []run.Adjacency{run.Replace, run.ZeroOut} {
		for _, epochs := range []int{1, 7, 400} {
			r := weakRun()
			r.Adjacency = adjacency
			choice, err := kongRiberoC2(r, epochs, alpha, epsilon)
			if err != nil {
				t.Fatal(err)
			}
			// L = 2, w = 0.5: η̄ = 0.2 and ℓ̄ = ln 2/ln 1.1 = 7.27….
			if math.Abs(choice.Eta-0.2) > 1e-15 || math.Abs(choice.Steps-math.Ln2/math.Log(1.1)) > 1e-12 {
				t.Errorf("η̄ = %v, ℓ̄ = %v", choice.Eta, choice.Steps)
			}
			b := int(math.Ceil(choice.Steps))
			r.N, r.T, r.Eta, r.Sigma = r.B*b, b*epochs, choice.Eta, choice.Sigma
			if got := rowtest.At(t, KongRibero23, r, alpha); !(got <= epsilon && got > epsilon/10) {
				t.Errorf("E = %d: σ̄ = %v gives %v, asked for %v", epochs, choice.Sigma, got, epsilon)
			}
			r.Sigma = choice.Sigma / (4 * alpha)
			if got := rowtest.At(t, KongRibero23, r, alpha); !(got > epsilon && got <= 16*alpha*alpha*epsilon) {
				t.Errorf("E = %d: as printed it gives %v", epochs, got)
			}
		}
	}
	convex := weakRun()
	convex.Loss = run.Convex
	if got, err := kongRiberoC2(convex, 1, alpha, epsilon); err == nil {
		t.Errorf("kongRiberoC2 with w = 0 is %v, want an error", got)
	}
}

// kongRiberoChoice is the parameter choice of Corollary C.2 of Kong and Ribero
// 2025 for (α, ε)-Rényi differential privacy.
type kongRiberoChoice struct {
	Eta   float64 // η̄ = 1/(2(L+w)), the learning rate
	Sigma float64 // σ̄, the least noise on the iterate
	Steps float64 // ℓ̄ = ln 2/ln(1 + wη̄), the least number B of steps an epoch
}

// kongRiberoC2 is Corollary C.2 repaired: with w > 0, clipping that never acts,
// E = ⌈T/B⌉ epochs and the returned η̄, σ ≥ σ̄ and B ≥ ℓ̄, a cyclic run is
// (alpha, epsilon)-RDP by Theorem 2.3. Printed is
// σ̄ = (Cη̄/(2b))·√((1 + 4wE/(L+w))/(αε)), which is too small by the factor 4α:
// put into (19) it gives 16α²ε in place of ε. Returned is
//
//	σ̄ = (2Cη̄/b)·√(α(1 + 4wE/(L+w))/ε).
//
// The run's own η, σ and n are not read.
func kongRiberoC2(r run.Run, epochs int, alpha, epsilon float64) (kongRiberoChoice, error) {
	weak, smooth := curvatures(r)
	switch {
	case !(weak > 0):
		return kongRiberoChoice{}, errors.New("theorem: Corollary C.2 needs weak convexity w > 0")
	case !r.Unclipped():
		return kongRiberoChoice{}, errors.New("theorem: Corollary C.2 needs clipping that never acts")
	case epochs < 1 || !(alpha > 1) || !(epsilon > 0):
		return kongRiberoChoice{}, errors.New("theorem: Corollary C.2 needs E ≥ 1, α > 1 and ε > 0")
	}
	eta := 1 / (2 * (smooth + weak))
	load := 1 + 4*weak*float64(epochs)/(smooth+weak)
	return kongRiberoChoice{
		Eta:   eta,
		Sigma: 2 * r.Clip * eta / float64(r.B) * math.Sqrt(alpha*load/epsilon),
		Steps: math.Ln2 / math.Log1p(weak*eta),
	}, nil
}

// Their objective may hold a composite part, and each of their rows says so.
func TestCompositePartsAreNamed(t *testing.T) {
	r := run.Run{N: 100, B: 10, T: 100, Eta: 0.01, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 1, Adjacency: run.Replace,
		Scheme: run.Cyclic, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingNever}
	for _, th := range []*theorem.Theorem{KongRibero22, KongRibero23, KongRiberoC3} {
		named := false
		for _, h := range th.Hypotheses(r, claim.Question{Alpha: 2}) {
			named = named || h.Name == "composite part" && h.Holds && strings.Contains(h.Needed, "proximal")
		}
		if !named {
			t.Errorf("%s does not name it", th.ID)
		}
	}
}
