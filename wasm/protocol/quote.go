package protocol

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// longestQuote is the largest number of characters of a request that an error repeats.
const longestQuote = 200

// clip cuts text to longestQuote characters.
func clip(text string) string {
	if len(text) <= longestQuote || utf8.RuneCountInString(text) <= longestQuote {
		return text
	}
	return string([]rune(text[:min(len(text), longestQuote*utf8.UTFMax)])[:longestQuote-1]) + "…"
}

// Quote returns text as errors quote it: clipped, in quotes.
func Quote(text string) string { return strconv.Quote(clip(text)) }

// Clipped returns an error in which every value is clipped.
func Clipped(e *Error) *Error {
	if e == nil {
		return nil
	}
	out := *e
	out.Errors = make([]FieldError, len(e.Errors))
	for i, f := range e.Errors {
		out.Errors[i] = FieldError{Field: clip(f.Field), Value: clip(f.Value), Message: f.Message}
	}
	if len(out.Errors) == 0 {
		out.Errors = nil
	}
	return &out
}

// asGiven replaces values that were parsed by the text of the request: a number that no float64 holds is quoted with its own
// digits.
func asGiven(faults []FieldError, members []member) {
	for i, f := range faults {
		for _, m := range members {
			if m.name == f.Field {
				faults[i].Value = strings.Trim(string(m.value), `"`)
			}
		}
	}
}
