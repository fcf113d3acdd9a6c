package words

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// If the last iterates or their average are released, the floor is that of the iterates together: none is claimed for the average.
func TestFloorIsNotOfTheAverage(t *testing.T) {
	r := result()
	r.Lower = answerOf("linear-adversary", 0.9876)
	for _, lower := range []float64{0.9876, 1.2644} {
		r.Lower.Epsilon = protocol.Number(lower)
		s := about(r)
		s.Run.Release, s.Run.Every = run.LastIterates, 20
		if got := s.Interval(); !strings.HasPrefix(got, "The true ε of the last 20 iterates together, ") ||
			!strings.HasSuffix(got, " Of their average alone it is at most 1.27, and no lower bound is proved.") {
			t.Errorf("floor %v: %s", lower, got)
		}
		s.Result.Answer = answerOf("shift", math.Inf(1))
		if got := s.Interval(); !strings.HasPrefix(got, "The true ε of the last 20 iterates together, ") {
			t.Errorf("without a finite bound: %s", got)
		}
	}
}

// If only the upper bound is certified, the details do not call the floor certified.
func TestCertifiedIsSaidOfTheBound(t *testing.T) {
	r := result()
	r.Answer.Certified, r.Lower = true, answerOf("linear-adversary", 0.9)
	says := func() string { return strings.Join(about(r).Details(), " ") }
	if got := says(); !strings.Contains(got, "The upper bound is certified") || !strings.Contains(got, "floor is proved, but computed in double") {
		t.Error(got)
	}
	r.Lower.Certified = true
	if got := says(); !strings.Contains(got, "Upper bound and floor are certified") {
		t.Error(got)
	}
	r.Lower = nil
	if got := says(); !strings.Contains(got, "The upper bound is certified") || strings.Contains(got, "floor is") {
		t.Error(got)
	}
}

// Composition is called tight only if it is: not for secret orders, replaced examples of Poisson batches or the best of several runs.
func TestTightComposition(t *testing.T) {
	row := protocol.Row{ID: "composition", Side: "upper", Applies: true, Epsilon: eps(1), RDP: &protocol.RDP{Converted: eps(2)}}
	for _, c := range []struct {
		scheme    run.Scheme
		adjacency run.Adjacency
		by, tight bool
		tuned     run.Tuning
	}{
		{run.Full, run.Replace, false, true, ""}, {run.Cyclic, run.ZeroOut, false, true, ""},
		{run.Poisson, run.AddRemove, true, true, ""}, {run.Poisson, run.AddRemove, false, false, ""},
		{run.Poisson, run.Replace, true, false, ""}, {run.Reshuffle, run.Replace, false, false, ""},
		{run.ShuffleOnce, run.Replace, false, false, ""}, {run.Allocation, run.AddRemove, true, false, ""},
		{run.WithoutReplacement, run.Replace, true, false, ""}, {run.Full, run.Replace, false, false, run.FixedTuning},
	} {
		with := row
		if c.by {
			with.By = []protocol.Source{{Authors: "A"}}
		}
		s := about(protocol.Result{Answers: protocol.Answers{Answer: answerOf("composition", 1), Rows: []protocol.Row{with}}})
		s.Run.Scheme, s.Run.Adjacency, s.Run.Tuning = c.scheme, c.adjacency, c.tuned
		if got := s.Accounting(); got == "" || strings.HasPrefix(got, "tight") != c.tight {
			t.Errorf("%s, %s, %q: %q", c.scheme, c.adjacency, c.tuned, got)
		}
	}
}

// A reference line is not counted among the theorems that apply, and is no multiple of the answer.
func TestReferenceLinesDoNotApply(t *testing.T) {
	line := protocol.Row{ID: "output", Side: "upper", Status: "reference", Applies: true, Epsilon: eps(2)}
	if got := Listed(nil); got != "The table comes with the answer." { // not that none applies to the run
		t.Errorf("before an answer: %s", got)
	}
	if n := Applying([]protocol.Row{line}); n != 0 || Apply(n) != "None applies" || Listed([]protocol.Row{line}) != Apply(n) {
		t.Errorf("%d rows apply", n)
	}
	if got := Ratio(line, answerOf("a", 1)); got != "" {
		t.Errorf("it is %s the answer", got)
	}
	if n := Applying(result().Rows); n != 3 {
		t.Errorf("%d of three rows apply", n)
	}
}

// If nothing covers the training, the text says so and gives the reason of the ticked departure.
func TestNothingIsCovered(t *testing.T) {
	s := about(result(), Momentum) // the noise is on the iterate
	if got := s.Uncovered(); !strings.Contains(got, "state the noise as gradient noise or as a noise multiplier") {
		t.Error(got)
	}
	if got := Covered(s.Run, s.Departures); got != "Nothing: no bound here holds for training with momentum." {
		t.Error(got)
	}
	s.Run.Noise = run.NoiseMultiplier
	if got := Covered(s.Run, s.Departures); s.Uncovered() != "" || !strings.Contains(got, "by composition") {
		t.Errorf("%q, %q", got, s.Uncovered())
	}
	for d, want := range map[float64]string{1: "Projected SGD with", math.Inf(1): "SGD with"} {
		s.Run.Diameter = d
		if got := Covered(s.Run, nil); !strings.HasPrefix(got, want) {
			t.Errorf("D = %v: %s", d, got)
		}
	}
}

// For the best of several runs the text mentions no search that is not made, and says what was not tried.
func TestTunedRunsAreNotSearched(t *testing.T) {
	r := result()
	r.Verdict.GivenUp = true
	s := about(r)
	s.Run.Tuning, s.Run.TuningMean = run.FixedTuning, 3
	if got := s.BurnIn(); got != "" {
		t.Error(got)
	}
	if got := s.tried(); !strings.Contains(got, "a single run in place of the best of several was not tried") {
		t.Error(got)
	}
}
