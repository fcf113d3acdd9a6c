// Package lab is what the laboratory's methods say and are asked: lab.audit,
// lab.tradeoff, lab.noise, lab.operators, lab.logistic, lab.account,
// lab.hoelder, lab.utility, lab.replay, lab.dynamics. Each takes an object
// "input", some a run beside it.
package lab

import (
	"encoding/json"
	"errors"
	"time"

	"lastiterate/bounds/lab/sheet"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

// Methods are the laboratory's, for engine.Add.
func Methods() []engine.Method {
	return []engine.Method{
		{Name: "lab.audit", Serve: audited},
		{Name: "lab.tradeoff", Serve: traded},
		{Name: "lab.noise", Serve: noise},
		{Name: "lab.operators", Serve: operators},
		{Name: "lab.logistic", Serve: logistic},
		{Name: "lab.account", Serve: accounted},
		{Name: "lab.hoelder", Serve: estimated},
		{Name: "lab.utility", Serve: shaped},
		{Name: "lab.replay", Serve: replayed},
		{Name: "lab.dynamics", Serve: followed},
	}
}

// given reads a request's input. Fields of other methods are refused.
func given(q protocol.Request) (*protocol.Input, *protocol.Error) {
	if q.Parameter != "" || q.Values != nil || q.Rows != nil || q.Runs != nil || q.Field != "" || q.Target != nil || q.Row != "" || q.Figure != "" {
		return nil, &protocol.Error{Code: protocol.CodeBadRequest, Message: "a method of the laboratory takes input, and some a run and a question: the other fields belong to other methods"}
	}
	if q.Input == nil {
		return protocol.ReadInput(json.RawMessage("{}"))
	}
	return protocol.ReadInput(q.Input)
}

// runless refuses a run where a method would not look at it.
func runless(q protocol.Request) *protocol.Error {
	if q.Run != nil || q.Question != nil {
		return &protocol.Error{Code: protocol.CodeBadRequest, Message: q.Method + " is about its input alone: it takes no run and no question"}
	}
	return nil
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

// aboutRun reads the input of a method about a run at every question, and the run; why says
// what the method does without a question.
func aboutRun(q protocol.Request, why string, read func(*protocol.Input)) (r run.Run, fault *protocol.Error) {
	if q.Question != nil {
		return r, &protocol.Error{Code: protocol.CodeBadRequest, Message: why + ": leave question out"}
	}
	in, fault := given(q)
	if fault != nil {
		return r, fault
	}
	read(in)
	if fault := in.Fault(); fault != nil {
		return r, fault
	}
	return protocol.DecodeRun(q.Run)
}

// served runs a method that neither waits nor counts.
func served(q protocol.Request, read func(*protocol.Input) (any, error)) (any, *protocol.Error) {
	if fault := runless(q); fault != nil {
		return nil, fault
	}
	in, fault := given(q)
	if fault != nil {
		return nil, fault
	}
	result, err := read(in)
	if fault := in.Fault(); fault != nil {
		return nil, fault
	}
	if err != nil {
		return nil, failed(err)
	}
	return result, nil
}
