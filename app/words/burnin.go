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

// BurnIn says from which iteration on hiding the iterates helps or, if it does not help, why
// not and which changes would make it help.
func (s Subject) BurnIn() string {
	if s.Result.Answer == nil && len(s.Changes()) > 0 {
		return "Any one of these changes makes a bound apply:"
	}
	if s.Departures.Coverage(s.Run) != Everything || s.Result.Answer == nil || s.Result.Published == nil || s.Contradiction() != "" ||
		s.Unfinished {
		return ""
	}
	if s.Result.Verdict.Helps && !s.Run.Steady() { // a shorter run has another schedule
		return ""
	}
	if s.Result.Verdict.Helps && s.Result.Verdict.GivenUp && s.Run.Tuned() {
		return "" // it is not searched for
	}
	if s.Result.Verdict.Helps && s.Result.Verdict.GivenUp {
		return "The iteration from which hiding the intermediate models pays off is unknown: finding it would take too much work for " +
			"this run."
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
		return "Hidden state has nothing to gain here: ε is 0 even if every iterate is public."
	}
	changes := s.Changes()
	way := "Any one of these would make hidden state help:"
	if len(changes) == 1 {
		way = "This would make hidden state help:"
	}
	if s.Result.Verdict.GivenUp { // after it found these changes
		way = strings.TrimSuffix(way, ":") + " (the search stopped there: going on would take too much work for this run):"
	}
	why := ""
	switch {
	case s.Run.Releases() > 1 && len(changes) == 0:
		return "" // no changes are searched for
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
		why = "Without projection the weights can be arbitrarily far apart"
	default:
		why = "The domain is " + number.Up(s.Run.Diameter/s.Run.Steps().Last().Noise, 2) + " times as wide as the noise of a step (D/σ)"
	}
	other, only, none := "", ". Only impractical changes would make hidden state help: ", ", and none of the single changes we tried ("
	if s.constantHelps() {
		why += ". A constant learning rate would make hidden state help"
		other, only = "other ", "; of the other changes we know only impractical ones: "
		none = "; none of the other single changes we tried ("
	}
	switch {
	case len(changes) > 0:
		return why + ". " + way
	case s.Result.Verdict.GivenUp && len(s.Result.Verdict.Changes) > 0:
		return why + ". The " + other + "changes known to make hidden state help are impractical: " + s.impractical() +
			". Looking for others would take too much work for this run."
	case s.Result.Verdict.GivenUp:
		return why + ". No " + other + "change that would make hidden state help is known: the search would take too much work for " +
			"this run."
	case len(s.Result.Verdict.Changes) > 0:
		return why + only + s.impractical() + "."
	case s.constantHelps():
		return why + none + s.tried() + ") does."
	case s.hiddenStateApplies():
		return why + none + s.tried() + ") makes hidden state help."
	}
	return why + none + s.tried() + ") makes one apply."
}

// Scheduled compares a learning rate that changes with a constant one over as many steps; empty if
// the comparison is not known.
func (s Subject) Scheduled() string {
	constant, answer := s.Result.Verdict.Constant, s.Result.Answer
	if constant == nil || answer == nil || s.Departures.Coverage(s.Run) != Everything || s.Contradiction() != "" || s.Unfinished {
		return ""
	}
	const same = 1e-6
	steps := number.Plain(float64(s.Run.T)) + " steps"
	switch x, y := float64(answer.Epsilon), float64(constant.Epsilon); {
	case math.Abs(x-y) <= same*y:
		return "A constant learning rate over the same " + steps + " has the same bound: this schedule changes nothing."
	default:
		text := fmt.Sprintf("A constant learning rate over the same %s has %s ≤ %s", steps, s.EpsilonName(), number.Up(y, SentenceDigits))
		switch {
		case x < y:
			return text + ": this schedule has the smaller bound."
		case s.PublishedOnly && !s.hiddenStateApplies():
			return text + " by a published theorem, and no published hidden-state theorem covers this schedule."
		case s.PublishedOnly:
			return text + ": the published theorems prove less of this schedule."
		case !s.constantHelps():
			return text + ": this schedule has the larger bound."
		case s.Result.Verdict.Helps:
			return text + ": this schedule gives up part of what hidden state gains."
		}
		return text + ": this schedule gives up what hidden state gains."
	}
}

// constantHelps reports whether a constant learning rate has a smaller bound, by hidden state.
func (s Subject) constantHelps() bool {
	constant, answer := s.Result.Verdict.Constant, s.Result.Answer
	return constant != nil && answer != nil && constant.Epsilon < answer.Epsilon &&
		slices.ContainsFunc(s.Result.Rows, func(row protocol.Row) bool { return row.ID == constant.Row && row.HiddenState })
}

// sampling says whether Poisson batches lower ε more than hidden state does for batches in a fixed order; empty if that is not
// known.
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
func (s Subject) tried() string {
	iterations := "more iterations"
	if s.Run.Scheme.ByLossDistributions() {
		iterations = "up to 100 times as many iterations"
	}
	text := iterations + ", a smaller domain, a strongly convex loss"
	if s.Run.Tuned() {
		text += "; a single run in place of the best of several was not tried"
	}
	return text
}

// impractical names the changes that would make hidden state help, all of which make a different training of the run.
func (s Subject) impractical() string {
	var texts []string
	for _, c := range s.Result.Verdict.Changes {
		texts = append(texts, ChangeText(s.Run, c))
	}
	return strings.Join(texts, ", ")
}

// mostChanges is the largest number of changes that the page offers.
const mostChanges = 3

// Changes returns single changes that would make hidden state help, if there is anything to gain, or that would make a bound
// apply, if none does. Changes that make a different training of the run are left out.
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
	if c.Field == "diameter" && c.Value == "inf" {
		return form.Infinite(c.Field)
	}
	value := c.Value
	if x, err := run.ParseDecimal(c.Value); err == nil {
		value = number.Stated(x)
	}
	name := label.Name
	if label.Symbol != "" {
		name += " " + label.Symbol
	}
	return name + " = " + value
}

// Miss is a change and the ε that it would give: "iterations T = 300, ε ≤ 1.27".
func Miss(r run.Run, c protocol.Change) string {
	text := ChangeText(r, c)
	if form.IsChoice(c.Field) {
		text = strings.TrimSuffix(form.LabelOf(r, c.Field).Name, " is") + ": " + form.Words(c.Field, c.Value)
	}
	return text + giving(c)
}

// giving is the ε that a change would give, after its name: ", ε ≤ 1.27"; empty if no finite ε is known.
func giving(c protocol.Change) string {
	if c.Epsilon == 0 || math.IsInf(float64(c.Epsilon), 1) {
		return ""
	}
	return ", ε ≤ " + number.Up(float64(c.Epsilon), SentenceDigits)
}
