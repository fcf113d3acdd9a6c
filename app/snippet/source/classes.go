package source

import "strings"

// A class gives a member a value in its body, sigma = 1.5, or in its methods, self.sigma = 1.5.

// MemberAt returns the class and its member that the statement at a token gives a value; empty if there is none.
func (s *Text) MemberAt(at int) (class, member string) {
	named := s.Name(at)
	if named == "" || s.Tokens[at].Column == 0 || !s.Begins(at) || !s.Is(at+1, "=") && !s.Is(at+1, ":") || s.Is(at+2, "=") {
		return "", ""
	}
	if own, is := strings.CutPrefix(named, "self."); is {
		return s.ClassOf(at), own
	}
	if outer := s.Around(at); s.Name(outer) == "class" {
		return s.Name(outer + 1), named
	}
	return "", ""
}

// BasesAt lists the base classes of the class whose statement begins at a token.
func (s *Text) BasesAt(at int) (bases []string) {
	if s.Name(at) != "class" || !s.Is(at+2, "(") {
		return nil
	}
	for i := at + 3; i < s.Closed(at+3); i++ {
		if named := s.Name(i); named != "" {
			bases = append(bases, named)
		}
	}
	return bases
}

// Function is the token of the innermost function that contains a token; negative if there is none.
func (s *Text) Function(at int) int {
	for at = s.Around(at); at >= 0; at = s.Around(at) {
		if s.Name(at) == "def" {
			return at
		}
	}
	return -1
}

// Assigned returns the object and its member that the statement at a token gives a value: cfg.sigma = 0.5. It is empty if there
// is none, or if the object is self.
func (s *Text) Assigned(at int) (object, member string) {
	named := s.Name(at)
	dot := strings.LastIndexByte(named, '.')
	if dot < 0 || named[:dot] == "self" || !s.Is(at+1, "=") || s.Is(at+2, "=") || !s.Begins(at) {
		return "", ""
	}
	return named[:dot], named[dot+1:]
}

// mostMembers is the largest number of occurrences of a member's name that are examined.
const mostMembers = 100

// Settles reports whether the value that a statement gives a member is the one used wherever the text names it: no condition
// decides whether the statement runs, and no earlier statement, of the same function or of none, has the name.
func (s *Text) Settles(at int) bool {
	if s.Conditional(at) || s.Repeated(at, "for", "while") {
		return false
	}
	named, in := s.Name(at), s.Function(at)
	others := s.TokensOf(named[strings.LastIndexByte(named, '.'):])
	if len(others) > mostMembers {
		return false
	}
	for _, i := range others {
		if of := s.Function(i); i < at && s.Name(i) == named && (of == in || of < 0) && !(s.Begins(i) && s.Is(i+1, "=")) {
			return false
		}
	}
	return true
}
