package lab

import (
	"lastiterate/app/link"
	"lastiterate/app/words"
)

// A training may depart from the run that a link states, for instance by momentum. Then the laboratory, like the
// calculator, answers only by composition, the one bound that still holds, and says so. A tool that follows the
// steps of plain SGD has no answer.

// departures lists the departures that a run's link names and that some theorem does not cover.
func departures(s link.State) (ds words.Departures) {
	named, _ := words.Known(s.View.Differs)
	for _, d := range named {
		if cover, _ := words.Consequence(d, s.Run); cover != words.Everything {
			ds = append(ds, d)
		}
	}
	return ds
}

// covering returns the rows whose bounds hold for the training of a link, or nil if all do. If the tool has no
// answer, why gives the reason, as a part of a sentence.
func (t *Tool) covering(s link.State) (rows []string, why string) {
	ds := departures(s)
	switch cover := ds.Coverage(s.Run); {
	case cover == words.Everything:
		return nil, ""
	case cover == words.Nothing:
		return nil, "no bound here covers training with " + words.Departing(ds)
	case !t.Proves:
		return nil, "the training departs from this run by " + words.Departing(ds) + ", and this tool follows plain SGD as stated: for " +
			"the run without it, untick " + ticked(ds) + " in the calculator, under “What this covers”, and copy its link"
	}
	return ds.Rows(), ""
}

// ticked are the labels of departures in the calculator's list.
func ticked(ds words.Departures) string {
	var labels []string
	for _, d := range words.AllDepartures {
		if ds.Has(d.ID) {
			labels = append(labels, "“"+d.Label+"”")
		}
	}
	return listed(labels)
}

// Departing is a note for an answer whose training departs from the stated run: how it departs, and what still holds.
// It is empty if the training does not depart.
func Departing(t *Tool, v Values) string {
	for f, s := range t.runs(v) {
		if rows, why := t.covering(s); !f.LinksOnly && why == "" && rows != nil {
			return "The training departs from this run by " + words.Departing(departures(s)) + ". Only composition still holds, " +
				"so the answer here uses composition: no theorem here proves less for such training."
		}
	}
	return ""
}
