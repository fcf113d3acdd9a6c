package words

import (
	"strings"

	"lastiterate/app/form"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Assumed says, beside a number, which values of the fields are assumed rather than stated; empty if there are no
// fields.
func Assumed(q claim.Query, fields []string) string {
	if len(fields) == 0 {
		return ""
	}
	return "Assumed, not in your text — " + Values(q, fields) + "."
}

// AssumedInLink says the same of fields that whoever made the link left to be assumed.
func AssumedInLink(q claim.Query, fields []string) string {
	if len(fields) == 0 {
		return ""
	}
	return "Assumed when the link was made, not in its author’s script — " + Values(q, fields) + "."
}

// Values lists the values of fields, in few words.
//
//go:noinline
func Values(q claim.Query, fields []string) string {
	var parts []string
	for _, field := range fields {
		c := protocol.Change{Field: field, Value: q.Run.Get(field)}
		switch field {
		case form.Delta:
			c.Value = run.FormatNumber(q.Question.Delta)
		case form.Epochs:
			c.Value = run.FormatNumber(float64(q.Run.T) / float64(q.Run.EpochSteps()))
		}
		parts = append(parts, Miss(q.Run, c))
	}
	return strings.Join(parts, " · ")
}
