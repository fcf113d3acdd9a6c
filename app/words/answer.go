package words

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lastiterate/app/number"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/lab/tradeoff"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Numbers of digits shown: in a sentence, and in a table or readout.
const (
	SentenceDigits = 3
	TableDigits    = 6
)

// StillHolds comes, after the row of a solution, before the departures under which composition holds.
const StillHolds = ", which still holds with "

// Subject is what the words are about: the question, its answer, and the ways in
// which the training departs from the run. About makes one.
type Subject struct {
	claim.Query
	Result     protocol.Result
	Departures Departures
	// Profile has further points (ε, δ) that are proved, if any are known.
	Profile []tradeoff.EpsilonDelta
	// Unfinished says that rows are still being computed.
	Unfinished bool
	// PublishedOnly says that the result leaves out our own rows, including our floors.
	PublishedOnly bool
	// Drops says that the script drops a smaller last batch. Then there is no warning that an epoch leaves examples out.
	Drops bool
	// InEpochs says that the length is stated in epochs.
	InEpochs bool
}

// Answer is the first sentence in two parts, so that the number can be shown larger.
type Answer struct {
	Number string // "ε ≤ 1.27", "ε ≤ ∞" if no bound is finite; empty if no row applies
	Rest   string // "at δ = 10⁻⁵ for the released model — 3.1× less than …"
}

// Sentence is the answer as one sentence.
func (a Answer) Sentence() string { return strings.TrimSpace(a.Number+" "+a.Rest) + "." }

// Say returns the first sentence about the subject.
func (s Subject) Say() Answer {
	cover := s.Departures.Coverage(s.Run)
	shown := s.Result.Answer
	switch {
	case cover == Nothing:
		return Answer{Rest: "No bound here covers training with " + s.ticked(Nothing)}
	case s.Contradiction() != "":
		return Answer{Rest: s.doubtful()}
	case shown == nil && s.Unfinished:
		return Answer{Rest: "No bound has been computed yet"}
	case shown == nil:
		return Answer{Rest: "No theorem here applies to this run; the table lists what each one needs"}
	case math.IsInf(float64(shown.Epsilon), 1):
		return Answer{Number: s.EpsilonName() + " ≤ ∞", Rest: s.at() + ": no finite bound was found" + s.released()}
	}
	a := Answer{Number: s.EpsilonName() + s.relation() + number.Up(float64(shown.Epsilon), SentenceDigits)}
	switch {
	case cover == Composition:
		a.Rest = s.at()
		of := " for "
		if s.Run.Tuned() {
			a.Rest, of = a.Rest+of+s.best(), " and "
		}
		if whose := s.whose(); whose != "" {
			a.Rest += of + whose
		}
		if with := s.conditions(Composition); with != "" {
			a.Rest += " — " + s.composing() + s.ordinary() + HoldsWith + with + "; no theorem here proves less for such training"
			break
		}
		a.Rest += " — " + s.composing() + s.ordinary() + "; the last iterate alone may leak less once you give " +
			Symbolic(s.Run, s.Departures.Lacking())
	case s.Result.Published == nil:
		a.Rest = s.at() + s.released()
	case shown.Epsilon == 0:
		a.Rest = s.at() + s.released() + " — " + s.nothingLost()
	case s.Result.Verdict.Helps:
		a.Rest = s.at() + s.released() + " — " + s.lessThanAllIterates(shown)
	case s.Unfinished:
		a.Rest = s.at() + s.released() + " (" + SoFar + ")"
	case s.Run.Releases() == s.Run.T && s.Run.T > 1:
		a.Rest = s.at() + s.released() + " — every iterate is released, so nothing is hidden"
	case s.Run.T == 1:
		a.Rest = s.at() + s.released() + " — after a single iteration there are no intermediate iterates to hide"
	default:
		a.Rest = s.at() + s.released() + " — no bound here shows that hiding the iterates helps"
	}
	return a
}

// SoFar says that an answer may yet become smaller. It is also shown alone, on a line of its own.
const SoFar = "still computing"

// relation is ≤, since every number is rounded up; for 0 it is =, since ε cannot be negative.
func (s Subject) relation() string {
	if s.Result.Answer.Epsilon == 0 {
		return " = "
	}
	return " ≤ "
}

