package theorem

import (
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// decaying is a run with weight decay of which only differences of gradients are bounded.
func decaying() run.Run {
	return run.Run{N: 100, B: 100, T: 50, Eta: 0.1, WeightDecay: 0.3, Clip: 1, Sigma: 0.02, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Adjacency: run.Replace, Scheme: run.Full, Loss: run.Convex, Smoothness: 1.1, Clipping: run.ClippingDifference}
}

// A row that knows no weight decay says of a run with it what it says of the regularised losses,
// and its condition on the learning rate is that of these.
func TestRegularisedRows(t *testing.T) {
	ctx := t.Context()
	r := decaying()
	more := r
	more.Loss, more.Smoothness, more.StrongConvexity, more.WeightDecay = run.StronglyConvex, 1.4, 0.3, 0
	asked := 0
	for _, th := range Catalog() {
		q := claim.Question{Alpha: 3}
		if th.Decays || !Applies(th.Hypotheses(more, q)) {
			continue
		}
		if !Applies(th.Hypotheses(r, q)) {
			t.Errorf("%s does not apply: %+v", th.ID, th.Hypotheses(r, q))
			continue
		}
		asked++
		a, errA := th.Prove(ctx, r)
		b, errB := th.Prove(ctx, more)
		if errA != nil || errB != nil {
			t.Fatal(th.ID, errA, errB)
		}
		if x, y := a.Curve(3), b.Curve(3); x != y {
			t.Errorf("%s: %v with weight decay, %v of the regularised losses", th.ID, x, y)
		}
	}
	if asked < 5 {
		t.Errorf("%d rows were asked", asked)
	}
}

// What is not the run of regularised losses is not asked for.
func TestNotRegularised(t *testing.T) {
	for name, change := range map[string]func(r *run.Run){
		"single gradients are bounded":  func(r *run.Run) { r.Clipping = run.ClippingNever },
		"a regulariser besides":         func(r *run.Run) { r.Clipping = run.ClippingGLM },
		"a zeroed example":              func(r *run.Run) { r.Adjacency = run.ZeroOut },
		"batches of random size":        func(r *run.Run) { r.Scheme, r.B = run.Poisson, 10 },
		"Hölder gradients":              func(r *run.Run) { r.Loss, r.HolderOrder = run.Holder, 0.5 },
		"a sum that no float64 can say": func(r *run.Run) { r.Smoothness, r.WeightDecay = 1.2345678901234567, 1.23456789e-13 },
	} {
		r := decaying()
		change(&r)
		if err := r.Validate(); err != nil {
			t.Fatal(name, err)
		}
		if _, ok := regularised(r, claim.Upper); ok {
			t.Errorf("%s: it is regularised", name)
		}
	}
	r := decaying()
	r.Loss = run.Smooth
	_, upper := regularised(r, claim.Upper)
	_, lower := regularised(r, claim.Lower)
	if !upper || lower {
		t.Errorf("smooth losses: above %v, below %v; want an upper bound alone", upper, lower)
	}
}
