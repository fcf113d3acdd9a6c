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

// Solvable are the fields that can be solved for, in the order offered.
var Solvable = []string{"sigma", "T", "diameter", "b", "after"}

// Choices are the fields that can be solved for and on which the answer depends. Composition depends on neither the domain nor
// further steps without the example.
func (w Wanted) Choices() []string {
	return slices.DeleteFunc(slices.Clone(Solvable), func(field string) bool {
		w.Field = field
		return w.Departures.Coverage(w.Run) == Composition && (field == "diameter" || w.Longer())
	})
}

// Failed says why no value was found. The engine counts iterations; where epochs are stated, a single one is the least.
func (w Wanted) Failed(why string) string {
	if w.input() != form.Epochs {
		return why
	}
	one := fmt.Sprintf("T = %d", w.Run.EpochSteps())
	return strings.NewReplacer("number of iterations", "number of epochs", "even at "+one+" ", "even after one epoch ("+one+") ").
		Replace(why)
}

// Wanted is what was solved for.
type Wanted struct {
	claim.Query
	Epsilon float64 // the target
	Field   string  // "sigma", "T", "diameter", "b" or "after"
	Epochs  bool    // epochs are stated, not iterations

	Departures Departures // ways in which the training differs from the run
}

// Rows returns the ids of the rows whose bounds may meet the target, or nil if all rows may.
func (w Wanted) Rows() []string {
	if w.Departures.Coverage(w.Run) == Everything {
		return nil
	}
	return w.Departures.Rows()
}

// Unsolvable says why no field can be solved for if the training differs from the run in these ways. It is
// empty if one can.
func Unsolvable(ds Departures, r run.Run) string {
	if ds.Coverage(r) != Nothing {
		return ""
	}
	return "Nothing can be solved for: no bound here covers training with " +
		Subject{Query: claim.Query{Run: r}, Departures: ds}.ticked(Nothing) + "."
}

// Name is the field's name and symbol: "iterations T", or "epochs E" if epochs are stated.
func (w Wanted) Name() string {
	l := form.LabelOf(w.Run, w.input())
	return l.Name + " " + strings.ReplaceAll(l.Symbol, "_", "") // σ_DP has no subscript in plain text
}

// Aim says which of the values that meet the target the search is for.
func (w Wanted) Aim() string {
	switch w.Field {
	case "sigma":
		return "The smallest noise that meets the target."
	case "T":
		return "The largest number of " + w.plural() + " that meets the target."
	case "diameter":
		return "The widest domain that meets the target."
	case "b":
		if w.Run.GrowsWithBatch() {
			return "The largest batches that meet the target: at a fixed noise multiplier ε grows with b."
		}
		return "The smallest batches that meet the target: at a fixed " + form.LabelOf(w.Run, "sigma").Name +
			" ε mostly falls as b grows. Every size is tried."
	case "after":
		if w.Longer() {
			return fmt.Sprintf("The fewest further steps, on the data without the example, that meet the target after %s steps with it.",
				number.Plain(float64(w.Run.Holding())))
		}
		return "How few of the T steps, counted from the end, must run on the data without the example."
	}
	return ""
}

// Longer reports whether the steps to find, after the deletion, are added to those of the run. They are if the learning
// rate is constant; with a schedule T stays, and the last of its T steps are counted.
func (w Wanted) Longer() bool { return w.Field == "after" && w.Run.Steady() }

// At returns the run with the value in its field; ok is false if the field does not accept the value.
func (w Wanted) At(value float64) (r run.Run, ok bool) {
	r = w.Run
	if r.SetNumber(w.Field, value) != nil {
		return r, false
	}
	switch {
	case w.Longer():
		r.T = w.Run.Holding() + r.After
	case w.Field == "b" && w.Epochs:
		r = r.InEpochsOf(w.Run)
	}
	return r, true
}

// LongerT is the T that has to be set together with a number of further steps after a deletion, as text. It is empty
// for every other solution.
func (w Wanted) LongerT(s protocol.SolveResult) string {
	if r, ok := w.At(float64(s.Value)); ok && w.Longer() {
		return run.FormatNumber(float64(r.T))
	}
	return ""
}

// input is the field of the form that holds the value.
func (w Wanted) input() string {
	if w.Field == "T" && w.Epochs {
		return form.Epochs
	}
	return w.Field
}

