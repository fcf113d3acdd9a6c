package words

import (
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// What was assumed is said in the words of the form, briefly.
func TestAssumed(t *testing.T) {
	q := claim.Query{Run: theRun, Question: atDelta}
	q.Run.Scheme, q.Run.Diameter = run.Poisson, math.Inf(1)
	if got := Assumed(q, nil); got != "" {
		t.Errorf("where nothing was: %q", got)
	}
	const want = "Assumed, not in your text — neighbouring datasets: replace one · batches: Poisson · no projection · learning rate η = 0.1 · " +
		"failure probability δ = 10⁻⁵."
	if got := Assumed(q, []string{"adjacency", "scheme", "diameter", "eta", "delta"}); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
