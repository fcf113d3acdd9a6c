package words

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/number"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Attribution names the row that gave the answer and where it was published.
func (s Subject) Attribution() (name string, sources []protocol.Source, ok bool) {
	shown := s.Result.Answer
	if shown == nil || s.Contradiction() != "" {
		return "", nil, false
	}
	row, ok := s.RowOf(shown.Row)
	if !ok {
		return shown.Row, nil, true
	}
	return row.Name, Sources(row), true
}

// Sources are what the row's value is cited by: its theorem's source, with the papers of the
// numerical method that found it where the theorem is ours, these alone where it is not.
func Sources(row protocol.Row) []protocol.Source {
	if row.Source == nil || len(row.By) > 0 && !ours(row) {
		return row.By
	}
	return append([]protocol.Source{*row.Source}, row.By...)
}

// SourcesText is SourceText of each.
func SourcesText(sources []protocol.Source) string {
	texts := make([]string, len(sources))
	for i, s := range sources {
		texts[i] = SourceText(s)
	}
	return strings.Join(texts, "; ")
}

// ourselves is the author of results that are proved beside the code.
const ourselves = "Last Iterate"

// SourceText is a source in one line: "Chien and Li 2024, Theorem 3.1", or
// "own result, unpublished, proof", for those that are proved beside the code.
func SourceText(s protocol.Source) string {
	if s.Authors == ourselves {
		return "own result, unpublished, proof"
	}
	text := s.Authors
	if s.Year != 0 {
		text = strings.TrimSpace(fmt.Sprintf("%s %d", text, s.Year))
	}
	if s.Where != "" {
		if text != "" {
			text += ", "
		}
		text += s.Where
	}
	return text
}

// Accounting tells what Rényi accounting gives where composition was answered by a
// tighter one; empty where the two say the same.
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
	how := "tight"
	if len(row.By) > 0 {
		how += ", by privacy loss distributions"
	}
	return how + "; Rényi accounting gives " + number.Up(float64(*row.RDP.Converted), SentenceDigits)
}

// Renyi tells the Rényi guarantee behind the answer: at the best order for the
// δ asked. It is empty where the row gives none, or was asked for it anyway.
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
		number.Up(float64(row.RDP.Epsilon), SentenceDigits), number.Up(float64(row.RDP.Alpha), SentenceDigits))
}

// Gaussian tells μ where the answer's row proves Gaussian differential privacy.
func (s Subject) Gaussian() string {
	shown := s.Result.Answer
	if shown == nil {
		return ""
	}
	row, ok := s.RowOf(shown.Row)
	if !ok || row.Mu == nil || math.IsInf(float64(*row.Mu), 1) {
		return ""
	}
	return "μ = " + number.Up(float64(*row.Mu), SentenceDigits)
}

// CertifiedMark marks an answer that is.
const CertifiedMark = "✓ certified"

// Certified says that the answer is, in a few words; empty where it is not.
func (s Subject) Certified() string {
	if shown := s.Result.Answer; shown == nil || !shown.Certified {
		return ""
	}
	return "certified: evaluated with outward rounding"
}

// meets is the relative distance at which a lower and an upper bound, each
// rounded to its own side, are one number: ε from μ is searched to 1e-12.
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
		return "No analysis can do better: ε is never below 0."
	case math.IsInf(upper, 1) && unknown:
		return "Nothing is known about the true value" + floor + "."
	case math.IsInf(upper, 1):
		return fmt.Sprintf("The true value%s is at least %s%s.", s.ofAllDomains(), number.Down(lower, SentenceDigits), floor)
	case unknown:
		return "The true ε is at most " + number.Up(upper, SentenceDigits) + ". No lower bound is proved" + floor + "."
	case Meet(lower, upper):
		return "No analysis can do better: a run within these assumptions loses exactly this much."
	}
	return fmt.Sprintf("The true value%s lies between %s and %s%s.", s.ofAllDomains(), number.Down(lower, SentenceDigits),
		number.Up(upper, SentenceDigits), floor)
}

// ofAllDomains says of which runs the truth is, where the floor is that of one step:
// no single domain need lose as much.
func (s Subject) ofAllDomains() string {
	if s.Result.Lower == nil || s.Result.Lower.Row != "one-step" || !s.Run.Bounded() {
		return ""
	}
	return " over all domains of diameter at most D, in any dimension,"
}

