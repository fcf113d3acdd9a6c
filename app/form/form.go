// Package form describes the form of a run: which fields stand together, what
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

// StartFrom names what offers other runs to begin with, Find what solves for a
// target, and each goes on.
const (
	StartFrom = "Start from"
	StartHow  = " a preset or your own code"
	Find      = "Find the value"
	FindWhat  = " that meets a target ε"
)

// Names of fields that are not fields of a run.
const (
	Epochs = "epochs" // T told in passes over the data
	Delta  = "delta"  // δ of the question
	Alpha  = "alpha"  // α of the question
)

// Beside is how many groups stand beside the picture, whose height they take. Where
// there are two columns the others stand below it, next to each other.
const Beside = 2

// Groups lists the form from top to bottom.
func Groups() []Group {
	groups := []Group{
		{ID: "data", Title: "Data and batches"},
		{ID: "training", Title: "Training"},
		{ID: "noise", Title: "Noise"},
		{ID: "domain", Title: "Domain"},
		{ID: "loss", Title: "Loss"},
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

// Options are the choices of a field in the order of the form: what scripts name
// most often comes first.
func Options(f run.Field) []string {
	if f.Name != "noise" {
		return f.Choices
	}
	multiplier := string(run.NoiseMultiplier)
	return append([]string{multiplier}, slices.DeleteFunc(slices.Clone(f.Choices), func(c string) bool { return c == multiplier })...)
}

// IsChoice reports whether the field is a choice among names, not a number.
func IsChoice(name string) bool {
	f, ok := run.FieldByName(name)
	return ok && f.Kind == run.Choice
}

// IsWhole reports whether the field holds whole numbers only.
func IsWhole(name string) bool {
	f, ok := run.FieldByName(name)
	return ok && f.Kind == run.Integer
}

// Shown reports whether the field is drawn for this run: a class of losses
// shows its own constants only, and epochs and positions mean something only where an epoch
// has more than one step.
func Shown(r run.Run, name string) bool {
	if e := entryOf(name); e.shown != nil && !e.shown(r) {
		return false
	}
	return r.Uses(name)
}
