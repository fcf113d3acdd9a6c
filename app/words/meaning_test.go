package words

import (
	"math"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// The meaning of ε names the two data sets that are compared and a factor, rounded up. At an order, or for an ε too large to be
// informative, there is no such line.
func TestMeaning(t *testing.T) {
	const end = " changes the chance of any conclusion by at most a factor exp(ε)\u00a0≈\u00a036.6, plus δ."
	r := result()
	r.Answer = answerOf("shift", 3.6)
	of := func(change func(*Subject)) string {
		s := about(r)
		change(&s)
		return s.Meaning()
	}
	for want, change := range map[string]func(*Subject){
		"Replacing one example by another" + end:                 func(*Subject) {},
		"Adding or removing one example" + end:                   func(s *Subject) { s.Run.Adjacency = run.AddRemove },
		"Leaving out the gradients of one example" + end:         func(s *Subject) { s.Run.Adjacency = run.ZeroOut },
		"Replacing the 3 examples of one person by others" + end: func(s *Subject) { s.Run.Group = 3 },
		"Adding or removing one example, deleted 20 steps before the end," + end: func(s *Subject) {
			s.Run.Adjacency, s.Run.After = run.AddRemove, 20
		},
	} {
		if got := of(change); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for name, change := range map[string]func(*Subject){
		"an order":  func(s *Subject) { s.Question = claim.Question{Alpha: 2} },
		"0":         func(s *Subject) { s.Result.Answer = answerOf("shift", 0) },
		"infinite":  func(s *Subject) { s.Result.Answer = answerOf("shift", math.Inf(1)) },
		"large":     func(s *Subject) { s.Result.Answer = answerOf("shift", 20) },
		"no answer": func(s *Subject) { s.Result.Answer = nil },
		"nothing":   func(s *Subject) { s.Departures = s.Departures.With(Tuning, true) },
	} {
		if got := of(change); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}