// released says what is released, and whose loss the answer bounds.
func (s Subject) released() string {
	if s.Run.After > 0 && s.Run.Releases() == 1 {
		text := fmt.Sprintf(" for a deleted example and the model released %s later", count(s.Run.After))
		if s.Run.Tuned() {
			text += ", " + s.best()
		}
		return text
	}
	what, of := " for the released model", " of "
	switch n := s.Run.Releases(); {
	case n == 1 && s.Run.Tuned():
		what, of = "", " for "
	case n == 1:
	case n == s.Run.T:
		what = " for the released iterates"
	case s.Run.Release == run.LastIterates:
		what = fmt.Sprintf(" for the last %d iterates (or their average)", n)
	default:
		what = fmt.Sprintf(" for %d released iterates (one every %d steps)", n, s.Run.Every)
	}
	if s.Run.Tuned() {
		what += of + s.best()
	}
	if whose := s.whose(); whose != "" {
		what += " and " + whose
	}
	return what
}

// whose says which examples the answer is about; it is empty if the answer is about all examples.
func (s Subject) whose() string {
	switch {
	case s.Run.After > 0:
		return fmt.Sprintf("an example deleted %s before the end", count(s.Run.After))
	case s.Run.States("position"):
		return fmt.Sprintf("the examples in batch %d of each epoch", s.Run.Position)
	}
	return ""
}

// best says of how many runs the released one is the best.
func (s Subject) best() string {
	mean := number.Plain(s.Run.TuningMean)
	if s.Run.Tuning == run.FixedTuning {
		return "the best of " + mean + " runs"
	}
	return "the best of a random number of runs (" + mean + " on average)"
}

// nothingLost explains an ε of 0. A Rényi divergence of 0 means no loss at all; at a
// δ it only means that δ alone covers the loss.
func (s Subject) nothingLost() string {
	why := "δ alone already covers the whole loss"
	if s.Empty() {
		return "which may mean nothing: at δ = 1/n, to publish one record in full, drawn at random, satisfies ε = 0 too"
	}
	if s.Question.Renyi() {
		why = "nothing is lost"
	}
	if allIterates := float64(s.Result.Published.Epsilon); allIterates > 0 {
		return why + "; if every iterate were public, ε would be " + number.Up(allIterates, SentenceDigits)
	}
	return why + ", even if every iterate were public"
}

// lessThanAllIterates says how much less the answer is than the bound for a run all of whose iterates are released.
func (s Subject) lessThanAllIterates(shown *protocol.Answer) string {
	allIterates := float64(s.Result.Published.Epsilon)
	if math.IsInf(allIterates, 1) {
		return "no finite bound is known if every iterate is public"
	}
	gain, rest := s.Gain(), " less than if every iterate were public ("+number.Up(allIterates, SentenceDigits)+")"
	if allIterates >= timesFrom*float64(shown.Epsilon) {
		return strings.TrimSuffix(gain, "×") + " times" + rest
	}
	return gain + rest
}

// timesFrom is the factor from which a sentence says "times": a power of ten and a
// cross would read as a product.
const timesFrom = 1e6

// Gain says how much smaller the answer is than the bound if every iterate were public: "12×", "3.4 %" or "barely".
// It is empty if there is nothing to compare. It is rounded down, because it is the claimed gain from hiding the iterates.
func (s Subject) Gain() string {
	shown, allIterates := s.Result.Answer, s.Result.Published
	if shown == nil || allIterates == nil || !s.Result.Verdict.Helps || shown.Epsilon == 0 || math.IsInf(float64(allIterates.Epsilon), 1) {
		return ""
	}
	factor := float64(allIterates.Epsilon) / float64(shown.Epsilon)
	if factor >= 100 {
		return number.Down(factor, SentenceDigits) + "×" // as many digits as the table has
	}
	if factor >= 1.1 {
		return number.Down(factor, 2) + "×"
	}
	if less := 100 * (1 - 1/factor); less >= 0.1 {
		return number.Down(less, 2) + " %"
	}
	return "barely"
}

// EpsilonName is the name of the loss: ε, or ε(α) with the order if it is a Rényi divergence.
func (s Subject) EpsilonName() string {
	if s.Question.Renyi() {
		return "ε(" + number.Plain(s.Question.Alpha) + ")"
	}
	return "ε"
}

