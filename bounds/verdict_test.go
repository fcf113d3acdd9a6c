package bounds

import (
	"math/rand/v2"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/run"
)

// verdictRuns is how many random runs' verdicts are held to the tables of the
// runs that they speak of.
func verdictRuns() int { return draws.Sample(30, 240) }

// A verdict speaks of other runs: every change that it proposes must make hidden
// state help by that run's own table, as must the burn-in, and one step earlier
// must not.
func TestVerdictsAgreeWithTheTables(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
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

// tableHelps evaluates the whole table, without a verdict.
func tableHelps(t *testing.T, r run.Run, q claim.Question, margin float64) bool {
	t.Helper()
	report := tableOf(t, r, q)
	return report.Published != nil && helped(report, margin)
}
