package source

import "strings"

// Ends reports whether a line ends before a token.
//
//go:noinline
func (s *Text) Ends(at int) bool { return at >= len(s.Tokens) || s.Tokens[at].Kind == Line }

// Begins reports whether a token is the first of its line.
//
//go:noinline
func (s *Text) Begins(at int) bool { return at <= 0 || s.Tokens[at-1].Kind == Line }

// LineOf is the first token of the line that contains a token.
func (s *Text) LineOf(at int) int {
	for !s.Begins(at) {
		at--
	}
	return at
}

// Block is the token after the block that a statement at a token begins.
func (s *Text) Block(at int) int {
	column := s.Tokens[at].Column
	for at++; at < len(s.Tokens) && !(s.Begins(at) && s.Tokens[at].Kind != Line && s.Tokens[at].Column <= column); at++ {
	}
	return at
}

// Around is the first token of the statement whose block contains the statement of a token; negative if there is none.
func (s *Text) Around(at int) int {
	at = s.LineOf(at)
	column := s.Tokens[at].Column
	for at--; at >= 0 && column > 0; at-- {
		if s.Name(at) != "" && s.Begins(at) && s.Tokens[at].Column < column {
			return at
		}
	}
	return -1
}

// HeadEnd is the token that ends the first line of a statement, its colon.
func (s *Text) HeadEnd(at int) int {
	for at < len(s.Tokens) && !s.Is(at, ":") && s.Tokens[at].Kind != Line {
		at++
	}
	return at
}

// BodyOf is the first token of the body of a statement that begins at a token: the one after its colon.
func (s *Text) BodyOf(at int) int {
	for depth := 0; at < len(s.Tokens); at++ {
		switch t := s.Tokens[at]; {
		case t.Kind != Sign:
		case strings.Contains("([{", t.Text):
			depth++
		case strings.Contains(")]}", t.Text):
			depth--
		case t.Text == ":" && depth == 0:
			return at + 1
		}
	}
	return at
}

// ClassOf is the name of the class that contains a token; empty if there is none.
func (s *Text) ClassOf(at int) string {
	for at = s.Around(at); at >= 0; at = s.Around(at) {
		if s.Name(at) == "class" {
			return s.Name(at + 1)
		}
	}
	return ""
}

// Conditional reports whether a token is under a condition, so that the text does not show whether it runs.
func (s *Text) Conditional(at int) bool {
	for at = s.Around(at); at >= 0; at = s.Around(at) {
		if Has([]string{"if", "elif", "else", "except"}, s.Name(at)) && s.Name(at+1) != "__name__" {
			return true
		}
	}
	return false
}

// Repeated reports whether a token is within a statement of one of these kinds, and under no condition on its own line.
func (s *Text) Repeated(at int, by ...string) bool {
	at = s.LineOf(at)
	if s.Name(at) == "if" {
		return false
	}
	for column := s.Tokens[at].Column; at >= 0; at-- {
		if s.Begins(at) && s.Tokens[at].Column < column {
			column = s.Tokens[at].Column
			if Has(by, s.Name(at)) {
				return true
			}
		}
	}
	return false
}
