package bounds

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/run"
)

// meets reports whether the run's best valid bound is at most the target.
func meets(t *testing.T, r run.Run, target Target) bool {
	t.Helper()
	report := tableOf(t, r, target.Question)
	return report.Answer != nil && report.Answer.Epsilon <= target.Epsilon
}

// agrees holds a solution to what Evaluate says of it, row and last bit.
func agrees(t *testing.T, r run.Run, q claim.Question, s SolvedValue) {
	t.Helper()
	report, err := Evaluate(context.Background(), r, q, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if a := report.Answer; a == nil || a.Row != s.Row || a.Epsilon != s.Epsilon {
		t.Errorf("the solution is %+v, and Evaluate answers %+v\n%+v %+v", s, a, r, q)
	}
}

// A target that Evaluate answers is met by the run that it was asked about, to the
// last bit: nothing is lost between the value that was found and the one that is
// shown. One bit less and another value is needed.
func TestSolveToTheLastBit(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	source := rand.New(rand.NewPCG(31, 8))
	for tried := 0; tried < max(4, *randomRuns/2000); {
		r, q := draw(source)
		if source.IntN(2) == 0 {
			q = claim.Question{Delta: random.LogUniform(source, 1e-9, 1e-2)}
		}
		r.T = min(r.T, 300)
		r.Sigma = run.DigitsUp(r.Sigma, solvedDigits)
		var cheap Settings
		for _, t := range catalog.All() {
			if t.ID != "profile" && t.ID != "projected-adversary" && t.ID != "shift-sampled" {
				cheap.Rows = append(cheap.Rows, t.ID)
			}
		}
		report, err := Evaluate(context.Background(), r, q, cheap)
		if err != nil {
			t.Fatal(err)
		}
		if a := report.Answer; a == nil || !(a.Epsilon > 0) || math.IsInf(a.Epsilon, 1) {
			continue
		}
		tried++
		target := Target{Epsilon: report.Answer.Epsilon, Question: q}
		s, err := Solve(context.Background(), r, "sigma", target, cheap)
		if err != nil || s.Value > r.Sigma || s.Epsilon > target.Epsilon {
			t.Errorf("ε = %v is met at %v; %+v (%v)\n%+v %+v", target.Epsilon, r.Sigma, s, err, r, q)
		}
		at := r
		at.Sigma = s.Value
		again, err := Evaluate(context.Background(), at, q, cheap)
		if err != nil || again.Answer.Row != s.Row || again.Answer.Epsilon != s.Epsilon {
			t.Errorf("the solution is %+v, and Evaluate answers %+v (%v)\n%+v %+v", s, again.Answer, err, at, q)
		}
		at.Sigma = s.Miss
		if again, err = Evaluate(context.Background(), at, q, cheap); err == nil && again.Answer.Epsilon <= target.Epsilon {
			t.Errorf("%+v: the miss meets the target with %+v\n%+v %+v", s, again.Answer, at, q)
		}
		target.Epsilon = math.Nextafter(s.Epsilon, 0)
		if less, err := Solve(context.Background(), r, "sigma", target, cheap); err != nil ||
			!(less.Value > s.Value) && less.Epsilon > target.Epsilon {
			t.Errorf("for ε = %v %+v (%v), for one bit less %+v", s.Epsilon, s, err, less)
		}
	}
}

// The solution must meet the target when it is evaluated, and the next value
// of interest must not.
func TestSolve(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	convex := DefaultRun()
	convex.Loss = run.Convex
	sampled := run.Run{N: 60000, B: 256, T: 1000, Eta: 0.1, Clip: 1, Sigma: 1.1, Noise: run.NoiseMultiplier, Diameter: math.Inf(1),
		Adjacency: run.AddRemove, Scheme: run.Poisson, Loss: run.Smooth, Smoothness: 1, Clipping: run.ClippingActive}
	for name, c := range map[string]struct {
		run    run.Run
		field  string
		target Target
		worse  func(float64) float64 // the next value on the far side
	}{
		"noise": {convex, "sigma", Target{Epsilon: 2, Question: claim.Question{Delta: 1e-5}},
			func(x float64) float64 { return x * (1 - 1e-5) }},
		"noise by order": {convex, "sigma", Target{Epsilon: 0.01, Question: claim.Question{Alpha: 2}},
			func(x float64) float64 { return x * (1 - 1e-5) }},
		"noise multiplier": {sampled, "sigma", Target{Epsilon: 1, Question: claim.Question{Delta: 1e-5}},
			func(x float64) float64 { return x * (1 - 1e-5) }},
		"iterations": {sampled, "T", Target{Epsilon: 1, Question: claim.Question{Delta: 1e-5}},
			func(x float64) float64 { return x + 1 }},
		"iterations, convex": {convex, "T", Target{Epsilon: 0.013, Question: claim.Question{Alpha: 2}},
			func(x float64) float64 { return x + 1 }},
		"diameter": {convex, "diameter", Target{Epsilon: 0.2, Question: claim.Question{Alpha: 2}},
			func(x float64) float64 { return x * (1 + 1e-5) }},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Solve(context.Background(), c.run, c.field, c.target, Settings{})
			if err != nil {
				t.Fatal(err)
			}
			at := func(x float64) run.Run {
				r := c.run
				if err := r.SetNumber(c.field, x); err != nil {
					t.Fatal(err)
				}
				return r
			}
			if !meets(t, at(s.Value), c.target) || s.Epsilon > c.target.Epsilon || s.Row == "" {
				t.Errorf("%+v does not meet %+v", s, c.target)
			}
			agrees(t, at(s.Value), c.target.Question, s)
			if meets(t, at(c.worse(s.Value)), c.target) {
				t.Errorf("%v meets the target, and so does %v", s.Value, c.worse(s.Value))
			}
		})
	}
}

