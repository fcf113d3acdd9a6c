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
		Answers: fromAnswers(p),
		Verdict: protocol.Verdict{Helps: p.Verdict.Helps, BurnIn: p.Verdict.BurnIn, GivenUp: p.Verdict.GivenUp,
			Changes: []protocol.Change{}, Ordered: fromAnswer(p.Verdict.Ordered), Constant: fromAnswer(p.Verdict.Constant)},
		Statement: p.Statement, PublishedStatement: p.AllIteratesStatement, Covers: p.Run.Covers(),
	}
	for _, c := range p.Verdict.Changes {
		r.Verdict.Changes = append(r.Verdict.Changes, protocol.Change{Field: c.Field, Value: c.Value, Epsilon: protocol.Number(c.Epsilon),
			Impractical: c.Impractical})
	}
	return r
}

// fromAnswers writes the rows and the answers that follow from them, for results and partial results.
func fromAnswers(p bounds.Report) protocol.Answers {
	out := protocol.Answers{
		Answer:        fromAnswer(p.Answer),
		Published:     fromAnswer(p.AllIterates),
		Lower:         fromAnswer(p.Lower),
		LowerEstimate: fromAnswer(p.LowerEstimate),
		Warnings:      append([]string{}, p.Warnings...),
		Rows:          make([]protocol.Row, len(p.Rows)),
	}
	if c := p.Contradiction; c != nil {
		out.Contradiction = &protocol.Contradiction{Upper: *fromAnswer(&c.Upper), Lower: *fromAnswer(&c.Lower)}
	}
	for i, row := range p.Rows {
		out.Rows[i] = fromRow(row)
	}
	return out
}

func fromAnswer(a *bounds.Answer) *protocol.Answer {
	if a == nil {
		return nil
	}
	return &protocol.Answer{Row: a.Row, Epsilon: protocol.Number(a.Epsilon), Certified: a.Certified}
}

func fromRow(row bounds.Row) protocol.Row {
	t := row.Theorem
	out := protocol.Row{
		ID: t.ID, Name: t.Name, Source: fromSource(t.Source), Side: string(t.Side), Status: string(t.Status), HiddenState: t.HiddenState,
		Applies: row.Applies, Hypotheses: make([]protocol.Hypothesis, len(row.Hypotheses)),
		Epsilon: protocol.Optional(row.Epsilon), Mu: protocol.Optional(row.Mu), Gap: protocol.Optional(row.Gap), Certified: row.Certified,
		Optimum: fromChosen(row.Chosen), Note: joinNotes(t.Note, row.Note), Errata: t.Errata,
		Formula: t.Formula, Symbols: t.Symbols, Substituted: row.Substituted, Schedule: row.Schedule,
	}
	for _, s := range row.By {
		out.By = append(out.By, *fromSource(s))
	}
	for _, s := range row.Selection {
		out.Selection = append(out.Selection, *fromSource(s))
	}
	for i, h := range row.Hypotheses {
		out.Hypotheses[i] = protocol.Hypothesis(h)
	}
	if row.Alpha != 0 && !math.IsNaN(row.Renyi) {
		out.RDP = &protocol.RDP{Alpha: protocol.Number(row.Alpha), Epsilon: protocol.Number(row.Renyi),
			Converted: protocol.Optional(row.Converted), Mironov: protocol.Optional(row.Mironov)}
	}
	if row.Err != nil {
		out.Failed = sentence(row.Err.Error())
		out.Note = joinNotes(out.Note, sentence("No value was found: "+row.Err.Error()))
	}
	return out
}

// joinNotes returns a theorem's note a, which is in sentences, followed by the run's note b as a sentence. Every theorem has a note.
func joinNotes(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + sentence(b)
}

// sentence returns a note with a capital and a full stop. A note that begins with a
// symbol, a word of one letter other than "a", keeps its first letter.
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
	return &protocol.Source{Authors: s.Authors, Title: s.Title, Year: s.Year, Where: s.Place(), URL: s.URL, Key: s.Key, BibTeX: s.BibTeX()}
}

