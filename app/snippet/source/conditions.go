package source

// Statement is where the statement begins that has a token, and the token after it. A bracket may go on over lines.
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

// Outer is the statement whose block has that of a token, as Around, but for lines within brackets; negative where there is none.
func (s *Text) Outer(at int) int {
	from, _ := s.Statement(at)
	for from = s.Around(from); from >= 0; from = s.Around(from) {
		if first, _ := s.Statement(from); first == from {
			return from
		}
	}
	return -1
}

// Conditions are the statements and parts of statements on which it depends whether a token is run, from the inner to the outer
// one, each from a token up to another: if and elif with what follows them, else alone, and what stands beside "and", "or" or
// "if" on the token's own line. It ends at a function's definition, whose token is def; negative where there is none.
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

// Loop is the loop that has a token, in the same function; negative where there is none.
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

// Branches are the first tokens of the branches of which one begins at a token, with "else" last; nil where they have none, so
// that none of them may be run.
func (s *Text) Branches(at int) (list []int) {
	column := s.Tokens[at].Column
	for s.Name(at) == "elif" || s.Name(at) == "else" { // to where they begin
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
