package lab

import (
	"lastiterate/app/link"
	"lastiterate/app/words"
)

// A training may depart from the run that a link states, such as by momentum. The calculator then counts what
// still holds, and so does the laboratory: an answer of theorems is composition's alone, and says so. A tool that
// follows the steps of plain SGD has no answer.

// departures are those of a run's link that its fields do not state.
func departures(s link.State) (ds words.Departures) {
	named, _ := words.Known(s.View.Differs)
	for _, d := range named {
		if cover, _ := words.Consequence(d, s.Run); cover != words.Everything {
			ds = append(ds, d)
		}
	}
	return ds
}

// covering are the rows whose bounds hold for the training of a link, nil for all, or why the tool has no answer
// for it.
func (t *Tool) covering(s link.State) (rows []string, why string) {
	ds := departures(s)
	switch cover := ds.Coverage(s.Run); {
	case cover == words.Everything:
		return nil, ""
	case cover == words.Nothing:
		return nil, "no bound here covers training with " + words.Departing(ds)
	case !t.Proves:
		return nil, "the training departs from this run by " + words.Departing(ds) + ", and this tool follows plain SGD as stated: " +
			"untick it in the calculator to see the run without it"
	}
	return words.PublishedRows, ""
}

// Departing says beside an answer by how its training departs from the run that is stated, and what still holds;
// empty where it does not.
func Departing(t *Tool, v Values) string {
	for f, s := range t.runs(v) {
		if rows, why := t.covering(s); !f.Kept && why == "" && rows != nil {
			return "The training departs from this run by " + words.Departing(departures(s)) + ". Only composition still holds, " +
				"and the run counts here by composition alone: no theorem here credits hidden state."
		}
	}
	return ""
}
