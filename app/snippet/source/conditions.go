package source

// Statement returns the token at which the statement that contains a token begins, and the token after it. A bracket may
// continue over lines.
func (s *Text) Statement(at int) (from, to int) {
	if len(s.ended) != len(s.Tokens) {
		s.Enclose()
	}
	for from = at; !s.Begins(from) || s.bracket[from] >= 0; from-- {
		if from == 0 {
			break
		}
	}
	for to = at; to < len(s.Tokens) && !(s.Tokens[to].Kind == Line && s.bracket[to] < 0); to++ {
	}
	return from, to
}

// Outer is Around without the lines within brackets: the statement whose block contains that of a token; negative if there is
// none.
func (s *Text) Outer(at int) int {
	from, _ := s.Statement(at)
	for from = s.Around(from); from >= 0; from = s.Around(from) {
		if first, _ := s.Statement(from); first == from {
			return from
		}
	}
	return -1
}

// Conditions lists the statements and parts of statements that decide whether a token runs, from the innermost outwards, each
// from a token up to another: if and elif with their conditions, else, and the operands of "and", "or" or "if" on the token's
// own line. It ends at the definition of a function, whose token is def; negative if there is none.
func (s *Text) Conditions(at int) (list [][2]int, def int) {
	from, to := s.Statement(at)
	first := from
	if head := s.BodyOf(from); Has([]string{"if", "elif", "else", "for", "while", "except", "with", "try"}, s.Name(from)) && head <= at {
		first = head
		if isBranch(s.Name(from)) {
			list = append(list, [2]int{from, head})
		}
	}
	for i := first; i < to; i++ {
		if Has([]string{"if", "and", "or"}, s.Name(i)) {
			list = append([][2]int{{first, to}}, list...)
			break
		}
	}
	for at = s.Outer(at); at >= 0; at = s.Outer(at) {
		switch named := s.Name(at); {
		case named == "def" || named == "async" || named == "class":
			return list, at
		case isBranch(named):
			list = append(list, [2]int{at, s.BodyOf(at)})
		}
	}
	return list, -1
}

func isBranch(named string) bool { return Has([]string{"if", "elif", "else", "except"}, named) }

// Loop is the loop around a token in the same function; negative if there is none.
func (s *Text) Loop(at int) int {
	from, _ := s.Statement(at)
	if loops(s.Name(from)) && s.BodyOf(from) <= at {
		return from
	}
	for at = s.Outer(at); at >= 0 && s.Name(at) != "def"; at = s.Outer(at) {
		if loops(s.Name(at)) {
			return at
		}
	}
	return -1
}

func loops(named string) bool { return named == "for" || named == "while" }

// Branches lists the first tokens of the branches that belong together with the one at a token, the last of which is "else";
// nil if there is no else, so that no branch may run.
func (s *Text) Branches(at int) (list []int) {
	column := s.Tokens[at].Column
	for s.Name(at) == "elif" || s.Name(at) == "else" { // back to the first branch
		before := at - 1
		for before >= 0 && !(s.Begins(before) && s.Tokens[before].Kind != Line && s.Tokens[before].Column <= column) {
			before--
		}
		if before < 0 || s.Tokens[before].Column < column || !isBranch(s.Name(before)) {
			return nil
		}
		at = before
	}
	if s.Name(at) != "if" {
		return nil
	}
	for {
		list = append(list, at)
		if s.Name(at) == "else" {
			return list
		}
		at = s.Block(at)
		if at >= len(s.Tokens) || s.Tokens[at].Column != column || s.Name(at) != "elif" && s.Name(at) != "else" {
			return nil
		}
	}
}
