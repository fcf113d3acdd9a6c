package protocol

import (
	"encoding/json"

	"lastiterate/bounds/run"
)

// Methods of the engine.
const (
	MethodEvaluate = "evaluate"
	MethodCurve    = "curve"
	MethodSolve    = "solve"
	MethodSchedule = "schedule"
	MethodFigure   = "figure"
	MethodCompare  = "compare"
)

// Request is one message to the engine. "evaluate" and "curve" take a run and a question, "solve" a run, a field and a target,
// "schedule" a run, a row and, if the schedule depends on it, a question, and "compare" several runs with their questions.
// Rows, if given, restricts the rows of "evaluate", "curve" and "compare", and of the laboratory's methods that evaluate
// theorems.
type Request struct {
	V        int             `json:"v"`
	ID       json.RawMessage `json:"id,omitempty"` // echoed in every answer; a number or a string
	Method   string          `json:"method"`
	Progress bool            `json:"progress,omitempty"` // ask for partial results and counts
	Run      json.RawMessage `json:"run,omitempty"`      // see EncodeRun, DecodeRun
	Question json.RawMessage `json:"question,omitempty"` // see EncodeQuestion, DecodeQuestion

	Parameter string   `json:"parameter,omitempty"` // a number of the run, "alpha" or "delta"
	Values    []Number `json:"values,omitempty"`    // where to evaluate it
	Rows      []string `json:"rows,omitempty"`      // the rows to evaluate; all if absent
	// PublishedOnly leaves our own results out of "evaluate", "curve", "solve" and "compare".
	PublishedOnly bool `json:"published_only,omitempty"`
	Brief         bool `json:"brief,omitempty"` // "evaluate": see Brief
	// SlowValues, if given, is the largest number of values at which "curve" evaluates slow rows, most of them where the
	// lines bend; the other values are null.
	SlowValues int `json:"slow_values,omitempty"`
	// Rivals makes "curve" also return the proved rows that are not in Rows and beat them at one of five values, evenly spread.
	Rivals bool `json:"rivals,omitempty"`
	// Lines makes the progress messages of "curve" and "figure" carry the complete lines while slow ones are missing.
	Lines bool `json:"lines,omitempty"`

	Runs []json.RawMessage `json:"runs,omitempty"` // "compare": see EncodeEntry, DecodeEntry

	Field  string          `json:"field,omitempty"`  // "solve": the field to solve for
	Target json.RawMessage `json:"target,omitempty"` // "solve": {"epsilon":…} with "delta" or "alpha"; see DecodeTarget
	// Steps is the number that stays as stated. For "solve" it is "T" (default), "epochs" or "before"; for "curve" it is
	// "T" or "epochs", while n or b varies.
	Steps string `json:"steps,omitempty"`

	Row string `json:"row,omitempty"` // "schedule": the row

	Figure string `json:"figure,omitempty"` // "figure": its id; see package figure

	Input json.RawMessage `json:"input,omitempty"` // "lab.…": the input of the laboratory's method; see ReadInput
}

// Response is one message from the engine. Exactly one of Result and Error
// ends a request; Partial and Progress may come before.
type Response struct {
	V        int             `json:"v"`
	ID       json.RawMessage `json:"id,omitempty"`
	Ready    *Ready          `json:"ready,omitempty"`
	Partial  *Partial        `json:"partial,omitempty"`
	Progress *Progress       `json:"progress,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"` // Result, CurveResult or another, by the method
	Error    *Error          `json:"error,omitempty"`
}

// Ready is the engine's first message. A page refuses an engine of another build.
type Ready struct {
	Engine  string   `json:"engine"` // version
	Build   string   `json:"build"`  // identifies the sources it was built from
	Methods []string `json:"methods"`
}

// Partial holds the rows that are known already, the answers that they give, and the ids of the pending rows.
type Partial struct {
	Answers
	Pending []string `json:"pending"`
	// Helps says whether the answer so far is below the one for public iterates.
	Helps bool `json:"helps"`
	// Answered says that no pending row can change Answer, Published or Helps, unless it contradicts them.
	Answered bool `json:"answered"`
}

// Progress counts the parts of a long request.
type Progress struct {
	Done  int      `json:"done"`
	Of    int      `json:"of"`
	Lines []Series `json:"lines,omitempty"` // of "curve": the complete lines, if the request asks for lines
	// Figure holds the complete lines of a figure, and no checks, if the request asks for lines.
	Figure *FigureResult `json:"figure,omitempty"`
}

// Error codes.
const (
	CodeBadJSON       = "bad-json"
	CodeBadVersion    = "bad-version"
	CodeUnknownMethod = "unknown-method"
	CodeUnknownField  = "unknown-field"
	CodeBadRun        = "bad-run"
	CodeBadQuestion   = "bad-question"
	CodeBadRequest    = "bad-request"
	CodeOutOfReach    = "out-of-reach" // no value of the field meets the target
	CodeNoSchedule    = "no-schedule"  // the row's value has no step-by-step schedule
	CodeFailed        = "failed"       // the computation itself went wrong
)

// Error says why a request has no result.
type Error struct {
	Code    string       `json:"code"`
	Message string       `json:"message,omitempty"`
	Errors  []FieldError `json:"errors,omitempty"` // faults by field, for bad-run and bad-question
}

func (e *Error) Error() string {
	if e.Message != "" {
		return e.Message
	}
	if len(e.Errors) > 0 {
		first := e.Errors[0]
		if first.Value == "" { // the error is about the whole field, or no value was given
			return first.Message
		}
		return first.Message + " (" + first.Field + " = " + first.Value + ")"
	}
	return e.Code
}

// FieldError is an error in one value.
type FieldError = run.FieldError