// Entry returns the field of the form that takes a solution, and the text to put into it.
func (w Wanted) Entry(s protocol.SolveResult) (field, text string) {
	return w.input(), run.FormatNumber(w.shown(s.Value))
}

// shown converts a value to the unit of the form: epochs if they are stated.
func (w Wanted) shown(value protocol.Number) float64 {
	if w.input() == form.Epochs {
		return float64(value) / float64(w.Run.EpochSteps())
	}
	return float64(value)
}

// Solved describes a solution in words; row is the name of the theorem that meets the target.
func (w Wanted) Solved(s protocol.SolveResult, row string) string {
	value := number.Plain(w.shown(s.Value))
	text := ""
	switch unlimited := len(s.Bracket) < 2; {
	case unlimited && math.IsInf(float64(s.Value), 1):
		text = "Any diameter meets the target, and so does no projection"
	case unlimited && w.Field == "T":
		text = fmt.Sprintf("Any number of %s up to %s meets the target", w.plural(), value)
	case w.Field == "after" && float64(s.Value) == 0:
		text = "No steps are needed after the deletion"
	case w.Longer():
		text = fmt.Sprintf("After the %s steps with the example, %s more without it are enough (T = %s)",
			number.Plain(float64(w.Run.Holding())),
			value, w.LongerT(s))
	case w.Field == "after":
		text = fmt.Sprintf("The smallest number of steps after the deletion is K = %[1]s (the last %[1]s of the T steps)", value)
	case w.Field == "b" && unlimited:
		text = fmt.Sprintf("Even b = %s meets the target", value)
	case w.Field == "sigma" || w.Field == "b" && !w.Run.GrowsWithBatch():
		text = fmt.Sprintf("The smallest %s is %s", w.Name(), value)
	default:
		text = fmt.Sprintf("The largest %s is %s", w.Name(), value)
		if w.Field == "T" {
			text = fmt.Sprintf("At most %s = %s %s", form.LabelOf(w.Run, w.input()).Symbol, value, w.plural())
		}
		if w.Field == "b" && w.Run.Scheme == run.Allocation {
			text += " (a larger one at which T ends late in an epoch may meet the target, too)"
		}
		if w.Field == "T" && w.Run.States("position") { // ε falls after each use of the example
			text += " (shorter runs that end sooner after using the example may miss the target)"
		}
	}
	if w.input() == form.Epochs && !w.Departures.Has(Remainder) { // a smaller last batch makes more
		text += fmt.Sprintf(" (%s iterations)", number.Plain(float64(s.Value)))
	}
	subject := Subject{Query: w.Query, Departures: w.Departures}
	if with := subject.conditions(Composition); with != "" {
		row += StillHolds + with
	}
	text += fmt.Sprintf(": %s ≤ %s %s, by %s.", subject.EpsilonName(), number.Tabled(number.Up(float64(s.Epsilon), SentenceDigits)),
		subject.at(), row)
	if len(s.Bracket) > 1 {
		text += fmt.Sprintf(" At %s the bound exceeds the target of %s.", number.Plain(w.shown(s.Bracket[1])), number.Plain(w.Epsilon))
	}
	if w.Field == "after" && w.Run.Adjacency == run.Replace {
		text += " This compares two examples that were both deleted. For certified unlearning choose “zero out one”, or “add or remove " +
			"one” for Poisson sampling, and solve again."
	}
	return text
}

// Seeking stands for ByPublished while that value is searched for.
const Seeking = "By published theorems alone: searching …"

// ByPublished is the solution by published theorems, beside one that is by a result of ours.
func (w Wanted) ByPublished(s protocol.SolveResult) string {
	text, _, _ := strings.Cut(w.Solved(s, ""), ": ")
	return "By published theorems alone, " + strings.ToLower(text[:1]) + text[1:] + "."
}

// OwnResult and PublishedTheorems say whose a solution is, on the button that applies it.
const (
	OwnResult         = "own result, unpublished"
	PublishedTheorems = "published theorems"
	// AppliesPublished says what the button of the latter does besides.
	AppliesPublished = "Also leaves our own results out of the answer"
)

// Applies is the label of a button that enters a solution: "Apply 0.75 (published theorems)".
func (w Wanted) Applies(s protocol.SolveResult, whose string) string {
	return "Apply " + number.Plain(w.shown(s.Value)) + " (" + whose + ")"
}

func (w Wanted) plural() string {
	if w.input() == form.Epochs {
		return "epochs"
	}
	return "iterations"
}
