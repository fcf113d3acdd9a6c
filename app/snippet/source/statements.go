package source

// Unpacked returns the names to which the statement at a token gives values at once, and where each value begins: epochs,
// batch_size = 15, 256. A call is one value, whatever the number of names.
func (s *Text) Unpacked(at int) (names []string, values []int) {
	if !s.Begins(at) || at < len(s.bracket) && s.bracket[at] >= 0 {
		return nil, nil
	}
	for s.Name(at) != "" && s.Is(at+1, ",") {
		names = append(names, s.Name(at))
		at += 2
	}
	if len(names) == 0 || s.Name(at) == "" || !s.Is(at+1, "=") || s.Is(at+2, "=") {
		return nil, nil
	}
	names = append(names, s.Name(at))
	if at += 2; s.Is(at, "(") && s.Ends(s.Closed(at+1)) {
		at++
	}
	for {
		if name := s.Name(at); name != "" && (s.Is(at+1, "=") || name != "not" && at+1 < len(s.Tokens) && s.Tokens[at+1].Kind == Numeral) {
			return nil, nil // prose: MNIST, batch = 256, lr 0.1
		}
		values = append(values, at)
		if at, _ = s.Skip(at); !s.Is(at, ",") {
			return names, values
		}
		at++
	}
}

// States reports whether a statement gives the name a value, rather than a call to an argument or a class to a member.
func (s *Text) States(named string, at int) bool {
	return at > 1 && s.Is(at-1, "=") && s.Name(at-2) == named && s.Begins(at-2) && (at >= len(s.bracket) || s.bracket[at-2] < 0)
}

// TargetsOf lists the names to which the result of a call is unpacked: train_set, val_set = random_split(…).
func (s *Text) TargetsOf(at int) (targets []string) {
	if !s.Is(at-1, "=") {
		return nil
	}
	for at--; at >= 0 && s.Tokens[at].Kind != Line; at-- {
		if named := s.Name(at); named != "" {
			targets = append([]string{named}, targets...)
		}
	}
	return targets
}

// PastType is the token at which a value begins that comes after its type: lr: Optional[float] = 0.1.
func (s *Text) PastType(at int) int {
	if !s.Is(at-1, ":") || s.Name(at) == "" {
		return at
	}
	after := at + 1
	if s.Is(after, "[") {
		after = s.Closed(after + 1)
	}
	for s.Is(after, "|") && s.Name(after+1) != "" { // float | None
		after += 2
	}
	if s.Is(after, "=") && !s.Is(after+1, "=") {
		return after + 1
	}
	return at
}

// Types may stand between a name and its value: lr: float = 0.1.
var Types = []string{"int", "float", "str", "bool"}

// WithoutImports leaves out the lines that only import names.
func WithoutImports(in []Token) []Token {
	var out []Token
	for i := 0; i < len(in); {
		t := in[i]
		begins := t.Kind == Name && (i == 0 || in[i-1].Kind == Line)
		if !begins || t.Text != "import" && !(t.Text == "from" && i+2 < len(in) && in[i+2].Text == "import") {
			out = append(out, t)
			i++
			continue
		}
		for depth := 0; i < len(in) && (in[i].Kind != Line || depth > 0); i++ {
			switch in[i].Text {
			case "(":
				depth++
			case ")":
				depth--
			}
		}
	}
	return out
}
