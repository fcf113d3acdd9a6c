package words

import (
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// At most three changes are offered, none of them impractical, each with its ε.
func TestNearestMisses(t *testing.T) {
	result := protocol.Result{
		Answers: protocol.Answers{
			Answer:    &protocol.Answer{Row: "composition", Epsilon: 3},
			Published: &protocol.Answer{Row: "composition", Epsilon: 3},
		},
		Verdict: protocol.Verdict{Changes: []protocol.Change{
			{Field: "T", Value: "1000000", Epsilon: 9, Impractical: true}, {Field: "diameter", Value: "2", Epsilon: 1.2345},
			{Field: "loss", Value: "strongly-convex", Epsilon: 2},
			{Field: "T", Value: "300", Epsilon: 4}, {Field: "T", Value: "400", Epsilon: 5},
		}},
	}
	s := About(claim.Query{Run: theRun, Question: claim.Question{Delta: 1e-5}}, result, nil)
	var said []string
	for _, c := range s.Changes() {
		said = append(said, Miss(theRun, c))
	}
	if got, want := strings.Join(said, "|"), "diameter of the domain D = 2, ε ≤ 1.24|each example’s loss: strongly convex, ε ≤ 2.00|iterations T = 300, ε ≤ 4.00"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s.Result.Verdict.GivenUp = true
	if got := s.BurnIn(); !strings.HasSuffix(got,
		" Any one of these would make hidden state help (the search stopped there: going on would take too much work for this run):") {
		t.Errorf("found before the search was given up: %s", got)
	}
	s.Result.Verdict.GivenUp, s.Result.Verdict.Changes = false, s.Result.Verdict.Changes[:1]
	if got := s.BurnIn(); len(s.Changes()) != 0 || !strings.HasSuffix(got,
		"Only impractical changes would make hidden state help: iterations T = 10⁶.") {
		t.Errorf("only an impractical change: %s", got)
	}
	s.Result.Verdict.GivenUp = true
	if got := s.BurnIn(); !strings.HasSuffix(got, "impractical: iterations T = 10⁶. Looking for others would take too much work for this run.") {
		t.Errorf("an impractical change before the search was given up: %s", got)
	}
}

// For Poisson batches the text compares composition with hidden state in a fixed order. If no row
// applies, it offers changes that make one apply.
func TestWhatElseThereIs(t *testing.T) {
	r := theRun
	r.Scheme, r.Adjacency = run.Poisson, run.AddRemove
	result := protocol.Result{
		Answers: protocol.Answers{
			Answer:    &protocol.Answer{Row: "composition", Epsilon: 1.93},
			Published: &protocol.Answer{Row: "composition", Epsilon: 1.93},
		},
		Verdict: protocol.Verdict{Ordered: &protocol.Answer{Row: "shift", Epsilon: 6.31}},
	}
	if got := About(claim.Query{Run: r, Question: claim.Question{Delta: 1e-5}}, result, nil).BurnIn(); !strings.HasPrefix(got,
		"Composition with Poisson batches gives 1.93, hidden state with a fixed order (one example zeroed out) 6.31: sampling is worth more here, and none of") {
		t.Error(got)
	}
	r.Scheme = run.Reshuffle
	none := About(claim.Query{Run: r, Question: claim.Question{Delta: 1e-5}},
		protocol.Result{Verdict: protocol.Verdict{Changes: []protocol.Change{{Field: "scheme", Value: "poisson", Epsilon: 1.13}}}}, nil)
	if got := none.BurnIn(); got != "Any one of these changes makes a bound apply:" ||
		Miss(r, none.Changes()[0]) != "batches: Poisson, ε ≤ 1.13" {
		t.Errorf("%s %s", got, Miss(r, none.Changes()[0]))
	}
}

// For batches whose longer runs are tried only up to a limit, the text names the limit.
func TestWhatWasTried(t *testing.T) {
	for scheme, want := range map[run.Scheme]string{run.Reshuffle: "more iterations, ", run.Allocation: "up to 100 times as many iterations, ",
		run.WithoutReplacement: "up to 100 times as many iterations, "} {
		r := theRun
		r.Scheme = scheme
		if got := (Subject{Query: claim.Query{Run: r}}).tried(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q", scheme, got)
		}
	}
}
