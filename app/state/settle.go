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

// settle takes every draft that can be taken. All of them together are tried
// first, because two fields may only be right together; if that is no valid
// run, the one typed last is tried alone and then the others. What is left
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

// names lists the drafts, the one typed last first, the others as the form shows them.
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

// taking puts the named drafts into the run and question. Epochs and what the
// scheme fixes are put in last, because they follow from n and b.
func (m Model) taking(names []string) (Model, map[string]Fault) {
	faults := map[string]Fault{}
	before := m.Run
	for _, name := range names {
		switch {
		case name == form.Epochs:
			continue
		case m.isBlank(name):
			if m.idle(name) {
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
					continue // it is n that is wrong
				}
				if _, known := faults[f.Field]; !known {
					faults[f.Field] = Fault{Message: m.typed(f)}
				}
			}
		}
	}
	// What a field that is not drawn holds cannot be put right, nor need it.
	maps.DeleteFunc(faults, func(name string, _ Fault) bool { return !m.Shown(name) })
	m.remember()
	return m, faults
}

// parse reads the number that stands in a field, which counts things or measures something.
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

// putGroup holds one example of a person as a run does that states none, so that 1 is the same run again. A run that
// holds 0 states none, but a person who types 0 has not said one.
func (m *Model) putGroup(examples int) error {
	switch {
	case examples < 1:
		return run.FieldError{Field: "group", Message: "examples of one person must be a whole number from 1 to 1e12"}
	case examples == 1:
		examples = 0
	}
	return m.Run.SetNumber("group", float64(examples))
}

// aside is a value to be refused in place of 0, which in a question means that
// nothing is asked.
func aside(value float64) float64 {
	if value == 0 {
		return -1
	}
	return value
}

// putQuestion asks q if the engine would answer it.
func (m *Model) putQuestion(q claim.Question, text string) error {
	err := q.Validate()
	var list run.Errors
	if errors.As(err, &list) && len(list) > 0 {
		return fmt.Errorf("%s; you typed %s", list[0].Message, text)
	}
	m.Question = q
	return nil
}

// sentence tells an error of one field in words that name what was typed.
func (m Model) sentence(name string, err error) string {
	var fault run.FieldError
	if errors.As(err, &fault) {
		return m.typed(fault)
	}
	return err.Error()
}

// typed appends what stands in the field, unless the sentence tells already.
func (m Model) typed(f run.FieldError) string {
	if text, ok := m.Drafts[f.Field]; ok && !form.IsChoice(f.Field) {
		return f.Message + "; you typed " + text
	}
	return f.Message
}

// putEpochs reads T told in epochs.
func (m *Model) putEpochs(text string) error {
	value, err := number.Parse(text)
	if err != nil {
		return err
	}
	if m.Run.B < 1 || m.Run.B > m.Run.N {
		return nil // no epoch to count in; Validate says so
	}
	if !(value > 0) {
		return fmt.Errorf("epochs must be positive; you typed %s", text)
	}
	steps := m.Run.EpochSteps()
	iterations := value * float64(steps)
	nearest := math.Round(iterations)
	// A decimal such as 0.1 is not a binary fraction: allow its rounding, no more.
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

// keepEpochs lets T follow a change of the steps in an epoch when the person
// thinks in epochs.
func (m *Model) keepEpochs(before run.Run) {
	if m.Run.B < 1 || m.Run.B > m.Run.N {
		return // no epoch to count in; Validate says so
	}
	m.Run = m.Run.InEpochsOf(before)
}

// drop forgets drafts and what was wrong with them.
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
