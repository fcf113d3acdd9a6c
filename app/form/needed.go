package form

import (
	"strings"

	"lastiterate/bounds/run"
)

// Needed says which fields are missing, as a clause without a capital or a full stop: "dataset size and
// batch size are needed".
func Needed(r run.Run, names []string) string {
	if len(names) > 1 {
		return Missing(r, names) + " are needed"
	}
	return Missing(r, names) + " is needed"
}

// Missing lists fields in words, such as those that are missing: "dataset size and batch size".
func Missing(r run.Run, names []string) string {
	var nouns []string
	for _, name := range names {
		nouns = append(nouns, noun(r, name))
	}
	if last := len(nouns) - 1; last > 0 {
		return strings.Join(nouns[:last], ", ") + " and " + nouns[last]
	}
	return strings.Join(nouns, "")
}

// noun is a name for a missing field that is clear outside the form.
func noun(r run.Run, name string) string {
	switch name {
	case "scheme":
		return "batch sampling scheme"
	case "noise":
		return "noise convention"
	case "adjacency":
		return "definition of neighbouring datasets"
	case "loss":
		return "class of the loss"
	case "T":
		return "number of iterations or epochs"
	}
	return LabelOf(r, name).Name
}
