package source

import "strings"

// Launches reports whether a command line begins at a token. Its program may be missing: --n=60000 --batch-size 256.
func (s *Text) Launches(at int) bool {
	if s.OptionsAlone(at) {
		return true
	}
	if !Has(launchers, s.Name(at)) {
		return false
	}
	first := s.LineOf(at)
	set := s.Is(first+1, "=") && s.Name(first) == strings.ToUpper(s.Name(first)) // CUDA_VISIBLE_DEVICES=0 python train.py
	return first == at || s.Is(at-1, "!") || s.Is(at-1, "$") || set || Has(prefixes, s.Name(first))
}

// OptionsAlone reports whether a line of options without a program begins at a token.
func (s *Text) OptionsAlone(at int) bool {
	named, _ := s.FlagAt(at)
	return named != "" && named[0] != '-' && s.Begins(at) && (at >= len(s.bracket) || s.bracket[at] < 0)
}

// CommandEnd is the end of the command line that begins at a token; a backslash continues the line.
func (s *Text) CommandEnd(at int) int {
	for !s.Ends(at) || s.Is(at-1, "\\") && at < len(s.Tokens) {
		at++
	}
	return at
}

// launchers are the programs of command lines that train; prefixes may come before them.
var (
	launchers = strings.Fields("python python3 torchrun accelerate deepspeed")
	prefixes  = strings.Fields("env nohup time srun sudo exec")
)

// FlagAt returns the option whose dashes begin at a token, --noise-multiplier or -b, and the token at which its value begins.
// An option with a single dash keeps it, so that it differs from other names.
func (s *Text) FlagAt(at int) (named string, after int) {
	if letter := s.Name(at + 1); s.Is(at, "-") && !s.Is(at-1, "-") && len(letter) == 1 && s.Tokens[at+1].From == s.Tokens[at].From+1 &&
		at > 0 && s.Tokens[at-1].From+len([]rune(s.Tokens[at-1].Text)) < s.Tokens[at].From {
		if after = at + 2; s.Is(after, "=") {
			after++
		}
		return "-" + letter, after
	}
	if !s.Is(at, "-") || !s.Is(at+1, "-") || s.Name(at+2) == "" || s.Tokens[at+2].From != s.Tokens[at].From+2 {
		return "", at
	}
	named, after = s.Name(at+2), at+3
	for s.Is(after, "-") && s.Name(after+1) != "" && s.Tokens[after+1].From == s.Tokens[after].From+1 {
		named, after = named+"-"+s.Name(after+1), after+2
	}
	if s.Is(after, "=") {
		after++
	}
	return named, after
}
