package bounds

import (
	"math"
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/run"
)

// verdictRuns is how many random runs' verdicts are held to the tables of the
// runs that they speak of.
func verdictRuns() int { return draws.Sample(30, 240) }

// A verdict speaks of other runs. With every change that it proposes, and at the burn-in, the
// table of that other run must show that hidden state helps; one step before the burn-in it must not.
func TestVerdictsAgreeWithTheTables(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 1))
	burnIns, proposals := 0, 0
	for i := range verdictRuns() {
		x, q := draw(r)
		if i%2 == 0 {
			q = DefaultQuestion()
		}
		report, err := Evaluate(t.Context(), x, q, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range report.Verdict.Changes {
			proposals++
			changed := x
			if err := changed.Set(c.Field, c.Value); err != nil {
				t.Fatal(err)
			}
			if report.Answer != nil && !tableHelps(t, changed, q, clearlyBelow) {
				t.Errorf("%+v, %+v: %+v is proposed and does not help", x, q, c)
			}
		}
		if burnIn := report.Verdict.BurnIn; burnIn > 0 {
			burnIns++
			early := x
			early.T = burnIn
			if !tableHelps(t, early, q, clearlyBelow) {
				t.Errorf("%+v, %+v: hidden state does not help at the burn-in %d", x, q, burnIn)
			}
			if early.T--; early.T > 0 && tableHelps(t, early, q, surelyBelow) {
				t.Errorf("%+v, %+v: hidden state helps before the burn-in %d", x, q, burnIn)
			}
		}
	}
	if least := verdictRuns() / 6; burnIns < least || proposals < least {
		t.Errorf("only %d burn-ins and %d proposals were tried", burnIns, proposals)
	}
}

// In a secret order hidden state may help at some steps of an epoch alone: composition pays for the use, which in most
// orders is still to come. From the burn-in on it must help at every step up to the last.
func TestBurnInOfSecretOrders(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	expands := run.Run{N: 15, B: 5, T: 10, Eta: 0.3, Clip: 6.1, Sigma: 0.284, Noise: run.IterateNoise, Diameter: math.Inf(1),
		Adjacency: run.ZeroOut, Scheme: run.Reshuffle, Loss: run.Smooth, Smoothness: 1e9, Clipping: run.ClippingActive}
	deleted := expands
	deleted.After = 3
	keeps := expands
	keeps.Loss, keeps.Smoothness, keeps.Clipping, keeps.Diameter = run.Convex, 1, run.ClippingNever, 1
	once := keeps
	once.Scheme = run.ShuffleOnce
	for _, c := range []struct {
		run  run.Run
		want int
	}{{expands, 10}, {deleted, 10}, {keeps, 2}, {once, 2}} {
		for _, q := range []claim.Question{{Delta: 1e-5}, {Alpha: 3}} {
			report, err := Evaluate(t.Context(), c.run, q, Settings{})
			if err != nil {
				t.Fatal(err)
			}
			if got := report.Verdict.BurnIn; got != c.want {
				t.Errorf("%+v, %+v: the burn-in is %d, want %d", c.run, q, got, c.want)
			}
			for T := max(1, report.Verdict.BurnIn); T <= c.run.T; T++ {
				longer := c.run
				if longer.T = T; !tableHelps(t, longer, q, clearlyBelow) {
					t.Errorf("%+v, %+v: hidden state does not help at %d", c.run, q, T)
				}
			}
		}
	}
}

// tableHelps evaluates the whole table, without a verdict.
func tableHelps(t *testing.T, r run.Run, q claim.Question, margin float64) bool {
	t.Helper()
	report := tableOf(t, r, q)
	return report.AllIterates != nil && isBelowComposition(report, margin)
}

// A longer run is proposed only if no step of it has a lower learning rate: its drops would make it another training, which may
// also end in learning rates below all that a run may have.
func TestLongerRunsKeepTheirLearningRate(t *testing.T) {
	proposed := func(r run.Run) string {
		report, err := Evaluate(t.Context(), r, DefaultQuestion(), Settings{Rows: []string{"composition", "shift"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range report.Verdict.Changes {
			if c.Field == "T" {
				return c.Value
			}
		}
		return ""
	}
	r := DefaultRun()
	r.N, r.T, r.Scheme = 50, 8, run.Cyclic
	want := proposed(r)
	longer := r
	if longer.Set("T", want) != nil || longer.T <= r.T {
		t.Fatalf("for a constant rate T = %q is proposed, want a longer run", want)
	}
	r.Schedule, r.ScheduleEvery = run.StepFall, longer.T
	if got := proposed(r); got != want {
		t.Errorf("for drops after %d steps T = %q is proposed, want %s", r.ScheduleEvery, got, want)
	}
	r.ScheduleEvery--
	if got := proposed(r); got != "" {
		t.Errorf("for drops after %d steps T = %s is proposed, want no longer run", r.ScheduleEvery, got)
	}
}
