package run

import "strings"

// FieldError says what is wrong with one value: which field, what was given,
// and what would be right. Message does not repeat the value.
type FieldError struct {
	Field   string `json:"field"`
	Value   string `json:"value"`
	Message string `json:"message"`
}

func (e FieldError) Error() string { return e.Message + "; got " + e.Field + " = " + e.Value }

// Errors are all that is wrong with a run, in the order of its fields.
type Errors []FieldError

func (e Errors) Error() string {
	parts := make([]string, len(e))
	for i, f := range e {
		parts[i] = f.Error()
	}
	return strings.Join(parts, "; ")
}
