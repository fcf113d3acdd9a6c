package protocol

import (
	"encoding/json"
	"slices"

	"lastiterate/bounds/claim"
)

// SolveResult answers "solve".
type SolveResult struct {
	Value   Number   `json:"value"`   // the value of the field; it was evaluated and meets the target
	Epsilon Number   `json:"epsilon"` // the answer at Value
	Row     string   `json:"row"`     // the row that gives it
	Bracket []Number `json:"bracket"` // Value, then the nearest value tried that misses the target, if any does
}

// Values of Request.Steps: the numbers that may stay as stated in place of T.
const (
	StepsEpochs = "epochs" // see claim.Target.Epochs
	StepsBefore = "before" // see claim.Target.Before
)

// DecodeTarget reads a target, {"epsilon":…,"delta":…} or {"epsilon":…,"alpha":…}. steps is Request.Steps.
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
		t.Before = true
	default:
		return t, &Error{Code: CodeBadRequest, Message: "steps must be T, epochs or before, got " + Quote(steps)}
	}
	t.Question = q
	return t, nil
}
