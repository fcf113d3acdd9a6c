package bounds

import (
	"context"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// In a secret order ε is 33.4 one step after an epoch and 32.35 at its end, of any number of
// epochs: the target is met at all ends, and T is as large as a count may be. So it was before windows of shifts, which meet it everywhere.
func TestSolveIterationsOfASecretOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	r := run.Run{N: 22720, B: 141, T: 165700, Eta: .1171, Clip: 2852.511, Sigma: 1, Noise: run.IterateNoise, Diameter: 17.87,
		Adjacency: run.ZeroOut,
		Scheme:    run.Reshuffle, Loss: run.Smooth, Smoothness: .536294, Clipping: run.ClippingDifference}
	target := Target{Epsilon: 32.385093939, Question: claim.Question{Delta: 1e-6}}
	others := Settings{}
	for _, th := range catalog.All() {
		if th.ID != "shift-window" {
			others.Rows = append(others.Rows, th.ID)
		}
	}
	s, err := Solve(context.Background(), r, "T", target, others)
	if err != nil || s.Value < 163563 || s.Value < run.MaxCount-float64(r.StepsPerEpoch()) {
		t.Fatalf("%+v, %v; 163,563 meets the target, and so does every whole epoch", s, err)
	}
	answer := func(T float64) *Answer {
		r.T = int(T)
		report, err := Evaluate(context.Background(), r, target.Question, others)
		if err != nil || report.Answer == nil {
			t.Fatalf("T = %v: %+v, %v", T, report.Answer, err)
		}
		return report.Answer
	}
	if a := answer(s.Value); a.Row != s.Row || a.Epsilon != s.Epsilon {
		t.Errorf("the solution is %+v, and Evaluate answers %+v", s, a)
	}
	if a := answer(s.Miss); a.Epsilon <= target.Epsilon {
		t.Errorf("the miss %v meets the target: %+v", s.Miss, a)
	}
}

// Where an epoch's end meets the target and its beginning does not, or the other way round,
// T is the largest of all, tried one by one.
func TestSolveIterationsOneByOne(t *testing.T) {
	t.Parallel()
	r := run.Run{N: 12, B: 2, T: 9, Eta: .1, Clip: 1, Sigma: .1, Noise: run.IterateNoise, Diameter: 1, Adjacency: run.Replace,
		Scheme: run.Reshuffle, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	cheap := Settings{Rows: []string{"composition", "first-epoch"}}
	theorems, _ := cheap.selected()
	q := claim.Question{Alpha: 4}
	below := newFloor(context.Background(), nil)
	var epsilon [25]float64
	for T := 1; T < len(epsilon); T++ {
		at := r
		at.T = T
		epsilon[T] = answerOf(context.Background(), theorems, below, at, q).Epsilon
	}
	for _, target := range []float64{epsilon[1], epsilon[6], epsilon[10], epsilon[13] * 0.999} {
		largest := 0
		for T, e := range epsilon {
			if T > 0 && e <= target {
				largest = T
			}
		}
		if largest >= 18 {
			continue // later epochs may meet it, too
		}
		s, err := Solve(context.Background(), r, "T", Target{Epsilon: target, Question: q}, cheap)
		if err != nil || int(s.Value) != largest {
			t.Errorf("ε = %v: %+v, %v; one by one %d of %v", target, s, err, largest, epsilon)
		}
	}
}

// A search whose rows take half a second each asks for few values: at most 15, where halving
// would need 25.
func TestSolveAsksForFewValues(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	r := run.Run{N: 1766, B: 41, T: 85750, Eta: .002059, Clip: 245.1238, Sigma: 1, Noise: run.IterateNoise, Diameter: .4758,
		Adjacency: run.ZeroOut,
		Scheme:    run.Reshuffle, Loss: run.StronglyConvex, Smoothness: 10.9276, StrongConvexity: 3.968, Clipping: run.ClippingGLM}
	asked := 0
	s, err := Solve(context.Background(), r, "sigma", Target{Epsilon: 4.0819e-7, Question: claim.Question{Alpha: 1.5}},
		Settings{Progress: func(int, int) { asked++ }})
	if err != nil || s.Value != 0.632827 || s.Miss != 0.632826 || asked > 15 {
		t.Errorf("%+v, %v, after %d values; want σ = 0.632827", s, err, asked)
	}
}
