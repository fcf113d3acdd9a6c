package snippet

import (
	"strings"
	"unicode"
)

// token is a number, a name, a quoted text, a line end or a sign.
type token struct {
	kind kind
	text string // a quoted text without its quotes
}

type kind byte

const (
	end kind = iota
	numeral
	name
	quoted
	line
	sign
)

// most is how many characters are read; a training script is shorter.
const most = 20_000

var superscripts = strings.NewReplacer("⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9", "⁻", "-")

// scan cuts a text into tokens. Comments of Python are left out.
func scan(text string) []token {
	in := []rune(strings.NewReplacer("−", "-", "–", "-", "×", "*", "·", "*", "“", `"`, "”", `"`, "‘", "'", "’", "'").Replace(text))
	if len(in) > most {
		in = in[:most]
	}
	var out []token
	add := func(k kind, text string) { out = append(out, token{k, text}) }
	depth := 0
	for i := 0; i < len(in); {
		r := in[i]
		while := func(from int, is func(rune) bool) int {
			for from < len(in) && is(in[from]) {
				from++
			}
			return from
		}
		digit := func(at int) bool { return at < len(in) && in[at] >= '0' && in[at] <= '9' }
		group := func(at int) bool {
			return at < len(in) && in[at] == ',' && digit(at+1) && digit(at+2) && digit(at+3) && !digit(at+4)
		}
		switch {
		case r == '\n' || r == ';':
			add(line, "\n")
			i++
		case unicode.IsSpace(r):
			i++
		case r == '#':
			i = while(i, func(r rune) bool { return r != '\n' })
		case r == '"' || r == '\'':
			j := while(i+1, func(c rune) bool { return c != r && c != '\n' })
			add(quoted, string(in[i+1:j]))
			i = min(j+1, len(in))
		case digit(i) || r == '.' && digit(i+1):
			j := while(i, func(c rune) bool { return c >= '0' && c <= '9' || c == '.' || c == '_' })
			// A comma groups thousands, outside of a call's arguments: 60,000.
			for first := j - i; depth == 0 && first <= 3 && group(j); {
				j += 4
			}
			if j < len(in) && (in[j] == 'e' || in[j] == 'E') && (digit(j+1) || j+1 < len(in) && strings.ContainsRune("+-", in[j+1]) && digit(j+2)) {
				j = while(j+2, func(c rune) bool { return c >= '0' && c <= '9' })
			}
			if j < len(in) && (in[j] == 'k' || in[j] == 'K' || in[j] == 'M') && (j+1 == len(in) || !isName(in[j+1])) {
				j++
			}
			add(numeral, string(in[i:j]))
			i = j
		case strings.ContainsRune("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", r):
			j := while(i, func(c rune) bool { return strings.ContainsRune("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", c) })
			add(sign, "^")
			power, negative := strings.CutPrefix(superscripts.Replace(string(in[i:j])), "-")
			if negative {
				add(sign, "-")
			}
			add(numeral, power)
			i = j
		case isName(r):
			j := while(i, func(c rune) bool { return isName(c) || c >= '0' && c <= '9' || c == '.' })
			add(name, strings.TrimRight(string(in[i:j]), "."))
			i = j
		default:
			j := i + 1
			if j < len(in) && (r == '*' || r == '/') && in[j] == r {
				j++
			}
			switch r {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth = max(depth-1, 0)
			}
			add(sign, string(in[i:j]))
			i = j
		}
	}
	return out
}

func isName(r rune) bool { return r == '_' || unicode.IsLetter(r) }
