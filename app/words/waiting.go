package words

import (
	"cmp"
	"strings"

	"lastiterate/app/form"
	"lastiterate/bounds/run"
)

// Holding is what a field holds in short: "T = 200".
func Holding(r run.Run, name, text string) string {
	l := form.LabelOf(r, name)
	if l.Symbol == "" {
		return l.Name + ": " + text
	}
	return strings.ReplaceAll(l.Symbol, "_", "") + " = " + text
}

// Waiting says what is answered while fields hold texts that are not taken: what these held
// before.
func Waiting(held []string) string { return "This is the answer for " + lastValid(held) }

// Unwritten says, beside the answer, that a value was found that the run does not have.
func Unwritten(r run.Run, name, text string) string {
	return "This is the answer for " + Holding(r, name, text) + ". Apply enters the value found."
}

// InLink says what the link has meanwhile.
func InLink(held []string) string { return "The link has " + lastValid(held) }

// lastValid are the values that fields held before, and what to do about these.
func lastValid(held []string) string {
	fix := "; fix the marked field."
	if len(held) > 1 {
		fix = "; fix the marked fields."
	}
	return cmp.Or(strings.Join(held, " and "), "the last valid values") + fix
}

// OnlyTheLink says why nothing but the link can be shared yet.
func OnlyTheLink(why string) string {
	return why + " The frame, the element, the picture and the citation come with the answer."
}
