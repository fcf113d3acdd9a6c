package source

import "strings"

// After reports whether the call at a token is made on the result of an earlier call: further along its chain,
// ds.repeat(2).batch(8), or in a later statement of the same function that refers to it by name: ds = ds.repeat(2); ds =
// ds.batch(8).
func (s *Text) After(call, earlier int) bool {
	if call <= earlier || s.Function(call) != s.Function(earlier) {
		return false
	}
	from, to := s.Statement(earlier)
	if chained := s.chained(earlier, call); chained || call < to {
		return chained
	}
	held := map[string]bool{}
	hold := func(from, equals int, holds bool) {
		for i := from; i < equals; i++ {
			if named := s.Name(i); named != "" {
				held[named] = holds
			}
		}
	}
	hold(from, s.equals(from, to), true)
	for from = to + 1; from <= call; from = to + 1 {
		_, to = s.Statement(from)
		equals := s.equals(from, to)
		refers := s.refersTo(held, max(from, equals), min(to, call+1))
		if call < to {
			return refers
		}
		hold(from, equals, refers)
	}
	return false
}

// chained reports whether a chain of calls leads from one call to a later one.
func (s *Text) chained(from, to int) bool {
	for at := from; at < to; {
		if !s.Is(at+1, "(") {
			return false
		}
		dot := s.Past(s.Closed(at + 2))
		if s.Is(dot, "\\") {
			dot = s.Past(dot + 1)
		}
		if !s.Is(dot, ".") {
			return false
		}
		if at = dot + 1; at == to {
			return true
		}
	}
	return false
}

// equals is the sign after the names that a statement gives a value; negative if there is none.
func (s *Text) equals(from, to int) int {
	for i := from; i < to; i++ {
		if s.Is(i, "=") && s.bracket[i] < 0 {
			return i
		}
	}
	return -1
}

// refersTo reports whether the tokens contain one of the names, or a member of its object.
func (s *Text) refersTo(names map[string]bool, from, to int) bool {
	for i := from; i < to; i++ {
		named := s.Name(i)
		for ; named != "" && !names[named]; named = named[:max(strings.LastIndexByte(named, '.'), 0)] {
		}
		if named != "" {
			return true
		}
	}
	return false
}
