package source

import "strings"

// A member is what a class gives a value: sigma = 1.5 in its body, self.sigma = 1.5 in its methods.

// MemberAt is the class and the member of it that the statement at a token gives a value; empty where it gives none.
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

// BasesAt are the classes from which the class is made whose statement begins at a token.
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

// Function is the token of the innermost function that has a token; negative where none has.
func (s *Text) Function(at int) int {
	for at = s.Around(at); at >= 0; at = s.Around(at) {
		if s.Name(at) == "def" {
			return at
		}
	}
	return -1
}

// Assigned is the object and the member of it that the statement at a token gives a value: cfg.sigma = 0.5. Empty where it gives
// none, or gives it to a class's own.
func (s *Text) Assigned(at int) (object, member string) {
	named := s.Name(at)
	dot := strings.LastIndexByte(named, '.')
	if dot < 0 || named[:dot] == "self" || !s.Is(at+1, "=") || s.Is(at+2, "=") || !s.Begins(at) {
		return "", ""
	}
	return named[:dot], named[dot+1:]
}

// mostMembers is how often a member may be named of which more is asked.
const mostMembers = 100

// Settles reports whether the value that a statement gives a member is the one that counts wherever the text names
// it: no condition decides whether it is run, and no statement before it, of the same function or of none, has the name.
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
