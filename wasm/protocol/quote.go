package protocol

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// longestQuote is how many characters of what was sent an error repeats at most.
const longestQuote = 200

// clip is text as errors quote it: as given, and no longer than longestQuote.
func clip(text string) string {
	if len(text) <= longestQuote || utf8.RuneCountInString(text) <= longestQuote {
		return text
	}
	return string([]rune(text[:min(len(text), longestQuote*utf8.UTFMax)])[:longestQuote-1]) + "…"
}

// Quote is how an error of the engine quotes text: clipped, in quotes.
func Quote(text string) string { return strconv.Quote(clip(text)) }

// Clipped is an error that repeats no value at length.
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

// asGiven puts what was written in place of what was read of it: a number that no
// float64 holds is quoted with its own digits.
func asGiven(faults []FieldError, members []member) {
	for i, f := range faults {
		for _, m := range members {
			if m.name == f.Field {
				faults[i].Value = strings.Trim(string(m.value), `"`)
			}
		}
	}
}