// Solved in epochs, T is a whole number of them and one more is too many.
func TestSolveEpochs(t *testing.T) {
	r := run.Run{N: 100, B: 7, T: 20, Eta: 0.1, Clip: 1, Sigma: 1.1, Noise: run.NoiseMultiplier, Diameter: math.Inf(1),
		Adjacency: run.Replace, Scheme: run.Cyclic, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever}
	target := Target{Epsilon: 30, Question: claim.Question{Delta: 1e-5}, Epochs: true}
	s, err := Solve(context.Background(), r, "T", target, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	steps := r.StepsPerEpoch()
	if int(s.Value)%steps != 0 || s.Miss != s.Value+float64(steps) {
		t.Errorf("T = %v, missed at %v, with %d steps an epoch", s.Value, s.Miss, steps)
	}
	r.T = int(s.Value)
	agrees(t, r, target.Question, s)
	if !meets(t, r, target) {
		t.Errorf("T = %v does not meet the target", s.Value)
	}
	if r.T += steps; meets(t, r, target) {
		t.Errorf("T = %d meets the target, too", r.T)
	}
}

// What needs no limit gets none, and what cannot be had is said.
func TestSolveEnds(t *testing.T) {
	r := DefaultRun() // strongly convex: bounded for every T and D
	ctx, easy := context.Background(), Target{Epsilon: 2, Question: claim.Question{Delta: 1e-5}}
	if s, err := Solve(ctx, r, "T", easy, Settings{}); err != nil || s.Value != run.MaxCount || !math.IsNaN(s.Miss) {
		t.Errorf("T: %+v, %v; want every T", s, err)
	}
	if s, err := Solve(ctx, r, "diameter", easy, Settings{}); err != nil || !math.IsInf(s.Value, 1) {
		t.Errorf("diameter: %+v, %v; want no limit", s, err)
	}
	r.Loss, r.Diameter, r.Sigma = run.Smooth, math.Inf(1), 1e-3
	if _, err := Solve(ctx, r, "T", Target{Epsilon: 1e-9, Question: claim.Question{Alpha: 2}}, Settings{}); !errors.Is(err, ErrOutOfReach) {
		t.Errorf("an impossible target: %v", err)
	}
	// One step with sensitivity s = κηC/b = 0.08 and noise 0.001 composes to
	// ε(2) = 2·s²/(2σ²) = 6400, and there is no last iterate before it.
	var limit OutOfReach
	if _, err := Solve(ctx, r, "T", Target{Epsilon: 1, Question: claim.Question{Alpha: 2}}, Settings{}); !errors.As(err, &limit) ||
		limit.Value != 1 || math.Abs(limit.Best.Epsilon-6400) > 1e-6 || !strings.Contains(err.Error(),
		"even at T = 1 the best bound is ε = 6400") {
		t.Errorf("what limits T: %v", err)
	}
	for _, c := range []struct {
		field  string
		target Target
	}{{"eta", easy}, {"scheme", easy}, {"b", easy}, {"sigma", Target{Epsilon: 0, Question: easy.Question}}, {"sigma", Target{Epsilon: 1}}} {
		if s, err := Solve(ctx, DefaultRun(), c.field, c.target, Settings{}); err == nil {
			t.Errorf("%s for %+v: %+v, want an error", c.field, c.target, s)
		}
	}
}

// The batch size is the least of all that meet the target, at the stated
// iterations or epochs, and divides n where the scheme walks in an order.
func TestSolveBatch(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	source := rand.New(rand.NewPCG(5, 6))
	for range draws.Sample(8, 40) {
		r := run.Run{N: 24, B: 4, T: 63, Eta: 0.1, Clip: 1, Sigma: random.LogUniform(source, 0.005, 0.1), Noise: run.IterateNoise,
			Diameter:  math.Inf(1),
			Adjacency: run.Replace, Scheme: random.Pick(source, run.Cyclic, run.ShuffleOnce), Loss: run.Convex, Smoothness: 1,
			Clipping: run.ClippingNever}
		target := Target{Epsilon: 2, Question: claim.Question{Alpha: 4}, Epochs: source.IntN(2) == 0}
		want := 0
		for b := 1; b <= r.N && want == 0; b++ {
			changed := r
			changed.B = b
			if target.Epochs {
				changed.T = int(math.Round(10.5 * float64(changed.StepsPerEpoch()))) // 63 iterations of 6 steps an epoch
			}
			if r.N%b == 0 && meets(t, changed, target) {
				want = b
			}
		}
		s, err := Solve(context.Background(), r, "b", target, Settings{})
		if want == 0 {
			if !errors.Is(err, ErrOutOfReach) {
				t.Errorf("%+v: %+v, %v; want out of reach", r, s, err)
			}
			continue
		}
		if err != nil || int(s.Value) != want {
			t.Errorf("%+v, epochs %v: b = %v (%v), want %d", r, target.Epochs, s.Value, err, want)
		}
	}
}

// With a noise multiplier ε grows with the batch size, and the size is the largest of all that meet the target: in
// passes over the data of the divisors of n, which are all tried.
func TestSolveLargestBatch(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	source := rand.New(rand.NewPCG(7, 8))
	for turn := range draws.Sample(16, 60) {
		r := run.Run{N: 36, B: 1 + source.IntN(12), T: 1 + source.IntN(60), Eta: 0.1, Clip: 1,
			Sigma: random.LogUniform(source, 0.5, 5), Noise: run.NoiseMultiplier, Diameter: math.Inf(1), Adjacency: run.ZeroOut,
			Scheme: []run.Scheme{run.Cyclic, run.Poisson, run.Reshuffle, run.WithoutReplacement}[turn%4], Loss: run.Convex, Smoothness: 1,
			Clipping: run.ClippingNever}
		if r.Scheme.InPasses() {
			r.B = 4
		}
		if r.Scheme == run.WithoutReplacement {
			r.Adjacency = run.Replace
		}
		target := Target{Epsilon: random.LogUniform(source, 0.2, 5), Question: claim.Question{Alpha: 4}, Epochs: turn/4%2 == 1}
		want := 0
		for b := r.N; b >= 1 && want == 0; b-- {
			changed := r
			changed.B = b
			if target.Epochs {
				changed = changed.InEpochsOf(r)
			}
			if (!r.Scheme.InPasses() || r.N%b == 0) && meets(t, changed, target) {
				want = b
			}
		}
		s, err := Solve(context.Background(), r, "b", target, Settings{})
		switch {
		case want == 0 && errors.Is(err, ErrOutOfReach):
		case err != nil || int(s.Value) != want:
			t.Errorf("%+v, epochs %v, ε ≤ %v: b = %v (%v), want %d", r, target.Epochs, target.Epsilon, s.Value, err, want)
		case s.Miss <= s.Value:
			t.Errorf("%v meets the target, and %v is said to miss it", s.Value, s.Miss)
		}
	}
}

// Rows restrict whose bounds may meet the target: by composition alone the
// noise is larger, and is the one at which composition's ε meets it.
func TestSolveByRows(t *testing.T) {
	r, q := DefaultRun(), DefaultQuestion()
	target := Target{Epsilon: 1, Question: q}
	all, err := Solve(context.Background(), r, "sigma", target, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	only, err := Solve(context.Background(), r, "sigma", target, Settings{Rows: []string{"composition"}})
	if err != nil {
		t.Fatal(err)
	}
	if only.Row != "composition" || !(only.Value > all.Value) || only.Epsilon > 1 {
		t.Errorf("by composition %+v, by all rows %+v", only, all)
	}
	r.Sigma = only.Value
	report, err := Evaluate(context.Background(), r, q, Settings{})
	if err != nil || report.AllIterates.Epsilon != only.Epsilon {
		t.Errorf("composition says %v there, the solution %v (%v)", report.AllIterates.Epsilon, only.Epsilon, err)
	}
	if got, err := Solve(context.Background(), r, "sigma", target, Settings{Rows: []string{"nobody"}}); err == nil {
		t.Errorf("Solve by the row nobody = %+v, want an error", got)
	}
}

// What cannot be reached is said as a person would: of iterations, their number.
func TestOutOfReachReads(t *testing.T) {
	got := OutOfReach{Field: "T", Target: 0.2, Value: 1, Best: Answer{Row: "shift", Epsilon: 0.25}}.Error()
	if want := "no number of iterations reaches ε = 0.2: even at T = 1 the best bound is ε = 0.25, by Shift optimum"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	got = OutOfReach{Field: "sigma", Target: 0.2, Value: 1e9}.Error()
	if !strings.HasPrefix(got, "no noise") || !strings.HasSuffix(got, "no bound applies") {
		t.Errorf("got %q", got)
	}
}
