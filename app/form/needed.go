package form

import (
	"strings"

	"lastiterate/bounds/run"
)

// Needed says what is missing, for a sentence that begins with it: "dataset size and
// batch size are needed".
func Needed(r run.Run, names []string) string {
	if len(names) > 1 {
		return Missing(r, names) + " are needed"
	}
	return Missing(r, names) + " is needed"
}

// Missing names what is missing: "dataset size and batch size".
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

// noun is what a missing field is called without its neighbours.
func noun(r run.Run, name string) string {
	switch name {
	case "scheme":
		return "how the batches are made"
	case "noise":
		return "how the noise is stated"
	case "adjacency":
		return "the meaning of neighbouring datasets"
	case "T":
		return "number of iterations or epochs"
	}
	return LabelOf(r, name).Name
}
