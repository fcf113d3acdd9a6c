package words

import (
	"slices"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/run"
)

// The engine's warning of examples that batches of one size leave out is not for who has a
// smaller last batch.
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
	if got := about(r, Remainder).Warnings(); !slices.Equal(got, []string{"Another."}) {
		t.Errorf("with a smaller last batch: %q", got)
	}
}
