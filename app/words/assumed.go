package words

import (
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/number"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// Assumed says, beside a number, which values it rests on that nobody has said: those of the fields; empty
// where there are none.
func Assumed(q claim.Query, fields []string) string {
	if len(fields) == 0 {
		return ""
	}
	return "Assumed, not in your text: " + Values(q, fields) + "."
}

// Values are those of fields, in few words.
func Values(q claim.Query, fields []string) string {
	var parts []string
	for _, field := range fields {
		label, value := form.LabelOf(q.Run, field), q.Run.Get(field)
		switch {
		case form.IsChoice(field):
			parts = append(parts, form.Words(field, value)+" ("+strings.TrimSuffix(label.Name, " is")+")")
		case field == form.Delta:
			parts = append(parts, "δ = "+number.Plain(q.Question.Delta))
		case field == "diameter" && !q.Run.Bounded():
			parts = append(parts, form.Domain(q.Run))
		default:
			parts = append(parts, ChangeText(q.Run, protocol.Change{Field: field, Value: value}))
		}
	}
	return strings.Join(parts, " · ")
}
