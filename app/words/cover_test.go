package words

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// For training that departs from the run, the paragraph states what still holds, and why; if nothing
// holds, there is no paragraph.
func TestStatementOfWhatStillHolds(t *testing.T) {
	r := result()
	r.Statement, r.PublishedStatement = "The last iterate is private.", "All iterates are private."
	for want, ds := range map[string][]Departure{
		"The last iterate is private. By published theorems alone, the bound is ε ≤ 3.94.":                                                                                                                                                    nil,
		"All iterates are private. This holds for training with weight averaging (EMA, SWA) and checkpoints released or observed, as here.":                                                                                                   {Averaging, Checkpoints},
		"All iterates are private. This holds for training with a schedule of the learning rate or the noise, as here; where they change, the noise stated is the smallest, the clipping norm the largest and the learning rate the largest.": {Schedule},
		"": {Averaging, Tuning},
	} {
		if got := about(r, ds...).Statement(); got != want {
			t.Errorf("%v: %q, want %q", ds, got, want)
		}
	}
	soFar := about(r)
	soFar.Unfinished = true
	if got := soFar.Statement(); got != r.Statement {
		t.Errorf("before all published theorems are evaluated: %q", got)
	}
	ours := r
	ours.Rows = slices.DeleteFunc(slices.Clone(r.Rows), func(row protocol.Row) bool { return !Ours(row) })
	if got := about(ours).Statement(); got != r.Statement+" No published theorem here gives a finite bound." {
		t.Errorf("with our rows alone: %q", got)
	}
	onGradient := theRun
	onGradient.Noise = run.NoiseMultiplier
	s := About(claim.Query{Run: onGradient, Question: atDelta}, r, Departures{Momentum, Schedule})
	if got := s.Statement(); !strings.HasSuffix(got,
		"with momentum and a schedule of the learning rate or the noise, as here; where they change, the noise multiplier stated is the smallest and the clipping norm "+
			"the largest; the learning rate does not count.") {
		t.Error(got)
	}
	r.PublishedStatement = ""
	if got := about(r, Averaging).Statement(); got != "" {
		t.Errorf("where composition has no paragraph: %q", got)
	}
}

// With a departure only rows that cover it apply; the others say why not.
func TestDeparturesTakeRowsAway(t *testing.T) {
	for _, c := range []struct {
		ds   []Departure
		want []string
	}{
		{nil, []string{"composition", "shift", "linear-adversary"}},
		{[]Departure{Checkpoints}, []string{"composition"}},
		{[]Departure{Schedule}, []string{"composition"}},
		{[]Departure{Momentum}, nil}, // the noise of this run is on the iterate
		{[]Departure{Checkpoints, Tuning}, nil},
	} {
		var apply []string
		for _, row := range about(result(), c.ds...).Result.Rows {
			if row.Applies {
				apply = append(apply, row.ID)
			} else if row.Epsilon != nil || row.Hypotheses[0].Holds {
				t.Errorf("%v: %s does not apply, yet has a value or no reason", c.ds, row.ID)
			}
		}
		if !slices.Equal(apply, c.want) {
			t.Errorf("%v leaves %v, want %v", c.ds, apply, c.want)
		}
	}
}

func TestConsequences(t *testing.T) {
	onGradient := theRun
	onGradient.Noise = run.NoiseMultiplier
	for d, want := range map[Departure]Coverage{
		Momentum: Composition, Adam: Composition, Schedule: Composition, Averaging: Composition, Checkpoints: Composition, Tuning: Nothing,
		Decay: Composition, Remainder: Composition, Unknown: Composition, Stopping: Nothing,
	} {
		if got, why := Consequence(d, onGradient); got != want || why == "" {
			t.Errorf("%s: %v, %q", d, got, why)
		}
	}
	stating := onGradient
	stating.Release, stating.WeightDecay, stating.Tuning, stating.TuningMean, stating.Warmup = run.AllIterates, 0.1, run.Geometric, 3, 5
	for _, d := range []Departure{Checkpoints, Decay, Tuning} {
		if got, why := Consequence(d, stating); got != Everything || why == "" {
			t.Errorf("%s is stated, and leaves %v, %q", d, got, why)
		}
	}
	for _, d := range []Departure{Averaging, Schedule} { // who ticks them has an EMA, or another shape than the form's
		if got, why := Consequence(d, stating); got != Composition || !strings.Contains(why, "untick this") {
			t.Errorf("%s is ticked, and leaves %v, %q", d, got, why)
		}
	}
	if got, _ := Consequence(Momentum, stating); got != Composition {
		t.Errorf("no field states momentum, and it leaves %v", got)
	}
	if len(AllDepartures) != 10 {
		t.Errorf("%d departures in the list", len(AllDepartures))
	}
}

func TestChips(t *testing.T) {
	row := protocol.Row{Hypotheses: []protocol.Hypothesis{
		{Name: "batch scheme", Holds: true, Needed: "full batch", Actual: "full batch"},
		{Name: "step size", Needed: "η ≤ 2/L = 0.08", Actual: "η = 0.1"},
		{Name: "loss", Needed: "convex"},
		{Name: "does not cover momentum"},
	}}
	var got []string
	for _, c := range Chips(row) {
		got = append(got, c.Text)
	}
	want := []string{"batch scheme", "needs η ≤ 2/L = 0.08; yours: η = 0.1", "needs convex", "does not cover momentum"}
	if !slices.Equal(got, want) {
		t.Errorf("chips %q", got)
	}
}

// The paragraph for a paper ends with the bare address of the run; without a paragraph there
// is no address.
func TestCited(t *testing.T) {
	s := Subject{Result: protocol.Result{Statement: "The model was trained."}}
	if got, want := s.Cited("0.1.0", "https://example.org/#v=1"), "The model was trained. Computed by Last Iterate 0.1.0: https://example.org/#v=1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.Result.Statement = "It is private (the theorem, docs/proofs/shift.html)."
	if got, want := s.Cited("1", "https://example.org/a/#v=1"), "(the theorem, https://example.org/a/docs/proofs/shift.html)"; !strings.Contains(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	s.Departures = Departures{Momentum}
	if got := s.Cited("0.1.0", "https://example.org/"); got != "" {
		t.Errorf("with momentum: %q", got)
	}
}
