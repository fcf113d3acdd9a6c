package lab

import (
	"strings"

	"lastiterate/app/words"
)

// A tool opens with the numbers of an example, which nobody counted or chose. An answer for them says so until
// every one was entered.

// Example marks an answer for values that are wholly or partly those that the tool opens with; empty where none
// is. left says which they are once some were entered.
func (t *Tool) Example(v Values) (mark, left string) {
	var still []string
	entered := false
	for _, f := range t.Fields {
		switch {
		case f.Default == "" && t.used == nil || f.Setting:
		case f.Default == "":
			entered = entered || v[f.Name] != ""
		case t.used != nil && !t.used(v, f.Name):
		case v[f.Name] != f.Default:
			entered = true
		default:
			still = append(still, f.Label)
		}
	}
	switch {
	case len(still) == 0:
		return "", ""
	case !entered:
		return words.ExampleInputs, ""
	}
	return words.ExampleInputs + ", changed", "Still the example’s: " + strings.Join(still, ", ") + "."
}
