package bounds

import (
	"errors"
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Solve finds the fewest steps after a deletion that meet the target: one less does not. It finds 0 if the target is met
// without any, and is out of reach if it is missed even with a single step before the deletion.
func TestSolveAfter(t *testing.T) {
	t.Parallel()
	r := DefaultRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Noise = 100, 100, 160, 0.5, 1, 0.1, run.IterateNoise
	r.Diameter, r.Loss, r.Smoothness, r.Clipping, r.WeightDecay = math.Inf(1), run.Convex, 1, run.ClippingNever, 0.1
	for _, scheme := range run.Schemes() {
		if r.Scheme = scheme; scheme != run.Full {
			r.B, r.Adjacency = 20, run.ZeroOut
		}
		whole := r
		whole.After = 0
		first := bestEpsilon(t, whole, claim.Question{Delta: 1e-5})
		target := Target{Epsilon: first / 3, Question: claim.Question{Delta: 1e-5}}
		found, err := Solve(t.Context(), r, "after", target, Settings{})
		if err != nil {
			t.Fatalf("%s: %v", scheme, err)
		}
		r.After = int(found.Value)
		if e := bestEpsilon(t, r, target.Question); e > target.Epsilon || e != found.Epsilon || found.Miss != found.Value-1 {
			t.Errorf("%s: %+v, where the answer is %v", scheme, found, e)
		}
		if r.After--; bestEpsilon(t, r, target.Question) <= target.Epsilon {
			t.Errorf("%s: %d steps are enough for %v, and %v were found", scheme, r.After, target.Epsilon, found.Value)
		}
		r.After = 7 // what is stated does not count
		none, err := Solve(t.Context(), r, "after", Target{Epsilon: first * 1.01, Question: target.Question}, Settings{})
		if err != nil || none.Value != 0 || !math.IsNaN(none.Miss) {
			t.Errorf("%s: %+v, %v", scheme, none, err)
		}
		r.After = 0
	}
	r.Scheme, r.B, r.T, r.WeightDecay = run.Full, r.N, 3, 0
	var far OutOfReach
	if _, err := Solve(t.Context(), r, "after", Target{Epsilon: 1e-4, Question: claim.Question{Alpha: 2}}, Settings{}); !errors.As(err,
		&far) || far.Value != 2 {
		t.Errorf("%v", err)
	}
}

// With Longer, Solve finds the fewest steps in addition to the run's: one less misses the target. The steps before the
// deletion stay as stated, even if the run states steps after it.
func TestSolveAfterForLongerRuns(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Noise = 100, 100, 160, 0.5, 1, 0.1, run.IterateNoise
	r.Diameter, r.Loss, r.Smoothness, r.Clipping, r.WeightDecay = math.Inf(1), run.Convex, 1, run.ClippingNever, 0.1
	for _, scheme := range []run.Scheme{run.Full, run.Cyclic, run.Reshuffle, run.Poisson} {
		if r.Scheme = scheme; scheme != run.Full {
			r.B, r.Adjacency = 20, run.ZeroOut
		}
		first := bestEpsilon(t, r, claim.Question{Delta: 1e-5})
		target := Target{Epsilon: first / 3, Question: claim.Question{Delta: 1e-5}, Before: true}
		stated := r
		stated.T, stated.After = r.T+30, 30
		for _, of := range []run.Run{r, stated} {
			found, err := Solve(t.Context(), of, "after", target, Settings{})
			if err != nil {
				t.Fatalf("%s: %v", scheme, err)
			}
			longer := r
			longer.After = int(found.Value)
			longer.T = r.T + longer.After
			if e := bestEpsilon(t, longer, target.Question); e > target.Epsilon || e != found.Epsilon || found.Miss != found.Value-1 {
				t.Errorf("%s: %+v, where the answer is %v", scheme, found, e)
			}
			longer.T, longer.After = longer.T-1, longer.After-1
			if bestEpsilon(t, longer, target.Question) <= target.Epsilon {
				t.Errorf("%s: %d steps are enough, and %v were found", scheme, longer.After, found.Value)
			}
		}
	}
	var faults run.Errors
	if _, err := Solve(t.Context(), r, "T", Target{Epsilon: 1, Question: claim.Question{Delta: 1e-5}, Before: true}, Settings{}); !errors.As(err,
		&faults) {
		t.Errorf("iterations in addition to those of the run: %v", err)
	}
	r.Schedule = run.CosineFall
	if _, err := Solve(t.Context(), r, "after", Target{Epsilon: 1, Question: claim.Question{Delta: 1e-5}, Before: true}, Settings{}); !errors.As(
		err, &faults) {
		t.Errorf("a schedule that would be another: %v", err)
	}
	// The run ends before the rate falls, and longer ones do not.
	r.Schedule, r.ScheduleEvery, r.ScheduleFactor = run.StepFall, r.T, 0.5
	for field, before := range map[string]bool{"T": false, "after": true} {
		_, err := Solve(t.Context(), r, field, Target{Epsilon: 1, Question: claim.Question{Delta: 1e-5}, Before: before}, Settings{})
		if !r.Steady() || !errors.As(err, &faults) || !strings.Contains(faults.Error(), "only for a constant learning rate") {
			t.Errorf("a rate that falls in longer runs, for %s: %v", field, err)
		}
	}
	var far OutOfReach // composition is not lowered by further steps
	never := Target{Epsilon: 1e-4, Question: claim.Question{Delta: 1e-5}, Before: true}
	r.Schedule, r.ScheduleEvery, r.ScheduleFactor = "", 0, 0
	if _, err := Solve(t.Context(), r, "after", never, Settings{Rows: []string{"composition"}}); !errors.As(err, &far) || far.Value != 1e12-160 {
		t.Errorf("%v", err)
	}
}

func bestEpsilon(t *testing.T, r run.Run, q claim.Question) float64 {
	t.Helper()
	report := tableOf(t, r, q)
	if report.Answer == nil {
		t.Fatalf("%+v is not answered", r)
	}
	return report.Answer.Epsilon
}

// The longest run and the verdict count the steps after a deletion.
func TestSolveLengthAfterADeletion(t *testing.T) {
	r := DefaultRun()
	r.N, r.B, r.T, r.Eta, r.Clip, r.Sigma, r.Noise = 100, 20, 60, 0.5, 1, 0.5, run.IterateNoise
	r.Diameter, r.Loss, r.Smoothness, r.Clipping, r.After = math.Inf(1), run.Convex, 1, run.ClippingNever, 17
	for _, r.Scheme = range []run.Scheme{run.Cyclic, run.ShuffleOnce, run.Reshuffle} {
		target := Target{Epsilon: 1, Question: claim.Question{Alpha: 2}}
		found, err := Solve(t.Context(), r, "T", target, Settings{})
		if err != nil || !(found.Value > 18) || found.Epsilon > 1 {
			t.Fatalf("%s: %+v, %v", r.Scheme, found, err)
		}
		longer := r
		longer.T = int(found.Value) + 1
		if e := bestEpsilon(t, longer, target.Question); e <= 1 {
			t.Errorf("%s: T = %d has %v", r.Scheme, longer.T, e)
		}
		report, err := Evaluate(t.Context(), r, claim.Question{Alpha: 2}, Settings{})
		if err != nil || report.Verdict.Helps && report.Verdict.BurnIn <= r.After {
			t.Errorf("%s: %+v, %v", r.Scheme, report.Verdict, err)
		}
	}
}

// A curve along the steps after a deletion begins at none, has what Evaluate says, and does not rise.
func TestCurveAlongADeletion(t *testing.T) {
	r := DefaultRun()
	r.T = 60
	values := []float64{0, 1, 2, 5, 20, 59, 60}
	series, err := Curve(t.Context(), r, claim.Question{Delta: 1e-5}, "after", values, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range series {
		if !math.IsNaN(s.Epsilon[6]) {
			t.Errorf("%s has a value where nothing uses the example", s.Row)
		}
		if s.Row != "shift" && s.Row != "profile" && s.Row != "composition" {
			continue
		}
		for i := range 5 {
			if !(s.Epsilon[i+1] <= s.Epsilon[i]*(1+1e-9)) {
				t.Errorf("%s: %v", s.Row, s.Epsilon)
			}
		}
		r.After = 20
		if got := row(t, r, claim.Question{Delta: 1e-5}, s.Row); math.Abs(got.Epsilon-s.Epsilon[4]) > 1e-9*got.Epsilon {
			t.Errorf("%s is %v, the curve has %v", s.Row, got.Epsilon, s.Epsilon[4])
		}
	}
}

// Chien, Wang, Chen and Li 2024 (arXiv 2403.17105) list the epochs K after one request that reach ε = .01 at δ = 1/n
// on MNIST, n = 11264, λ = 1e-6 (a regulariser λn/2‖·‖² in the mean), for their noise .01 … 1: logistic losses of
// gradients up to 1, L = 1/4 + λn, η = 1/L. Theirs are those of αZ²c^{2K}/(2ησ²), Z = 2ηM/n/(1−c), converted by
// Mironov's rule. Ours need fewer.
func TestPublishedUnlearning(t *testing.T) {
	const n = 11264
	strong := 1e-6 * n
	eta := 1 / (0.25 + strong)
	logC := math.Log1p(-eta * strong)
	for i, sigma := range []float64{0.01, 0.05, 0.1, 0.2, 0.5, 1} {
		theirs := []int{133, 97, 81, 65, 45, 29}[i]
		reaches := func(K int) bool {
			z := 2 * eta / n / (eta * strong) * math.Exp(float64(K)*logC)
			rho, log := z*z/(2*eta*sigma*sigma), math.Log(n)
			return rho+2*math.Sqrt(rho*log) <= 0.01
		}
		if !reaches(theirs) || reaches(theirs-1) {
			t.Errorf("σ = %v: K = %d is not the least by the formula", sigma, theirs)
		}
		r := run.Run{N: n, B: n, T: 10_000, Eta: 3.8276, Clip: 1, Sigma: sigma, Noise: run.LangevinNoise, Diameter: 100,
			Adjacency: run.Replace,
			Scheme:    run.Full, Loss: run.StronglyConvex, Smoothness: 0.261264, StrongConvexity: 0.011264, Clipping: run.ClippingGLM}
		found, err := Solve(t.Context(), r, "after", Target{Epsilon: 0.01, Question: claim.Question{Delta: 8.8778e-5}},
			Settings{Rows: []string{"shift"}})
		if ours := []float64{77, 41, 25, 9, 0, 0}[i]; err != nil || found.Value != ours {
			t.Errorf("σ = %v: %+v, %v, want %v; %d are published", sigma, found, err, ours, theirs)
		}
	}
}
