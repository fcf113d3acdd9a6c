// Package engine is the engine's role of the program: it reads requests, calls package bounds, and writes answers. It does not
// know where requests come from; lines.go serves standard input and output, worker_js.go a Web Worker.
package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/figure"
	"lastiterate/bounds/work"
	"lastiterate/wasm/protocol"
)

// Build identifies the sources of this program. The site's build sets it with -ldflags "-X lastiterate/wasm/engine.Build=…", so
// that a page can refuse an engine of another build.
var Build = "host"

// Send sends a message to the caller of the engine.
type Send func(protocol.Response)

// Method is a method of the engine. Serve answers one request, perhaps after progress messages; its result is written as JSON.
type Method struct {
	Name  string
	Serve func(context.Context, protocol.Request, Send) (any, error)
}

// Add adds methods to the engine, before its first message. The programs that have the laboratory add its methods, so that the
// calculator's own program does not contain them.
func Add(more ...Method) { methods = append(methods, more...) }

// methods lists all methods of the engine.
var methods = []Method{
	{protocol.MethodEvaluate, evaluate},
	{protocol.MethodCurve, curve},
	{protocol.MethodSolve, solve},
	{protocol.MethodSchedule, schedule},
	{protocol.MethodCompare, compare},
	{protocol.MethodFigure, drawFigure},
}

// Ready is the first message of every engine.
func Ready() protocol.Response {
	ready := &protocol.Ready{Engine: bounds.Version, Build: Build}
	for _, m := range methods {
		ready.Methods = append(ready.Methods, m.Name)
	}
	return protocol.Response{V: protocol.Version, Ready: ready}
}

// Handle answers one request with exactly one result or error, perhaps after partial results and progress. It never panics: a
// bug of the engine is answered as an error with code "failed".
func Handle(ctx context.Context, raw []byte, send Send) {
	q, fault := protocol.ReadRequest(raw)
	answer := func(r protocol.Response) {
		r.V, r.ID = protocol.Version, q.ID
		send(r)
	}
	if fault != nil {
		answer(protocol.Response{Error: protocol.Clipped(fault)})
		return
	}
	text, fault := answerOf(func() (any, error) { return dispatch(ctx, q, answer) })
	answer(protocol.Response{Result: text, Error: protocol.Clipped(fault)})
}

// answerOf returns a method's result as JSON, or the reason why there is none.
func answerOf(method func() (any, error)) (text json.RawMessage, fault *protocol.Error) {
	failed := func(why string) *protocol.Error { return &protocol.Error{Code: protocol.CodeFailed, Message: why} }
	var err, unwritten error
	panicked := work.Alone(func() {
		var result any
		if result, err = method(); err == nil {
			text, unwritten = json.Marshal(result)
		}
	})
	switch {
	case panicked != nil:
		return nil, failed("the engine failed on this request because of a bug; other requests are answered as before")
	case unwritten != nil:
		return nil, failed("the result cannot be written as JSON, which is a bug of the engine")
	case err != nil:
		return nil, FromError(err)
	}
	return text, nil
}

func dispatch(ctx context.Context, q protocol.Request, send Send) (any, error) {
	if q.Input != nil && !strings.HasPrefix(q.Method, "lab.") {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest, Message: "input belongs to the methods lab.…"}
	}
	names := make([]string, len(methods))
	for i, m := range methods {
		if m.Name == q.Method {
			return m.Serve(ctx, q, send)
		}
		names[i] = m.Name
	}
	return nil, &protocol.Error{Code: protocol.CodeUnknownMethod,
		Message: fmt.Sprintf("there is no method %s: choose one of %q", protocol.Quote(q.Method), names)}
}

func evaluate(ctx context.Context, q protocol.Request, send Send) (any, error) {
	if q.Parameter != "" || q.Values != nil {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest, Message: "parameter and values belong to the method curve"}
	}
	if q.Field != "" || q.Target != nil {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest, Message: "field and target belong to the method solve"}
	}
	r, question, fault := protocol.DecodeSubject(q.Run, q.Question)
	if fault != nil {
		return nil, fault
	}
	settings := bounds.Settings{Rows: q.Rows, PublishedOnly: q.PublishedOnly}
	if q.Progress {
		settings.Partial = partsOf(q, send)
	}
	report, err := bounds.Evaluate(ctx, r, question, settings)
	if err != nil {
		return nil, err
	}
	result := FromReport(report)
	if q.Brief {
		protocol.Brief(result.Rows)
	}
	return result, nil
}

// partsOf sends the answer as soon as it is known and, while more takes long, a report of all rows that are known.
func partsOf(q protocol.Request, send Send) func(bounds.Part) {
	began := time.Now()
	last, left, headed := began, -1, false
	tell := func(report bounds.Report, pending []string, answered bool) {
		partial := protocol.Partial{Answers: fromAnswers(report), Pending: pending, Helps: report.Verdict.Helps, Answered: answered}
		if q.Brief {
			protocol.Brief(partial.Rows)
		}
		send(protocol.Response{Partial: &partial})
	}
	return func(part bounds.Part) {
		since := last
		if part.ToCome() == 0 {
			since = began // the verdict may take long; a picture can be requested meanwhile
		}
		switch {
		case part.ToCome() != left && time.Since(since) >= partialPause:
			left, last = part.ToCome(), time.Now()
			report, pending := part.Report()
			tell(report, pending, part.Answered())
		case part.Answered() && !headed && left < 0:
			headed = true
			report, pending := part.Answer()
			tell(report, pending, true)
		}
	}
}

