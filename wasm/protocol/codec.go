package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// EncodeRun writes a run as an object with the names of package run, in their
// order; fields that the run does not state are left out.
func EncodeRun(r run.Run) json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, f := range run.Fields() {
		if !r.States(f.Name) {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		text := r.Get(f.Name)
		if f.Kind == run.Choice || text == "inf" {
			text = `"` + text + `"`
		}
		fmt.Fprintf(&b, `"%s":%s`, f.Name, text)
	}
	b.WriteByte('}')
	return b.Bytes()
}

// DecodeRun reads a run. Every field that the run uses must be given; noise is
// "iterate" and adjacency "replace" when absent. The error names each field
// that is missing, unknown, or wrong, with the value that was given.
func DecodeRun(raw json.RawMessage) (run.Run, *Error) {
	r := run.Run{Noise: run.IterateNoise, Adjacency: run.Replace}
	members, err := object(raw)
	if err != nil {
		return r, &Error{Code: CodeBadRun, Message: "run must be a JSON object: " + err.Error()}
	}
	var faults []FieldError
	given := map[string]bool{"noise": true, "adjacency": true}
	for _, m := range members {
		faults = append(faults, fieldErrors(setMember(&r, m))...)
		given[m.name] = true
	}
	for _, f := range run.Fields() {
		if !given[f.Name] && !f.MayLack(r) && r.Uses(f.Name) {
			faults = append(faults, FieldError{Field: f.Name, Message: f.Label + " is missing"})
		}
	}
	if len(faults) == 0 {
		faults = fieldErrors(r.Validate())
	}
	asGiven(faults, members)
	if len(faults) > 0 {
		return r, &Error{Code: runCode(faults), Message: "the run is not valid", Errors: faults}
	}
	return r, nil
}

// runCode is the error code of a run with these faults: CodeUnknownField if any is about an unknown name.
func runCode(faults []FieldError) string {
	for _, f := range faults {
		if _, known := run.FieldByName(f.Field); !known {
			return CodeUnknownField
		}
	}
	return CodeBadRun
}

// setMember sets the run's field from one member of a JSON object.
func setMember(r *run.Run, m member) error {
	f, known := run.FieldByName(m.name)
	if !known {
		return FieldError{Field: m.name, Value: string(m.value), Message: "a run has no field " + Quote(m.name)}
	}
	wrong := func(message string) error {
		return FieldError{Field: m.name, Value: strings.Trim(string(m.value), `"`), Message: message}
	}
	if f.Kind == run.Choice {
		var text string
		if json.Unmarshal(m.value, &text) != nil {
			return wrong(f.Label + " must be one of the strings " + strings.Join(f.Choices, ", "))
		}
		return r.Set(m.name, text)
	}
	var number Number
	if err := json.Unmarshal(m.value, &number); err != nil {
		return wrong(f.Label + ` must be a JSON number` + f.OrInf())
	}
	return r.SetNumber(m.name, float64(number))
}

// EncodeQuestion writes {"alpha":…} or {"delta":…}.
func EncodeQuestion(q claim.Question) json.RawMessage {
	if q.Renyi() {
		return json.RawMessage(`{"alpha":` + run.FormatNumber(q.Alpha) + `}`)
	}
	return json.RawMessage(`{"delta":` + run.FormatNumber(q.Delta) + `}`)
}

// DecodeQuestion reads a question. It rejects an order or a δ of 0, which in claim.Question means that it is absent;
// claim.Question.Validate checks the rest of the range.
func DecodeQuestion(raw json.RawMessage) (claim.Question, *Error) {
	var q claim.Question
	members, err := object(raw)
	if err != nil {
		return q, &Error{Code: CodeBadQuestion, Message: "question must be a JSON object: " + err.Error()}
	}
	return questionOf(members)
}

// questionOf reads the members of a question.
func questionOf(members []member) (claim.Question, *Error) {
	var q claim.Question
	for _, m := range members {
		var number Number
		fault := func(code, message string) (claim.Question, *Error) {
			return q, &Error{Code: code, Message: "the question is not valid",
				Errors: []FieldError{{Field: m.name, Value: string(m.value), Message: message}}}
		}
		if m.name != "alpha" && m.name != "delta" {
			return fault(CodeUnknownField, "a question has no field "+Quote(m.name)+": ask for alpha or delta")
		}
		if json.Unmarshal(m.value, &number) != nil || number == 0 {
			return fault(CodeBadQuestion, m.name+" must be a JSON number above 0")
		}
		if m.name == "alpha" {
			q.Alpha = float64(number)
		} else {
			q.Delta = float64(number)
		}
	}
	return q, nil
}

// Invalid is the engine's message for an error that names fields (run.Errors or a FieldError); nil for other errors.
func Invalid(err error) *Error {
	faults := fieldErrors(err)
	if faults == nil {
		return nil
	}
	code := CodeBadRun
	switch faults[0].Field {
	case "field", "parameter", "row", "rows":
		code = CodeBadRequest
	case "alpha", "delta", "epsilon":
		code = CodeBadQuestion
	}
	return &Error{Code: code, Message: "the request is not valid", Errors: faults}
}

// fieldErrors lists the fields at fault, nil if err is not about fields.
func fieldErrors(err error) []FieldError {
	var errs run.Errors
	var one FieldError
	if errors.As(err, &one) {
		return []FieldError{one}
	}
	errors.As(err, &errs)
	return errs
}

// member is one name and value of a JSON object, in the order written.
type member struct {
	name  string
	value json.RawMessage
}

// object reads the members of a JSON object. Unlike decoding into a struct, it
// distinguishes T from t and rejects a name that occurs twice.
func object(raw json.RawMessage) ([]member, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	token, err := d.Token()
	if err != nil {
		if errors.Is(err, io.EOF) {
			return nil, errors.New("it is missing")
		}
		return nil, err
	}
	if token != json.Delim('{') {
		return nil, errors.New("got " + clip(string(raw)))
	}
	var members []member
	seen := map[string]bool{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		m := member{name: name.(string)}
		if err := d.Decode(&m.value); err != nil {
			return nil, err
		}
		if seen[m.name] {
			return nil, errors.New(Quote(m.name) + " is given twice")
		}
		seen[m.name] = true
		members = append(members, m)
	}
	return members, nil
}
