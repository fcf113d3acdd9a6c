package protocol

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Input reads the object "input" of a method of the laboratory, member by member, and collects the faults. A member that the
// method does not read is unknown.
type Input struct {
	members []member
	asked   []string
	faults  []FieldError
}

// ReadInput starts to read an input; the error says that it is not an object.
func ReadInput(raw json.RawMessage) (*Input, *Error) {
	members, err := object(raw)
	if err != nil {
		return nil, &Error{Code: CodeBadRequest, Message: "input must be a JSON object: " + err.Error()}
	}
	return &Input{members: members}, nil
}

// Has reports whether a member is given.
func (in *Input) Has(name string) bool { return in.find(name) != nil }

func (in *Input) find(name string) json.RawMessage {
	if !slices.Contains(in.asked, name) {
		in.asked = append(in.asked, name)
	}
	for _, m := range in.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

func (in *Input) wrong(name string, value json.RawMessage, message string) {
	in.faults = append(in.faults, FieldError{Field: name, Value: strings.Trim(string(value), `"`), Message: message})
}

// Number returns a number that must be given; "inf" is infinity.
func (in *Input) Number(name string) float64 {
	raw := in.find(name)
	if raw == nil {
		in.wrong(name, nil, name+" is missing")
		return math.NaN()
	}
	var x Number
	if json.Unmarshal(raw, &x) != nil {
		in.wrong(name, raw, name+" must be a JSON number")
		return math.NaN()
	}
	return float64(x)
}

// NumberOr returns a number, or absent if it is not given.
func (in *Input) NumberOr(name string, absent float64) float64 {
	if !in.Has(name) {
		return absent
	}
	return in.Number(name)
}

// Whole returns a whole number that must be given.
func (in *Input) Whole(name string) int {
	before := len(in.faults)
	x := in.Number(name)
	if len(in.faults) > before {
		return 0
	}
	if x != math.Trunc(x) || math.Abs(x) > 1e15 {
		in.wrong(name, in.find(name), name+" must be a whole number")
		return 0
	}
	return int(x)
}

// WholeOr returns a whole number, or absent if it is not given.
func (in *Input) WholeOr(name string, absent int) int {
	if !in.Has(name) {
		return absent
	}
	return in.Whole(name)
}

// Text returns a string, "" if it is not given.
func (in *Input) Text(name string) (text string) {
	if raw := in.find(name); raw != nil && json.Unmarshal(raw, &text) != nil {
		in.wrong(name, raw, name+" must be a string")
	}
	return text
}

// Yes returns true or false, and false if it is not given.
func (in *Input) Yes(name string) (yes bool) {
	if raw := in.find(name); raw != nil && json.Unmarshal(raw, &yes) != nil {
		in.wrong(name, raw, name+" must be true or false")
	}
	return yes
}

// Numbers returns a list of 1 to limit numbers; nil if it is not given.
func (in *Input) Numbers(name string, limit int) []float64 {
	raw := in.find(name)
	if raw == nil {
		return nil
	}
	var list []Number
	if json.Unmarshal(raw, &list) != nil || len(list) == 0 || len(list) > limit {
		in.wrong(name, raw, fmt.Sprintf("%s must be a list of between 1 and %d numbers", name, limit))
		return nil
	}
	return Floats(list)
}

// Objects returns a list of at most limit objects; nil if it is not given.
func (in *Input) Objects(name string, limit int) []*Input {
	raw := in.find(name)
	if raw == nil {
		return nil
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || len(list) > limit {
		in.wrong(name, raw, fmt.Sprintf("%s must be a list of at most %d objects", name, limit))
		return nil
	}
	out := make([]*Input, len(list))
	for i, each := range list {
		inner, fault := ReadInput(each)
		if fault != nil {
			in.wrong(name, each, fmt.Sprintf("%s: number %d must be a JSON object", name, i+1))
			return nil
		}
		out[i] = inner
	}
	return out
}

// Include adds the faults of an object of a list.
func (in *Input) Include(inner *Input) {
	if fault := inner.Fault(); fault != nil {
		in.faults = append(in.faults, fault.Errors...)
	}
}

// Fault returns the faults of the members that were read, and an error for each member that was not; nil if there are none.
func (in *Input) Fault() *Error {
	faults := slices.Clone(in.faults)
	code := CodeBadRequest
	for _, m := range in.members {
		if !slices.Contains(in.asked, m.name) {
			code = CodeUnknownField
			faults = append(faults, FieldError{Field: m.name, Value: string(m.value), Message: "there is no input " + Quote(m.name)})
		}
	}
	if faults == nil {
		return nil
	}
	return &Error{Code: code, Message: "the input is not valid", Errors: faults}
}
