package dynamics

import (
	"context"
	"errors"
	"math"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

func cyclic() run.Run {
	return run.Run{N: 50, B: 10, T: 23, Eta: 0.1, Clip: 1, Sigma: 0.5, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Adjacency: run.Replace,
		Scheme:    run.Cyclic, Loss: run.StronglyConvex, Smoothness: 4, StrongConvexity: 0.5, Clipping: run.ClippingNever}
}

// One use in the first step is hidden exactly as linear maps x ↦ cx hide it: two
// Gaussians c^{T−1}s apart, of variance σ²·Σ c^{2j}.
func TestOneUseIsExact(t *testing.T) {
	for _, loss := range []run.Class{run.Convex, run.StronglyConvex} {
		r := cyclic()
		r.Loss = loss
		c := 1.0
		if loss == run.StronglyConvex {
			c = 1 - r.Eta*r.StrongConvexity
		}
		p, err := Of(r, []int{1})
		if err != nil {
			t.Fatal(err)
		}
		variance := 0.0
		for j := range r.T {
			variance += math.Pow(c, float64(2*j))
		}
		s := r.Sensitivity() * math.Pow(c, float64(r.T-1)) / r.Sigma
		if want, got := s*s/2/variance, p.Loss[r.T]; math.Abs(got/want-1) > 1e-8 {
			t.Errorf("%s: %v, want %v", loss, got, want)
		}
		if len(p.Loss) != r.T+1 || p.Composed[r.T] != p.Composed[1] || p.Loss[1] < p.Composed[1] {
			t.Errorf("%s: %+v", loss, p)
		}
	}
}

// Equations (71) and (76) of Ye and Shokri, whose noise 2ησ² is that of the iterate here.
func TestLogSobolevConstants(t *testing.T) {
	r := cyclic() // η = 0.1, m = 0.5: c = 0.95; the noise is 0.5
	p, err := Of(r, []int{1})
	if err != nil {
		t.Fatal(err)
	}
	r.Loss = run.Convex
	q, err := Of(r, []int{1})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.InverseLSI) != r.T+1 || len(q.InverseLSI) != r.T+1 {
		t.Fatalf("%d and %d constants for %d steps", len(p.InverseLSI), len(q.InverseLSI), r.T)
	}
	for k := range r.T + 1 {
		strong := 0.25 * (1 - math.Pow(0.95, float64(2*k))) / (1 - 0.95*0.95)
		if convex := 0.25 * float64(k); math.Abs(q.InverseLSI[k]-convex) > 1e-12 || math.Abs(p.InverseLSI[k]-strong) > 1e-12 {
			t.Errorf("step %d: %v and %v, want %v and %v", k, q.InverseLSI[k], p.InverseLSI[k], convex, strong)
		}
	}
}

// At the positions of a cyclic order it is never above their closed form for it, Theorem
// 3.3, which takes the worst one, nor below what linear losses lose.
func TestCyclicOrders(t *testing.T) {
	r := cyclic()
	report, err := bounds.Evaluate(context.Background(), r, claim.Question{Alpha: 2}, bounds.Settings{Rows: []string{"ye-shokri-3.3"}})
	if err != nil || len(report.Rows) != 1 || !report.Rows[0].Applies {
		t.Fatalf("%+v, %v", report.Rows, err)
	}
	closed := report.Rows[0].Epsilon / 2
	c, worst := 1-r.Eta*r.StrongConvexity, 0.0
	for position := 1; position <= 5; position++ {
		var uses []int
		apart, variance := 0.0, 0.0
		for step := position; step <= r.T; step += 5 {
			uses = append(uses, step)
		}
		for step := 1; step <= r.T; step++ {
			apart, variance = c*apart, c*c*variance+r.Sigma*r.Sigma
			if step%5 == position%5 {
				apart += r.Sensitivity()
			}
		}
		p, err := Of(r, uses)
		if err != nil {
			t.Fatal(err)
		}
		got := p.Loss[r.T]
		worst = max(worst, got)
		if truth := apart * apart / 2 / variance; got < truth || got > closed*(1+1e-8) {
			t.Errorf("position %d: %v, linear losses lose %v, Theorem 3.3 says %v", position, got, truth, closed)
		}
		if p.Composed[r.T] < got {
			t.Errorf("position %d: %v, composition says %v", position, got, p.Composed[r.T])
		}
	}
	if worst < closed/2 {
		t.Errorf("the worst position has %v, Theorem 3.3 says %v", worst, closed)
	}
}

func TestRunsThatCannotBeFollowed(t *testing.T) {
	for field, change := range map[string]func(*run.Run, *[]int){
		"run":  func(r *run.Run, _ *[]int) { r.Loss = run.Smooth },
		"eta":  func(r *run.Run, _ *[]int) { r.Eta = -1 },
		"uses": func(_ *run.Run, u *[]int) { *u = []int{0} },
	} {
		r, uses := cyclic(), []int{1}
		change(&r, &uses)
		var errs run.Errors
		if _, err := Of(r, uses); !errors.As(err, &errs) || errs[0].Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	for _, change := range []func(*run.Run){func(r *run.Run) { r.Clipping = run.ClippingActive },
		func(r *run.Run) { r.Loss, r.Smoothness = run.Convex, math.Inf(1) }, func(r *run.Run) { r.Eta = 0.45 },
		func(r *run.Run) { r.T = 10001 },
		// ηω = 0.9 and ηL = 1.8: an idle step may be x ↦ −1.7x, which leaves .743 of a loss, and the recursion would
		// leave half of it.
		func(r *run.Run) { r.Eta, r.WeightDecay, r.Loss = 0.45, 2, run.Convex },
		func(r *run.Run) { r.Scheme = run.Poisson }, func(r *run.Run) { r.Scheme = run.Poisson; r.Adjacency = run.AddRemove },
		// Without the example, another takes its place in the batch: with gradients ±C one step shows four times s²/(2σ²).
		func(r *run.Run) { r.Adjacency = run.AddRemove },
		func(r *run.Run) { r.After = 3 }, func(r *run.Run) { r.Group = 2 },
		func(r *run.Run) { r.Release = run.AllIterates }, func(r *run.Run) { r.Tuning, r.TuningMean = run.FixedTuning, 3 }} {
		r := cyclic()
		change(&r)
		if err := r.Validate(); err != nil {
			t.Errorf("%+v: %v", r, err)
		}
		if _, err := Of(r, nil); err == nil {
			t.Errorf("%+v is followed", r)
		}
	}
}

// A batch that lacks a zeroed example contracts less: alone in its batch it leaves a step that does not contract.
func TestZeroedExampleLeavesAPlace(t *testing.T) {
	r := cyclic()
	r.N, r.B, r.T, r.Adjacency = 5, 1, 2, run.ZeroOut
	p, err := Of(r, []int{2})
	if err != nil {
		t.Fatal(err)
	}
	if want := 2 * r.Sigma * r.Sigma; math.Abs(p.InverseLSI[2]-want) > 1e-12 {
		t.Errorf("1/c = %v, want %v", p.InverseLSI[2], want)
	}
	if p.Loss[2] > p.Composed[2] || p.Loss[2] < p.Composed[2]*(1-1e-12) {
		t.Errorf("one use, at the end: %v, composition says %v", p.Loss[2], p.Composed[2])
	}
}
