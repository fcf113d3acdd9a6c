package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"

	"lastiterate/bounds/claim"
)

// SolveResult answers "solve": a value that was evaluated and meets the target.
// Bracket holds it and the nearest value tried that misses the target. If every value meets the target, it holds
// only the first.
type SolveResult struct {
	Value   Number   `json:"value"`
	Epsilon Number   `json:"epsilon"`
	Row     string   `json:"row"`
	Bracket []Number `json:"bracket"`
}

// Values of Request.Steps: what was stated in place of T.
const (
	StepsEpochs = "epochs"
	StepsBefore = "before" // of a search for the steps after a deletion, the steps before it
)

// DecodeTarget reads {"epsilon":…} together with the members of a question. steps is Request.Steps.
func DecodeTarget(raw json.RawMessage, steps string) (claim.Target, *Error) {
	var t claim.Target
	members, err := object(raw)
	if err != nil {
		return t, &Error{Code: CodeBadQuestion, Message: "target must be a JSON object: " + err.Error()}
	}
	question := []byte{'{'}
	for _, m := range members {
		if m.name == "epsilon" {
			var number Number
			if json.Unmarshal(m.value, &number) != nil {
				return t, &Error{Code: CodeBadQuestion, Message: "the target is not valid",
					Errors: []FieldError{{Field: m.name, Value: string(m.value), Message: "epsilon must be a JSON number above 0"}}}
			}
			t.Epsilon = float64(number)
			continue
		}
		question = fmt.Appendf(question, "%q:%s,", m.name, m.value)
	}
	question = append(bytes.TrimSuffix(question, []byte(",")), '}')
	q, fault := DecodeQuestion(question)
	if fault != nil {
		return t, fault
	}
	switch steps {
	case "", "T":
	case StepsEpochs:
		t.Epochs = true
	case StepsBefore:
		t.Longer = true
	default:
		return t, &Error{Code: CodeBadRequest, Message: "steps must be T, epochs or before, got " + Quote(steps)}
	}
	t.Question = q
	return t, nil
}
