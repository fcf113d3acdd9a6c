package main

import (
	"context"
	"math"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// A clipped model's regulariser is added once a step, whatever the batch. Where each sampled
// example brings its own share, a run loses more than twice what is certified: that run
// is another one, whose gradients are longer than C, and stated so it has its bound. The
// form, the hypotheses, the protocol and the paragraph say which is meant.
func TestWhoBringsTheRegulariser(t *testing.T) {
	const certified, loses = 0.34645301, 0.85139
	r := run.Run{N: 2, B: 1, T: 2, Eta: 0.1, Clip: 2.308, Sigma: 1, Noise: run.IterateNoise,
		Diameter: 0.9703, Adjacency: run.AddRemove, Scheme: run.Poisson, Loss: run.StronglyConvex, Smoothness: 1.529,
		StrongConvexity: 0.7436,
		Clipping:        run.ClippingGLM}
	q := claim.Question{Delta: 1e-3}
	report := func(r run.Run) bounds.Report {
		p, err := bounds.Evaluate(context.Background(), r, q, bounds.Settings{})
		if err != nil || p.Answer == nil {
			t.Fatal(p.Answer, err)
		}
		return p
	}
	loss := func(r run.Run, a Adversary) float64 {
		if err := Admissible(r, a); err != nil {
			t.Fatal(err)
		}
		v, err := measure(r, a, q, 2)
		if err != nil {
			t.Fatal(err)
		}
		return v.surely()
	}
	clipped := report(r)
	if !(math.Abs(clipped.Answer.Epsilon-certified) < 1e-4) {
		t.Errorf("certified is %v, not %v", clipped.Answer.Epsilon, certified)
	}
	// Where the regulariser is 0, so far from the start and beyond the domain.
	const centre = 18
	once := Adversary{Low: 0, Start: 0, Centre: centre, Others: []Piecewise{constant(0)}, Example: [2]Piecewise{constant(-r.Clip)}}
	if v := loss(r, once); v > clipped.Answer.Epsilon {
		t.Errorf("added once it loses %v", v)
	}
	share := r
	share.Clipping = run.ClippingNever
	pulled := func(g float64) Piecewise { return sum(constant(g), line(r.StrongConvexity, centre)) }
	each := Adversary{Low: 0, Start: 0, Others: []Piecewise{pulled(0)}, Example: [2]Piecewise{pulled(-r.Clip)}}
	share.Clip = r.Clip + r.StrongConvexity*centre // of the point that is farthest from the centre
	v := loss(share, each)
	if v < loses {
		t.Errorf("each with its share it loses %v, not %v", v, loses)
	}
	if p := report(share); p.Answer.Epsilon < v {
		t.Errorf("stated as never clipped it has %v, and loses %v", p.Answer.Epsilon, v)
	}
	if !strings.Contains(clipped.Statement, "the regulariser’s gradient added once per step, whatever the batch") {
		t.Errorf("the paragraph does not say when the regulariser is added: %s", clipped.Statement)
	}
	for _, row := range clipped.Rows {
		if !row.Applies {
			continue
		}
		said := false
		for _, h := range row.Hypotheses {
			said = said || h.Name == "regulariser" && strings.Contains(h.Needed, "once per step")
		}
		if !said {
			t.Errorf("%s does not say when the regulariser is added", row.Theorem.ID)
		}
	}
}
