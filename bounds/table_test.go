package bounds

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/draws"
)

// The first partial report of a random run agrees with the complete one: in the answer, certified as
// there, in what it is compared with, and in whether hidden state helps.
func TestTheAnswerThatComesFirstStays(t *testing.T) {
	source := rand.New(rand.NewPCG(77, 1))
	for i := range draws.Sample(16, 1000) {
		r, q := draw(source)
		if i%2 == 1 {
			q = claim.Question{Delta: 1e-5}
		}
		var first *Report
		whole, err := Evaluate(t.Context(), r, q, Settings{Partial: func(part Part) {
			if part.Answered() && first == nil {
				report, _ := part.Answer()
				first = &report
			}
		}})
		switch {
		case err != nil:
			t.Fatal(err)
		case first == nil:
			t.Errorf("%+v, %+v: nothing is told first", r, q)
		case !reflect.DeepEqual(first.Answer, whole.Answer) || !reflect.DeepEqual(first.AllIterates, whole.AllIterates) ||
			first.Verdict.Helps != whole.Verdict.Helps:
			t.Errorf("%+v, %+v: first %+v over %+v, then %+v over %+v", r, q, first.Answer, first.AllIterates, whole.Answer, whole.AllIterates)
		}
	}
}
