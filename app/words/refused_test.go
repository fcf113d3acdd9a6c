package words

import (
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
)

// A run that every row refuses says which of its fields no row knows together.
func TestRefusalIsExplained(t *testing.T) {
	r := run.Run{N: 1000, B: 100, T: 160, Eta: 0.05, Clip: 1, Sigma: 1, Noise: run.IterateNoise, Diameter: 1, Scheme: run.Poisson,
		Adjacency: run.AddRemove, Loss: run.Convex, Smoothness: 1, Clipping: run.ClippingNever, Schedule: run.CosineFall,
		Group: 2, After: 10}
	q := claim.Query{Run: r, Question: claim.Question{Delta: 1e-5}}
	report, err := bounds.Evaluate(t.Context(), q.Run, q.Question, bounds.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if report.Answer != nil {
		t.Fatalf("%s applies", report.Answer.Row)
	}
	why := About(q, engine.FromReport(report), nil).Refused()
	for _, want := range []string{"no bound", "nothing to draw", "it covers the deletion of one example, not of several"} {
		if !strings.Contains(why, want) {
			t.Errorf("%q is not in %s", want, why)
		}
	}
}

// If nothing covers the training, the picture's place says so, and what would be covered.
func TestRefusalOfADeparture(t *testing.T) {
	why := about(result(), Stopping).Refused()
	if !strings.Contains(why, "covers training with early stopping") || !strings.Contains(why, "nothing to draw. When training stops") ||
		strings.Contains(why, "Even composition") {
		t.Error(why)
	}
}
