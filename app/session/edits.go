package session

import (
	"slices"

	"lastiterate/app/form"
	"lastiterate/app/state"
)

// Meaning returns the action that an edit of a control asks for; nil if the control is no part of the run.
func Meaning(made form.Edit) state.Action {
	switch name := made.Name; {
	case name == form.Unbounded:
		return state.Project{On: !made.On}
	case name == form.NotSmooth:
		return state.Smooth{On: !made.On}
	case name == form.Kind:
		return state.Ask{Alpha: made.Text == form.Alpha}
	case form.IsChoice(name):
		return state.Choose{Field: name, Value: made.Text}
	case slices.Contains(form.Names(), name):
		return state.Type{Field: name, Text: made.Text}
	}
	return nil
}
