package words

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// The engine's warning of examples that batches of one size leave out is not for who has a
// smaller last batch: they are told what T counts.
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
		!strings.HasPrefix(got[1], "T counts the full batches of each epoch, 10. With the smaller last batch an epoch has 11 steps.") {
		t.Errorf("with a smaller last batch: %q", got)
	}
}
