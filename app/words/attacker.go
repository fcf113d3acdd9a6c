package words

import (
	"math"
	"slices"
	"unicode/utf8"

	"lastiterate/app/number"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/lab/tradeoff"
	"lastiterate/bounds/run"
)

// Guarantee collects what the result proves: ε at the δ or order of the question, the points of the profile, if known,
// the Rényi divergence of the answer's row, and the smallest Gaussian parameter of any row. ok is false if there is no
// answer.
func (s Subject) Guarantee() (g tradeoff.Guarantee, ok bool) {
	shown := s.Result.Answer
	if shown == nil || s.Contradiction() != "" {
		return g, false
	}
	g.Mu = math.NaN()
	g.Points = slices.Clone(s.Profile)
	if e := float64(shown.Epsilon); s.Question.Renyi() {
		g.Renyi = append(g.Renyi, tradeoff.RenyiGuarantee{Alpha: s.Question.Alpha, Epsilon: e})
	} else {
		g.Points = append(g.Points, tradeoff.EpsilonDelta{Epsilon: e, Delta: s.Question.Delta})
	}
	for _, row := range s.Result.Rows {
		if row.Kind() != claim.UpperBound || row.Epsilon == nil || row.Failed != "" {
			continue
		}
		if row.Mu != nil && !(g.Mu <= float64(*row.Mu)) {
			g.Mu = float64(*row.Mu)
		}
		if r := row.RDP; r != nil && row.ID == shown.Row && r.Alpha > 1 {
			g.Renyi = append(g.Renyi, tradeoff.RenyiGuarantee{Alpha: float64(r.Alpha), Epsilon: float64(r.Epsilon)})
		}
	}
	return g, true
}

// Tighten leads from the attacker's number to the picture that finds the whole privacy profile.
const Tighten = "Tighten it"

// OfNumber says of a share that it follows from the ε and δ of the number itself.
const OfNumber = "ε and δ"

// Follows names the part of a guarantee that gives the smallest bound on the share at a false-positive rate of 1 %: the whole
// profile, ε and δ, a Gaussian parameter or a Rényi divergence.
func Follows(g tradeoff.Guarantee) string {
	best, from := MembersFound(tradeoff.Guarantee{Mu: math.NaN(), Points: g.Points}, 0.01), OfNumber
	if len(g.Points) > 1 {
		from = "the whole profile"
	}
	if share := MembersFound(tradeoff.Guarantee{Mu: g.Mu}, 0.01); share < best {
		best, from = share, "μ"
	}
	if share := MembersFound(tradeoff.Guarantee{Mu: math.NaN(), Renyi: g.Renyi}, 0.01); share < best {
		from = "the Rényi guarantee"
	}
	return from
}

// finds says how often an attack on a run finds out what it is after, and that it always does. Between two datasets of which one replaces
// an example of the other there are no members: the attack notices the replacement.
func finds(r run.Run, share string) (often, always string) {
	switch replaced := r.Adjacency == run.Replace; {
	case replaced && r.After > 0:
		return "notices a replacement of the deleted example at most " + share + " of the time",
			"always notices a replacement of the deleted example"
	case replaced:
		return "notices a replaced example at most " + share + " of the time", "always notices a replaced example"
	case r.After > 0:
		return "identifies at most " + share + " of deleted examples", "identifies every deleted example"
	}
	return "identifies at most " + share + " of members", "identifies every member"
}

// Identifies states the largest share of members that an attack can identify: after a deletion, of deleted examples; where an example
// is replaced, how often it can notice that.
func (s Subject) Identifies(g tradeoff.Guarantee) string {
	return Finds(s.Run, Percent(MembersFound(g, 0.01)))
}

// Finds states such a share for a run. A guarantee that is of no run has the zero Run, and is about members.
func Finds(r run.Run, share string) string {
	often, _ := finds(r, share)
	return "At a 1 % false-positive rate an attack " + often
}

// Attack is the largest share of members that an attack can identify, as a sentence without its full stop.
type Attack struct {
	Said    string // at a false-positive rate of 1 %, with the share that guessing identifies; empty if there is no answer
	Rarer   string // follows Said, and gives the share at 0.1 %; empty if the bound rules nothing out
	Tighter bool   // the profile has not been found yet
}

// Attacker uses the answer's ε, its Rényi divergence, the smallest Gaussian parameter and, once the attacker's tab has found it,
// the whole privacy profile.
func (s Subject) Attacker() Attack {
	g, ok := s.Guarantee()
	if !ok || s.Impossible() != "" {
		return Attack{}
	}
	if MembersFound(g, 0.01) > 0.9995 {
		_, always := finds(s.Run, "")
		return Attack{Said: "This bound does not rule out an attack that " + always}
	}
	by := Follows(g)
	if by == OfNumber {
		by += " alone" // the attacker's tab says the same beside the smaller share
	}
	return Attack{s.Identifies(g) + ", by " + by + " (guessing: 1\u00a0%)", "; at\u00a00.1\u00a0%: " + Percent(MembersFound(g, 0.001)),
		len(s.Profile) == 0}
}

// Short reports whether the number leaves room for the sentence about an attacker beside it.
func Short(a Answer) bool { return utf8.RuneCountInString(a.Number) <= 14 }

// MembersFound is the largest share of members that an attack can identify at a false-positive
// rate; 1 if there is no guarantee.
func MembersFound(g tradeoff.Guarantee, rate float64) float64 {
	share, err := g.LargestTPR(rate)
	if err != nil {
		return 1
	}
	return share
}

// Percent is a share of members in words, rounded up.
func Percent(share float64) string { return number.Up(100*share, SentenceDigits) + "\u00a0%" }
