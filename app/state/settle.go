package state

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// settle takes every draft that can be taken. It first tries all drafts together, because two fields may only be right
// together. If that gives no valid run, it tries the draft typed last alone, and then the others. A draft that is not taken
// keeps its text and gets a fault.
func (m Model) settle(last string) Model {
	m = m.blanks()
	all := m.names(last)
	together, faults := m.taking(all)
	if len(faults) == 0 {
		together.Faults = nil
		return together
	}
	for _, name := range all {
		if taken, left := m.taking([]string{name}); len(left) == 0 {
			drafts := m.Drafts
			m = taken
			m.Drafts = drafts
		}
	}
	m.Faults = faults
	return m
}

// names lists the drafts, the one typed last first, the others in the order of the form.
func (m Model) names(last string) []string {
	var names []string
	if _, ok := m.Drafts[last]; ok {
		names = append(names, last)
	}
	for _, name := range form.Names() {
		if _, ok := m.Drafts[name]; ok && name != last {
			names = append(names, name)
		}
	}
	return names
}

// taking puts the named drafts into the run and question. Epochs and fields that the scheme determines come last, because they
// follow from n and b.
func (m Model) taking(names []string) (Model, map[string]Fault) {
	faults := map[string]Fault{}
	before := m.Run
	for _, name := range names {
		switch {
		case name == form.Epochs:
			continue
		case m.isBlank(name):
			if m.idle(name) || m.Waits(name) {
				continue
			}
			faults[name] = m.needed(name)
			continue
		}
		if err := m.put(name, m.Drafts[name]); err != nil {
			faults[name] = Fault{Message: m.sentence(name, err)}
			continue
		}
		m.fill(name)
	}
	m.Run = link.Hold(m.Run, m.View)
	if m.Run.Scheme.UsesAll() {
		m.Run.B = m.Run.N
	}
	if slices.Contains(names, form.Epochs) {
		if err := m.putEpochs(m.Drafts[form.Epochs]); err != nil {
			faults[form.Epochs] = Fault{Message: err.Error()}
		} else {
			m.fill("T")
		}
	} else if m.View.Steps == form.Epochs {
		m.keepEpochs(before)
	}
	if err := m.Run.Validate(); err != nil {
		var list run.Errors
		if errors.As(err, &list) {
			for _, f := range list {
				if f.Field == "b" && m.Run.Scheme.UsesAll() {
					continue // the fault is in n
				}
				if _, known := faults[f.Field]; !known {
					faults[f.Field] = Fault{Message: m.typed(f)}
				}
			}
		}
	}
	// The visitor cannot correct a field that is not shown, and need not.
	maps.DeleteFunc(faults, func(name string, _ Fault) bool { return !m.Shown(name) })
	m.remember()
	return m, faults
}

// parse reads the number in a field, as a count or as a measure.
func parse(name, text string) (float64, error) {
	if form.IsWhole(name) || name == form.Epochs || name == "tuning_mean" {
		return number.ParseCount(text)
	}
	return number.ParseMeasure(text)
}

// put reads one draft into its field.
func (m *Model) put(name, text string) error {
	if form.IsChoice(name) {
		return m.Run.Set(name, text)
	}
	if form.IsWhole(name) {
		value, err := number.ParseWhole(text)
		if err != nil {
			return err
		}
		if name == "group" {
			return m.putGroup(value)
		}
		return m.Run.SetNumber(name, float64(value))
	}
	value, err := parse(name, text)
	if err != nil {
		return err
	}
	switch name {
	case form.Delta:
		return m.putQuestion(claim.Question{Delta: aside(value)}, text)
	case form.Alpha:
		return m.putQuestion(claim.Question{Alpha: aside(value)}, text)
	}
	return m.Run.SetNumber(name, value)
}

// putGroup stores 1 as 0, the value of a run that states no group, so that both are the same run. It refuses a typed 0, since a
// person has at least one example.
func (m *Model) putGroup(examples int) error {
	switch {
	case examples < 1:
		return run.FieldError{Field: "group", Message: "examples of one person must be a whole number from 1 to 1e12"}
	case examples == 1:
		examples = 0
	}
	return m.Run.SetNumber("group", float64(examples))
}

// aside is a value that will be refused, used in place of 0: in a question 0 means that nothing is asked.
func aside(value float64) float64 {
	if value == 0 {
		return -1
	}
	return value
}

// putQuestion sets the question to q if q is valid.
func (m *Model) putQuestion(q claim.Question, text string) error {
	err := q.Validate()
	var list run.Errors
	if errors.As(err, &list) && len(list) > 0 {
		return fmt.Errorf("%s; you typed %s", list[0].Message, text)
	}
	m.Question = q
	return nil
}

// sentence writes an error of one field as a sentence that contains the typed text.
func (m Model) sentence(name string, err error) string {
	var fault run.FieldError
	if errors.As(err, &fault) {
		return m.typed(fault)
	}
	return err.Error()
}

// typed appends the text of the field, unless the sentence contains it already.
func (m Model) typed(f run.FieldError) string {
	if text, ok := m.Drafts[f.Field]; ok && !form.IsChoice(f.Field) {
		return f.Message + "; you typed " + text
	}
	return f.Message
}

// putEpochs reads T stated in epochs.
func (m *Model) putEpochs(text string) error {
	value, err := number.Parse(text)
	if err != nil {
		return err
	}
	if m.Run.B < 1 || m.Run.B > m.Run.N {
		return nil // an epoch has no length; Validate says so
	}
	if !(value > 0) {
		return fmt.Errorf("epochs must be positive; you typed %s", text)
	}
	steps := m.Run.EpochSteps()
	iterations := value * float64(steps)
	nearest := math.Round(iterations)
	// A decimal such as 0.1 is not a binary fraction, so its rounding is allowed for.
	if math.Abs(iterations-nearest) > 1e-9*iterations || nearest < 1 {
		return fmt.Errorf("%s epochs of %d steps are %.6g iterations; a whole number is needed", text, steps, iterations)
	}
	if nearest > run.MaxCount {
		return fmt.Errorf("%s epochs are more than 1e12 iterations", text)
	}
	if _, err := parse(form.Epochs, text); err != nil && text != epochsText(m.Run) {
		return err
	}
	m.Run.T = int(nearest)
	return nil
}

// keepEpochs changes T with the number of steps in an epoch if the visitor counts in epochs.
func (m *Model) keepEpochs(before run.Run) {
	if m.Run.B < 1 || m.Run.B > m.Run.N {
		return // an epoch has no length; Validate says so
	}
	m.Run = m.Run.InEpochsOf(before)
}

// drop forgets drafts and their faults.
func (m Model) drop(names ...string) Model {
	m.Unsure = false
	m.Drafts = m.withoutDrafts(names...)
	m.Faults = maps.Clone(m.Faults)
	for _, name := range names {
		delete(m.Faults, name)
	}
	m.Problems = slices.DeleteFunc(slices.Clone(m.Problems), func(p link.Problem) bool { return slices.Contains(names, p.Name) })
	return m
}
