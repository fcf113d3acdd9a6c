package source

import (
	"strings"
	"unicode"
)

// Token is a number, a name, a quoted text, a line end or a sign.
type Token struct {
	Kind    kind
	Text    string // a quoted text without its quotes
	Column  int    // indentation in characters; after a semicolon, that of the statement before
	Comment string // Python's comment after the token, if it is the last on its line
	From    int    // where it begins in the scanned characters
}

type kind byte

const (
	end kind = iota
	Numeral
	Name
	Quoted
	Line
	Sign
)

// Most is the largest number of characters that are read; a training script is shorter.
const Most = 40_000

var superscripts = strings.NewReplacer("⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹",
	"9", "⁻", "-")

// Scan cuts a text into tokens and Python's comments, which are not among the tokens.
func Scan(text string) (tokens []Token, comments []string) {
	s := scanner{in: Runes(text), indent: -1}
	for s.at < len(s.in) {
		s.next()
	}
	return s.out, s.comments
}

// Runes are the characters that are scanned.
func Runes(text string) []rune {
	in := []rune(strings.NewReplacer("−", "-", "–", "-", "×", "*", "·", "*", "“", `"`, "”", `"`, "‘", "'", "’", "'").Replace(text))
	in = in[:min(len(in), Most)]
	for i, r := range in {
		if r >= '０' && r <= '９' {
			in[i] = r - '０' + '0'
		}
	}
	return in
}

type scanner struct {
	in     []rune
	at     int
	depth  int    // of open brackets
	asides []bool // whether each of them belongs to a sentence
	begins int    // where the line begins
	column int    // of the token
	indent int    // indentation of the line’s first statement, or of its block’s; negative before it
	joined bool   // a semicolon joins the statement to the one before
	opened bool   // the scanner is in a multi-line text that is read like the rest
	out    []Token

	comments []string
}

func (s *scanner) add(k kind, text string) {
	column := s.column
	switch {
	case s.joined:
		column = s.indent
	case s.indent < 0 && k != Line:
		s.indent = column
	}
	s.out = append(s.out, Token{Kind: k, Text: text, Column: column, From: s.begins + s.column})
}

// past is the end of the characters from a place on that satisfy `such`.
func (s *scanner) past(from int, such func(rune) bool) int {
	for from < len(s.in) && such(s.in[from]) {
		from++
	}
	return from
}

// has reports whether the character at a place exists and satisfies `such`.
func (s *scanner) has(at int, such func(rune) bool) bool { return at < len(s.in) && such(s.in[at]) }

// next reads one token, or the characters between two.
func (s *scanner) next() {
	r, from := s.in[s.at], s.at
	s.column = from - s.begins
	switch {
	case r == '\n' || r == ';':
		s.add(Line, "\n")
		s.at++
		if r == '\n' {
			s.begins = s.at
		}
		if s.depth == 0 {
			s.joined = r == ';' && s.indent >= 0
			if r == '\n' {
				s.indent = -1
			}
		}
	case unicode.IsSpace(r):
		s.at++
	case r == '#':
		s.at = s.past(from, func(c rune) bool { return c != '\n' })
		comment := string(s.in[from+1 : s.at])
		s.comments = append(s.comments, comment)
		if last := len(s.out) - 1; last >= 0 {
			s.out[last].Comment = comment
		}
	case s.tripled(from):
		s.block(from)
	case s.elided(from):
		s.at++
	case r == '"' || r == '\'':
		to := s.past(from+1, func(c rune) bool { return c != r && c != '\n' })
		s.add(Quoted, string(s.in[from+1:to]))
		s.at = min(to+1, len(s.in))
	case isDigit(r) || r == '.' && s.has(from+1, isDigit):
		s.at = s.numberEnd()
		s.add(Numeral, string(s.in[from:s.at]))
		if s.has(s.at, func(c rune) bool { return c == 'L' }) && !s.has(s.at+1, func(c rune) bool { return isName(c) || isDigit(c) }) {
			s.at++ // R's whole numbers: 60000L
		}
	case isRaised(r):
		s.at = s.past(from, isRaised)
		s.add(Sign, "^")
		power, negative := strings.CutPrefix(superscripts.Replace(string(s.in[from:s.at])), "-")
		if negative {
			s.add(Sign, "-")
		}
		s.add(Numeral, power)
	case isName(r):
		s.at = s.past(from, func(c rune) bool { return isName(c) || isDigit(c) || c == '.' })
		s.add(Name, strings.TrimRight(string(s.in[from:s.at]), "."))
	default:
		s.sign(r)
	}
}

// tripled reports whether three quotation marks, of a multi-line text, are at a place.
func (s *scanner) tripled(at int) bool {
	return at+2 < len(s.in) && (s.in[at] == '"' || s.in[at] == '\'') && s.in[at+1] == s.in[at] && s.in[at+2] == s.in[at]
}

// elided reports whether a quotation mark is an apostrophe: don't, the model's.
func (s *scanner) elided(at int) bool {
	if s.in[at] != '\'' || at < 2 || !isName(s.in[at-1]) || !isName(s.in[at-2]) || !s.has(at+1, isName) {
		return false
	}
	prefix := Has([]string{"rb", "br", "fr", "rf"}, strings.ToLower(string(s.in[at-2:at])))
	return !prefix || at > 2 && isName(s.in[at-3])
}