// BurnIn says when hiding the iterates starts to help; where the first sentence
// says that it does not, why.
func (s Subject) BurnIn() string {
	if s.Result.Answer == nil && len(s.Changes()) > 0 {
		return "Any one of these changes brings a bound in:"
	}
	if s.Departures.Coverage(s.Run) != Everything || s.Result.Answer == nil || s.Result.Published == nil || s.Contradiction() != "" ||
		s.Unfinished {
		return ""
	}
	if s.Result.Verdict.Helps && !s.Run.Steady() { // a shorter run has another schedule
		return ""
	}
	if s.Result.Verdict.Helps && s.Result.Verdict.GivenUp {
		return "From which iteration on hiding the intermediate models pays off is not known: finding out would take too much work for this run."
	}
	if s.Result.Verdict.Helps {
		if s.Run.Releases() > 1 {
			return "Hiding the intermediate models between two releases pays off."
		}
		if at := s.Result.Verdict.BurnIn; at > 1 {
			return fmt.Sprintf("Hiding the intermediate models pays off from iteration %s of %s.", number.Plain(float64(at)),
				number.Plain(float64(s.Run.T)))
		}
		return "Hiding the intermediate models pays off from the first iteration."
	}
	if s.Result.Published.Epsilon == 0 {
		return "Hidden state has nothing to gain here: ε is 0 even if every iterate is published."
	}
	changes := s.Changes()
	way := "Any one of these would make hidden state help:"
	if len(changes) == 1 {
		way = "This would make hidden state help:"
	}
	if s.Result.Verdict.GivenUp { // after these
		way = strings.TrimSuffix(way, ":") + " (we stopped looking there: more would take too much work for this run):"
	}
	why := ""
	switch {
	case s.Run.Releases() > 1 && len(changes) == 0:
		return "" // what would help is not looked for
	case s.Run.Releases() > 1:
		return way
	case s.Run.T == 1 && len(s.Result.Verdict.Changes) == 0 && !s.Result.Verdict.GivenUp:
		return "" // the first sentence says it all
	case s.Run.T == 1 && !s.Result.Verdict.GivenUp:
		return way
	case s.sampling() != "":
		why = s.sampling()
	case !s.hiddenStateApplies():
		why = "No hidden-state bound here covers this run"
	case !s.Run.Bounded():
		why = "Without projection the weights can be any distance apart"
	default:
		why = "The domain is " + number.Up(s.Run.Diameter/s.Run.Steps().Last().Noise, 2) + " times as wide as the noise of a step (D/σ)"
	}
	switch {
	case len(changes) > 0:
		return why + ". " + way
	case s.Result.Verdict.GivenUp:
		return why + ". What would make hidden state help is not known: finding out would take too much work for this run."
	case len(s.Result.Verdict.Changes) > 0:
		return why + ". Only impractical changes would make hidden state help: " + s.impractical() + "."
	case s.hiddenStateApplies():
		return why + ", and none of the single changes we tried (" + tried + ") makes hidden state help."
	}
	return why + ", and none of the single changes we tried (" + tried + ") brings one in."
}

// Scheduled says what a learning rate that changes gives away or gains against a constant one of the same
// length; empty where that is not known.
func (s Subject) Scheduled() string {
	constant, answer := s.Result.Verdict.Constant, s.Result.Answer
	if constant == nil || answer == nil || s.Departures.Coverage(s.Run) != Everything || s.Contradiction() != "" || s.Unfinished {
		return ""
	}
	const same = 1e-6
	steps := number.Plain(float64(s.Run.T)) + " steps"
	switch x, y := float64(answer.Epsilon), float64(constant.Epsilon); {
	case math.Abs(x-y) <= same*y:
		return "The bound is that of a constant learning rate over the same " + steps + ": this schedule changes nothing."
	case x > y:
		return fmt.Sprintf("A constant learning rate over the same %s has %s ≤ %s: this schedule gives away some of what hidden state gains.",
			steps, s.epsilonName(), number.Up(y, SentenceDigits))
	default:
		return fmt.Sprintf("A constant learning rate over the same %s has %s ≤ %s: this schedule gains on it.", steps, s.epsilonName(),
			number.Up(y, SentenceDigits))
	}
}

// sampling says whether Poisson batches are worth more than what hidden state gives
// to batches in a fixed order; empty where that is not known.
func (s Subject) sampling() string {
	ordered, answer := s.Result.Verdict.Ordered, s.Result.Answer
	if ordered == nil || answer == nil || math.IsInf(float64(answer.Epsilon), 1) {
		return ""
	}
	worth := "sampling is worth more here"
	if ordered.Epsilon < answer.Epsilon {
		worth = "hidden state is worth more here"
	}
	with := "hidden state with a fixed order"
	if s.Run.Adjacency == run.AddRemove {
		with += " (one example zeroed out)"
	}
	return fmt.Sprintf("Composition with Poisson batches gives %s, %s %s: %s", number.Up(float64(answer.Epsilon), SentenceDigits), with,
		number.Up(float64(ordered.Epsilon), SentenceDigits), worth)
}

