package attained

import (
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/internal/row/rowtest"
	"lastiterate/bounds/run"
)

// The push along the interval has a symbol of its own, since a curved loss and a push beside the interval take some of
// s; the push beside it is how far apart it puts the two runs, which is what is computed.
func TestPushesOnAnIntervalAreTold(t *testing.T) {
	if strings.Contains(onInterval, "{s}") || !strings.Contains(onInterval, `\pm h`) || !strings.Contains(onIntervalSymbols, "±h is") ||
		!strings.Contains(onIntervalSymbols, "take the rest of s") {
		t.Errorf("%s: %s", onInterval, onIntervalSymbols)
	}
	r := rowtest.Figure1(run.StronglyConvex)
	r.T, r.Clipping = 200, run.ClippingNever
	m := stronglyConvexMember(r)
	m.beside = 0.5
	text := writeOnInterval(r, m, claim.Bound{Question: claim.Question{Delta: 1e-5}, Epsilon: 1}, `\ge`)
	if !strings.Contains(text, `the last step pushes the runs } 0.5 \text{ apart perpendicular to the interval`) {
		t.Error(text)
	}
	// Along the interval, curvature takes C/4 of C: ±0.03 in place of ±0.04.
	if push := m.pair.Visit[0].Shift * r.IterateNoise(); push > 0.0300001 || push < 0.0299999 || !strings.Contains(text, "+ 0.03 + G_t") {
		t.Errorf("a push of %v: %s", push, text)
	}
	r.Scheme, r.N, r.B, r.Clipping = run.Poisson, 8, 4, run.ClippingGLM
	m = stronglyConvexMember(r)
	m.others = -0.4
	m = m.pushed(r, 0.8)
	text = writeOnInterval(r, m, claim.Bound{Question: claim.Question{Delta: 1e-5}, Epsilon: 1}, `\ge`)
	if !strings.Contains(text, `\text{each other example of a batch adds } -0.1 \cdot W_t + 0.2`) {
		t.Error(text)
	}
}
