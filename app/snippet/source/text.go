// Package source cuts a text into tokens and finds its structure: lines and blocks, brackets, calls with their arguments,
// command lines. It does not know the meaning of any name.
package source

import (
	"slices"
	"strings"
)

// Text is a text in tokens, with its structure.
type Text struct {
	Tokens  []Token
	Scanned []rune           // the scanned characters
	places  map[string][]int // the tokens with each name; nil until they are needed
	bracket []int            // the bracket that contains each token
	ended   []int            // the end of the argument that begins at each token
	closing []int            // where the bracket closes that a token opens
}

// Is reports whether a token is the sign.
//
//go:noinline
func (s *Text) Is(at int, text string) bool {
	return at >= 0 && at < len(s.Tokens) && s.Tokens[at].Kind == Sign && s.Tokens[at].Text == text
}

// Name is the name at a token; empty if there is none.
//
//go:noinline
func (s *Text) Name(at int) string {
	if at < 0 || at >= len(s.Tokens) || s.Tokens[at].Kind != Name {
		return ""
	}
	return s.Tokens[at].Text
}

// Word is a token's word in lower case, empty for any other token.
func (s *Text) Word(at int) string {
	if at < 0 || at >= len(s.Tokens) || s.Tokens[at].Kind != Name {
		return ""
	}
	return strings.ToLower(s.Tokens[at].Text)
}

// Past is the first token from here on that is not the end of a line.
//
//go:noinline
func (s *Text) Past(at int) int {
	for at >= 0 && at < len(s.Tokens) && s.Tokens[at].Kind == Line {
		at++
	}
	return at
}

// Before is the last token before this one that is not the end of a line; negative if there is none.
func (s *Text) Before(at int) int {
	for at--; at >= 0 && s.Tokens[at].Kind == Line; at-- {
	}
	return at
}

// Refers reports whether the tokens contain a name.
func (s *Text) Refers(named string, from, to int) bool {
	return slices.ContainsFunc(s.Tokens[from:min(to, len(s.Tokens))], func(t Token) bool { return t.Kind == Name && t.Text == named })
}

// TokensOf lists the tokens that name something, or a member of it; with a dot before it, those that name it as a member.
func (s *Text) TokensOf(something string) []int {
	if s.places == nil {
		s.places = map[string][]int{}
		for i, t := range s.Tokens {
			if t.Kind == Name {
				whole, _, member := strings.Cut(t.Text, ".")
				s.places[whole] = append(s.places[whole], i)
				if member {
					last := t.Text[strings.LastIndexByte(t.Text, '.'):]
					s.places[last] = append(s.places[last], i)
				}
			}
		}
	}
	return s.places[something]
}

// Written is the text between two tokens, with the rest of the same line.
func (s *Text) Written(from, to int) string {
	end := len(s.Scanned)
	if to < len(s.Tokens) {
		end = s.Tokens[to].From
	}
	return strings.Join(strings.Fields(string(s.Scanned[s.Tokens[from].From:end])), " ")
}

// Join writes tokens as they may have been written.
func Join(tokens []Token) string {
	parts := make([]string, len(tokens))
	for i, t := range tokens {
		parts[i] = t.Text
	}
	return strings.Join(parts, " ")
}
