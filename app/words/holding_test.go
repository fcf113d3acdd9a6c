package words

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// While fields on which composition does not depend are blank, composition's ε is the answer. No text shows what the other rows
// give for the values that stand in for the blank fields; the rows that wait for these fields are named.
func TestBlankFieldsLeaveComposition(t *testing.T) {
	r := theRun
	r.Noise = run.NoiseMultiplier
	q := claim.Query{Run: r, Question: atDelta}
	with := result()
	with.Warnings = []string{noLoss + ": strong convexity", "another"}
	with.PublishedStatement = "All updates."
	with.Rows[1].Hypotheses = []protocol.Hypothesis{{Name: "batch scheme", Holds: true}, {Name: "step size", Actual: "η = 0.1"}}
	other := with.Rows[1]
	other.ID, other.Name = "other", "Other row"
	other.Hypotheses = []protocol.Hypothesis{{Name: "batch scheme", Needed: "Poisson", Actual: "full batch"}}
	with.Rows = append(with.Rows, other)

	s := About(q, with, Departures(nil).Without([]string{"eta", "smoothness"}))
	if got, want := s.Say().Sentence(), "ε ≤ 3.94 at δ = 10⁻⁵ — by composition: the ordinary DP-SGD ε, as if every iterate were public; "+
		"the last iterate alone may leak less once you give the learning rate η and the smoothness L."; got != want {
		t.Errorf("%q,\nwant %q", got, want)
	}
	if got, want := s.Awaits(), "Blank: the learning rate η and the smoothness L. Once they are given, these are checked: Shift optimum."; got != want {
		t.Errorf("%q,\nwant %q", got, want)
	}
	for _, row := range s.Result.Rows[1:] {
		if row.Applies || row.Epsilon != nil || row.Mu != nil || !strings.HasPrefix(Chips(row)[0].Text, "needs the learning rate η") {
			t.Errorf("%s is shown with %v, %v", row.ID, row.Epsilon, Chips(row))
		}
		for _, chip := range Chips(row) {
			if strings.Contains(chip.Text+chip.Why, "0.1") {
				t.Errorf("%s says what a blank field holds: %+v", row.ID, chip)
			}
		}
	}
	withNumbers := with
	withNumbers.Rows = slices.Clone(with.Rows)
	withNumbers.Rows[0].Substituted, withNumbers.Rows[0].Schedule = "s = 0.2", true
	for field, told := range map[string]bool{"eta": false, "clip": false, "smoothness": true} {
		row := About(q, withNumbers, Departures(nil).Without([]string{field})).Result.Rows[0]
		if row.Epsilon == nil || (row.Substituted != "") != told || HasSteps(row) != told {
			t.Errorf("without %s composition is shown with %q, its steps %v", field, row.Substituted, row.Schedule)
		}
	}
	if lines := constants([]Subject{s}); !slices.ContainsFunc(lines, func(l Line) bool { return l.Symbol == "η" && l.Values[0] == "blank" }) {
		t.Errorf("a comparison has %+v", lines)
	}
	if s.Impossible() != "" || len(s.Warnings()) != 1 {
		t.Errorf("it warns of values that nobody stated: %q", s.Warnings())
	}
	if s.Statement() != "All updates." || About(q, with, Departures(nil).Without([]string{"diameter"})).Statement() != "" {
		t.Errorf("the paragraph is %q", s.Statement())
	}
	if names := s.Departures.Names(); names != nil || s.Departures.Named() != nil {
		t.Errorf("a link lists %q as departures", names)
	}
	if text := Symbols(with.Rows[0], r, []string{"eta", "diameter"}); strings.Contains(text, "s\u00a0=") || strings.Contains(text, "D\u00a0=") {
		t.Errorf("the symbols are %q", text)
	}

	// A departure that takes these rows away in any case is what is told; a schedule's words stay known.
	ds := Departures{Schedule}.Scheduled("the noise").Without([]string{"smoothness"})
	if of := ds.Scheduling(); of != "the noise" {
		t.Errorf("the schedule is of %q", of)
	}
	if s := About(q, with, ds); s.Awaits() != "" || !strings.Contains(s.Say().Rest, "it holds with a schedule of the noise") {
		t.Errorf("%q, %q", s.Awaits(), s.Say().Rest)
	}
	only := with
	only.Rows = []protocol.Row{with.Rows[0], other}
	if got := About(q, only, Departures(nil).Without([]string{"eta"})).Awaits(); !strings.HasSuffix(got,
		"No hidden-state theorem here covers these batches, neighbours and gradients, whatever it is.") {
		t.Error(got)
	}
}
