package session

import (
	"slices"

	"lastiterate/app/picture"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// query is what the engine was asked.
type query struct {
	claim.Query
	only bool // theorems of papers only

	// Of a picture:
	tab       picture.Tab
	parameter string            // what a curve varies
	span      picture.Span      // over what
	at        []float64         // its values
	rows      []string          // to be computed
	kept      []protocol.Series // rows that are known already
	levelsOff int               // where they level off
	slow      int               // the number of values at which slow rows are computed
	epochs    bool              // the epochs stay while n or b varies, and not T
	row       string            // whose schedule
	ordered   bool              // the schedule is that of the question alone
}

// request puts it to the engine.
func (q query) request() protocol.Request {
	r := protocol.Request{Method: protocol.MethodEvaluate, Progress: true, PublishedOnly: q.only,
		Run: protocol.EncodeRun(q.Run), Question: protocol.EncodeQuestion(q.Question)}
	switch {
	case q.tab == "":
	case !q.tab.Curved():
		return protocol.Request{Method: protocol.MethodSchedule, Row: q.row, Run: r.Run, Question: r.Question}
	default:
		r.Method, r.Parameter, r.Rows, r.SlowValues = protocol.MethodCurve, q.parameter, q.rows, q.slow
		if q.parameter == "n" && q.Run.Scheme.UsesAll() {
			r.Parameter = run.FullBatch // in the form, too, b follows n
		}
		if q.epochs {
			r.Steps = protocol.StepsEpochs
		}
		r.Values = make([]protocol.Number, len(q.at))
		for i, v := range q.at {
			r.Values[i] = protocol.Number(v)
		}
	}
	return r
}

// alongside reports whether the picture of a query is that of a run and a
// question, whatever the value of what it varies: a curve along T is the same
// for all T, and one along α or δ for all questions.
func (q query) alongside(c claim.Query) bool {
	switch {
	case !q.tab.Curved():
		return q.Run == c.Run && (q.Question == c.Question || !q.ordered) // most schedules are those of every order
	case q.parameter == "alpha" || q.parameter == "delta":
		return q.Run == c.Run
	}
	is, on := q.Run, c.Run
	if at, ok := on.Number(q.parameter); q.epochs && ok && is.SetNumber(q.parameter, at) == nil && is.B >= 1 && is.B <= is.N {
		is = is.InEpochsOf(q.Run)
	}
	return q.Question == c.Question && neutral(is, q.parameter) == neutral(on, q.parameter)
}

// neutral is the run without its value of a parameter.
func neutral(r run.Run, parameter string) run.Run {
	if parameter == "n" && r.Scheme.UsesAll() {
		r.B = 1
	}
	_ = r.SetNumber(parameter, 1) // every parameter can be 1
	return r
}

// has reports whether a row is among those computed or known.
func (q query) has(row string) bool { return slices.Contains(q.rows, row) || q.keeps(row) }

// keeps reports whether a row is known already.
func (q query) keeps(row string) bool {
	return slices.ContainsFunc(q.kept, func(s protocol.Series) bool { return s.Row == row })
}

// whole are the lines that were computed together with those that were known.
func (q query) whole(c protocol.CurveResult) protocol.CurveResult {
	if len(q.kept) > 0 {
		c.LevelsOff = q.levelsOff // of the lines that were known, which include the answer's
	}
	c.Series = slices.Concat(q.kept, c.Series)
	return c
}