// tried names the single changes that the engine tries.
const tried = "more iterations, a smaller domain, a strongly convex loss"

// impractical names the changes that would make another training of the run.
func (s Subject) impractical() string {
	var texts []string
	for _, c := range s.Result.Verdict.Changes {
		texts = append(texts, ChangeText(s.Run, c))
	}
	return strings.Join(texts, ", ")
}

// mostChanges is how many changes are offered.
const mostChanges = 3

// Changes are the nearest misses: single changes that would make hidden state help,
// where there is anything to gain, or bring a bound in where none applies. Those that
// would make another training of the run are left out.
func (s Subject) Changes() []protocol.Change {
	if s.Departures.Coverage(s.Run) != Everything || s.Contradiction() != "" || s.Unfinished ||
		s.Result.Published != nil && s.Result.Published.Epsilon == 0 {
		return nil
	}
	practical := slices.DeleteFunc(slices.Clone(s.Result.Verdict.Changes), func(c protocol.Change) bool { return c.Impractical })
	return practical[:min(len(practical), mostChanges)]
}

// hiddenStateApplies reports whether a proved upper bound that uses hidden
// state applies, whatever its value.
func (s Subject) hiddenStateApplies() bool {
	return slices.ContainsFunc(s.Result.Rows, func(row protocol.Row) bool {
		return row.HiddenState && row.Kind() == claim.UpperBound && row.Applies
	})
}

// ChangeText names a change of one field: "iterations T = 100,000".
func ChangeText(r run.Run, c protocol.Change) string {
	label := form.LabelOf(r, c.Field)
	if form.IsChoice(c.Field) {
		return strings.TrimSuffix(label.Name, " is") + ": " + form.ChoiceLabel(c.Field, c.Value)
	}
	value := c.Value
	if x, err := run.ParseDecimal(c.Value); err == nil {
		value = number.Plain(x)
	}
	name := label.Name
	if label.Symbol != "" {
		name += " " + label.Symbol
	}
	return name + " = " + value
}

// Miss is a change and the ε that it would give: "iterations T = 300: ε = 1.27".
func Miss(r run.Run, c protocol.Change) string {
	text := ChangeText(r, c)
	if form.IsChoice(c.Field) {
		text = strings.TrimSuffix(form.LabelOf(r, c.Field).Name, " is") + ": " + run.Words(c.Value)
	}
	if c.Epsilon == 0 || math.IsInf(float64(c.Epsilon), 1) {
		return text
	}
	return text + ", ε = " + number.Up(float64(c.Epsilon), SentenceDigits)
}

// StatementTitle names the paragraph where it is folded away.
const StatementTitle = "A paragraph for your paper or model card"

// Statement is the engine's paragraph for a paper or a model card. Where the training
// departs from the run as analysed it is that of what still holds, and says why; empty
// where nothing does.
func (s Subject) Statement() string {
	switch s.Departures.Coverage(s.Run) {
	case Everything:
		return s.Result.Statement
	case Composition:
		if text := s.Result.PublishedStatement; text != "" {
			return text + " This holds although " + s.conditions(Composition) + s.stated() + "."
		}
	}
	return ""
}

// stated says what the run's numbers must be of a schedule, if there is one.
func (s Subject) stated() string {
	switch {
	case !s.Departures.Has(Schedule):
		return ""
	case onGradient(s.Run):
		return "; the noise stated is the smallest of the schedule, the clipping norm the largest"
	}
	return "; the noise stated is the smallest of the schedule, the learning rate the largest"
}

// Cited is the statement with the engine and the address where it can be recomputed; empty
// where there is no statement. The address comes last and bare: a full stop
// after it would become part of it.
func (s Subject) Cited(version, address string) string {
	if s.Statement() == "" {
		return ""
	}
	return s.Statement() + " Computed by " + Name + " " + version + ": " + address
}

// Explained says which row is explained step by step where another gave the
// answer; empty where it is the same.
func (s Subject) Explained(row string) string {
	best := s.Best()
	if best == "" || best == row {
		return ""
	}
	var name, by string
	why := ""
	for _, r := range s.Result.Rows {
		switch {
		case r.ID == best:
			name = r.Name
			if !r.Schedule {
				why = ", which has no steps to show"
			}
		case r.ID == row && r.Epsilon != nil:
			by = r.Name + " (ε = " + number.Up(float64(*r.Epsilon), 3) + ")"
			if r.Kind() == claim.AsPrinted {
				by += ", which is not valid as printed"
			}
		}
	}
	if name == "" || by == "" {
		return ""
	}
	return "The answer is by " + name + why + "; this explains " + by + "."
}
