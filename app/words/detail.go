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

// Accounting says what Rényi accounting gives if composition used tighter accounting for the answer. It is empty if both
// give the same.
func (s Subject) Accounting() string {
	shown := s.Result.Answer
	if shown == nil || s.Question.Renyi() {
		return ""
	}
	row, ok := s.RowOf(shown.Row)
	if !ok || row.HiddenState || row.RDP == nil || row.RDP.Converted == nil ||
		!(float64(*row.RDP.Converted) > 1.001*float64(shown.Epsilon)) || math.IsInf(float64(*row.RDP.Converted), 1) {
		return ""
	}
	how := "an upper bound if every iterate is public"
	if s.composesTightly(row) {
		how = "tight if every iterate is public"
	}
	switch {
	case len(row.By) > 0 && row.Mu == nil:
		how += ", by privacy loss distributions"
	case len(row.By) > 0:
		how += ", by the exact privacy profile of Gaussians"
	}
	return how + "; Rényi accounting gives " + number.Up(float64(*row.RDP.Converted), SentenceDigits)
}

// composesTightly reports whether composition's bound is, but for rounding, what the steps lose together. It is if it is known which
// batches hold the example, so that the steps are Gaussian mechanisms, or if the loss distributions of Poisson batches are
// composed for an example that is present or absent. It is not for the best of several runs or for several examples of one person.
func (s Subject) composesTightly(row protocol.Row) bool {
	switch {
	case row.ID != "composition" || s.Run.Tuned() || s.Run.States("group") || s.Departures.Coverage(s.Run) != Everything:
		return false
	case s.Run.Scheme == run.Full || s.Run.Scheme == run.Cyclic:
		return true
	}
	return s.Run.Scheme == run.Poisson && s.Run.Adjacency != run.Replace && !s.Question.Renyi() && len(row.By) > 0
}

// Renyi tells the Rényi guarantee behind the answer: at the best order for the
// δ asked. It is empty if the row gives none, or was asked for it anyway.
func (s Subject) Renyi() string {
	shown := s.Result.Answer
	if shown == nil || s.Question.Renyi() || shown.Epsilon == 0 {
		return ""
	}
	row, ok := s.RowOf(shown.Row)
	if !ok || row.RDP == nil || math.IsInf(float64(row.RDP.Epsilon), 1) {
		return ""
	}
	return fmt.Sprintf("ε(α) = %s at α = %s, the best order for this δ",
		number.Up(float64(row.RDP.Epsilon), SentenceDigits), number.Order(float64(row.RDP.Alpha)))
}

// Gaussian gives μ if the answer's row proves Gaussian differential privacy. If μ alone gives a larger ε than the answer, it
// gives that ε as well.
func (s Subject) Gaussian() string {
	shown := s.Result.Answer
	if shown == nil {
		return ""
	}
	row, ok := s.RowOf(shown.Row)
	if !ok || row.Mu == nil || math.IsInf(float64(*row.Mu), 1) {
		return ""
	}
	mu := "μ = " + number.Up(float64(*row.Mu), SentenceDigits)
	alone, answer := s.byGaussian(float64(*row.Mu)), float64(shown.Epsilon)
	if text := number.Up(alone, SentenceDigits); alone > answer*(1+meets) && text != number.Up(answer, SentenceDigits) {
		return "a weaker summary, " + mu + ", which alone gives " + s.EpsilonName() + " ≤ " + text
	}
	return mu
}

// byGaussian is the ε that a Gaussian parameter gives by itself.
func (s Subject) byGaussian(mu float64) float64 {
	if s.Question.Renyi() {
		return s.Question.Alpha * mu * mu / 2
	}
	return tradeoff.EpsilonOf(mu, s.Question.Delta)
}

// CertifiedMark marks a certified answer. It names the arithmetic, so that nobody takes it for a verdict on the proof.
const CertifiedMark = "✓ arithmetic certified"

// Certified says in a few words what is certified about the answer; empty if nothing is.
func (s Subject) Certified() string {
	if shown := s.Result.Answer; shown == nil || !shown.Certified {
		return ""
	}
	return "every rounding error is bounded; the theorem’s proof is not part of this certificate"
}

