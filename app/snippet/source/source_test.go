package source

import (
	"slices"
	"testing"
)

func TestScan(t *testing.T) {
	tokens, comments := Scan("lr = 1e-3  # a rate\nn=60,000; f(x, 60,000)\n")
	var got []string
	for _, token := range tokens {
		got = append(got, token.Text)
	}
	want := []string{"lr", "=", "1e-3", "\n", "n", "=", "60,000", "\n", "f", "(", "x", ",", "60", ",", "000", ")", "\n"}
	if !slices.Equal(got, want) || !slices.Equal(comments, []string{" a rate"}) {
		t.Errorf("%q and %q, want %q", got, comments, want)
	}
}

// An argument is found by its name or in its place, in brackets of any depth.
func TestArgument(t *testing.T) {
	tokens, _ := Scan("DataLoader(Subset(d, range(5)), 256,\n shuffle=True)")
	s := Text{Tokens: tokens}
	s.Enclose()
	for want, at := range map[string]int{"Subset": s.Argument(2, 0, ""), "256": s.Argument(2, 1, ""), "True": s.Argument(2, -1, "shuffle")} {
		if at < 0 || s.Tokens[at].Text != want {
			t.Errorf("%s is not at %d", want, at)
		}
	}
	if at := s.Argument(2, 2, "sampler"); at >= 0 {
		t.Errorf("there is no third argument without a name, and it is at %d", at)
	}
	if end := s.Closed(2); end != len(tokens) {
		t.Errorf("the call ends at %d of %d", end, len(tokens))
	}
}

// Lines end where a bracket is open, and not after a semicolon: what is indented belongs to its block.
func TestBlocks(t *testing.T) {
	tokens, _ := Scan("if debug:\n  T = 5\nelse:\n  T = 7; b = 2\nn = 3")
	s := Text{Tokens: tokens}
	for i := range tokens {
		if named := s.Name(i); len(named) == 1 && s.Conditional(i) != (named != "n") {
			t.Errorf("%s is under a condition: %t", named, s.Conditional(i))
		}
	}
}

// A call is after another that leads to it by a chain or by names, in one function; what is given another value leads no further.
func TestAfter(t *testing.T) {
	for text, want := range map[string]bool{
		"d = x.first(2).map(f).second()":                                      true,
		"d = (x\n  .first()\n  .second())":                                    true,
		"d = x.first() \\\n  .second()":                                       true,
		"d = x.first()\ne = d.map(f)\nfit(e.second())":                        true,
		"self.d = x.first()\nself.d = self.d.second()":                        true,
		"if a:\n  d = x.first()\nd = d.second()":                              true,
		"d = x.second().first()":                                              false,
		"d = x.second()\nd = d.first()":                                       false,
		"d = x.first()\nd = y\nd = d.second()":                                false,
		"d = x.first()\ne = y.second()":                                       false,
		"d = f(x.first()).second()":                                           false,
		"d = f(x.first(), y.second())":                                        false,
		"def f(x):\n  d = x.first()\n  return d\ndef g(d):\n  d = d.second()": false,
	} {
		tokens, _ := Scan(text)
		s := Text{Tokens: tokens}
		s.Enclose()
		first, second := -1, -1
		for i := range tokens {
			switch s.Called(i) {
			case "first":
				first = i
			case "second":
				second = i
			}
		}
		if s.After(second, first) != want {
			t.Errorf("%q: %v, want %v", text, !want, want)
		}
	}
}