// fromChosen writes choices by their names into the fields of an Optimum. It returns nil for none.
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

// unlessZero returns nil for 0, so that the field is left out of the message.
func unlessZero(n *protocol.Number) *protocol.Number {
	if *n == 0 {
		return nil
	}
	return n
}

// FromCurve writes the series of a curve as the result of "curve". levelsOff is the T from which on the best
// bound hardly rises; 0 if there is none.
func FromCurve(series []bounds.Series, levelsOff int) protocol.CurveResult {
	return protocol.CurveResult{Series: fromSeries(series), LevelsOff: levelsOff}
}

func fromSeries(series []bounds.Series) []protocol.Series {
	out := make([]protocol.Series, len(series))
	for i, s := range series {
		out[i] = protocol.Series{Row: s.Row, Epsilon: protocol.Optionals(s.Epsilon), Coarse: s.Coarse}
	}
	return out
}

// fromSolution writes a solution as the result of "solve".
func fromSolution(s bounds.SolvedValue) protocol.SolveResult {
	out := protocol.SolveResult{Value: protocol.Number(s.Value), Epsilon: protocol.Number(s.Epsilon), Row: s.Row,
		Bracket: []protocol.Number{protocol.Number(s.Value)}}
	if miss := protocol.Optional(s.Miss); miss != nil {
		out.Bracket = append(out.Bracket, *miss)
	}
	return out
}

// FromSchedule writes a schedule as the result of "schedule".
func FromSchedule(s bounds.Schedule) protocol.ScheduleResult {
	out := protocol.ScheduleResult{Row: s.Row, Tau: s.Tau, T: s.T, Complete: s.Every, At: s.At,
		Z: protocol.Numbers(s.Z), A: protocol.Numbers(s.A), S: protocol.Numbers(s.S), Beta: protocol.Optionals(s.Beta),
		Composed: protocol.Numbers(s.Composed), Paid: protocol.Numbers(s.Paid),
		Forward: protocol.Forward{At: s.ForwardAt, Z: protocol.Numbers(s.Forward)}}
	if s.Alpha > 0 {
		out.Alpha = protocol.Optional(s.Alpha)
	}
	return out
}

// FromFigure writes a figure's lines as the result of "figure".
func FromFigure(f figure.Figure, lines []bounds.DrawnLine) protocol.FigureResult {
	out := protocol.FigureResult{Figure: f.ID, Paper: f.Paper, Number: f.Number, Title: f.Title, Epochs: f.Epochs, Quantity: f.Quantity,
		Run: protocol.EncodeRun(f.Run), Question: protocol.EncodeQuestion(f.Question),
		Lines: make([]protocol.FigureLine, len(lines)), Checks: make([]protocol.FigureCheck, len(f.Checks))}
	if f.Ends[0] != "" {
		out.Ends = f.Ends[:]
	}
	for i, l := range lines {
		out.Lines[i] = protocol.FigureLine{ID: l.ID, Name: l.Name, Row: l.Row, Ours: l.Ours, Side: string(l.Side), Status: string(l.Status),
			Run: protocol.EncodeRun(f.RunOf(l.PlottedLine)), At: protocol.Numbers(l.At), Epsilon: protocol.Optionals(l.Epsilon),
			Low: protocol.Numbers(l.Low), High: protocol.Numbers(l.High)}
	}
	for i, c := range f.Checks {
		got := bounds.ValueOf(lines, c.Line, c.T)
		out.Checks[i] = protocol.FigureCheck{Line: c.Line, T: protocol.Number(c.T), Want: protocol.Number(c.Want), Digits: c.Digits,
			Source: c.Source,
			Got:    protocol.Optional(got), Agrees: c.Agrees(got)}
	}
	return out
}

// FromError turns an error of the engine into an error of the protocol. An error of the
// protocol stays as it is, run.Errors become one message with the faults by field,
// ErrOutOfReach and ErrNoSchedule have their own codes, and any other error is a failed
// computation.
func FromError(err error) *protocol.Error {
	var known *protocol.Error
	if errors.As(err, &known) {
		return known
	}
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
