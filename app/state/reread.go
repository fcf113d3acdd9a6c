package state

import (
	"slices"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
)

// Reread updates the run after a text was read again with sizes that the form has given. It takes the values that waited for
// these sizes, unless the visitor has changed the fields.
type Reread struct {
	Was, Is link.State // the results of reading the text before and now
	Given   []string   // fields that the form has given

	Schedules string   // see Start
	ByN       []string // see Start
}

func (a Reread) Do(m Model) Model {
	before, names, blank := &m.State, []string(nil), []string(nil)
	is := *before
	fields := run.Fields()
	for i := range fields {
		name := fields[i].Name
		now, holds := said(&a.Is, name), said(before, name)
		untouched := holds == said(&a.Was, name) || name == "T" && holds != "" && before.SameEpochs(a.Was)
		if untouched && now != holds && !has(a.Given, name) {
			if name == "T" {
				is.View.Steps, names = a.Is.View.Steps, append(names, form.Epochs)
			}
			if holds = now; now != "" && is.Run.Set(name, now) != nil {
				return m
			}
			names = append(names, name)
		}
		if holds == "" {
			blank = append(blank, name)
		}
	}
	switch was := before.View.IsBlank(form.Delta); {
	case m.Question != a.Was.Question, was != a.Was.View.IsBlank(form.Delta): // somebody has stated it
		if was {
			blank = append(blank, form.Delta)
		}
	case a.Is.View.IsBlank(form.Delta):
		blank = append(blank, form.Delta)
	default:
		is.Question = a.Is.Question
		if was {
			names = append(names, form.Delta)
		}
	}
	is.View.Blank = blank
	differs := m.noted()
	for i := range words.AllDepartures {
		id := words.AllDepartures[i].ID
		if now := has(a.Is.View.Differs, string(id)); now != has(a.Was.View.Differs, string(id)) {
			differs = differs.With(id, now)
			if id == words.Schedule {
				differs = differs.Scheduled(a.Schedules)
			}
		}
	}
	is.View.Differs = differs.Names()
	continues := m.typing.since == m.Query
	m.State, m.Drafts, m.byN = is, m.withoutDrafts(names...), a.ByN
	m = m.settle("").tidy()
	if continues { // the next keystroke continues the same edit
		m.typing.since = m.Query
	}
	return m
}

// said is the text of a field in a link; empty if it is blank.
//
//go:noinline
func said(s *link.State, name string) string {
	if s.View.IsBlank(name) {
		return ""
	}
	return s.Run.Get(name)
}

// has is not inlined, which keeps the program smaller.
//
//go:noinline
func has(list []string, name string) bool { return slices.Contains(list, name) }
