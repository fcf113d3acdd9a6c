package words

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// An embed says what its answer assumes of the run: no b where that is n, no value that is blank or that the answer does not use.
func TestSizes(t *testing.T) {
	cyclic := bounds.DefaultRun()
	cyclic.N, cyclic.B, cyclic.T, cyclic.Sigma, cyclic.Eta, cyclic.Clip = 50_000, 500, 5000, 0.125, 0.5, 2
	cyclic.Scheme, cyclic.Adjacency, cyclic.Diameter, cyclic.Noise = run.Cyclic, run.ZeroOut, 3, run.GradientNoise
	cyclic.Loss, cyclic.Smoothness, cyclic.Clipping = run.Convex, 4, run.ClippingNever
	full := cyclic
	full.Scheme, full.B, full.Diameter, full.Clipping, full.Schedule = run.Full, full.N, math.Inf(1), run.ClippingActive, run.CosineFall
	for _, c := range []struct {
		run    run.Run
		ds     Departures
		states string
	}{
		{cyclic, nil, "n = 50,000 · T = 5000 · fixed order · b = 500 · σDP = 0.125 · C = 2, never clipped · η = 0.5 · convex, L = 4 · D = 3 · " +
			"zero out one"},
		{full, nil, "n = 50,000 · T = 5000 · full batch · σDP = 0.125 · C = 2 · η = 0.5 at most · convex, L = 4 · no projection · zero out one"},
		{cyclic, Departures{Momentum, lacks + "clip"}, "n = 50,000 · T = 5000 · fixed order · b = 500 · σDP = 0.125 · zero out one"},
	} {
		got := Subject{Query: claim.Query{Run: c.run}, Departures: c.ds}.Sizes()
		if strings.ReplaceAll(got, "\u00a0", " ") != c.states || strings.Contains(got, " = ") || strings.Contains(got, " ·") {
			t.Errorf("%q, want %q with pairs that do not break and no line that begins with a dot", got, c.states)
		}
	}
}
