package words

import (
	"strings"
	"unicode/utf8"
)

const (
	// mostLead is the largest number of characters of a warning that fit on one line beside the form.
	mostLead = 104
	// leastLead is the smallest number of characters that a part of a sentence needs to make sense by itself.
	leastLead = 20
	// notBelow is part of the engine's warning of a large δ.
	notBelow = "is not below 1/n"
)

// Lead is the beginning of a warning, which is shown while the rest is folded: the first
// sentence or, if that is long, its part before the colon or the semicolon.
func Lead(warning string) string {
	first := warning
	if end := strings.Index(warning, ". "); end >= 0 {
		first = warning[:end+1]
	}
	if utf8.RuneCountInString(first) <= mostLead {
		return first
	}
	if large, _, found := strings.Cut(first, ": publishing"); found && strings.Contains(large, notBelow) {
		return large + ": the guarantee may be empty."
	}
	for _, mark := range []string{": ", "; "} {
		if end := strings.Index(first, mark); end >= leastLead {
			return first[:end] + "."
		}
	}
	return first
}
