package extend

import (
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

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
		r := rowtest.Decaying()
		change(&r)
		if err := r.Validate(); err != nil {
			t.Fatal(name, err)
		}
		if _, ok := regularised(r, claim.Upper); ok {
			t.Errorf("%s: it is regularised", name)
		}
	}
	r := rowtest.Decaying()
	r.Loss = run.Smooth
	_, upper := regularised(r, claim.Upper)
	_, lower := regularised(r, claim.Lower)
	if !upper || lower {
		t.Errorf("smooth losses: above %v, below %v; want an upper bound alone", upper, lower)
	}
}
