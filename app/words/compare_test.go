package words

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

func TestDifferences(t *testing.T) {
	a := About(claim.Query{Run: bounds.DefaultRun(), Question: claim.Question{Delta: 1e-5}}, protocol.Result{}, nil)
	if differ, same := Differences([]Subject{a}); differ != nil || same != "" {
		t.Errorf("one alone: %v, %q", differ, same)
	}
	if differ, same := Differences([]Subject{a, a}); differ != nil || same != "The runs and questions are identical." {
		t.Errorf("twice the same: %v, %q", differ, same)
	}
	b := a
	b.Run.T, b.Run.Loss, b.Run.Diameter, b.Question = 90, run.Convex, inf(), claim.Question{Alpha: 8}
	differ, same := Differences([]Subject{a, b})
	var lines []string
	for _, l := range differ {
		lines = append(lines, fmt.Sprint(l.Name, " ", strings.Join(l.Values, " / ")))
	}
	want := []string{"iterations 200 / 90", "diameter of the domain 1 / no projection",
		"loss strongly convex and smooth / convex, smooth or not",
		"strong convexity 1 / —", "question ε at δ = 10⁻⁵ / ε(8) of Rényi DP at order α = 8"}
	if !slices.Equal(lines, want) {
		t.Errorf("differ in\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	for _, text := range []string{"n = 5", "η = 0.1", "batch scheme: full batch", "L = 1"} {
		if !strings.Contains(same, text) {
			t.Errorf("the same in all does not name %s: %s", text, same)
		}
	}
	for _, text := range []string{"T =", "w =", "loss:", "question"} { // what differs, and what neither uses
		if strings.Contains(same, text) {
			t.Errorf("the same in all names %s: %s", text, same)
		}
	}
}

// A shape of 0 and a share of 0 are values; a weight decay of 0 is none.
func TestZerosThatAreValues(t *testing.T) {
	a := Subject{Query: bounds.DefaultQuery()}
	a.Run.Tuning, a.Run.TuningMean, a.Run.Schedule = run.NegativeBinomial, 5, run.CosineFall
	b := a
	b.Run.TuningShape, b.Run.ScheduleFinal, b.Run.WeightDecay = 0.5, 0.1, 0.01
	differ, _ := Differences([]Subject{a, b})
	var lines []string
	for _, l := range differ {
		lines = append(lines, l.Name+" "+strings.Join(l.Values, " / "))
	}
	if want := []string{"final share 0 / 0.1", "weight decay none / 0.01", "shape of the distribution 0 / 0.5"}; !slices.Equal(lines, want) {
		t.Errorf("differ in %q, want %q", lines, want)
	}
}

// Upper bounds are rounded up and lower bounds down; what is not known is a dash.
func TestOutcomes(t *testing.T) {
	known := About(claim.Query{Run: bounds.DefaultRun(), Question: claim.Question{Delta: 1e-5}}, protocol.Result{
		Answers: protocol.Answers{
			Answer:    answerOf("shift", 1.23456789),
			Published: answerOf("composition", 3.3333333),
			Lower:     answerOf("linear-adversary", 0.6666666),
			Rows:      []protocol.Row{{ID: "shift", Name: "Shift optimum"}},
		},
	}, nil)
	unknown := About(claim.Query{Run: bounds.DefaultRun(), Question: claim.Question{Delta: 1e-5}}, protocol.Result{}, nil)
	want := []string{"1.23457 / —", "Shift optimum / —", "3.33334 / —", "0.666666 / —"}
	for i, line := range Outcomes([]Subject{known, unknown}) {
		if got := strings.Join(line.Values, " / "); got != want[i] {
			t.Errorf("%s: %s, want %s", line.Name, got, want[i])
		}
	}
	// A departure that leaves composition only leaves no less in the comparison.
	momentum := About(known.Query, protocol.Result{
		Answers: protocol.Answers{
			Answer:    known.Result.Answer,
			Published: known.Result.Published,
			Rows:      []protocol.Row{{ID: "composition", Name: "Composition", Side: "upper"}},
		},
	}, Departures{Averaging})
	if got := Outcomes([]Subject{momentum})[0].Values[0]; got != "3.33334" {
		t.Errorf("with weight averaging ε = %s", got)
	}
}
