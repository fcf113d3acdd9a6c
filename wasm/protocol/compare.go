package protocol

import (
	"encoding/json"
	"fmt"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// CompareResult answers "compare", with the runs in the order of the request.
type CompareResult struct {
	Runs []Compared `json:"runs"`
}

// Compared is the answer for one run. Exactly one of Result and Error is set: an invalid run does not prevent answers for the
// others.
type Compared struct {
	Label  string  `json:"label"`
	Result *Result `json:"result,omitempty"`
	Error  *Error  `json:"error,omitempty"`
}

// Entry is one configuration of "compare".
type Entry struct {
	Label string
	claim.Query
}

// EncodeEntry writes {"label":…,"run":…,"question":…}.
func EncodeEntry(e Entry) json.RawMessage {
	label, err := json.Marshal(e.Label)
	if err != nil {
		panic("protocol: a string always encodes: " + err.Error())
	}
	return fmt.Appendf(nil, `{"label":%s,"run":%s,"question":%s}`, label, EncodeRun(e.Run), EncodeQuestion(e.Question))
}

// DecodeEntry reads one configuration. The label may be left out. If it could be read, it is returned even with an error.
func DecodeEntry(raw json.RawMessage) (Entry, *Error) {
	var e Entry
	members, err := object(raw)
	if err != nil {
		return e, &Error{Code: CodeBadRequest, Message: "each of runs must be a JSON object: " + err.Error()}
	}
	var theRun, question json.RawMessage
	var fault *Error
	for _, m := range members {
		switch m.name {
		case "label":
			if json.Unmarshal(m.value, &e.Label) != nil {
				fault = &Error{Code: CodeBadRequest, Message: "label must be a string"}
			}
		case "run":
			theRun = m.value
		case "question":
			question = m.value
		default:
			fault = &Error{Code: CodeUnknownField, Message: "one of runs has no field " + Quote(m.name),
				Errors: []FieldError{{Field: m.name, Value: string(m.value), Message: "unknown field"}}}
		}
	}
	if fault != nil {
		return e, fault
	}
	e.Run, e.Question, fault = DecodeSubject(theRun, question)
	return e, fault
}

// DecodeSubject reads a run and a question and checks both. The error lists the faults of both; the question's range is checked
// only if both could be read.
func DecodeSubject(theRun, question json.RawMessage) (run.Run, claim.Question, *Error) {
	r, fault := DecodeRun(theRun)
	q, other := DecodeQuestion(question)
	if fault == nil {
		fault = other
	} else if other != nil {
		fault.Errors = append(fault.Errors, other.Errors...)
	}
	if fault == nil {
		if err := q.Validate(); err != nil {
			fault = Invalid(err)
			members, _ := object(question) // which was read before
			asGiven(fault.Errors, members)
		}
	}
	return r, q, fault
}
