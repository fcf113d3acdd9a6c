package engine

import (
	"errors"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/figure"
	"lastiterate/bounds/theorem"
	"lastiterate/wasm/protocol"
)

// FromReport writes a report as the result of "evaluate".
func FromReport(p bounds.Report) protocol.Result {
	r := protocol.Result{
		Answer:        fromAnswer(p.Answer),
		Published:     fromAnswer(p.Published),
		Lower:         fromAnswer(p.Lower),
		LowerEstimate: fromAnswer(p.LowerEstimate),
		Contradiction: fromContradiction(p.Contradiction),
		Verdict:       protocol.Verdict{Helps: p.Verdict.Helps, BurnIn: p.Verdict.BurnIn, GivenUp: p.Verdict.GivenUp, Changes: []protocol.Change{}},
		Warnings:      append([]string{}, p.Warnings...),
		Statement:     p.Statement,
		Rows:          fromRows(p.Rows),
	}
	for _, c := range p.Verdict.Changes {
		r.Verdict.Changes = append(r.Verdict.Changes, protocol.Change{Field: c.Field, Value: c.Value, Epsilon: protocol.Number(c.Epsilon), Impractical: c.Impractical})
	}
	r.Verdict.Ordered = fromAnswer(p.Verdict.Ordered)
	return r
}

func fromAnswer(a *bounds.Answer) *protocol.Answer {
	if a == nil {
		return nil
	}
	return &protocol.Answer{Row: a.Row, Epsilon: protocol.Number(a.Epsilon), Certified: a.Certified}
}

func fromContradiction(c *bounds.Contradiction) *protocol.Contradiction {
	if c == nil {
		return nil
	}
	return &protocol.Contradiction{Upper: *fromAnswer(&c.Upper), Lower: *fromAnswer(&c.Lower)}
}

// fromPart writes what is known so far, and the ids of the rows to come.
func fromPart(p bounds.Report, pending []string, answered bool) protocol.Partial {
	return protocol.Partial{
		Rows: fromRows(p.Rows), Pending: pending, Contradiction: fromContradiction(p.Contradiction),
		Answer: fromAnswer(p.Answer), Published: fromAnswer(p.Published),
		Lower: fromAnswer(p.Lower), LowerEstimate: fromAnswer(p.LowerEstimate),
		Warnings: append([]string{}, p.Warnings...), Helps: p.Verdict.Helps, Answered: answered,
	}
}

// fromRows writes rows, for results and for partial results.
func fromRows(rows []bounds.Row) []protocol.Row {
	out := make([]protocol.Row, len(rows))
	for i, row := range rows {
		out[i] = fromRow(row)
	}
	return out
}

func fromRow(row bounds.Row) protocol.Row {
	t := row.Theorem
	out := protocol.Row{
		ID: t.ID, Name: t.Name, Source: fromSource(t.Source), Side: string(t.Side), Status: string(t.Status), HiddenState: t.HiddenState,
		Applies: row.Applies, Hypotheses: make([]protocol.Hypothesis, len(row.Hypotheses)),
		Epsilon: protocol.Optional(row.Epsilon), Mu: protocol.Optional(row.Mu), Gap: protocol.Optional(row.Gap), Certified: row.Certified,
		Optimum: fromChosen(row.Chosen), Note: joined(t.Note, row.Note), Errata: t.Errata,
		Formula: t.Formula, Symbols: t.Symbols, Substituted: row.Substituted, Schedule: row.Schedule,
	}
	for i, h := range row.Hypotheses {
		out.Hypotheses[i] = protocol.Hypothesis(h)
	}
	if row.Alpha != 0 && !math.IsNaN(row.Renyi) {
		out.RDP = &protocol.RDP{Alpha: protocol.Number(row.Alpha), Epsilon: protocol.Number(row.Renyi), Converted: protocol.Optional(row.Converted), Mironov: protocol.Optional(row.Mironov)}
	}
	if row.Err != nil {
		out.Failed = sentence(row.Err.Error())
		out.Note = joined(out.Note, sentence("No value was found: "+row.Err.Error()))
	}
	return out
}

// joined puts the run's note, as a sentence, after the theorem's.
func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + sentence(b)
}

// sentence gives a note a capital, unless it begins with a symbol, and a full
// stop. A word of one letter is a symbol, but for the article.
func sentence(note string) string {
	first, size := utf8.DecodeRuneInString(note)
	word, _, _ := strings.Cut(note, " ")
	if len(word) > size || word == "a" {
		note = string(unicode.ToUpper(first)) + note[size:]
	}
	if !strings.HasSuffix(note, ".") {
		note += "."
	}
	return note
}

func fromSource(s theorem.Source) *protocol.Source {
	return &protocol.Source{Authors: s.Authors, Title: s.Title, Year: s.Year, Where: s.Where, URL: s.URL, Key: s.Key, BibTeX: s.BibTeX()}
}

