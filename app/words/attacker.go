package words

import (
	"math"
	"slices"
	"unicode/utf8"

	"lastiterate/app/number"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/lab/tradeoff"
)

// Guarantee is what the answer proves, as far as the result says: ε at the δ or
// order of the question and at those of the profile, if known, the row's Rényi divergence, and the smallest Gaussian
// parameter of all rows. ok is false where there is no answer.
func (s Subject) Guarantee() (g tradeoff.Guarantee, ok bool) {
	shown := s.Result.Answer
	if shown == nil || s.Contradiction() != "" {
		return g, false
	}
	g.Mu = math.NaN()
	g.Points = slices.Clone(s.Profile)
	if e := float64(shown.Epsilon); s.Question.Renyi() {
		g.Renyi = append(g.Renyi, tradeoff.Order{Alpha: s.Question.Alpha, Epsilon: e})
	} else {
		g.Points = append(g.Points, tradeoff.Point{Epsilon: e, Delta: s.Question.Delta})
	}
	for _, row := range s.Result.Rows {
		if row.Kind() != claim.UpperBound || row.Epsilon == nil || row.Failed != "" {
			continue
		}
		if row.Mu != nil && !(g.Mu <= float64(*row.Mu)) {
			g.Mu = float64(*row.Mu)
		}
		if r := row.RDP; r != nil && row.ID == shown.Row && r.Alpha > 1 {
			g.Renyi = append(g.Renyi, tradeoff.Order{Alpha: float64(r.Alpha), Epsilon: float64(r.Epsilon)})
		}
	}
	return g, true
}

// SimpleBound is what the attacker's number follows from before the whole profile is known.
const SimpleBound = "a simple bound"

// Attacker says what the answer leaves to an attacker: the largest share of members that an
// attack identifies at two false-positive rates, what that follows from, and what guessing identifies. The simple bound is the
// least by the answer's ε, its Rényi divergence and the smallest Gaussian parameter; the whole privacy profile, which is known once the
// picture of an attacker is drawn, says more. Empty where there is no answer.
func (s Subject) Attacker() string {
	g, ok := s.Guarantee()
	if !ok || s.Impossible() != "" {
		return ""
	}
	found := func(rate float64) string { return Percent(MembersFound(g, rate)) }
	from := "by " + SimpleBound
	if len(s.Profile) > 0 {
		from = "by the whole profile"
	}
	if MembersFound(g, 0.01) > 0.9995 {
		return "This bound does not rule out an attack that identifies every member."
	}
	return "At a 1 % false-positive rate an attack identifies at most " + found(0.01) + " of members " + from +
		", guessing 1\u00a0% (at\u00a00.1\u00a0%:\u00a0" + found(0.001) + ")."
}

// Short reports whether the number leaves room beside it.
func Short(a Answer) bool { return utf8.RuneCountInString(a.Number) <= 14 }

// MembersFound is the largest share of members that an attack identifies at a false-positive
// rate; all of them where there is no guarantee.
func MembersFound(g tradeoff.Guarantee, rate float64) float64 {
	share, err := g.LargestTPR(rate)
	if err != nil {
		return 1
	}
	return share
}

// Percent is a share of members in words, rounded up.
func Percent(share float64) string { return number.Up(100*share, SentenceDigits) + "\u00a0%" }
