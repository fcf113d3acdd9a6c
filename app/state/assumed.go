package state

import (
	"slices"

	"lastiterate/app/link"
	"lastiterate/app/words"
)

// assumedOf are the constants of a loss that nobody has stated: where the loss is unknown they
// are a preset's, and no answer uses them.
func assumedOf(ds words.Departures) []string {
	if ds.Has(words.Unknown) {
		return link.OfLosses()
	}
	return nil
}

// enters reports whether a constant of a loss is one of the class that the run has.
func (m Model) enters(name string) bool {
	return m.Run.Uses(name) && !(m.Run.Nonsmooth() && name == "smoothness")
}

// askConstants leaves blank what was assumed of a loss and is now used: a loss that somebody
// says is known has the constants that they enter, and no others.
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
	if m.View.Blank != nil { // what is needed depends on the departures
		return m.settle("")
	}
	return m
}