// block reads a multi-line text. It is a comment if it is a statement of its own; otherwise its content is read like the rest.
func (s *scanner) block(from int) {
	to := from + 3
	for to < len(s.in) && !(s.in[to] == s.in[from] && s.tripled(to)) {
		to++
	}
	if to == len(s.in) || s.opened { // it opens no text, or closes one whose content was read
		s.opened = false
		s.at += 3
		return
	}
	text := string(s.in[from+3 : to])
	last := len(s.out) - 1
	for last >= 0 && len(s.out[last].Text) == 1 && s.out[last].Kind == Name { // r"…", f"…"
		last--
	}
	if last >= 0 && s.out[last].Kind != Line { // yaml.safe_load("""lr: 0.1""")
		s.opened = true
		s.at += 3
		return
	}
	s.out = s.out[:last+1]
	s.comments = append(s.comments, strings.Split(text, "\n")...)
	s.at = min(to+3, len(s.in))
	for at := from; at < s.at; at++ {
		if s.in[at] == '\n' {
			s.begins = at + 1
		}
	}
}

// numberEnd is the end of the number that begins here.
func (s *scanner) numberEnd() int {
	end := s.past(s.at, func(c rune) bool { return isDigit(c) || c == '.' || c == '_' })
	if text := string(s.in[s.at:end]); strings.Count(text, ".") > 1 && strings.HasSuffix(text, ".") { // at the end of a sentence
		end--
	}
	// A comma groups thousands, outside of a call's arguments: 60,000. So do an apostrophe and a blank.
	if first := end - s.at; s.calls() == 0 && first <= 3 && end < len(s.in) && s.groups(s.in[end], end) {
		for mark := s.in[end]; s.group(mark, end); {
			end += 4
		}
	}
	if s.has(end, func(c rune) bool { return c == 'e' || c == 'E' }) {
		digits := end + 1
		if s.has(digits, func(c rune) bool { return c == '+' || c == '-' }) {
			digits++
		}
		if s.has(digits, isDigit) {
			end = s.past(digits, isDigit)
		}
	}
	if s.has(end, func(c rune) bool { return c == 'k' || c == 'K' || c == 'M' }) && !s.has(end+1, isName) {
		end++
	}
	return end
}

// aside reports whether a bracket belongs to a sentence, after a word and a blank: 15 epochs (3,525 iterations).
func (s *scanner) aside(at int) bool {
	return at > 1 && s.in[at-1] == ' ' && (isName(s.in[at-2]) || isDigit(s.in[at-2]))
}

// calls is the number of open brackets that belong to code.
func (s *scanner) calls() (n int) {
	for _, aside := range s.asides {
		if !aside {
			n++
		}
	}
	return n
}

// group reports whether a mark and exactly three digits are at a place.
func (s *scanner) group(mark rune, at int) bool {
	return s.has(at, func(c rune) bool { return c == mark }) && s.past(at+1, isDigit) == at+4
}

// groups reports whether a mark at a place groups the digits around it in thousands. An ordinary blank may do so before three
// zeros.
func (s *scanner) groups(mark rune, at int) bool {
	switch mark {
	case ',':
		return s.group(mark, at)
	case '\'':
		return s.group(mark, at) && !s.has(at+4, func(c rune) bool { return c == mark || isName(c) })
	case '\u2007', '\u2009', '\u202f':
		return s.group(mark, at)
	case ' ', '\u00a0':
		for ; s.group(mark, at); at += 4 {
			if string(s.in[at+1:at+4]) == "000" && !s.has(at+4, isName) {
				return true
			}
		}
	}
	return false
}

// sign reads a sign, such as ** and //.
func (s *scanner) sign(r rune) {
	from := s.at
	s.at++
	if (r == '*' || r == '/') && s.has(s.at, func(c rune) bool { return c == r }) {
		s.at++
	}
	if r == '<' && s.assigns() { // R's n <- 60000
		s.at++
		s.add(Sign, "=")
		return
	}
	switch r {
	case '(', '[', '{':
		s.depth++
		s.asides = append(s.asides, r == '(' && s.aside(from))
	case ')', ']', '}':
		s.depth = max(s.depth-1, 0)
		s.asides = s.asides[:s.depth]
	}
	s.add(Sign, string(s.in[from:s.at]))
	if r == ':' && s.depth == 0 { // its block may follow: for x in loader: step(x); log(x)
		s.indent, s.joined = -1, false
	}
}

// assigns reports whether an arrow gives the name at the beginning of its line a value; elsewhere x <-1 is a comparison.
func (s *scanner) assigns() bool {
	last := len(s.out) - 1
	return s.depth == 0 && s.has(s.at, func(c rune) bool { return c == '-' }) && last >= 0 && s.out[last].Kind == Name &&
		(last == 0 || s.out[last-1].Kind == Line)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isRaised(r rune) bool { return strings.ContainsRune("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", r) }

func isName(r rune) bool { return r == '_' || unicode.IsLetter(r) }
