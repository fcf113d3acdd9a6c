package bounds

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// A schedule adds up to its row's Rényi divergence, starts no further apart than
// the two runs can be, and ends with nothing left.
func TestSchedules(t *testing.T) {
	ctx := context.Background()
	runs := map[string]func(*run.Run){
		"strongly convex":      func(*run.Run) {},
		"convex":               func(r *run.Run) { r.Loss = run.Convex },
		"smooth":               func(r *run.Run) { r.Loss = run.Smooth },
		"no projection":        func(r *run.Run) { r.Diameter = math.Inf(1) },
		"Hölder":               func(r *run.Run) { r.Loss, r.HolderOrder, r.Clipping = run.Holder, 0.5, run.ClippingActive },
		"known order":          func(r *run.Run) { r.N, r.Scheme = 60, run.Cyclic },
		"known order, convex":  func(r *run.Run) { r.N, r.Scheme, r.Loss = 60, run.Cyclic, run.Convex },
		"known order, no end":  func(r *run.Run) { r.N, r.Scheme, r.Diameter = 60, run.Cyclic, math.Inf(1) },
		"long":                 func(r *run.Run) { r.T = 300_000 },
		"long, no projection":  func(r *run.Run) { r.T, r.Diameter = 300_000, math.Inf(1) },
		"one step":             func(r *run.Run) { r.T = 1 },
		"wide and never there": func(r *run.Run) { r.Loss, r.Diameter = run.Smooth, 1e9 },
	}
	written := map[string]int{}
	for name, change := range runs {
		r := DefaultRun()
		change(&r)
		if err := r.Validate(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		report, err := Evaluate(ctx, r, claim.Question{Alpha: 2}, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range report.Rows {
			s, err := MakeSchedule(ctx, r, row.Theorem.ID)
			if err != nil {
				if !errors.Is(err, ErrNoSchedule) || len(err.Error()) < 40 {
					t.Errorf("%s, %s: %v", name, row.Theorem.ID, err)
				}
				continue
			}
			written[row.Theorem.ID]++
			n := len(s.At)
			if n == 0 || n > scheduleSteps || len(s.Z) != n || len(s.A) != n || len(s.S) != n || len(s.Beta) != n || len(s.Composed) != n+1 || len(s.Paid) != n+1 {
				t.Fatalf("%s, %s: lengths of %+v", name, row.Theorem.ID, s)
			}
			if s.At[0] != s.Tau || s.At[n-1] != r.T-1 || s.T != r.T {
				t.Errorf("%s, %s: steps %d … %d from τ = %d of %d", name, row.Theorem.ID, s.At[0], s.At[n-1], s.Tau, s.T)
			}
			if got := 2 * s.Paid[n]; math.Abs(got-row.Renyi) > 1e-6*row.Renyi {
				t.Errorf("%s, %s: paid %v for %v", name, row.Theorem.ID, got, row.Renyi)
			}
			if s.Composed[n] > s.Paid[n]*(1+1e-9) {
				t.Errorf("%s, %s: the steps alone cost %v of %v", name, row.Theorem.ID, s.Composed[n], s.Paid[n])
			}
			last := len(s.Forward) - 1
			if s.ForwardAt[last] != s.Tau || s.Forward[0] != 0 || row.Theorem.ID == "shift" && s.Forward[last] > s.Z[0]*(1+1e-9) {
				t.Errorf("%s, %s: the runs are %v apart at step %d, the schedule starts from %v at %d", name, row.Theorem.ID,
					s.Forward[last], s.ForwardAt[last], s.Z[0], s.Tau)
			}
			for i := range s.At {
				if !(s.A[i] >= 0) || !(s.Z[i] >= 0) || s.Z[i] > r.Diameter || s.Beta[i] < 0 || s.Beta[i] > 1 {
					t.Fatalf("%s, %s: step %d is z = %v, a = %v, β = %v", name, row.Theorem.ID, s.At[i], s.Z[i], s.A[i], s.Beta[i])
				}
			}
		}
	}
	for _, row := range []string{"shift", "chien-li-3.1", "chien-li-3.7", "bok-su-altschuler", "composition"} {
		if written[row] == 0 {
			t.Errorf("no run has a schedule for %s", row)
		}
	}
}

// Without a schedule there is a reason.
func TestNoSchedule(t *testing.T) {
	secret := DefaultRun()
	secret.N, secret.Scheme = 60, run.Reshuffle
	for _, c := range []struct {
		r        run.Run
		row, why string
	}{
		{DefaultRun(), "balle", "without distances and payments"},
		{DefaultRun(), "linear-adversary", "lower bound"},
		{secret, "shift", "average over all orders"},
		{secret, "chien-li-3.1", "does not apply"},
	} {
		if _, err := MakeSchedule(context.Background(), c.r, c.row); !errors.Is(err, ErrNoSchedule) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want …%s…", c.row, err, c.why)
		}
	}
	if _, err := MakeSchedule(context.Background(), DefaultRun(), "nothing"); err == nil || errors.Is(err, ErrNoSchedule) {
		t.Errorf("an unknown row: %v", err)
	}
	if _, err := MakeSchedule(context.Background(), run.Run{}, "shift"); err == nil {
		t.Error("a run that is not valid has a schedule")
	}
}

// Chien and Li, arXiv:2410.01068, Figure 2(b): for a convex loss at T = 200 the
// window of Theorem 3.1 has ⌈D/s⌉ = 12 or 13 steps (D = 1, s = 0.08), over which
// every step pays s and its share of D.
func TestChienLiSchedule(t *testing.T) {
	r := DefaultRun()
	r.Loss = run.Convex
	s, err := MakeSchedule(context.Background(), r, theorem.ChienLi31.ID)
	if err != nil {
		t.Fatal(err)
	}
	n := len(s.At)
	if n != 12 && n != 13 || s.Z[0] != 1 {
		t.Fatalf("a window of %d from %v", n, s.Z[0])
	}
	for i, a := range s.A {
		if want := 0.08 + 1/float64(n); math.Abs(a-want) > 1e-12 || math.Abs(s.Beta[i]-0.08/want) > 1e-12 {
			t.Errorf("step %d pays %v with β = %v, want %v", s.At[i], a, s.Beta[i], want)
		}
	}
	// α/(2σ²)·(Σs²/β + D²/Σ(1−β)) of the theorem, at α = 2 and σ = 1, by parts.
	beta := s.Beta[0]
	if a, b := float64(n)*0.08*0.08/beta, 1/(float64(n)*(1-beta)); math.Abs(2*s.Composed[n]-a) > 1e-12 || math.Abs(2*(s.Paid[n]-s.Composed[n])-b) > 1e-12 {
		t.Errorf("(A) = %v, (B) = %v, want %v and %v", 2*s.Composed[n], 2*(s.Paid[n]-s.Composed[n]), a, b)
	}
}

// A row that says that it is made step by step has a schedule, where orders are
// known and runs are short; one without says so in words that are true of it.
func TestScheduleIsThere(t *testing.T) {
	ctx, seen := context.Background(), 0
	for _, loss := range []run.Class{run.Smooth, run.Convex, run.StronglyConvex} {
		for _, scheme := range []run.Scheme{run.Full, run.Cyclic} {
			for _, diameter := range []float64{1, 3, math.Inf(1)} {
				r := DefaultRun()
				r.N, r.B, r.T, r.Scheme, r.Loss, r.Diameter = 12, 3, 40, scheme, loss, diameter
				if scheme == run.Full {
					r.B = r.N
				}
				report, err := Evaluate(ctx, r, DefaultQuestion(), Settings{})
				if err != nil {
					t.Fatal(err)
				}
				for _, row := range report.Rows {
					if !row.Applies {
						continue
					}
					_, err := MakeSchedule(ctx, r, row.Theorem.ID)
					if row.Schedule {
						seen++
						// Where steps expand and nothing bounds the distance, the optimum over
						// positions in a cycle is known without its path.
						expands := row.Theorem.ID == "shift" && loss == run.Smooth && scheme == run.Cyclic && math.IsInf(diameter, 1)
						if err != nil && !(expands && strings.HasSuffix(err.Error(), "one by one")) {
							t.Errorf("%s, %s, D = %v: %s says it has a schedule: %v", loss, scheme, diameter, row.Theorem.ID, err)
						}
					} else if err == nil || strings.Contains(err.Error(), "at most") {
						t.Errorf("%s, %s, D = %v: %s: %v", loss, scheme, diameter, row.Theorem.ID, err)
					}
				}
			}
		}
	}
	if seen < 30 {
		t.Errorf("only %d schedules", seen)
	}
}
