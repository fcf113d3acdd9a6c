package theorem

import (
	"testing"

	"lastiterate/bounds/run"
)

// What a stated position loses falls behind each use, so that no row which is asked for
// the run up to the last use settles as T grows.
func TestPositionsDoNotSettle(t *testing.T) {
	row := &Theorem{Settles: Contraction.Settles}
	upTo(row, run.Run.ToLastUse, run.Run.AfterLastUse)
	r := chienLiRun(run.Cyclic, 1)
	r.N, r.B, r.T = 40, 4, 33
	if !row.Settles(r) {
		t.Error("the worst position of a known order does not settle")
	}
	if r.Position = 3; row.Settles(r) {
		t.Errorf("batch %d of %d settles", r.Position, r.StepsPerEpoch())
	}
}
