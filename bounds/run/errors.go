package run

import (
	"fmt"
	"strings"
)

// FieldError says which field has a wrong value, the value, and which values are right. Message does not repeat the value.
type FieldError struct {
	Field   string `json:"field"`
	Value   string `json:"value"`
	Message string `json:"message"`
}

func (e FieldError) Error() string {
	if e.Value == "" {
		return e.Message
	}
	return e.Message + "; got " + e.Field + " = " + e.Value
}

// Errors lists everything that is wrong with a run, in the order of its fields.
type Errors []FieldError

// Add notes what is wrong with the value of a field.
func (e *Errors) Add(field string, value any, message string) {
	text := fmt.Sprint(value)
	if x, ok := value.(float64); ok {
		text = FormatNumber(x)
	}
	*e = append(*e, FieldError{Field: field, Value: text, Message: message})
}

// Need notes what is wrong with the value of a field, unless the condition holds.
func (e *Errors) Need(holds bool, field string, value any, message string) {
	if !holds {
		e.Add(field, value, message)
	}
}

// OrNil returns e as an error, or nil if it is empty.
func (e Errors) OrNil() error {
	if len(e) == 0 {
		return nil
	}
	return e
}

func (e Errors) Error() string {
	parts := make([]string, len(e))
	for i, f := range e {
		parts[i] = f.Error()
	}
	return strings.Join(parts, "; ")
}
