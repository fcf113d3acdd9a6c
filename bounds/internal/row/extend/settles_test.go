package extend

import (
	"testing"

	"lastiterate/bounds/internal/row/forgetting"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
	"lastiterate/bounds/theorem"
)

// What a stated position loses falls behind each use, so that no row which is asked for
// the run up to the last use settles as T grows.
func TestPositionsDoNotSettle(t *testing.T) {
	row := &theorem.Theorem{Settles: forgetting.Contraction.Settles}
	upTo(row, run.Run.ToLastUse, run.Run.AfterLastUse)
	r := rowtest.ChienLiRun(run.Cyclic, 1)
	r.N, r.B, r.T = 40, 4, 33
	if !row.Settles(r) {
		t.Error("Settles of a known order at its worst position = false, want true")
	}
	if r.Position = 3; row.Settles(r) {
		t.Errorf("batch %d of %d settles", r.Position, r.StepsPerEpoch())
	}
}
