package protocol

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

const (
	// MaxValues is the largest number of values of a curve.
	MaxValues = 10_000
	// MaxRuns is the largest number of runs in one comparison: each run's answer has some 70 kB.
	MaxRuns = 100
	// MaxBytes is the largest length of a request: a table of the laboratory has up to 10 MB, and JSON writes some characters
	// as two.
	MaxBytes = 32_000_000
)

// ReadRequest reads one request. With an error it still returns the id and the version if they could be read, so that the
// answer can contain them.
func ReadRequest(raw []byte) (Request, *Error) {
	var q Request
	if len(raw) > MaxBytes {
		return q, &Error{Code: CodeBadRequest, Message: fmt.Sprintf("a request has at most %d bytes; this one is longer and was not "+
			"read", MaxBytes)}
	}
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
	fields := q.fields()
	for _, m := range members {
		target, known := fields[m.name]
		if !known {
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
		// The other fields of a request of another version may mean anything.
		said := "names no version"
		for _, m := range members {
			if m.name == "v" {
				said = `says "v":` + clip(string(m.value))
			}
		}
		return q, &Error{Code: CodeBadVersion, Message: fmt.Sprintf(`this engine speaks version %d: write "v":%d. The `+
			`request %s`, Version, Version, said)}
	}
	return q, fault
}

// fields returns pointers to the members of a message by their names.
func (q *Request) fields() map[string]any {
	out := map[string]any{}
	v := reflect.ValueOf(q).Elem()
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		out[name] = v.Field(i).Addr().Interface()
	}
	return out
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
