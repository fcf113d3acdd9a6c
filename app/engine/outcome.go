package engine

import (
	"encoding/json"
	"fmt"
	"strings"

	"lastiterate/wasm/protocol"
)

// Status is the progress of a question.
type Status int

const (
	Idle Status = iota
	Running
	Failed
	Done
)

func (s Status) String() string { return [...]string{"idle", "running", "failed", "done"}[s] }

// Outcome is the page's knowledge about a question at one moment. Comments name the Status in which a field is set.
type Outcome struct {
	Question int // its number, from Client.Next
	Method   string
	Status   Status

	Partial  *protocol.Partial  // Running: the rows that are known already
	Progress *protocol.Progress // Running: how many parts of the request are done, of how many
	// Running: why the engine stopped. Another engine has been started and gets the same request.
	Restarted string

	Result   *protocol.Result         // Done, of "evaluate"
	Curve    *protocol.CurveResult    // Done, of "curve"
	Solve    *protocol.SolveResult    // Done, of "solve"
	Compare  *protocol.CompareResult  // Done, of "compare"
	Figure   *protocol.FigureResult   // Done, of "figure"
	Schedule *protocol.ScheduleResult // Done, of "schedule"
	Lab      json.RawMessage          // Done, of a method of the laboratory
	Err      error                    // Failed: a *protocol.Error if the engine has sent it
}

// read decodes a result into the field that belongs to the outcome's method.
func (o *Outcome) read(result json.RawMessage) error {
	switch o.Method {
	case protocol.MethodEvaluate:
		return json.Unmarshal(result, &o.Result)
	case protocol.MethodCurve:
		return json.Unmarshal(result, &o.Curve)
	case protocol.MethodSolve:
		return json.Unmarshal(result, &o.Solve)
	case protocol.MethodCompare:
		return json.Unmarshal(result, &o.Compare)
	case protocol.MethodFigure:
		return json.Unmarshal(result, &o.Figure)
	case protocol.MethodSchedule:
		return json.Unmarshal(result, &o.Schedule)
	}
	if strings.HasPrefix(o.Method, "lab.") {
		o.Lab = result
		return nil
	}
	return fmt.Errorf("no field for the result of method %q", o.Method)
}

// Provisional returns a partial answer in the form of a result. Its verdict says only whether hiding the iterates helps.
func Provisional(p protocol.Partial) protocol.Result {
	return protocol.Result{Answers: p.Answers, Verdict: protocol.Verdict{Helps: p.Helps}}
}
