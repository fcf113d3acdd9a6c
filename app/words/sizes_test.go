package words

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
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

// What nobody stated is marked at its place, whatever stands beside it, and at the end if it has none; what does not matter to the answer
// has no mark.
func TestSizesMarkWhatWasAssumed(t *testing.T) {
	r := bounds.DefaultRun()
	r.N, r.B, r.T, r.Sigma, r.Eta, r.Clip = 50_000, 500, 5000, 0.125, 0.5, 2
	r.Scheme, r.Adjacency, r.Diameter, r.Noise = run.Poisson, run.ZeroOut, 3, run.GradientNoise
	r.Loss, r.Smoothness, r.Clipping = run.Convex, 4, run.ClippingNever
	rough := r
	rough.Smoothness, rough.Schedule = math.Inf(1), run.CosineFall
	for _, c := range []struct {
		run     run.Run
		ds      Departures
		order   float64
		assumed string
		states  string
	}{
		{r, nil, 0, "n T scheme b sigma clip eta loss diameter adjacency", "n = 50,000 (assumed) · T = 5000 (assumed) · Poisson (assumed) · b = 500 (assumed) · " +
			"σDP = 0.125 (assumed) · C = 2 (assumed), never clipped · η = 0.5 (assumed) · convex (assumed), L = 4 · D = 3 (assumed) · zero out one (assumed)"},
		{r, nil, 0, "delta smoothness clipping noise alpha nonsense", "n = 50,000 · T = 5000 · Poisson · b = 500 · σDP = 0.125 · C = 2, never clipped (assumed) · " +
			"η = 0.5 · convex, L = 4 (assumed) · D = 3 · zero out one · noise is stated as: noise on the gradient (assumed) · δ (assumed)"},
		{rough, nil, 3, "smoothness alpha delta", "n = 50,000 · T = 5000 · Poisson · b = 500 · σDP = 0.125 · C = 2, never clipped · η = 0.5 at most · " +
			"convex, not smooth (assumed) · D = 3 · zero out one · α (assumed)"},
		{r, Departures{Momentum, lacks + "clip"}, 0, "diameter clip smoothness adjacency", "n = 50,000 · T = 5000 · Poisson · b = 500 · σDP = 0.125 · zero out one (assumed)"},
	} {
		got := Subject{Query: claim.Query{Run: c.run, Question: claim.Question{Alpha: c.order}}, Departures: c.ds}.Sizes(strings.Fields(c.assumed)...)
		if strings.ReplaceAll(got, "\u00a0", " ") != c.states || strings.Contains(got, " ·") || strings.Contains(got, " (") {
			t.Errorf("%s: %q, want %q", c.assumed, got, c.states)
		}
	}
}

// The departures under which an answer holds are named in few words, and by the sentence after the words that announce them.
func TestHolding(t *testing.T) {
	composition := &protocol.Answer{Row: "composition", Epsilon: 5}
	q := bounds.DefaultQuery()
	q.Run.Noise = run.NoiseMultiplier
	result := protocol.Result{Answers: protocol.Answers{Answer: composition, Published: composition}}
	for want, ds := range map[string]Departures{
		"":                    nil,
		"holds with momentum": {Momentum},
		"holds with momentum, a schedule, weight averaging, a smaller last batch and unknown smoothness": {Momentum, Schedule, Averaging, Remainder, Unknown},
		"holds with Adam and checkpoints": {Adam, Checkpoints},
	} {
		s := About(q, result, ds)
		if got := s.Holding(); got != want {
			t.Errorf("%v: %q, want %q", ds, got, want)
		}
		if said := strings.Contains(s.Say().Sentence(), HoldsWith); said != (want != "") {
			t.Errorf("%v: the sentence is %q", ds, s.Say().Sentence())
		}
	}
	if got := About(q, result, Departures{Stopping}).Holding(); got != "" {
		t.Errorf("where nothing holds, it %s", got)
	}
}
