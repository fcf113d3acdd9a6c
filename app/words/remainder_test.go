package words

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
)

// With a smaller last batch, the engine's warning that batches of one size leave out examples is replaced by
// what T counts.
func TestASmallerLastBatchLeavesNobodyOut(t *testing.T) {
	uneven := theRun
	uneven.N, uneven.B, uneven.Scheme = 103, 10, run.Cyclic
	report, err := bounds.Evaluate(t.Context(), uneven, atDelta, bounds.Settings{Rows: []string{"composition"}})
	if err != nil || len(report.Warnings) != 1 {
		t.Fatalf("%v, %q", err, report.Warnings)
	}
	r := result()
	r.Warnings = append([]string{"Another."}, report.Warnings...)
	if got := about(r).Warnings(); !slices.Equal(got, r.Warnings) {
		t.Errorf("plain: %q", got)
	}
	dropping := about(r)
	dropping.Drops = true
	if got := dropping.Warnings(); !slices.Equal(got, []string{"Another."}) {
		t.Errorf("where the script drops it: %q", got)
	}
	got := About(claim.Query{Run: uneven, Question: atDelta}, r, Departures{Remainder}).Warnings()
	if len(got) != 2 || got[0] != "Another." ||
		!strings.HasPrefix(got[1], "An epoch here has the full batches alone, 10; with the smaller last batch it has 11 steps.") ||
		strings.Contains(got[1], "T counts") { // T may be the script's own number of steps
		t.Errorf("with a smaller last batch: %q", got)
	}
}

// The paragraph says what a training with a smaller last batch does, which is more steps than the engine counts.
func TestTheParagraphSaysASmallerLastBatch(t *testing.T) {
	for name, c := range map[string]struct {
		n, steps int
		inEpochs bool
		want     string
	}{
		"epochs":     {103, 50, true, "on n = 103 examples for 5 epochs of 10 full batches and a smaller one with"},
		"one":        {13, 1, true, "on n = 13 examples for 1 epoch of 1 full batch and a smaller one with"},
		"half":       {103, 25, true, "on n = 103 examples for 2.5 epochs of 10 full batches and a smaller one with"},
		"iterations": {103, 50, false, "on n = 103 examples for T = 50 iterations with"},
	} {
		r := theRun
		r.N, r.B, r.T, r.Scheme, r.Noise, r.Sigma = c.n, 10, c.steps, run.Cyclic, run.NoiseMultiplier, 4
		report, err := bounds.Evaluate(t.Context(), r, atDelta, bounds.Settings{Rows: AllIteratesRows})
		if err != nil {
			t.Fatal(err)
		}
		q := claim.Query{Run: r, Question: atDelta}
		s := About(q, engine.FromReport(report), Departures{Remainder})
		s.InEpochs = c.inEpochs
		if got := s.Statement(); !strings.Contains(got, c.want) || !strings.HasSuffix(got, "with a smaller last batch in each epoch, as here.") {
			t.Errorf("%s: %q", name, got)
		}
		s = About(q, engine.FromReport(report), Departures{Momentum})
		s.InEpochs = c.inEpochs
		if got := s.Statement(); !strings.Contains(got, " for "+prose(c.steps, c.n/10)+" with ") || strings.Contains(got, "smaller one") {
			t.Errorf("%s, with momentum: %q", name, got)
		}
	}
}

// prose is how the engine writes the length of a run.
func prose(steps, epoch int) string {
	switch {
	case steps == 1:
		return "T = 1 iteration"
	case steps%epoch == 0:
		return fmt.Sprintf("T = %d iterations (%d epochs)", steps, steps/epoch)
	}
	return fmt.Sprintf("T = %d iterations", steps)
}

// The proof for secret orders needs batches of one size: with a smaller last batch composition at known places counts.
func TestASmallerLastBatchTellsPlaces(t *testing.T) {
	loud := theRun
	loud.N, loud.B, loud.T, loud.Scheme, loud.Noise, loud.Sigma = 100, 10, 20, run.Reshuffle, run.NoiseMultiplier, 40
	loud.Clipping = run.ClippingNever
	report, err := bounds.Evaluate(t.Context(), loud, atDelta, bounds.Settings{Rows: AllIteratesRows})
	if err != nil || report.AllIterates == nil || report.AllIterates.Row != "shuffled-composition" {
		t.Fatalf("%v, %+v", err, report.AllIterates)
	}
	sent := engine.FromReport(report)
	q := claim.Query{Run: loud, Question: atDelta}
	if s := About(q, sent, Departures{Momentum}); s.Result.Answer.Row != "shuffled-composition" || s.Statement() == "" ||
		!strings.Contains(s.Say().Sentence(), "— by composition, amplified by shuffling: ε as if every iterate were public; it holds with momentum") {
		t.Errorf("with momentum %+v counts", s.Result.Answer)
	}
	s := About(q, sent, Departures{Remainder})
	if a := s.Result.Answer; a == nil || a.Row != "composition" || a != s.Result.Published || s.Statement() != "" {
		t.Errorf("with a smaller last batch %+v counts", a)
	}
	if row, _ := s.RowOf("shuffled-composition"); row.Applies {
		t.Error("with a smaller last batch the row for secret orders applies, want it not to")
	}
	if got := (Wanted{Query: q, Departures: Departures{Remainder}}).Rows(); !slices.Equal(got, []string{"composition"}) {
		t.Errorf("solved by %q", got)
	}
}

// The bound of our own theorem for all iterates is not attributed to published theorems.
func TestOurCompositionIsNotInPrint(t *testing.T) {
	loud := theRun
	loud.N, loud.B, loud.T, loud.Scheme, loud.Noise, loud.Sigma = 100, 10, 20, run.Reshuffle, run.NoiseMultiplier, 40
	loud.Clipping, loud.Diameter = run.ClippingActive, math.Inf(1)
	report, err := bounds.Evaluate(t.Context(), loud, atDelta, bounds.Settings{Rows: AllIteratesRows})
	if err != nil {
		t.Fatal(err)
	}
	for _, departures := range []Departures{nil, {Momentum}} { // with momentum all iterates are what counts
		s := About(claim.Query{Run: loud, Question: atDelta}, engine.FromReport(report), departures)
		composition, _ := s.RowOf("composition")
		if s.Result.Answer.Row != "shuffled-composition" || s.ByPublished() != Rounded(composition, SentenceDigits)+" by published theorems" {
			t.Errorf("%v: by %s, and %q", departures, s.Result.Answer.Row, s.ByPublished())
		}
	}
}
