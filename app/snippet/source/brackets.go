package source

import "strings"

// Enclose notes for each token the bracket that contains it, the end of the argument that begins at it, and the closing bracket
// that belongs to it. Arguments may be nested as deeply as there are tokens.
func (s *Text) Enclose() {
	size := len(s.Tokens)
	s.bracket, s.ended, s.closing = make([]int, size), make([]int, size), make([]int, size)
	var open []int
	for i := range s.Tokens {
		if IsSign(s.Tokens[i], ")]}") && len(open) > 0 {
			open = open[:len(open)-1]
		}
		s.bracket[i] = -1
		if len(open) > 0 {
			s.bracket[i] = open[len(open)-1]
		}
		if IsSign(s.Tokens[i], "([{") {
			open = append(open, i)
		}
	}
	type level struct{ end, closing int } // end of the argument around a bracket, and end of the bracket
	var outer []level
	end := size
	for i := size - 1; i >= 0; i-- {
		switch t := s.Tokens[i]; {
		case IsSign(t, ")]}"):
			outer = append(outer, level{end, i})
			end = i
			s.ended[i] = i
		case IsSign(t, "([{"):
			s.closing[i], end = size, size // if it is never closed
			if last := len(outer) - 1; last >= 0 {
				s.closing[i], end, outer = outer[last].closing, outer[last].end, outer[:last]
			}
			s.ended[i] = end
		case t.Kind == Line, IsSign(t, ","):
			end = i
			s.ended[i] = i
		default:
			s.ended[i] = end
		}
	}
}

// IsSign reports whether a token is one of the signs.
func IsSign(t Token, signs string) bool {
	return t.Kind == Sign && len(t.Text) == 1 && strings.Contains(signs, t.Text)
}

// Enclosing is the token whose call has an argument at a token; negative if there is none.
//
//go:noinline
func (s *Text) Enclosing(at int) int {
	if at >= len(s.bracket) || s.bracket[at] < 0 || !s.Is(s.bracket[at], "(") {
		return -1
	}
	return s.bracket[at] - 1
}

// Closed is the token after the bracket that closes one which opened just before.
func (s *Text) Closed(at int) int {
	if at < 1 || at > len(s.Tokens) {
		return len(s.Tokens)
	}
	if len(s.ended) != len(s.Tokens) {
		s.Enclose()
	}
	return min(s.closing[at-1]+1, len(s.Tokens))
}

// Skip returns the end of the argument that begins at a token, and its text, cut to the length that is ever shown.
func (s *Text) Skip(at int) (next int, text string) {
	if at >= len(s.Tokens) {
		return at, ""
	}
	if len(s.ended) != len(s.Tokens) {
		s.Enclose()
	}
	next = s.ended[at]
	var parts []string
	for _, t := range s.Tokens[at:min(next, at+mostShown)] {
		if t.Kind != Line {
			parts = append(parts, t.Text)
		}
	}
	return next, strings.Join(parts, " ")
}

// mostShown is the largest number of tokens of an argument in its text.
const mostShown = 40

// Beside reports whether two tokens are in the same bracket, or both in none.
func (s *Text) Beside(at, other int) bool { return s.bracket[at] == s.bracket[other] }