// fromChosen writes what was chosen under the names of an Optimum, nil for nothing.
func fromChosen(chosen []claim.Choice) *protocol.Optimum {
	if len(chosen) == 0 {
		return nil
	}
	out := &protocol.Optimum{}
	for _, c := range chosen {
		all := protocol.Numbers(c.Values)
		switch one := &all[0]; c.Name {
		case "tau":
			out.Tau = int(*one)
		case "window":
			out.Window = int(*one)
		case "p":
			out.P = unlessZero(one)
		case "beta":
			out.Beta = unlessZero(one)
		case "betas":
			out.Betas = all
		case "block":
			out.Block = int(*one)
		case "tail":
			out.Tail = int(*one)
		case "levels":
			out.Levels = all
		case "least":
			out.Least = one
		case "most":
			out.Most = one
		case "factor":
			out.Factor = one
		}
	}
	return out
}

func unlessZero(n *protocol.Number) *protocol.Number {
	if *n == 0 {
		return nil
	}
	return n
}

// FromCurve writes the series of a curve, and where it levels off, 0 for nowhere.
func FromCurve(series []bounds.Series, levelsOff int) protocol.CurveResult {
	out := protocol.CurveResult{Series: make([]protocol.Series, len(series)), LevelsOff: levelsOff}
	for i, s := range series {
		out.Series[i] = protocol.Series{Row: s.Row, Epsilon: make([]*protocol.Number, len(s.Epsilon)), Coarse: s.Coarse}
		for j, e := range s.Epsilon {
			out.Series[i].Epsilon[j] = protocol.Optional(e)
		}
	}
	return out
}

// fromSolution writes a solution as the result of "solve".
func fromSolution(s bounds.Solution) protocol.SolveResult {
	out := protocol.SolveResult{Value: protocol.Number(s.Value), Epsilon: protocol.Number(s.Epsilon), Row: s.Row, Bracket: []protocol.Number{protocol.Number(s.Value)}}
	if miss := protocol.Optional(s.Miss); miss != nil {
		out.Bracket = append(out.Bracket, *miss)
	}
	return out
}

// FromSchedule writes a schedule as the result of "schedule".
func FromSchedule(s bounds.Schedule) protocol.ScheduleResult {
	out := protocol.ScheduleResult{Row: s.Row, Tau: s.Tau, T: s.T, Complete: s.Every, At: s.At,
		Z: protocol.Numbers(s.Z), A: protocol.Numbers(s.A), S: protocol.Numbers(s.S), Beta: make([]*protocol.Number, len(s.Beta)),
		Composed: protocol.Numbers(s.Composed), Paid: protocol.Numbers(s.Paid), Forward: protocol.Forward{At: s.ForwardAt, Z: protocol.Numbers(s.Forward)}}
	for i, b := range s.Beta {
		out.Beta[i] = protocol.Optional(b)
	}
	if s.Alpha > 0 {
		out.Alpha = protocol.Optional(s.Alpha)
	}
	return out
}

// FromFigure writes a figure's lines as the result of "figure".
func FromFigure(f figure.Figure, lines []bounds.DrawnLine) protocol.FigureResult {
	out := protocol.FigureResult{Figure: f.ID, Paper: f.Paper, Number: f.Number, Title: f.Title, Epochs: f.Epochs,
		Run: protocol.EncodeRun(f.Run), Question: protocol.EncodeQuestion(f.Question),
		Lines: make([]protocol.FigureLine, len(lines)), Checks: make([]protocol.FigureCheck, len(f.Checks))}
	for i, l := range lines {
		line := protocol.FigureLine{ID: l.ID, Name: l.Name, Row: l.Row, Ours: l.Ours, Side: string(l.Side), Status: string(l.Status),
			Run: protocol.EncodeRun(f.RunOf(l.Line)), At: protocol.Numbers(l.At), Epsilon: make([]*protocol.Number, len(l.Epsilon))}
		for j, e := range l.Epsilon {
			line.Epsilon[j] = protocol.Optional(e)
		}
		out.Lines[i] = line
	}
	for i, c := range f.Checks {
		check := protocol.FigureCheck{Line: c.Line, T: protocol.Number(c.T), Want: protocol.Number(c.Want), Digits: c.Digits, Source: c.Source}
		got := bounds.ValueOf(lines, c.Line, c.T)
		check.Got, check.Agrees = protocol.Optional(got), c.Agrees(got)
		out.Checks[i] = check
	}
	return out
}

// FromError turns the engine's errors into a message: run.Errors field by
// field, anything else as a failed computation.
func FromError(err error) *protocol.Error {
	if fault := protocol.Invalid(err); fault != nil {
		return fault
	}
	fault := &protocol.Error{Code: protocol.CodeFailed, Message: err.Error()}
	switch {
	case errors.Is(err, bounds.ErrOutOfReach):
		fault.Code = protocol.CodeOutOfReach
	case errors.Is(err, bounds.ErrNoSchedule):
		fault.Code, fault.Message = protocol.CodeNoSchedule, strings.TrimPrefix(err.Error(), bounds.ErrNoSchedule.Error()+": ")
	}
	return fault
}
