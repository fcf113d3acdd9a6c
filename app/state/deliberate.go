package state

import (
	"lastiterate/app/link"
)

// Deliberate is an action that a visitor expects Back to undo: it makes an entry in the browser's history. All others rewrite
// the current entry.
type Deliberate interface {
	Action
	deliberate()
}

// Reset returns to a run, its question and its view, as on a first visit. Pinned configurations stay.
type Reset struct{ To link.State }

func (Reset) deliberate() {}

func (a Reset) Do(m Model) Model {
	pinned := m.View.Pinned
	m = New(a.To)
	m.View.Pinned = pinned
	return m
}

// ApplySolution puts the value that was solved for into its field and, if the solution changes the run's
// length, the new length into T. Only says, as in the view, which theorems found the value: the answer is by them, too.
type ApplySolution struct{ Field, Value, T, Only string }

func (ApplySolution) deliberate() {}

func (a ApplySolution) Do(m Model) Model {
	if a.T != "" {
		m = Apply{"T", a.T}.Do(m)
	}
	m.View.Only = a.Only
	return Apply{a.Field, a.Value}.Do(m)
}
