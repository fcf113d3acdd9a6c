package words

import (
	"fmt"
	"math"

	"lastiterate/app/number"
	"lastiterate/bounds/run"
)

// mostMeant is the largest ε of which a factor of chances says something.
const mostMeant = 14

// Meaning says in one line what ε at a δ is: by which factor, rounded up, the chance of anything that is made of the release may
// change with one example. It is empty at a Rényi order, for an ε of 0 or one so large that the factor says nothing, and where there
// is no answer.
func (s Subject) Meaning() string {
	a := s.Result.Answer
	if s.Question.Renyi() || s.Say().Number == "" || a == nil || !(a.Epsilon > 0 && a.Epsilon < mostMeant) {
		return ""
	}
	return fmt.Sprintf("%s changes the chance of any conclusion by at most a factor e^ε\u00a0≈\u00a0%s, plus δ.",
		s.difference(), number.Up(math.Exp(float64(a.Epsilon)), SentenceDigits))
}

// difference is that between the two data sets of the guarantee, as the subject of a sentence.
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