// partialPause is the least time between two such reports, and before the first: for a quick answer, writing and reading them
// would take longer than the computation. It is a variable for the tests.
var partialPause = 100 * time.Millisecond

// countPause is the least time between two progress messages of a curve.
const countPause = 50 * time.Millisecond

// Counts returns a function that sends a method's progress if the request asks for it, and nil otherwise. It sends the last
// count, and others at least a pause apart.
func Counts(q protocol.Request, send Send, pause time.Duration) func(done, of int) {
	if !q.Progress {
		return nil
	}
	last := time.Now()
	return func(done, of int) {
		if done == of || time.Since(last) >= pause {
			last = time.Now()
			send(protocol.Response{Progress: &protocol.Progress{Done: done, Of: of}})
		}
	}
}

// linesOf makes a curve's progress messages carry the complete lines once the other lines take long.
func linesOf(settings *bounds.Settings, send Send) {
	last := time.Now()
	var known []bounds.Series // lines that have not been sent
	settings.Lines = func(now []bounds.Series) { known = now }
	count := settings.Progress
	settings.Progress = func(done, of int) {
		if known == nil || done == of || time.Since(last) < linesPause {
			count(done, of)
			return
		}
		send(protocol.Response{Progress: &protocol.Progress{Done: done, Of: of, Lines: fromSeries(known)}})
		last, known = time.Now(), nil
	}
}

// linesOfFigure sends how many lines of a figure are complete; with "lines", also the lines, once the others take long.
func linesOfFigure(q protocol.Request, f figure.Figure, send Send) func(complete []bounds.DrawnLine) {
	if !q.Progress {
		return nil
	}
	last := time.Now()
	return func(complete []bounds.DrawnLine) {
		p := &protocol.Progress{Done: len(complete), Of: len(f.Lines)}
		if q.Lines && p.Done < p.Of && time.Since(last) >= linesPause {
			unfinished := FromFigure(f, complete)
			unfinished.Checks = []protocol.FigureCheck{} // the lines to come have no values that could agree
			p.Figure, last = &unfinished, time.Now()
		}
		send(protocol.Response{Progress: p})
	}
}

// linesPause is the least time between two messages with lines, and before the first. It is a variable for the tests.
var linesPause = 250 * time.Millisecond

func curve(ctx context.Context, q protocol.Request, send Send) (any, error) {
	r, question, fault := protocol.DecodeSubject(q.Run, q.Question)
	if fault != nil {
		return nil, fault
	}
	if q.Parameter == "" || len(q.Values) == 0 {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest, Message: "a curve needs a parameter and at least one value"}
	}
	if len(q.Values) > protocol.MaxValues {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest, Message: fmt.Sprintf("a curve has at most %d values; the request has %d",
			protocol.MaxValues, len(q.Values))}
	}
	if q.Steps != "" && q.Steps != "T" && q.Steps != protocol.StepsEpochs {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest, Message: "along a curve steps must be T or epochs, got " +
			protocol.Quote(q.Steps)}
	}
	values := protocol.Floats(q.Values)
	settings := bounds.Settings{Rows: q.Rows, PublishedOnly: q.PublishedOnly, SlowValues: q.SlowValues, Rivals: q.Rivals,
		Epochs: q.Steps == protocol.StepsEpochs, Progress: Counts(q, send, countPause)}
	if q.Lines && q.Progress {
		linesOf(&settings, send)
	}
	series, err := bounds.Curve(ctx, r, question, q.Parameter, values, settings)
	if err != nil {
		return nil, err
	}
	levelsOff := 0
	if q.Parameter == "T" {
		levelsOff, err = bounds.LevelledOff(ctx, r, question, values, series, settings)
	}
	return FromCurve(series, levelsOff), err
}

func solve(ctx context.Context, q protocol.Request, send Send) (any, error) {
	r, fault := protocol.DecodeRun(q.Run)
	if fault != nil {
		return nil, fault
	}
	if q.Question != nil {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest, Message: "solve takes a target in place of a question: " +
			"{\"epsilon\":…} with \"delta\" or \"alpha\""}
	}
	target, fault := protocol.DecodeTarget(q.Target, q.Steps)
	if fault != nil {
		return nil, fault
	}
	settings := bounds.Settings{Rows: q.Rows, PublishedOnly: q.PublishedOnly, Progress: Counts(q, send, 0)}
	solution, err := bounds.Solve(ctx, r, q.Field, target, settings)
	return fromSolution(solution), err
}

func schedule(ctx context.Context, q protocol.Request, _ Send) (any, error) {
	r, fault := protocol.DecodeRun(q.Run)
	var question claim.Question
	if q.Question != nil {
		r, question, fault = protocol.DecodeSubject(q.Run, q.Question)
	}
	if fault != nil {
		return nil, fault
	}
	if q.Row == "" {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest, Message: "a schedule needs a row"}
	}
	s, err := bounds.MakeSchedule(ctx, r, q.Row, question)
	return FromSchedule(s), err
}

func drawFigure(ctx context.Context, q protocol.Request, send Send) (any, error) {
	f, ok := figure.ByID(q.Figure)
	if !ok {
		var names []string
		for _, f := range figure.All() {
			names = append(names, f.ID)
		}
		return nil, &protocol.Error{Code: protocol.CodeBadRequest, Message: fmt.Sprintf("there is no figure %s: choose one of %q",
			protocol.Quote(q.Figure), names)}
	}
	lines, err := bounds.Draw(ctx, f, linesOfFigure(q, f, send))
	return FromFigure(f, lines), err
}