// CertifiedPart says in a sentence which of the bounds in the details are certified; empty if none is.
func (s Subject) CertifiedPart() string {
	switch floor := s.Result.Lower; {
	case s.Certified() == "":
		return ""
	case floor != nil && floor.Epsilon > 0 && !floor.Certified && s.Departures.Coverage(s.Run) == Everything:
		return "The upper bound is certified: every rounding error is bounded. The floor is proved, but computed in double precision."
	case floor != nil && floor.Epsilon > 0 && s.Departures.Coverage(s.Run) == Everything:
		return "Upper bound and floor are certified: every rounding error is bounded."
	}
	return "The upper bound is certified: every rounding error is bounded."
}

// meets is the relative distance up to which a lower and an upper bound, each
// rounded to its own side, count as one number: a search finds ε from μ to within 1e-12.
const meets = 1e-9

// Meet reports whether a lower and an upper bound are one number.
func Meet(lower, upper float64) bool { return upper-lower <= meets*upper }

// SaysMore reports whether an estimated floor is above the proved one in the digits
// that are shown.
func SaysMore(estimate, proved float64) bool {
	return estimate > proved && number.Down(estimate, SentenceDigits) != number.Down(proved, SentenceDigits)
}

// Interval says how far the truth can be from the answer.
func (s Subject) Interval() string {
	if s.Departures.Coverage(s.Run) != Everything || s.Result.Answer == nil || s.Contradiction() != "" ||
		s.Unfinished && s.Result.Lower == nil {
		return ""
	}
	upper, lower := float64(s.Result.Answer.Epsilon), 0.0
	if s.Result.Lower != nil {
		lower = float64(s.Result.Lower.Epsilon)
	}
	floor := ""
	if e := s.Result.LowerEstimate; e != nil && SaysMore(float64(e.Epsilon), lower) {
		floor = fmt.Sprintf("; we estimate at least %s", number.Down(float64(e.Epsilon), SentenceDigits))
	}
	switch unknown := lower <= 0; {
	case upper == 0:
		if !s.Question.Renyi() {
			return "ε = 0 does not mean that nothing leaks: the whole leakage is within δ."
		}
		return "No analysis can do better: ε is never below 0."
	case math.IsInf(upper, 1) && unknown:
		return "Nothing is known about the true ε" + floor + "."
	case math.IsInf(upper, 1):
		together := ""
		if s.Average() != "" {
			together = " of the last " + s.Average() + " iterates together"
		}
		return fmt.Sprintf("The true ε%s, %s, is at least %s%s.", together, s.worstCase(), number.Down(lower, SentenceDigits), floor)
	case unknown && s.PublishedOnly:
		return "The true ε, " + s.worstCase() + ", is at most " + number.Up(upper, SentenceDigits) +
			". The proved floors are ours and are left out" + floor + "."
	case unknown:
		return "The true ε, " + s.worstCase() + ", is at most " + number.Up(upper, SentenceDigits) + ". No lower bound is proved" +
			floor + "."
	case s.Average() != "":
		return fmt.Sprintf("The true ε of the last %s iterates together, %s, lies between %s and %s. Of their average alone it is at most "+
			"%s, and no lower bound is proved%s.", s.Average(), s.worstCase(), number.Down(lower, SentenceDigits),
			number.Up(upper, SentenceDigits), number.Up(upper, SentenceDigits), floor)
	case Meet(lower, upper):
		return "No analysis can do better: runs within these assumptions come arbitrarily close."
	}
	return fmt.Sprintf("The true ε, %s, lies between %s and %s%s.", s.worstCase(), number.Down(lower, SentenceDigits),
		number.Up(upper, SentenceDigits), floor)
}

// Average is the number of last iterates that are released, or of which only the average is released; empty if the run
// releases no such iterates.
func (s Subject) Average() string {
	if n := s.Run.Releases(); s.Run.Release == run.LastIterates && n > 1 {
		return number.Plain(float64(n))
	}
	return ""
}

// worstCase says over what the true ε is the maximum. If the floor is that of one step, the maximum is over all domains: no
// single domain need lose as much.
func (s Subject) worstCase() string {
	if s.Result.Lower == nil || s.Result.Lower.Row != "one-step" || !s.Run.Bounded() {
		return "the worst case within these assumptions"
	}
	return "the worst case over all domains of diameter at most D, for any number of weights"
}

// StatementTitle is the title of the statement while it is folded.
const StatementTitle = "A paragraph for your paper or model card"

