package state

import (
	"slices"

	"lastiterate/app/link"
	"lastiterate/app/words"
)

// assumedOf lists the constants of a loss that nobody has stated. If the loss is unknown they are a preset's, and no answer
// uses them.
func assumedOf(ds words.Departures) []string {
	if ds.Has(words.Unknown) {
		return link.OfLosses()
	}
	return nil
}

// enters reports whether the class of the run's losses uses a constant.
func (m Model) enters(name string) bool {
	return m.Run.Uses(name) && !(m.Run.Nonsmooth() && name == "smoothness")
}

// askConstants leaves blank the assumed constants of a loss that are now used: if the visitor says that the loss is known, its
// constants must be entered.
func (m Model) askConstants() Model {
	if !m.Departures().Has(words.Unknown) {
		var left []string
		for _, name := range m.assumed {
			switch {
			case !m.enters(name):
				left = append(left, name)
			case !m.View.IsBlank(name):
				m.View.Blank = append(slices.Clone(m.View.Blank), name)
			}
		}
		m.assumed = left
	}
	if m.View.Blank != nil { // the departures decide which fields are needed
		return m.settle("")
	}
	return m
}
