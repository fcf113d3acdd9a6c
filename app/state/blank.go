package state

import (
	"slices"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/words"
)

// needed is the fault of a blank field.
func (m Model) needed(name string) Fault {
	return Fault{Message: form.Needed(m.Run, []string{name})}
}

// isBlank reports whether nobody has said what the field is, nor is saying it now.
func (m Model) isBlank(name string) bool { return m.View.IsBlank(name) && m.Drafts[name] == "" }

// idle reports whether the answer holds whatever the field is.
func (m Model) idle(name string) bool {
	return m.Departures().Unused(m.Run, name) || has(link.OfLosses(), name) && !m.enters(name)
}

// blanks gives every blank field an empty draft. Where epochs are typed, T follows.
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

// open reports whether what the field would show follows from a blank one: T where only
// the epochs are known, and epochs where only T is.
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

// Shown reports whether the form has the field: epochs may be all that is known about T, and a loss of which nothing is
// known has no constants.
func (m Model) Shown(name string) bool {
	if m.Departures().Has(words.Unknown) && (has(link.OfLosses(), name) || name == "holder_constant") {
		return false
	}
	if name == form.Epochs && m.View.Pending() {
		return true
	}
	return form.Shown(m.Run, name)
}
