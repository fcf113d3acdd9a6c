// Package lab is what the laboratory's methods say and are asked: lab.audit,
// lab.tradeoff, lab.noise, lab.operators, lab.logistic, lab.account,
// lab.hoelder, lab.utility, lab.replay, lab.dynamics. Each takes an object
// "input", some a run beside it.
package lab

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"lastiterate/bounds"
	"lastiterate/bounds/lab/sheet"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

// Methods are the laboratory's, for engine.Add.
func Methods() []engine.Method {
	return []engine.Method{
		method("lab.audit", audited),
		method("lab.tradeoff", traded),
		method("lab.noise", noise),
		method("lab.operators", operators),
		method("lab.logistic", logistic),
		method("lab.account", accounted),
		method("lab.hoelder", estimated),
		method("lab.utility", shaped),
		method("lab.replay", replayed),
		method("lab.dynamics", followed),
	}
}

// A call is a request to a method of the laboratory, with its input.
type call struct {
	protocol.Request
	in   *protocol.Input
	send engine.Send
}

// method is a method by its answer, or the error of any kind that it ends with.
func method(name string, answer func(context.Context, call) (any, error)) engine.Method {
	return engine.Method{Name: name, Serve: func(ctx context.Context, q protocol.Request, send engine.Send) (any, error) {
		in, fault := given(q)
		if fault != nil {
			return nil, fault
		}
		result, err := answer(ctx, call{q, in, send})
		if err != nil {
			return nil, failed(err)
		}
		return result, nil
	}}
}

// given reads a request's input. Fields of other methods are refused.
func given(q protocol.Request) (*protocol.Input, *protocol.Error) {
	if q.Parameter != "" || q.Values != nil || q.Rows != nil && !proves(q.Method) || q.Runs != nil || q.Field != "" || q.Target != nil ||
		q.Row != "" || q.Figure != "" {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest,
			Message: "a method of the laboratory takes input, and some a run and a " +
				"question: the other fields belong to other methods"}
	}
	if q.Input == nil {
		return protocol.ReadInput(json.RawMessage("{}"))
	}
	return protocol.ReadInput(q.Input)
}

// proves reports whether a method says what theorems prove of a run: rows restrict which.
func proves(method string) bool {
	return method == "lab.audit" || method == "lab.tradeoff" || method == "lab.account"
}

// settings are those of what the method evaluates.
func (c call) settings() bounds.Settings {
	return bounds.Settings{Rows: c.Rows, PublishedOnly: c.PublishedOnly, Progress: engine.Counts(c.Request, c.send, countPause)}
}

// alone ends the reading of a method that looks at its input alone.
func (c call) alone() error {
	if c.Run != nil || c.Question != nil {
		return &protocol.Error{Code: protocol.CodeBadRequest, Message: c.Method +
			" is about its input alone: it takes no run and no question"}
	}
	return c.read()
}

// read ends the reading of the input: it says what is wrong with it.
func (c call) read() error {
	if fault := c.in.Fault(); fault != nil {
		return fault
	}
	return nil
}

// about ends the reading of a method about a run at every question, and reads the run; why
// says what the method does without a question.
func (c call) about(why string) (r run.Run, err error) {
	if c.Question != nil {
		return r, &protocol.Error{Code: protocol.CodeBadRequest, Message: why + ": leave question out"}
	}
	if err := c.read(); err != nil {
		return r, err
	}
	r, fault := protocol.DecodeRun(c.Run)
	if fault != nil {
		return r, fault
	}
	return r, nil
}

// failed turns an error of the laboratory into a message: fields by their names, a
// table's fault with its line.
func failed(err error) *protocol.Error {
	var fault sheet.Fault
	if errors.As(err, &fault) {
		return &protocol.Error{Code: protocol.CodeBadRequest, Message: "the table cannot be used",
			Errors: []protocol.FieldError{{Field: "table", Message: err.Error()}}}
	}
	var errs run.Errors
	if errors.As(err, &errs) {
		return &protocol.Error{Code: protocol.CodeBadRequest, Message: "the input is not valid", Errors: errs}
	}
	return engine.FromError(err)
}

// countPause is the least time between two counts: a page that draws each of
// thousands has no time to hear that it is to stop. A variable for the tests.
var countPause = 100 * time.Millisecond
