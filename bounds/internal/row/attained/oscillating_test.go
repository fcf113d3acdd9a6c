package attained

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// waves is a run of T steps whose known order uses the example in the last one.
func waves(scheme run.Scheme, loss run.Class) run.Run {
	return run.Run{N: 200, B: 2, T: 50, Eta: 0.1, Clip: 1, Sigma: 0.1, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Adjacency: run.Replace,
		Scheme:    scheme, Loss: loss, Clipping: run.ClippingNever, Smoothness: 1, WeakConvexity: 0.5, StrongConvexity: 0.1, HolderOrder: 0.5}
}

// TestOscillatingValues: s = σ, one use: μ² = 1/e at every T; a use every B steps adds
// e^{−κ²B/2} times as much as the one after it, and the best κ was found by calculus.
func TestOscillatingValues(t *testing.T) {
	value := func(r run.Run, q claim.Question) float64 {
		t.Helper()
		g, err := OscillatingAdversary.Prove(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.At(q)
		if err != nil {
			t.Fatal(err)
		}
		if s.Certify != nil {
			c, ok := s.Certify()
			if surelyUsed(r) && (!ok || math.Abs(c/s.Epsilon-1) > 1e-9) {
				t.Errorf("certified %v, %v; found %v", c, ok, s.Epsilon)
			}
		}
		return s.Epsilon
	}
	r := waves(run.Cyclic, run.Smooth)
	near := func(got, want, tolerance float64) {
		t.Helper()
		if !(math.Abs(got/want-1) <= tolerance) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	near(value(r, claim.Question{Alpha: 4}), 2/math.E, 1e-10)
	r.T = 1000 // 10 uses, 100 steps apart; the earlier ones are forgotten at κ = 1
	near(value(r, claim.Question{Alpha: 4}), 2/math.E, 1e-10)
	r.N, r.T = 20, 10_000 // B = 10: maximise κ²e^{−κ²}/(1 − e^{−5κ²})² where T is no limit
	if got := value(r, claim.Question{Alpha: 4}); !(got > 2*oscillatingMu(r, 0.01)*oscillatingMu(r, 0.01)*0.999) || got < 2*0.36 {
		t.Errorf("%v", got)
	}
	// One use and nine steps after it: κ²e^{−10κ²} is 1/(10e) at the most, met on the grid.
	r = waves(run.Cyclic, run.Smooth)
	r.T, r.Position = 100, 91
	near(value(r, claim.Question{Alpha: 4}), 2/(10*math.E), 2e-3)
	r.Loss = run.StronglyConvex
	r.Clipping = run.ClippingDifference
	if theorem.Applies(OscillatingAdversary.Hypotheses(r, claim.Question{Alpha: 4})) {
		t.Error("the row applies to strongly convex losses and a use before the last step, want it not to: a parabola shortens the waves")
	}
	// Shuffled: the last step has the example with probability 1/100.
	r = waves(run.ShuffleOnce, run.Smooth)
	r.Sigma = 0.01 // s = 10σ, so that one use is seen for certain
	q := claim.Question{Alpha: 10}
	if got, last := value(r, q), 5*100/math.E-10.0/9*math.Log(100); !(got >= last*0.999) || got > 5*100 {
		t.Errorf("shuffled: %v, want at least %v", got, last)
	}
	if got := value(r, claim.Question{Delta: 0.009}); !(got > 1) {
		t.Errorf("shuffled, at δ just below the last step's chance: %v", got)
	}
}

// TestOscillatingClasses: convex losses with bounded gradients, and those of one
// direction, have no waves.
func TestOscillatingClasses(t *testing.T) {
	for _, c := range []struct {
		loss      run.Class
		clipping  run.Clipping
		adjacency run.Adjacency
		scheme    run.Scheme
		diameter  float64
		holds     bool
	}{
		{run.Smooth, run.ClippingActive, run.ZeroOut, run.Cyclic, math.Inf(1), true},
		{run.Smooth, run.ClippingActive, run.ZeroOut, run.Cyclic, 1, false},
		{run.Smooth, run.ClippingGLM, run.ZeroOut, run.Cyclic, math.Inf(1), false},
		{run.Holder, run.ClippingDifference, run.ZeroOut, run.WithoutReplacement, math.Inf(1), true},
		{run.WeaklyConvex, run.ClippingNever, run.AddRemove, run.Poisson, math.Inf(1), true},
		{run.WeaklyConvex, run.ClippingNever, run.AddRemove, run.Cyclic, math.Inf(1), false},
		{run.Convex, run.ClippingNever, run.Replace, run.Cyclic, math.Inf(1), false},
		{run.Convex, run.ClippingActive, run.ZeroOut, run.Cyclic, math.Inf(1), false},
		{run.Convex, run.ClippingDifference, run.ZeroOut, run.Cyclic, math.Inf(1), false},
		{run.Convex, run.ClippingDifference, run.Replace, run.Poisson, math.Inf(1), true},
		{run.StronglyConvex, run.ClippingDifference, run.Replace, run.Reshuffle, math.Inf(1), true},
		{run.StronglyConvex, run.ClippingDifference, run.Replace, run.Poisson, math.Inf(1), false},
		{run.StronglyConvex, run.ClippingActive, run.Replace, run.Cyclic, math.Inf(1), false},
	} {
		r := waves(c.scheme, c.loss)
		r.Clipping, r.Adjacency, r.Diameter = c.clipping, c.adjacency, c.diameter
		if got := theorem.Applies(OscillatingAdversary.Hypotheses(r, claim.Question{Alpha: 2})); got != c.holds {
			t.Errorf("%+v: %v", c, got)
		}
	}
	r := waves(run.Cyclic, run.StronglyConvex)
	r.Clipping, r.StrongConvexity = run.ClippingDifference, r.Smoothness
	if theorem.Applies(OscillatingAdversary.Hypotheses(r, claim.Question{Alpha: 2})) {
		t.Errorf("the row applies with m = L = %v, want it not to: a parabola alone has no waves", r.Smoothness)
	}
	r = waves(run.Cyclic, run.WeaklyConvex)
	if r.WeakConvexity = 0; theorem.Applies(OscillatingAdversary.Hypotheses(r, claim.Question{Alpha: 2})) {
		t.Error("the row applies with w = 0, want it not to: such losses are convex")
	}
}

// Where the example that stands in for a zeroed one is a use as well, earlier uses raise the means of both runs: the last use
// alone (two against one, ε = 5.27 here) would claim more than the run loses, 4.92.
func TestOscillatingMeansOfBothRuns(t *testing.T) {
	r := waves(run.WithoutReplacement, run.Smooth)
	r.N, r.B, r.T, r.Adjacency, r.Eta, r.Sigma, r.Smoothness = 100, 1, 30, run.ZeroOut, 0.1, 0.025, 1e-3
	g, err := OscillatingAdversary.Prove(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := g.At(claim.Question{Delta: 1e-3}); err != nil || !(s.Epsilon > 0) || s.Epsilon > 4.93 {
		t.Errorf("%v, %v", s.Epsilon, err)
	}
}
