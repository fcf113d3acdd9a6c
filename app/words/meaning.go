package words

import (
	"fmt"
	"math"

	"lastiterate/app/number"
	"lastiterate/bounds/run"
)

// mostMeant is the largest ε for which a factor of probabilities is still informative.
const mostMeant = 14

// Meaning explains ε at a δ in one line: the factor, rounded up, by which one example may change the probability of any outcome
// computed from the release. It is empty at a Rényi order, for an ε of 0 or above mostMeant, and if there
// is no answer.
func (s Subject) Meaning() string {
	a := s.Result.Answer
	if s.Question.Renyi() || s.Say().Number == "" || a == nil || !(a.Epsilon > 0 && a.Epsilon < mostMeant) {
		return ""
	}
	return fmt.Sprintf("%s changes the chance of any conclusion by at most a factor exp(ε)\u00a0≈\u00a0%s, plus δ.",
		s.difference(), number.Up(math.Exp(float64(a.Epsilon)), SentenceDigits))
}

// difference names the difference between the guarantee's two data sets, as the subject of a sentence.
func (s Subject) difference() string {
	whose, by := "one example", " by another"
	if s.Run.States("group") {
		whose, by = fmt.Sprintf("the %d examples of one person", s.Run.Members()), " by others"
	}
	if s.Run.After > 0 {
		whose += fmt.Sprintf(", deleted %s before the end,", count(s.Run.After))
	}
	switch s.Run.Adjacency {
	case run.AddRemove:
		return "Adding or removing " + whose
	case run.ZeroOut:
		return "Leaving out the gradients of " + whose
	case run.Replace:
	}
	return "Replacing " + whose + by
}