// At says at which δ or order the answer holds; this follows the number in the sentence.
func (s Subject) At() string { return s.at() }

// Parts splits what follows the number: at which δ or order it holds (where), what it is the loss of (of), which even the
// smallest embeds show, and an explanation. ok is false if the sentence has no such parts.
func (a Answer) Parts(at string) (where, of, explained string, ok bool) {
	after, ok := strings.CutPrefix(a.Rest, at)
	if !ok || a.Number == "" {
		return "", "", "", false
	}
	end := strings.Index(after, " — ")
	if so := strings.Index(after, " ("+SoFar); so >= 0 {
		end = so
	}
	if end == 0 { // composition, whatever is released
		end = strings.LastIndex(after, ";")
	}
	if end < 0 {
		end = len(after)
	}
	of, explained = after[:end], after[end:]
	if words, blank := strings.CutPrefix(of, " "); blank {
		at, of = at+" ", words
	}
	return at, of, explained + ".", true
}

func (s Subject) at() string {
	if s.Question.Renyi() {
		return "of Rényi DP at order α = " + number.Plain(s.Question.Alpha)
	}
	text := "at δ = " + number.Delta(s.Question.Delta)
	if s.largeDelta() {
		text += " (not below 1/n)"
	}
	return text
}

// Warnings lists the engine's warnings, without that of Impossible, which is shown apart. If the departure of a smaller last
// batch is ticked, the warning that batches of one size leave examples out is replaced by how the steps are counted. If the script
// drops that batch, there is neither.
func (s Subject) Warnings() []string {
	var out []string
	for _, w := range s.Result.Warnings {
		switch {
		case w == s.Impossible():
		case !strings.Contains(w, "in a smaller last batch"):
			out = append(out, w)
		case s.Departures.Has(Remainder):
			full := s.Run.StepsPerEpoch()
			out = append(out, fmt.Sprintf("An epoch here has the full batches alone, %s; with the smaller last batch it has %s steps. "+
				"Composition counts each example once in every epoch here, at least as often as it is used, so its bound holds.",
				number.Plain(float64(full)), number.Plain(float64(full+1))))
		case !s.Drops:
			out = append(out, w)
		}
	}
	return out
}

// largeDelta reports whether the engine warns that δ is large. The sentence repeats the warning, because
// some places show only the sentence.
func (s Subject) largeDelta() bool {
	return slices.ContainsFunc(s.Result.Warnings, func(w string) bool { return strings.Contains(w, notBelow) })
}

// Empty reports whether the answer is 0 because δ is large: a guarantee that need not keep any example secret.
func (s Subject) Empty() bool {
	a := s.Result.Answer
	return a != nil && a.Epsilon == 0 && s.largeDelta()
}

// ticked names the ticked departures under which at most c still holds.
func (s Subject) ticked(c Coverage) string {
	return s.departing(c, func(label, _ string) string {
		if strings.HasPrefix(label, "Adam") {
			return label
		}
		return strings.ToLower(label[:1]) + label[1:]
	})
}

// conditions names the same departures as conditions under which a bound holds: "momentum".
func (s Subject) conditions(c Coverage) string {
	return s.departing(c, func(_, condition string) string { return condition })
}

func (s Subject) departing(c Coverage, say func(label, condition string) string) string {
	var names []string
	for _, d := range AllDepartures {
		if got, _ := Consequence(d.ID, s.Run); s.Departures.Has(d.ID) && got >= c {
			names = append(names, say(d.Label, s.Departures.condition(d.ID, d.With)))
		}
	}
	return and(names)
}

// noLoss begins the engine's warning of assumptions that exclude each other.
const noLoss = "No loss meets these assumptions"

// Impossible says why no training can be such a run; empty if one can.
func (s Subject) Impossible() string {
	for _, w := range s.Result.Warnings {
		if strings.HasPrefix(w, noLoss) {
			return w
		}
	}
	return ""
}

// RowOf finds a row of the result.
func (s Subject) RowOf(id string) (protocol.Row, bool) {
	i := slices.IndexFunc(s.Result.Rows, func(r protocol.Row) bool { return r.ID == id })
	if i < 0 {
		return protocol.Row{}, false
	}
	return s.Result.Rows[i], true
}
