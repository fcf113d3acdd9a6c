package words

import (
	"cmp"
	"strings"

	"lastiterate/app/form"
	"lastiterate/bounds/run"
)

// Holding is a field and its value in short: "T = 200".
func Holding(r run.Run, name, text string) string {
	l := form.LabelOf(r, name)
	if l.Symbol == "" {
		return l.Name + ": " + text
	}
	return strings.ReplaceAll(l.Symbol, "_", "") + " = " + text
}

// Waiting says, while a field is invalid, that the answer is for the last valid values.
func Waiting(held []string) string { return "This is the answer for " + lastValid(held) }

// LeftOpen stands above buttons, beside an answer that holds whichever of them is pressed.
const LeftOpen = "Left open by your text:"

// Unwritten says that the answer is for the old value, since the value that the solver found has not been applied.
func Unwritten(r run.Run, name, text string) string {
	return "This is the answer for " + Holding(r, name, text) + ". Apply enters the value found."
}

// InLink says which values the link contains while a field is invalid.
func InLink(held []string) string { return "The link contains " + lastValid(held) }

// lastValid lists the last valid values of the invalid fields, and says to fix the fields.
func lastValid(held []string) string {
	fix := "; fix the marked field."
	if len(held) > 1 {
		fix = "; fix the marked fields."
	}
	return cmp.Or(strings.Join(held, " and "), "the last valid values") + fix
}

// OnlyTheLink says why only the link can be shared yet.
func OnlyTheLink(why string) string {
	return why + " The iframe, the custom element, the picture and the citation come with the complete answer."
}
