package snippet

import (
	"math"
	"testing"

	"lastiterate/bounds/run"
)

// A text that names another class is read over a run whose losses are not smooth.
func TestOverLossesThatAreNotSmooth(t *testing.T) {
	base := opening()
	base.Run.Loss, base.Run.Smoothness, base.Run.Clipping = run.Convex, math.Inf(1), run.ClippingNever
	for text, want := range map[string]bool{"non-convex, n = 60000": false, "strongly convex": false, "n = 60000, lr = 0.1": true,
		"non-convex, not smooth": false, "convex, not smooth": true} {
		got := Read(base, text).State.Run
		if err := got.Validate(); err != nil || got.Nonsmooth() != want {
			t.Errorf("%s: L = %v of %s losses (%v)", text, got.Smoothness, got.Loss, err)
		}
	}
}
