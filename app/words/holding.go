package words

import (
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// About is the subject of an answer for a training that departs from the run
// in the ways given: rows that do not cover it no longer apply, and say so.
func About(q claim.Query, result protocol.Result, ds Departures) Subject {
	s := Subject{Query: q, Result: result, Departures: ds}
	cover := ds.Coverage(q.Run)
	if cover == Everything {
		return s
	}
	rows := make([]protocol.Row, len(result.Rows))
	for i, row := range result.Rows {
		if cover == Nothing || row.HiddenState || row.Side != "upper" {
			row = s.uncovered(row)
		}
		rows[i] = row
	}
	s.Result = protocol.Result{Answers: protocol.Answers{Rows: rows, Warnings: result.Warnings, Contradiction: result.Contradiction}}
	if cover == Composition {
		s.Result.Answer, s.Result.Published = result.Published, result.Published
		s.Result.PublishedStatement = result.PublishedStatement
	}
	return s
}

// uncovered is the row as it is shown for a training that it does not cover.
func (s Subject) uncovered(row protocol.Row) protocol.Row {
	row.Applies, row.Epsilon, row.RDP, row.Mu, row.Optimum, row.Gap = false, nil, nil, nil, nil, nil
	row.Substituted = ""
	row.Hypotheses = append([]protocol.Hypothesis{{
		Name: "does not cover " + s.ticked(Everything), Detail: "needs plain SGD as stated in the form",
	}}, row.Hypotheses...)
	return row
}
