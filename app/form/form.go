// Package form describes the form of a run: how its fields are grouped, what
// each is called, where its number is found in a training script, and which of
// them matter to the run at hand. It draws nothing: the page and the first
// paint both read it.
package form

import (
	"slices"

	"lastiterate/bounds/run"
)

// Group is a part of the form with a heading.
type Group struct {
	ID     string
	Title  string
	Fields []string // names of package run, "epochs", or a question's name
}

// A Door is a heading above the form that opens one way to begin: pasting a script, reading the theory,
// or solving for a value. At most one is open at a time.
type Door struct {
	ID   string
	Name string
	What string // follows the name directly, so it begins with a colon or a blank
}

// Trained is for people who have trained a model, Theory for people who come for the theorems. The
// solver is the third door; see Find.
var (
	Trained = Door{"start", "I trained a model", ": paste the script"}
	Theory  = Door{"theory", "Show me the theory", ": papers, figures"}
)

// Texts inside the first door, and the height of its field in lines.
const (
	Paste     = "your training script, or any part of it"
	PasteHelp = "Arguments of Opacus, TF Privacy or JAX Privacy, a link, JSON, or lines such as “batch 256, 15 epochs, lr 0.1”. It is " +
		"read here and sent nowhere."
	PasteRows = 4
	Use       = "Use this run"
	OrPreset  = "or begin with"
)

// Find and FindWhat are the name of the third door, which opens the solver, and what follows the name.
const (
	Find     = "Find the value"
	FindWhat = " that meets a target ε"
)

// Names of fields that are not fields of a run.
const (
	Epochs = "epochs" // T told in passes over the data
	Delta  = "delta"  // δ of the question
	Alpha  = "alpha"  // α of the question
)

// OnlyComposition ends the labels of options that are departures of the training.
const OnlyComposition = ": only composition holds"

// UnknownLoss is the form's option for a loss whose class nobody has said. No run holds it: it is a departure of the training.
const UnknownLoss = "unknown"

// UnknownHelp is its help.
const UnknownHelp = "Choose a class to count what hiding the iterates gains. The form then asks for its constants."

// Averaged is the form's option for an average over all iterates that is released, and OtherSchedule that for a schedule of the
// learning rate whose shape the form does not have. No run holds them: they are departures, too.
const (
	Averaged      = "averaged"
	OtherSchedule = "other"
)

// OtherScheduleHelp is the help of OtherSchedule.
const OtherScheduleHelp = "Only composition holds for it. If one of the other shapes is exactly yours, choose that."

// Optimiser is the form's choice of the optimiser. No run holds it: all but plain SGD are departures.
const (
	Optimiser = "optimiser"
	SGD       = "sgd"
	Momentum  = "momentum"
	Adam      = "adam"
)

// AveragedHelp is its help.
const AveragedHelp = "Only composition holds for an average of all iterates. If you release the last iterate alone, choose that."

// Groups lists the form from top to bottom.
func Groups() []Group {
	groups := []Group{
		{ID: "data", Title: "Data"},
		{ID: "training", Title: "Training"},
		{ID: "noise", Title: "Noise"},
		{ID: "model", Title: "Model"},
		{ID: "release", Title: "Release"},
		{ID: "question", Title: "Question"},
	}
	for i := range groups {
		for _, e := range entries {
			if e.group == groups[i].ID {
				groups[i].Fields = append(groups[i].Fields, e.name)
			}
		}
	}
	return groups
}

// Names lists every field of the form in the order shown.
func Names() []string {
	var names []string
	for _, g := range Groups() {
		names = append(names, g.Fields...)
	}
	return names
}

// Options are the choices of a field in the order of the form. The noise begins with the multiplier, which most scripts
// state, and the loss with UnknownLoss. What is released ends with Averaged, and the schedule with OtherSchedule.
func Options(name string) []string {
	f, _ := run.FieldByName(name)
	switch name {
	case Optimiser:
		return []string{SGD, Momentum, Adam}
	case "loss":
		return append([]string{UnknownLoss}, f.Choices...)
	case "release":
		return append(slices.Clone(f.Choices), Averaged)
	case "schedule":
		return append(slices.Clone(f.Choices), OtherSchedule)
	case "noise":
		multiplier := string(run.NoiseMultiplier)
		return append([]string{multiplier}, slices.DeleteFunc(slices.Clone(f.Choices), func(c string) bool { return c == multiplier })...)
	}
	return f.Choices
}

// IsChoice reports whether the field is a choice among names, not a number. It is not inlined, since each of its many
// calls would then copy a whole run.Field, and the program would be larger.
//
//go:noinline
func IsChoice(name string) bool {
	f, ok := run.FieldByName(name)
	return ok && f.Kind == run.Choice || name == Optimiser
}

// IsWhole reports whether the field holds whole numbers only. It is not inlined, like IsChoice.
//
//go:noinline
func IsWhole(name string) bool {
	f, ok := run.FieldByName(name)
	return ok && f.Kind == run.Integer
}

// Shown reports whether the form shows the field for this run. A constant of the loss is shown only for
// classes of losses that have it. Epochs are shown only if an epoch has several steps; the position also if it
// has been set.
func Shown(r run.Run, name string) bool {
	if e := entryOf(name); e.shown != nil && !e.shown(r) {
		return false
	}
	return r.Uses(name)
}
