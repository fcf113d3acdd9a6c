package sampled

import (
	"context"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// poissonRun is a small run of every class.
func poissonRun(loss run.Class, clipping run.Clipping) run.Run {
	return run.Run{N: 60, B: 6, T: 40, Eta: 0.5, Clip: 1, Sigma: 1, Noise: run.NoiseMultiplier, Diameter: math.Inf(1),
		Adjacency: run.ZeroOut, Scheme: run.Poisson, Loss: loss, Smoothness: 1.2, StrongConvexity: 0.3, WeakConvexity: 0.2, HolderOrder: 1,
		Clipping: clipping}
}

// gentle is the run with steps that do not overshoot, whatever the batch.
func gentle(r run.Run) run.Run {
	r.Smoothness = 0.31
	return r
}

// The modulus that is counted is at least that of every size of a batch within the
// window, an empty batch among them, and the window holds all but what it says.
func TestBatchSizes(t *testing.T) {
	tried := 0
	for _, loss := range []run.Class{run.Smooth, run.Convex, run.StronglyConvex, run.WeaklyConvex} {
		for _, clipping := range []run.Clipping{run.ClippingActive, run.ClippingNever, run.ClippingGLM, run.ClippingDifference} {
			for _, eta := range []float64{0.05, 0.5, 1.4, 3} {
				r := poissonRun(loss, clipping)
				r.Eta = eta
				if r.Validate() != nil {
					continue
				}
				tried++
				for _, ln := range []float64{-3, -12, -400} {
					w := averagedWindow(r, ln)
					excess, outside := w.excess(r), w.outside
					missing := 0.0
					least, most := Sizes(float64(r.N-1), r.SamplingRate(), ln-math.Log(2*float64(r.T)))
					for m := range r.N {
						a, _ := math.Lgamma(float64(r.N))
						b, _ := math.Lgamma(float64(m) + 1)
						c, _ := math.Lgamma(float64(r.N - m))
						p := math.Exp(a - b - c + float64(m)*math.Log(0.1) + float64(r.N-1-m)*math.Log(0.9))
						if float64(m) < least || float64(m) > most {
							missing += p
							continue
						}
						if one, _ := modulus.Of(r.Step().OfSize(float64(m))).Linear(); one.Excess > excess+1e-12 {
							t.Errorf("%s, %s, η = %g: %d examples have the factor %g, counted is %g", loss, clipping, eta, m,
								1+one.Excess, 1+excess)
						}
					}
					if total := missing * float64(r.T); total > math.Exp(ln) || outside != (missing > 0) {
						t.Errorf("ln p = %g: outside of %g … %g is %g, %v", ln, least, most, total, outside)
					}
				}
			}
		}
	}
	if tried < 40 {
		t.Errorf("only %d runs", tried)
	}
	// No step contracts whose batch may be empty.
	r := gentle(poissonRun(run.StronglyConvex, run.ClippingNever))
	if excess := averagedWindow(r, -20).excess(r); excess != 0 {
		t.Errorf("batches that may be empty have the factor %g", 1+excess)
	}
}

// A regulariser outside of the clip is added to every step, whatever the batch holds.
func TestRegularisedPoisson(t *testing.T) {
	r := gentle(poissonRun(run.StronglyConvex, run.ClippingGLM))
	if excess := averagedWindow(r, -20).excess(r); math.Abs(excess+r.Eta*r.StrongConvexity) > 1e-12 {
		t.Errorf("the factor is %g, not 1 − η·reg = %g", 1+excess, 1-r.Eta*r.StrongConvexity)
	}
}

// What the row covers: Poisson batches with every adjacency, others of a fixed size.
func TestAveragedHypotheses(t *testing.T) {
	for _, c := range []struct {
		scheme    run.Scheme
		adjacency run.Adjacency
		clipping  run.Clipping
		loss      run.Class
		order     float64
		want      bool
	}{
		{run.Poisson, run.AddRemove, run.ClippingNever, run.Convex, 1, true},
		{run.Poisson, run.Replace, run.ClippingDifference, run.Convex, 1, false},
		{run.Poisson, run.ZeroOut, run.ClippingDifference, run.Convex, 1, true},
		{run.Poisson, run.AddRemove, run.ClippingDifference, run.Convex, 1, false},
		{run.WithoutReplacement, run.Replace, run.ClippingDifference, run.Convex, 1, true},
		{run.WithoutReplacement, run.AddRemove, run.ClippingNever, run.Convex, 1, false},
		{run.Reshuffle, run.Replace, run.ClippingNever, run.Convex, 1, false},
		{run.WithoutReplacement, run.Replace, run.ClippingNever, run.Holder, 0.5, false},
	} {
		r := poissonRun(c.loss, c.clipping)
		r.Scheme, r.Adjacency, r.HolderOrder = c.scheme, c.adjacency, c.order
		r.Smoothness = 0.2 // so that no batch expands
		if got := theorem.Applies(AveragedShift.Hypotheses(r, claim.Question{Delta: 1e-5})); got != c.want {
			t.Errorf("%+v: applies %v", c, got)
		}
	}
}

// The value is that of package average with the run's lengths, and written out with it.
func TestAveragedRow(t *testing.T) {
	r := gentle(poissonRun(run.Convex, run.ClippingNever))
	g, err := AveragedShift.Prove(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	epsilon, err := rowtest.EpsilonOf(g, 1e-5)
	composed, _ := composition.ComposedEpsilon(context.Background(), r, 1e-5)
	if err != nil || !(epsilon > 0.5*composed && epsilon < 2*composed) {
		t.Errorf("ε = %g, %v, by composition %g", epsilon, err, composed)
	}
	replaced := r
	replaced.Adjacency = run.Replace
	h, _ := AveragedShift.Prove(context.Background(), replaced)
	if twice, _ := rowtest.EpsilonOf(h, 1e-5); !(twice > 1.5*epsilon) {
		t.Errorf("a replaced example costs %g, one that is zeroed %g", twice, epsilon)
	}
	for _, q := range []claim.Question{{Delta: 1e-5}, {Alpha: 2}} {
		s, _ := g.At(q)
		if _, text := s.Explain(); rowtest.After(t, `(?:le|mu_S\^2\}\{2\} =)`, text[:len(text)/2]) <= 0 {
			t.Error(text)
		}
	}
}
