package source

import "strings"

// Called is the last part of the name that is called at a token, without underscores and hyphens and in lower case.
//
//go:noinline
func (s *Text) Called(at int) string {
	if !s.Is(at+1, "(") {
		return ""
	}
	return LastPart(s.Name(at))
}

// Argument is the token at which an argument of a call begins: the argument of this name, or the one at this place. at is the
// token at which the call's arguments begin. It is negative if there is no such argument.
func (s *Text) Argument(at, place int, named string) int {
	for count := 0; ; count++ {
		at = s.Past(at)
		switch {
		case at >= len(s.Tokens) || s.Is(at, ")"):
			return -1
		case s.Is(at+1, "="):
			if s.Name(at) == named {
				return at + 2
			}
		case count == place:
			return at
		}
		end, _ := s.Skip(at)
		if at = s.Past(end); !s.Is(at, ",") {
			return -1
		}
		at++
	}
}

// Argument is an argument of a call, from a token up to another.
type Argument struct {
	Name     string
	From, To int
}

// ArgumentsIn lists the arguments from a token up to the bracket that closes them, before end.
func (s *Text) ArgumentsIn(at, end int) (list []Argument) {
	for at < end {
		for at < end && s.Tokens[at].Kind == Line {
			at++
		}
		a := Argument{From: at}
		if at+1 < end && s.Tokens[at].Kind == Name && s.Is(at+1, "=") {
			a.Name, a.From = strings.ToLower(s.Tokens[at].Text), at+2
		}
		depth := 0
		for a.To = a.From; a.To < end && (depth > 0 || !s.Is(a.To, ",")); a.To++ {
			switch t := s.Tokens[a.To]; {
			case t.Kind != Sign:
			case strings.Contains("([{", t.Text):
				depth++
			case strings.Contains(")]}", t.Text):
				depth--
			}
			if depth < 0 {
				break
			}
		}
		at = a.To + 1
		for a.To > a.From && s.Tokens[a.To-1].Kind == Line {
			a.To--
		}
		if a.To > a.From {
			list = append(list, a)
		}
		if depth < 0 {
			return list
		}
	}
	return list
}

// Defined is the function whose definition has the token as the name of an argument; empty if there is none.
func (s *Text) Defined(at int) string {
	if call := s.Enclosing(at); call > 0 && s.Name(call-1) == "def" {
		return s.Name(call)
	}
	return ""
}