// Statement is the engine's paragraph for a paper or a model card. If the training
// departs from the run as analysed, it states the bound that still holds, and with which
// departures; empty if none holds.
//
// Beside an answer that is a result of ours, it also states the smallest bound by published theorems.
func (s Subject) Statement() string {
	text, least := s.paragraph(), math.Inf(1)
	published := false
	if text != "" {
		least, published = s.published()
	}
	switch {
	case !published || least <= float64(s.Result.Answer.Epsilon):
		return text
	case math.IsInf(least, 1):
		return text + " No published theorem here gives a finite bound."
	}
	return text + " By published theorems alone, the bound is ε ≤ " + number.Up(least, SentenceDigits) + "."
}

// paragraph is Statement without its sentence about published theorems.
func (s Subject) paragraph() string {
	switch s.Departures.Coverage(s.Run) {
	case Everything:
		return s.Result.Statement
	case Composition:
		switch text := s.Result.PublishedStatement; {
		case text == "" || slices.ContainsFunc(s.Departures.Lacking(), saidOfComposition):
		case s.conditions(Composition) == "":
			return text
		default:
			return s.uneven(text) + " This holds for training with " + s.conditions(Composition) + ", as here" + s.stated() + "."
		}
	}
	return ""
}

// uneven replaces the iterations in a paragraph about training with a smaller last batch, since the engine counts the full batches
// alone. Iterations that somebody has stated are the training's own, but they are no whole number of such epochs.
func (s Subject) uneven(text string) string {
	before, rest, _ := strings.Cut(text, " for T = ")
	length, after, found := strings.Cut(rest, " with ")
	if !found || !s.Departures.Has(Remainder) {
		return text
	}
	length, _, _ = strings.Cut("T = "+length, " (")
	if full := s.Run.StepsPerEpoch(); s.InEpochs {
		epochs := run.Digits(float64(s.Run.T)/float64(full), 4)
		length = counted(epochs, "epoch", "epochs") + " of " + counted(float64(full), "full batch", "full batches") + " and a smaller one"
	}
	return before + " for " + length + " with " + after
}

func counted(n float64, one, several string) string {
	if n == 1 {
		several = one
	}
	return number.Plain(n) + " " + several
}

// saidOfComposition reports whether composition's paragraph states the field: while it is blank, there is no paragraph.
func saidOfComposition(field string) bool { return field == "clip" || field == "diameter" }

// Cited is the statement, the version of the engine and the address where it can be recomputed; empty
// if there is no statement. The address comes last, without a full stop, which would become part of it.
func (s Subject) Cited(version, address string) string {
	if s.Statement() == "" {
		return ""
	}
	return s.OnSite(address) + " Computed by " + Name + " " + version + ": " + address
}

// OnSite is the statement with the full addresses of the proofs that it cites, on the site of the given address of the
// calculator.
func (s Subject) OnSite(address string) string { return WithProofs(s.Statement(), address) }

// WithProofs replaces the relative addresses of proofs in a text by full ones, for the site of the given address of the
// calculator, of which what follows # is ignored.
func WithProofs(text, address string) string {
	home, _, _ := strings.Cut(address, "#")
	return strings.ReplaceAll(text, claim.Proofs, home+claim.Proofs)
}

// HasSteps reports whether a row has a value that can be written out step by step.
func HasSteps(row protocol.Row) bool { return row.Schedule && row.Epsilon != nil }

// Explained names the row that is explained, step by step or split into its parts, if it is not the answer's row, and
// the row that cannot be explained like this: the open one, or the answer's. It is empty if the answer's row is explained and no
// other is open.
func (s Subject) Explained(row, open string, split bool) string {
	shown, ok := s.RowOf(row)
	if !ok || shown.Epsilon == nil {
		return ""
	}
	by := shown.Name + " (ε ≤ " + number.Up(float64(*shown.Epsilon), 3) + ")"
	if shown.Kind() == claim.AsPrinted {
		by += ", which is not valid as printed"
	}
	these := "the steps"
	if split {
		these = "the parts"
	}
	answer, found := s.RowOf(s.Best())
	opened, isOpen := s.RowOf(open)
	isOpen = isOpen && opened.Epsilon != nil && open != row
	why := ""
	if found && answer.ID != row {
		why = "The answer is by " + answer.Name
		if !HasSteps(answer) {
			why += ", which has no step-by-step schedule"
		}
		why += ". "
	}
	if isOpen && open != s.Best() && !HasSteps(opened) {
		why += "The open row, " + opened.Name + ", has no step-by-step schedule. "
	}
	if why == "" {
		return ""
	}
	return why + "Shown are " + these + " of " + by + "."
}
