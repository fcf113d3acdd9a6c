package protocol

import (
	"encoding/json"
	"fmt"
)

// MaxValues is how many values a curve may be asked at.
const MaxValues = 10_000

// ReadRequest reads one request. The returned Request has the id and version
// whenever they could be read, so that an error can be answered with them.
func ReadRequest(raw []byte) (Request, *Error) {
	var q Request
	if !json.Valid(raw) {
		return q, &Error{Code: CodeBadJSON, Message: "the request is not valid JSON"}
	}
	members, err := object(raw)
	if err != nil {
		return q, &Error{Code: CodeBadJSON, Message: "the request must be a JSON object: " + err.Error()}
	}
	var fault *Error
	keep := func(e *Error) {
		if fault == nil {
			fault = e
		}
	}
	for _, m := range members {
		var target any
		switch m.name {
		case "v":
			target = &q.V
		case "id":
			target = &q.ID
		case "method":
			target = &q.Method
		case "progress":
			target = &q.Progress
		case "run":
			target = &q.Run
		case "question":
			target = &q.Question
		case "parameter":
			target = &q.Parameter
		case "values":
			target = &q.Values
		case "rows":
			target = &q.Rows
		case "published_only":
			target = &q.PublishedOnly
		case "brief":
			target = &q.Brief
		case "slow_values":
			target = &q.SlowValues
		case "runs":
			target = &q.Runs
		case "field":
			target = &q.Field
		case "target":
			target = &q.Target
		case "steps":
			target = &q.Steps
		case "row":
			target = &q.Row
		case "figure":
			target = &q.Figure
		case "input":
			target = &q.Input
		default:
			keep(&Error{Code: CodeUnknownField, Message: "a request has no field " + Quote(m.name),
				Errors: []FieldError{{Field: m.name, Value: string(m.value), Message: "unknown field"}}})
			continue
		}
		if err := json.Unmarshal(m.value, target); err != nil {
			keep(&Error{Code: CodeBadRequest, Message: m.name + " cannot be read: " + clip(err.Error())})
		}
	}
	if !validID(q.ID) {
		q.ID = nil
		keep(&Error{Code: CodeBadRequest, Message: "id must be a number or a string"})
	}
	if q.V != Version {
		// A request of another version may mean anything by its other fields.
		said := "names no version"
		for _, m := range members {
			if m.name == "v" {
				said = `says "v":` + clip(string(m.value))
			}
		}
		return q, &Error{Code: CodeBadVersion, Message: fmt.Sprintf(`this engine speaks version %d, which is asked for by "v":%d; the request %s`, Version, Version, said)}
	}
	return q, fault
}

// validID accepts an absent id, a number or a string.
func validID(id json.RawMessage) bool {
	if len(id) == 0 {
		return true
	}
	switch c := id[0]; {
	case c == '"', c == '-', c >= '0' && c <= '9':
		return true
	}
	return false
}
