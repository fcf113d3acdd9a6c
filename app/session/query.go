package session

import (
	"slices"

	"lastiterate/app/picture"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// query is a question to the engine.
type query struct {
	claim.Query
	publishedOnly bool // leave out our own theorems

	// Of a picture:
	tab       picture.Tab
	parameter string            // parameter that a curve varies
	span      picture.Span      // range of the parameter
	at        []float64         // parameter values
	rows      []string          // rows to compute
	rivals    bool              // compute the rows that beat them elsewhere, too
	kept      []protocol.Series // rows that are known already
	levelsOff int               // value from which the kept rows level off
	slow      int               // number of values at which slow rows are computed
	epochs    bool              // keep the number of epochs, rather than T, as n or b varies
	row       string            // row whose schedule is shown
	atAlpha   bool              // the schedule holds for this question's order α only
}

// request encodes the query for the engine.
func (q query) request() protocol.Request {
	r := protocol.Request{Method: protocol.MethodEvaluate, Progress: true, PublishedOnly: q.publishedOnly,
		Run: protocol.EncodeRun(q.Run), Question: protocol.EncodeQuestion(q.Question)}
	switch {
	case q.tab == "":
	case !q.tab.Curved():
		return protocol.Request{Method: protocol.MethodSchedule, Row: q.row, Run: r.Run, Question: r.Question}
	default:
		r.Method, r.Parameter, r.Rows, r.SlowValues = protocol.MethodCurve, q.parameter, q.rows, q.slow
		r.Rivals = q.rivals && len(q.kept) == 0
		if q.parameter == "n" && q.Run.Scheme.UsesAll() {
			r.Parameter = run.FullBatch // in the form, too, b equals n
		}
		if q.epochs {
			r.Steps = protocol.StepsEpochs
		}
		r.Lines = q.slow <= fewValues // finer lines replace coarse ones all at once
		r.Values = make([]protocol.Number, len(q.at))
		for i, v := range q.at {
			r.Values[i] = protocol.Number(v)
		}
	}
	return r
}

// fits reports whether q's picture also fits the run and question c. The value of the varied
// parameter does not matter: a curve along T is the same for all T, and one along α or δ for all
// questions, except an attacker's.
func (q query) fits(c claim.Query) bool {
	switch {
	case !q.tab.Curved():
		return q.Run == c.Run && (q.Question == c.Question || !q.atAlpha) // most schedules hold for every α
	case q.tab == picture.Attack: // its δ depend on the answer
		return q.Query == c
	case q.parameter == "alpha" || q.parameter == "delta":
		return q.Run == c.Run
	}
	is, on := q.Run, c.Run
	if at, ok := on.Number(q.parameter); q.epochs && ok && is.SetNumber(q.parameter, at) == nil && is.B >= 1 && is.B <= is.N {
		is = is.InEpochsOf(q.Run)
	}
	return q.Question == c.Question && withoutParameter(is, q.parameter) == withoutParameter(on, q.parameter)
}

// withoutParameter is the run with the parameter set to 1, so that runs that differ only in it are equal.
func withoutParameter(r run.Run, parameter string) run.Run {
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

// with is the query for the rows of a curve result, some of which may be rivals.
func (q query) with(c protocol.CurveResult) query {
	for _, line := range c.Series {
		if !q.has(line.Row) {
			q.rows = append(slices.Clip(q.rows), line.Row)
		}
	}
	return q
}

// withKept adds the kept series to a curve result.
func (q query) withKept(c protocol.CurveResult) protocol.CurveResult {
	if len(q.kept) > 0 {
		c.LevelsOff = q.levelsOff // it is that of the kept series, which include the answer's
	}
	c.Series = slices.Concat(q.kept, c.Series)
	return c
}

// awaiting returns the kept lines, the lines that have arrived, and an empty line, drawn as a dot, for every other row.
func (q query) awaiting(come []protocol.Series) protocol.CurveResult {
	c := protocol.CurveResult{Series: slices.Concat(q.kept, come)}
	for _, row := range q.rows {
		if !slices.ContainsFunc(come, func(l protocol.Series) bool { return l.Row == row }) {
			c.Series = append(c.Series, protocol.Series{Row: row, Epsilon: make([]*protocol.Number, len(q.at))})
		}
	}
	return c
}
