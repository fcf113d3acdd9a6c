package attained

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/adversary"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/internal/typeset"
	"lastiterate/bounds/run"
)

// TestOthersCurve: a zeroed-out example with a linear loss among parabolas of one factor, whose means and
// variances are followed step by step with every example's own curvature, none above L. Batches that erase do
// better without a projection (TestErasingMeetsTheShiftProgram).
func TestOthersCurve(t *testing.T) {
	r := run.Run{N: 24, B: 3, T: 19, Eta: 0.5, Clip: 2, Sigma: 1, Noise: run.IterateNoise, Diameter: math.Inf(1), Adjacency: run.ZeroOut,
		Scheme: run.Cyclic, Loss: run.Convex, Clipping: run.ClippingDifference, Smoothness: 1.5}
	members, ok := LinearMembers(r)
	if !ok {
		t.Fatalf("LinearMembers(%+v) finds no run, want at least 1", r)
	}
	farthest, mu := losesMost(members, adversary.Linear.Mu)
	got := 0.0
	for i := range 2001 {
		// In the differing example's batch the others have more curvature, since its own loss is linear.
		curvature := r.Smoothness * float64(r.B-1) / float64(r.B) * float64(i) / 2000
		companions := curvature * float64(r.B) / float64(r.B-1)
		if companions > r.Smoothness*(1+1e-12) {
			t.Fatalf("a curvature of %v", companions)
		}
		used, zeroed, variance := 0.0, 0.0, 0.0
		for step := range r.T {
			pull, push := curvature*float64(r.B), 0.0
			if (r.T-1-step)%r.StepsPerEpoch() == 0 {
				pull, push = companions*float64(r.B-1), r.Eta/float64(r.B)*r.Clip
			}
			c := 1 - r.Eta/float64(r.B)*pull
			used, zeroed, variance = used*c+push, zeroed*c, variance*c*c+r.Sigma*r.Sigma
		}
		got = max(got, (used-zeroed)*(used-zeroed)/variance)
	}
	const alpha = 3
	want := alpha * got / 2
	if e := alpha * mu * mu / 2; !(math.Abs(e/want-1) < 1e-5) {
		t.Errorf("%v, of all curvatures at most %v", e, want)
	}
	found := claim.Bound{Question: claim.Question{Alpha: alpha}, Epsilon: want}
	if c, ok := certifiedLinear(r, len(members), farthest, found); !ok || !(math.Abs(c/want-1) < 1e-5) {
		t.Errorf("certified %v, %v", c, ok)
	}
	linear := r
	linear.Clipping = run.ClippingNever
	if straight := rowtest.ValueOf(t, LinearAdversary, linear, found.Question); !(want > 1.4*straight) {
		t.Errorf("with curvature the floor is %v, want more than 1.4 times %v, that without", want, straight)
	}
}

// Note and formula are of the run that answers: the probability of a projection is the same in both, and that of the
// chosen factor.
func TestNoteIsOfTheRunThatAnswers(t *testing.T) {
	r := run.Run{N: 20, B: 20, T: 60, Eta: 0.1, Clip: 1, Sigma: 0.1, Noise: run.IterateNoise, Diameter: 4, Adjacency: run.Replace,
		Scheme: run.Full, Loss: run.Convex, Smoothness: 2, Clipping: run.ClippingDifference}
	members, ok := LinearMembers(r)
	if !ok {
		t.Fatalf("LinearMembers(%+v) finds no run, want at least 1", r)
	}
	p, err := LinearAdversary.Prove(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.At(claim.Question{Delta: 1e-5})
	if err != nil || !(s.Epsilon > 0) {
		t.Fatalf("ε = %v, %v", s.Epsilon, err)
	}
	chosen, formula := s.Explain()
	_, said, _ := strings.Cut(s.Note, "at most ")
	_, written, _ := strings.Cut(formula, `\right) \cdot `)
	for _, l := range members {
		if factorOf(r, l) == rowtest.ValueNamed(chosen, "factor") {
			p := l.ProjectionProbability()
			if said != typeset.Short(p) || written != typeset.Number(p) {
				t.Errorf("the projection of the run that answers has the probability %v; the note says %q, the formula %q", p, said, written)
			}
			if said == typeset.Short(members[0].ProjectionProbability()) {
				t.Errorf("the probability %s is also that of the first run, want another run to answer, which moves more or less often",
					said)
			}
			return
		}
	}
	t.Errorf("no run has the factor of %+v", chosen)
}
