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

// askConstants leaves blank what was assumed of a loss and is now used: a loss that somebody
// says is known has the constants that they enter, and no others.
func (m Model) askConstants() Model {
	if m.Departures().Has(words.Unknown) {
		return m
	}
	var left []string
	asked := false
	for _, name := range m.assumed {
		switch {
		case !m.Run.Uses(name) || m.Run.Nonsmooth() && name == "smoothness":
			left = append(left, name)
		case !m.View.IsBlank(name):
			m.View.Blank = append(slices.Clone(m.View.Blank), name)
			asked = true
		}
	}
	m.assumed = left
	if asked {
		return m.blanks().settle("")
	}
	return m
}
