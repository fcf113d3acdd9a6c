package source

import (
	"strconv"
	"strings"
)

// InSetting reports whether a word is a part of a setting or of a path rather than of a sentence: device: cuda, runs/a, --gpu 0.
func (s *Text) InSetting(at int) bool {
	for _, beside := range []int{at - 1, at + 1} {
		if beside >= 0 && beside < len(s.Tokens) && IsSign(s.Tokens[beside], "-/:=_.") {
			return true
		}
	}
	first := s.LineOf(at)
	if !s.Is(first+1, ":") && !s.Is(first+1, "=") {
		return false
	}
	for i := first; !s.Ends(i); i++ {
		if s.Is(i, ",") {
			return false // n=50000, batches of 500
		}
	}
	return true
}

// Near reports whether one of some words is among the three tokens before a token or after it.
func (s *Text) Near(at int, words ...string) bool {
	for i := at - 3; i <= at+3; i++ {
		if i != at && Has(words, s.Word(i)) {
			return true
		}
	}
	return false
}

// Many reports whether more than one are counted by the token before, or by that before an adjective.
func (s *Text) Many(at int) bool {
	for _, i := range []int{at - 1, at - 2} {
		if i < 0 {
			break
		}
		if x, err := strconv.ParseFloat(s.Tokens[i].Text, 64); s.Tokens[i].Kind == Numeral && err == nil {
			return x > 1
		}
		if Has(strings.Fields("two three four five six seven eight nine ten several multiple"), s.Word(i)) {
			return true
		}
	}
	return false
}

// Single reports whether one is counted by the tokens before.
func (s *Text) Single(at int) bool {
	return s.Near(at, "one", "single") || at > 0 && s.Tokens[at-1].Text == "1"
}
