package words

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

// contradictory is an answer of which two rows contradict each other.
func contradictory() protocol.Result {
	inf, zero, rest := protocol.Number(math.Inf(1)), protocol.Number(0), protocol.Number(5.76)
	return protocol.Result{
		Answers: protocol.Answers{
			Answer:    &protocol.Answer{Row: "composition", Epsilon: rest},
			Published: &protocol.Answer{Row: "composition", Epsilon: rest},
			Contradiction: &protocol.Contradiction{Upper: protocol.Answer{Row: "last-step", Epsilon: 2.1, Certified: true},
				Lower: protocol.Answer{Row: "one-step", Epsilon: 4.7296}},
			Rows: []protocol.Row{
				{ID: "composition", Name: "Composition", Side: "upper", Status: "proved", Applies: true, Epsilon: &rest},
				{ID: "last-step", Name: "The last step", Side: "upper", Status: "proved", HiddenState: true, Applies: true, Epsilon: &inf,
					Failed: "This row says …"},
				{ID: "one-step", Name: "One step", Side: "lower", Status: "proved", HiddenState: true, Applies: true, Epsilon: &zero,
					Failed: "This row says …"},
			},
		},
	}
}

// No number is the answer while rows contradict each other, and both are named.
func TestContradiction(t *testing.T) {
	s := About(bounds.DefaultQuery(), contradictory(), nil)
	said := s.Contradiction()
	for _, want := range []string{"The last step", "2.1", "One step", "4.72", "report"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q does not say %q", said, want)
		}
	}
	if say := s.Say(); say.Number != "" || !strings.Contains(say.Rest, "No answer") || !strings.Contains(say.Rest, "ε ≤ 5.76") {
		t.Errorf("the first sentence is %+v", say)
	}
	if _, _, ok := s.Attribution(); ok || s.Best() != "" || s.Interval() != "" || s.BurnIn() != "" || s.Certified() != "" {
		t.Errorf("what is in doubt is told: best %q, interval %q, burn-in %q", s.Best(), s.Interval(), s.BurnIn())
	}
	if lines := Outcomes([]Subject{s}); lines[0].Values[0] != "—" || lines[1].Values[0] != "rows contradict each other" {
		t.Errorf("beside others it is told as %+v", lines)
	}
	// Composition stands for a training that publishes iterates, and is in doubt, too.
	tried := 0
	for _, d := range AllDepartures {
		if published := About(s.Query, contradictory(), Departures{d.ID}); published.Departures.Coverage(s.Run) == Composition {
			tried++
			if published.Say().Number != "" {
				t.Errorf("with %s composition alone is told as %+v", d.ID, published.Say())
			}
		}
	}
	if tried == 0 {
		t.Error("0 departures leave composition alone, want at least 1")
	}
	sound := contradictory()
	sound.Contradiction = nil
	if s := About(bounds.DefaultQuery(), sound, nil); s.Contradiction() != "" || s.Say().Number == "" || s.Best() != "composition" {
		t.Errorf("without a contradiction: contradiction %q, number %q, best row %s; want none, a number and composition",
			s.Contradiction(),
			s.Say().Number, s.Best())
	}
}
