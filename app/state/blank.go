package state

import (
	"slices"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
)

// needed is the fault of a blank field.
func (m Model) needed(name string) Fault {
	return Fault{Message: form.Needed(m.Run, []string{name})}
}

// isBlank reports whether the field has no value, and none is being typed.
func (m Model) isBlank(name string) bool { return m.View.IsBlank(name) && m.Drafts[name] == "" }

// Waits reports whether a blank field follows from the dataset size, according to the text that was read, while that is blank. Then
// the dataset size is what is missing.
func (m Model) Waits(name string) bool {
	return has(m.byN, name) && m.View.IsBlank(name) && m.View.IsBlank("n")
}

// lacking lists the blank fields that composition does not need.
func (m Model) lacking(ticked words.Departures) (fields []string) {
	for _, name := range m.View.Blank {
		unknown := ticked.Has(words.Unknown) && has(link.OfLosses(), name)
		if words.Spared(m.Run, name) && m.Run.Uses(name) && !unknown && (m.enters(name) || !has(link.OfLosses(), name)) {
			fields = append(fields, name)
		}
	}
	return fields
}

// idle reports whether the answer holds for every value of the field.
func (m Model) idle(name string) bool {
	return words.Spared(m.Run, name) && m.Departures().Coverage(m.Run) == words.Composition || has(link.OfLosses(), name) && !m.enters(name)
}

// blanks gives every blank field without a draft an empty one, except T if epochs are typed: T then follows from them.
func (m Model) blanks() Model {
	for _, name := range m.View.Blank {
		if _, typed := m.Drafts[name]; typed || name == "T" && m.Drafts[form.Epochs] != "" {
			continue
		}
		m.Drafts = m.withDraft(name, "")
	}
	return m
}

// fill notes that a blank field has a value.
func (m *Model) fill(name string) {
	if m.View.IsBlank(name) {
		m.View.Blank = slices.DeleteFunc(slices.Clone(m.View.Blank), func(b string) bool { return b == name })
		if len(m.View.Blank) == 0 {
			m.View.Blank = nil
		}
	}
}

// Leave ends the typing in a field. A field that was left empty is blank from then on, if composition does not need it.
type Leave struct{}

func (Leave) Do(m Model) Model {
	m = m.Left()
	blank := slices.Clone(m.View.Blank)
	for _, f := range run.Fields() {
		text, drafted := m.Drafts[f.Name]
		if _, wrong := m.Faults[f.Name]; drafted && wrong && strings.TrimSpace(text) == "" && link.CanBlank(f.Name) &&
			words.Spared(m.Run, f.Name) && !m.View.IsBlank(f.Name) {
			blank = append(blank, f.Name)
			m.Drafts = m.withDraft(f.Name, "")
		}
	}
	if len(blank) == len(m.View.Blank) {
		return m
	}
	m.View.Blank = blank
	return m.settle("").tidy()
}

// open reports whether the field depends on a blank one: T if only the epochs are known, and epochs if only T is.
func (m Model) open(name string) bool {
	byEpochs := m.View.Steps == form.Epochs
	switch name {
	case "T":
		return m.View.IsBlank("T") || m.View.Pending() && byEpochs
	case form.Epochs:
		return m.View.IsBlank("T") || m.View.Pending() && !byEpochs
	}
	return m.View.IsBlank(name)
}

// Shown reports whether the form has the field. Epochs are shown while an epoch has no known length, and a loss of which nothing
// is known has no constants.
func (m Model) Shown(name string) bool {
	if m.Departures().Has(words.Unknown) && (has(link.OfLosses(), name) || name == "holder_constant") {
		return false
	}
	if name == form.Epochs && m.View.Pending() {
		return true
	}
	return form.Shown(m.Run, name)
}
