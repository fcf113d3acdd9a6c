// Package lab serves the laboratory's methods: lab.audit, lab.tradeoff, lab.noise,
// lab.operators, lab.logistic, lab.account, lab.hoelder, lab.utility, lab.replay,
// lab.dynamics. Each reads an object "input"; some also take a run and a question.
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

// Methods returns the laboratory's methods, for engine.Add.
func Methods() []engine.Method {
	return []engine.Method{
		method("lab.audit", serveAudit),
		method("lab.tradeoff", serveTradeoff),
		method("lab.noise", serveNoise),
		method("lab.operators", serveOperators),
		method("lab.logistic", serveLogistic),
		method("lab.account", serveAccount),
		method("lab.hoelder", serveHoelder),
		method("lab.utility", serveUtility),
		method("lab.replay", serveReplay),
		method("lab.dynamics", serveDynamics),
	}
}

// A call is a request to a method of the laboratory, with the parsed input.
type call struct {
	protocol.Request
	in   *protocol.Input
	send engine.Send
}

// method makes an engine method of a function that answers a call, and turns its errors into protocol errors.
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

// given parses a request's input, and rejects fields that only other methods have.
func given(q protocol.Request) (*protocol.Input, *protocol.Error) {
	if q.Parameter != "" || q.Values != nil || q.Rows != nil && !proves(q.Method) || q.Runs != nil || q.Field != "" || q.Target != nil ||
		q.Row != "" || q.Figure != "" {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest,
			Message: "a method of the laboratory takes an input, and some also take a run and a " +
				"question; the request has a field of another method"}
	}
	if q.Input == nil {
		return protocol.ReadInput(json.RawMessage("{}"))
	}
	return protocol.ReadInput(q.Input)
}

// proves reports whether a method evaluates theorems on a run, so that rows can restrict which.
func proves(method string) bool {
	return method == "lab.audit" || method == "lab.tradeoff" || method == "lab.account"
}

// settings are the settings with which the method evaluates theorems: the request's rows, and its progress messages.
func (c call) settings() bounds.Settings {
	return bounds.Settings{Rows: c.Rows, PublishedOnly: c.PublishedOnly, Progress: engine.Counts(c.Request, c.send, countPause)}
}

// alone returns an error if the request has a run or a question, or if the input has a fault.
func (c call) alone() error {
	if c.Run != nil || c.Question != nil {
		return &protocol.Error{Code: protocol.CodeBadRequest, Message: c.Method +
			" takes only an input: leave run and question out"}
	}
	return c.finish()
}

// finish returns the input's fault. It is called after all of the input's fields have been read.
func (c call) finish() error {
	if fault := c.in.Fault(); fault != nil {
		return fault
	}
	return nil
}

// about returns the run of a method that takes a run but no question. It reports a question in the
// request, what is wrong with the input, or an invalid run. why begins the error message for a question.
func (c call) about(why string) (r run.Run, err error) {
	if c.Question != nil {
		return r, &protocol.Error{Code: protocol.CodeBadRequest, Message: why + ": leave question out"}
	}
	if err := c.finish(); err != nil {
		return r, err
	}
	r, fault := protocol.DecodeRun(c.Run)
	if fault != nil {
		return r, fault
	}
	return r, nil
}

// failed turns an error of the laboratory into a protocol error, which names the fields that
// are not valid, or the table and its line.
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

// countPause is the least time between two progress messages; a page that had to draw thousands
// of them could not react to its visitor. It is a variable for the tests.
var countPause = 100 * time.Millisecond
