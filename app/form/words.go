package form

import (
	"fmt"
	"math"
	"slices"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// Label is the text around a field of the form: before it the name that practitioners use and
// the symbol of the theorems, and after it the unit.
type Label struct {
	Name   string // such as "learning rate"
	Symbol string // such as "η"; empty for choices
	Unit   string // what the number counts or measures, such as "steps"; may be empty
}

// LabelOf returns the label of the named field in the form of this run. The name of the noise
// depends on its convention, that of the smoothness on the class of losses, and that of the
// clipping norm on what clipping does. A name that no field has is its own label.
func LabelOf(r run.Run, name string) Label {
	e := entryOf(name)
	l := Label{Name: name, Symbol: e.symbol, Unit: e.unit}
	if f, ok := run.FieldByName(name); ok {
		l.Name, l.Symbol = f.Label, f.Symbol
	}
	if e.called != "" {
		l.Name = e.called
	}
	if e.label != nil {
		e.label(r, &l)
	}
	return l
}

// noiseLabel returns the label of the noise, whose name says the convention.
func noiseLabel(c run.Convention) Label {
	switch c {
	case run.IterateNoise:
		return Label{Name: "noise on the iterate", Symbol: "σ"}
	case run.GradientNoise:
		return Label{Name: "noise on the gradient", Symbol: "σ_DP"}
	case run.LangevinNoise:
		return Label{Name: "Langevin noise", Symbol: "σ_LD"}
	case run.NoiseMultiplier:
		return Label{Name: "noise multiplier", Symbol: "z"}
	}
	panic(run.Unknown(c))
}

// ChoiceLabel returns the text of one option of the named choice in the form: the words that
// the page uses for the option everywhere, and what they mean. value is the option's name in
// links and messages, or one of those that no run holds.
func ChoiceLabel(name, value string) string {
	switch value {
	case OtherSchedule:
		return "another shape" + OnlyComposition
	case SGD:
		return "plain SGD"
	case Momentum:
		return "SGD with momentum" + OnlyComposition
	case Adam:
		return "Adam or another adaptive method" + OnlyComposition
	case UnknownLoss:
		return "of unknown smoothness" + OnlyComposition
	case Averaged:
		return "an average of all iterates (EMA)"
	}
	if name == "noise" {
		return conventions[run.Convention(value)]
	}
	return Words(name, value) + meanings[name][value]
}

// SegmentsClass returns the CSS class of a choice for which Segmented is true. It sets the options side by
// side or, where they are long, one below the other.
func SegmentsClass(name string) string {
	if name == "noise" {
		return "segments stacked"
	}
	return "segments"
}

// Segmented reports whether the form shows all options of the named choice at once. Other choices are menus.
func Segmented(name string) bool { return name == "adjacency" || name == "noise" }

// conventions are the texts of the options of the noise: what each measures. They do not
// repeat the word noise, which is in the label.
var conventions = map[run.Convention]string{
	run.NoiseMultiplier: "multiplier: z · C on the summed gradient",
	run.IterateNoise:    "on the iterate: σ on every weight, each step",
	run.GradientNoise:   "on the gradient: σ_DP on the batch’s mean",
	run.LangevinNoise:   "Langevin: √(2η) · σ_LD on every weight",
}

// meanings are the texts that follow the words of an option, by field and option.
var meanings = map[string]map[string]string{
	"scheme": {
		string(run.Full):               ": every step uses all examples",
		string(run.Cyclic):             ", the same every epoch",
		string(run.ShuffleOnce):        ", secretly, then kept",
		string(run.Reshuffle):          ", secretly",
		string(run.WithoutReplacement): ", drawn afresh every step",
		string(run.Poisson):            ": each example has probability b/n",
		string(run.Allocation):         ": one batch an epoch",
	},
	"loss": {
		string(run.Smooth):         ", perhaps not convex",
		string(run.Convex):         ", smooth or not",
		string(run.StronglyConvex): " and smooth",
		string(run.WeaklyConvex):   " and smooth",
		string(run.Holder):         ", perhaps not convex",
	},
}

// Words returns an option of the named field in words, such as "fixed order" for the value cyclic of scheme.
// The field must be one of package run. Words is not inlined, like IsChoice.
//
//go:noinline
func Words(name, value string) string {
	f, _ := run.FieldByName(name)
	return f.Words(value)
}

// Summary returns the present values of a group's main fields in a few words, such as
// "n = 1000, b = 10, fixed order". The form shows them in the group's heading while the group
// is closed. group is the ID of a Group; Summary is empty for others. unused names fields
// whose values the answer does not depend on: a learning rate among them is left out.
func Summary(q claim.Query, group string, unused ...string) string {
	return SummaryFor(Length(q.Run), q, group, unused...)
}

// Length is the length of a run in its Summary.
func Length(r run.Run) string { return fmt.Sprintf("T = %d", r.T) }

// SummaryFor is the Summary for another length of the run, in words: "T from 1 to 200".
func SummaryFor(length string, q claim.Query, group string, unused ...string) string {
	switch group {
	case "question":
		if q.Question.Renyi() {
			return "α = " + run.FormatNumber(q.Question.Alpha)
		}
		return "δ = " + run.FormatNumber(q.Question.Delta)
	case "data":
		if q.Run.Scheme.UsesAll() {
			return fmt.Sprintf("n = %d, %s", q.Run.N, run.Words(q.Run.Scheme))
		}
		text := fmt.Sprintf("n = %d, b = %d, %s", q.Run.N, q.Run.B, run.Words(q.Run.Scheme))
		if q.Run.States("position") {
			text += fmt.Sprintf(", j = %d", q.Run.Position)
		}
		return text
	case "training":
		text := length
		if !slices.Contains(unused, "eta") {
			text += ", η = " + run.FormatNumber(q.Run.Eta)
			if !q.Run.Steady() {
				text += " at most"
			}
		}
		return text + ", C = " + run.FormatNumber(q.Run.Clip)
	case "noise":
		return noiseLabel(q.Run.Noise).Symbol + " = " + run.FormatNumber(q.Run.Sigma)
	case "model":
		return Loss(q.Run) + ", " + Domain(q.Run)
	case "release":
		text := "the last iterate"
		switch k := run.FormatNumber(float64(q.Run.Every)); q.Run.Release {
		case run.EveryKth:
			text = "one iterate every " + k + " steps"
		case run.LastIterates:
			text = "the last " + k + " iterates"
		case run.AllIterates:
			text = "all iterates"
		case run.LastIterate, "":
		}
		switch {
		case q.Run.Tuned() && q.Run.Releases() > 1:
			return text + ", of the best of several runs"
		case q.Run.Tuned():
			return "the best of several runs"
		}
		return text
	}
	return ""
}

// Loss returns the class of the run's losses and its constants in a few words, such as
// "convex, L = 1". Infinite constants are left out.
func Loss(r run.Run) string {
	text := run.Words(r.Loss)
	if r.Nonsmooth() {
		text = "convex, not smooth"
	}
	for _, name := range []string{"smoothness", "strong_convexity", "weak_convexity", "holder_constant", "holder_order"} {
		if value, ok := r.Number(name); ok && r.States(name) && !math.IsInf(value, 1) {
			text += ", " + LabelOf(r, name).Symbol + " = " + run.FormatNumber(value)
		}
	}
	return text
}

// Infinite returns what +Inf means as the value of the smoothness or the diameter, in two words.
func Infinite(name string) string {
	if name == "smoothness" {
		return "not smooth"
	}
	return "no projection"
}

// Domain returns the set of the run's weights in a few words: its diameter, or that there is no projection.
func Domain(r run.Run) string {
	if !r.Bounded() {
		return Infinite("diameter")
	}
	return "D = " + run.FormatNumber(r.Diameter)
}

// Counted returns a number with its noun: "1 step" or "2 steps". noun is the singular of a word whose plural ends in s.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
