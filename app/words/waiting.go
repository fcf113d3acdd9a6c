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

// OnlyTheLink says why only the link, or only that and the iframe, can be shared yet.
func OnlyTheLink(why string, frame bool) string {
	if frame {
		return why + " The custom element, the picture and the citation come with the complete answer."
	}
	return why + " The iframe, the custom element, the picture and the citation come with the complete answer."
}

// Asks is the question that the choices of a field answer; empty for a field that is no choice.
func Asks(field string) string {
	switch field {
	case "scheme":
		return "How does your loader form batches?"
	case "adjacency":
		return "How do neighbouring datasets differ?"
	case "noise":
		return "Which noise is it?"
	}
	return ""
}

// Means says of a choice, in a clause, who makes it or what it does; empty if its name says enough.
func Means(value string) string {
	switch value {
	case string(run.Poisson):
		return "each example joins each batch by chance: what Opacus does"
	case string(run.Reshuffle):
		return "an ordinary loader, shuffle=True"
	case string(run.ShuffleOnce):
		return "a random order, the same in every epoch"
	case string(run.Cyclic):
		return "the order of the dataset, shuffle=False"
	case string(run.AddRemove):
		return "what Opacus, TF Privacy and JAX Privacy report"
	case string(run.Replace):
		return "one example becomes another: twice the sensitivity"
	case string(run.ZeroOut):
		return "one example’s gradient is set to zero"
	case string(run.NoiseMultiplier):
		return "times the clipping norm: noise_multiplier in the libraries"
	case string(run.GradientNoise):
		return "the noise that is added, not times the clipping norm"
	}
	return ""
}

// Unfit says which neighbours are not offered with a scheme, and why; empty for a scheme that it does not know.
func Unfit(s run.Scheme) string {
	switch s {
	case run.Poisson:
		return "“Zero out one” is for batches of a fixed size. Poisson batches vary in size, so an example is added or removed."
	case run.Full, run.Cyclic, run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Allocation:
		return "“Add or remove one” is for batches that vary in size, as Poisson batches do."
	}
	return ""
}
