package lab

import (
	"strings"

	"lastiterate/app/words"
)

// A tool opens with the values of an example. Its answer is marked as an example's until the visitor has
// changed all of them. Settings, whose defaults are usual choices, do not count, nor do fields that are not used with the
// other values or on which the answer does not depend.

// Example returns the mark for an answer to these values. The mark is empty if no field that counts has the
// example's value. If the visitor has changed some of them but not all, left names the rest in a sentence.
func (t *Tool) Example(v Values) (mark, left string) {
	var still []string // labels of the fields with the example's values
	entered := false
	for _, f := range t.Fields {
		switch {
		case f.Setting, f.LinksOnly:
		case f.Default == "" && t.used == nil: // an optional field, which replaces no other
		case f.Default == "":
			entered = entered || v[f.Name] != ""
		case t.used != nil && !t.used(v, f.Name):
		case v[f.Name] != f.Default: // also a link to the same run, which is then the visitor's
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
	return "Partly example inputs", "Still at the example’s values: " + strings.Join(still, ", ") + "."
}
