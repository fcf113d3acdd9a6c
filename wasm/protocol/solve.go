package protocol

import (
	"encoding/json"
	"slices"

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
	if i := slices.IndexFunc(members, func(m member) bool { return m.name == "epsilon" }); i >= 0 {
		m := members[i]
		var number Number
		if json.Unmarshal(m.value, &number) != nil { // bounds.Solve checks the range
			return t, &Error{Code: CodeBadQuestion, Message: "the target is not valid",
				Errors: []FieldError{{Field: m.name, Value: string(m.value), Message: "epsilon must be a JSON number"}}}
		}
		t.Epsilon = float64(number)
		members = slices.Delete(members, i, i+1)
	}
	q, fault := questionOf(members)
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
