package bounds

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
	"lastiterate/bounds/internal/memo"
	"lastiterate/bounds/internal/random"
	"lastiterate/bounds/internal/row/forgetting"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

var randomRuns = flag.Int("runs", 0, "random runs on which the properties of all rows are tested (default 2000, up to 20000 with -times, 600 with -short)")

func TestMain(m *testing.M) {
	flag.Parse()
	switch {
	case *randomRuns != 0:
	case testing.Short():
		*randomRuns = 600
	default:
		*randomRuns = draws.Sample(2_000, 20_000)
	}
	os.Exit(m.Run())
}

const (
	// slack is what two bounds that are equal in exact arithmetic may differ by.
	slack = 1e-9
	// estimateSlack is the resolution of a numerical estimate.
	estimateSlack = 0.02
	// dearShare is the share of runs on which rows of ten milliseconds and more are
	// computed: the numerical estimate and the contracted profile.
	dearShare = 50
	// deltaShare is the share of runs that are asked for (ε, δ), which composes
	// privacy loss distributions, instead of a Rényi divergence.
	deltaShare = 200
	// leastShare is the share of runs to which every row must apply.
	leastShare = 0.02
)

// outcome is every row's value on one run.
type outcome map[string]Row

// evaluateAll asks every row.
func evaluateAll(r run.Run, q claim.Question, dear bool) outcome {
	return evaluateSome(r, q, func(t *theorem.Theorem) bool { return dear || !isDear(t) })
}

// evaluateUpper asks those that may be the answer.
func evaluateUpper(r run.Run, q claim.Question, dear bool) outcome {
	return evaluateSome(r, q, func(t *theorem.Theorem) bool { return t.Kind() == claim.UpperBound && (dear || !isDear(t)) })
}

// evaluateSome asks the rows that are wanted, in one memory, as Evaluate does.
func evaluateSome(r run.Run, q claim.Question, wanted func(*theorem.Theorem) bool) outcome {
	ctx, out := memo.Remembering(context.Background()), outcome{}
	for _, t := range catalog.All() {
		if wanted(t) {
			out[t.ID] = evaluateRow(ctx, t, r, q)
		}
	}
	return out
}

func isDear(t *theorem.Theorem) bool {
	return t.Status == claim.Estimate || t.ID == forgetting.Profile.ID
}

// drawnRun is a random run, and its rows once they are evaluated, the dear ones too
// if it is one of those on which they are.
type drawnRun struct {
	r    run.Run
	q    claim.Question
	dear bool
	rows outcome
}

// together is how many runs are evaluated beside each other: enough for every core
// to have work until the end, and few enough to be kept.
const together = 100

func evaluateTogether(drawn []drawnRun) {
	var next atomic.Int64
	var cores sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		cores.Go(func() {
			for k := next.Add(1) - 1; k < int64(len(drawn)); k = next.Add(1) - 1 {
				d := &drawn[k]
				d.rows = evaluateAll(d.r, d.q, d.dear)
			}
		})
	}
	cores.Wait()
}

