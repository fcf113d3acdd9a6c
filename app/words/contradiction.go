package words

import (
	"fmt"
	"math"

	"lastiterate/app/number"
)

// Contradiction says that two rows contradict each other, and what to do. If it is not empty, neither of their numbers is shown
// as an answer.
func (s Subject) Contradiction() string {
	c := s.Result.Contradiction
	if c == nil || s.Departures.Coverage(s.Run) == Nothing {
		return ""
	}
	return fmt.Sprintf("%s says that ε is at most %s, but %s says that it is at least %s. One of the two is wrong: an error of this "+
		"calculator, not of your run. Neither is used, and nothing here is certified. Please report it, with the link to this run.",
		s.nameOf(c.Upper.Row), number.Up(float64(c.Upper.Epsilon), TableDigits), s.nameOf(c.Lower.Row),
		number.Down(float64(c.Lower.Epsilon), TableDigits))
}

// doubtful is the first sentence if rows contradict each other.
func (s Subject) doubtful() string {
	text := "No answer: two results for this run contradict each other"
	if a := s.Result.Answer; a != nil && !math.IsInf(float64(a.Epsilon), 1) {
		text += fmt.Sprintf(". The smallest bound that nothing contradicts is %s ≤ %s %s, by %s; do not rely on it until the error is "+
			"fixed",
			s.EpsilonName(), number.Up(float64(a.Epsilon), SentenceDigits), s.at(), s.nameOf(a.Row))
	}
	return text
}

func (s Subject) nameOf(id string) string {
	if row, ok := s.RowOf(id); ok {
		return row.Name
	}
	return id
}

// Best is the id of the row that gives the answer; empty if there is no answer, or if rows contradict each other.
func (s Subject) Best() string {
	if s.Result.Answer == nil || s.Contradiction() != "" {
		return ""
	}
	return s.Result.Answer.Row
}
