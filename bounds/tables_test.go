package bounds

import (
	"context"
	"fmt"
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// figure1 is Chien and Li's Figure 1 run for a class of losses.
func figure1(loss run.Class) run.Run {
	r := DefaultRun()
	r.Loss = loss
	if loss == run.Smooth {
		r.Clipping = run.ClippingActive
	}
	return r
}

// TestContractionTables prints what contraction gains on a bounded domain, as the
// tightness.md shows it: Figure 1's run, T = 200, by its own theorem, by the shift
// optimum, by contraction of Rényi divergences and of profiles, and the loss that is
// known to be possible: of one step, which is proved, or of the projected run, which
// is an estimate, rounded down. Every column must improve on the one before it, and
// none may be below the known loss.
func TestContractionTables(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	columns := []string{"chien-li-3.1", "shift", "contraction", "profile", "projected-adversary"}
	names := map[run.Class]string{run.Smooth: "non-convex", run.Convex: "convex", run.StronglyConvex: "strongly convex"}
	for _, q := range []claim.Question{{Alpha: 2}, {Delta: 1e-5}} {
		if q.Renyi() {
			fmt.Println("ε(2)             Chien–Li 3.1  shift   contraction  profile  known loss")
		} else {
			fmt.Println("ε at δ = 1e-5    Chien–Li 3.1  shift   contraction  profile  known loss")
		}
		for _, loss := range []run.Class{run.Smooth, run.Convex, run.StronglyConvex} {
			values := make([]any, len(columns))
			before := 0.0
			for i, id := range columns {
				e := row(t, figure1(loss), q, id).Epsilon
				if values[i] = e; i > 0 && !(e <= before*(1+1e-9)) || !(e > 0) {
					t.Errorf("%s, %+v: %s = %v, the column before %v", loss, q, id, e, before)
				}
				before = e
			}
			factorOfThree(t, figure1(loss), q)
			known := max(before, row(t, figure1(loss), q, "one-step").Epsilon)
			if last := values[3].(float64); known > last {
				t.Errorf("%s, %+v: %v is below the known loss %v", loss, q, last, known)
			}
			values[4] = math.Floor(known*1e4) / 1e4
			fmt.Printf("%-17s%-14.4f%-8.4f%-13.4f%-9.4f%.4f\n", append([]any{names[loss]}, values...)...)
		}
	}
}

// factorOfThree holds that contracted profiles are below a third of every proved
// bound of the literature that uses hidden state.
func factorOfThree(t *testing.T, r run.Run, q claim.Question) {
	t.Helper()
	report, err := Evaluate(context.Background(), r, q, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	published := 0
	for _, other := range report.Rows {
		th := other.Theorem
		if !other.Applies || th.Side != claim.Upper || th.Status != claim.Proved || !th.HiddenState || th.Source.Authors == "Last Iterate" {
			continue
		}
		published++
		if !(3*report.Answer.Epsilon < other.Epsilon) {
			t.Errorf("%s, %+v: %v is not below a third of %s = %v", r.Loss, q, report.Answer.Epsilon, th.ID, other.Epsilon)
		}
	}
	if published == 0 {
		t.Error("0 published bounds apply, want at least 1")
	}
}