// TestRandomRuns holds every property that needs no second run: no valid upper
// bound below any lower bound, the shift optimum below every row for batches in
// a known order, failures never finite, and no row that is not valid becoming
// the answer, whatever its value.
func TestRandomRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute: make test runs it, make quick does not")
	}
	source := rand.New(rand.NewPCG(1, 2)) // a fixed seed: a failure is reproducible
	decays := rand.New(rand.NewPCG(1, 3)) // of its own, so that no other run changes
	shown, left := rand.New(rand.NewPCG(1, 4)), rand.New(rand.NewPCG(1, 5))
	applied := map[string]int{}
	dear := 0
	var largest worstRatios
	for first := 0; first < *randomRuns; first += together {
		drawn := make([]drawnRun, min(together, *randomRuns-first))
		for k := range drawn {
			d := &drawn[k]
			d.r, d.q = draw(source)
			d.r = published(shown, decayed(decays, d.r))
			if random.Chance(left, 0.12) {
				d.r = unlearned(left, d.r)
			}
			if (first+k)%deltaShare == 1 {
				d.q = claim.Question{Delta: random.LogUniform(source, 1e-12, 0.1)}
			}
			if d.dear = (first+k)%dearShare == 0; d.dear {
				dear++
			}
		}
		evaluateTogether(drawn)
		for k, d := range drawn {
			for id, row := range d.rows {
				if row.Applies {
					applied[id]++
				}
			}
			for _, fault := range faults(d.r, d.rows) {
				t.Errorf("run %d: %s\n%+v %+v", first+k, fault, d.r, d.q)
			}
			if t.Failed() {
				return
			}
			if w, ok := ratioOf(d.r, d.q, d.rows); ok {
				largest.add(w)
			}
		}
	}
	report(t, applied, dear)
	t.Logf("the largest ratios upper/lower:\n%s", largest.text(*randomRuns))
	if *writeWorst != "" {
		if err := os.WriteFile(*writeWorst, []byte(largest.text(*randomRuns)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// report prints how often each row applied and wants every row at least
// leastShare of the time.
func report(t *testing.T, applied map[string]int, dear int) {
	t.Helper()
	for _, th := range catalog.All() {
		total := *randomRuns
		if isDear(th) {
			total = dear
		}
		share := float64(applied[th.ID]) / float64(total)
		t.Logf("%-20s applies in %5.1f %% of %d runs", th.ID, 100*share, total)
		if share < leastShare {
			t.Errorf("%s applies in %.2f %% of the runs, want at least %.0f %%", th.ID, 100*share, 100*leastShare)
		}
	}
}

// faults lists what is wrong between the rows of one run.
func faults(r run.Run, rows outcome) []string {
	var out []string
	ids := make([]string, 0, len(rows))
	for id := range rows {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	for _, id := range ids {
		upper := rows[id]
		if !upper.Applies || upper.Theorem.Side != claim.Upper {
			continue
		}
		if math.IsNaN(upper.Epsilon) || upper.Epsilon < 0 || (upper.Err != nil && !math.IsInf(upper.Epsilon, 1)) {
			out = append(out, fmt.Sprintf("%s is %v with error %v", id, upper.Epsilon, upper.Err))
		}
		if upper.Theorem.Status != claim.Proved {
			continue
		}
		for _, other := range ids {
			lower := rows[other]
			if !lower.Applies || lower.Theorem.Side != claim.Lower {
				continue
			}
			allowed := 1.0 // neither may err by its last digit
			if upper.provisional {
				allowed += slack
			}
			if lower.Theorem.Status == claim.Estimate {
				allowed = 1 + estimateSlack
			}
			if lower.Epsilon > upper.Epsilon*allowed {
				out = append(out, fmt.Sprintf("%s = %v is below %s = %v", id, upper.Epsilon, other, lower.Epsilon))
			}
		}
		if shift := rows["shift"]; shift.Applies && knownOrder(r) && !contracts(id) && shift.Epsilon > upper.Epsilon*(1+slack) {
			out = append(out, fmt.Sprintf("shift = %v is above %s = %v", shift.Epsilon, id, upper.Epsilon))
		}
	}
	return append(out, wrongAnswer(rows)...)
}

// contracts are the rows that use more than the shift program does: that noise
// makes a bounded domain forget.
func contracts(id string) bool {
	return slices.Contains([]string{"contraction", "profile", "joint", "sampled-window", "shift-window"}, id)
}

func knownOrder(r run.Run) bool { return slices.Contains([]run.Scheme{run.Full, run.Cyclic}, r.Scheme) }

// wrongAnswer makes the rows into a report, with every row that is not valid at
// value 0, and says if one of them became an answer.
func wrongAnswer(rows outcome) []string {
	var report Report
	for _, th := range catalog.All() {
		row, ok := rows[th.ID]
		if !ok {
			continue
		}
		if th.Status == claim.NotValid || th.Status == claim.Reference {
			row.Applies, row.Epsilon = true, 0
		}
		report.Rows = append(report.Rows, row)
	}
	report.summarise()
	var out []string
	for _, a := range []*Answer{report.Answer, report.AllIterates, report.Lower} {
		if a == nil {
			continue
		}
		if th, _ := catalog.ByID(a.Row); th.Status != claim.Proved {
			out = append(out, fmt.Sprintf("%s became an answer, and it is %s", a.Row, th.Status))
		}
	}
	return out
}
