package source

import (
	"slices"
	"strings"
	"unicode"
)

// Has reports whether a list of names contains one. Functions with many callers are not inlined here: that would make the
// package a tenth larger, and the page waits for its bytes.
//
//go:noinline
func Has(list []string, named string) bool { return slices.Contains(list, named) }

// HasAny reports whether two lists of names have a name in common.
//
//go:noinline
func HasAny(list, of []string) bool {
	for _, named := range of {
		if Has(list, named) {
			return true
		}
	}
	return false
}

// unmarked removes spaces, underscores and hyphens from a name.
var unmarked = strings.NewReplacer(" ", "", "_", "", "-", "")

// Plain is a name without spaces, underscores and hyphens, in lower case unless it is one letter.
func Plain(s string) string {
	s = unmarked.Replace(s)
	if len(s) > 1 {
		return strings.ToLower(s)
	}
	return s
}

// LastPart is the last part of a dotted name, without spaces, underscores and hyphens and in lower case.
func LastPart(named string) string {
	return strings.ToLower(Plain(named[strings.LastIndexByte(named, '.')+1:]))
}

// Segments returns the words of a name in lower case: use, ema for use_ema; model, ema for ModelEMA. Whatever is not a letter
// separates words.
func Segments(named string) []string {
	var b strings.Builder
	lower := false
	for _, r := range named {
		if unicode.IsUpper(r) && lower {
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) })
}
