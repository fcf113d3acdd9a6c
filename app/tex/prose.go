package tex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Prose is a sentence as HTML in which letters with an index, "L_η", and roots
// before them, "√2·L_η", are set as mathematics.
func Prose(text string) string {
	var out strings.Builder
	plain := 0 // where the text begins that is not written yet
	for i, r := range text {
		if r != '_' || i < plain {
			continue
		}
		letter, size := utf8.DecodeLastRuneInString(text[:i])
		before, _ := utf8.DecodeLastRuneInString(text[:i-size])
		index, next := utf8.DecodeRuneInString(text[i+1:])
		after, _ := utf8.DecodeRuneInString(text[i+1+next:])
		isPart := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
		if !unicode.IsLetter(letter) || isPart(before) || !isPart(index) || index == '_' || isPart(after) {
			continue // a name of a program
		}
		start := i - size
		formula := text[start : i+1+next]
		if head, root := strings.CutSuffix(text[plain:start], "√2·"); root {
			start, formula = plain+len(head), `\sqrt{2}\,`+formula
		}
		set, err := MathML(formula, false)
		if err != nil {
			continue
		}
		out.WriteString(Escape(text[plain:start]) + set)
		plain = i + 1 + next
	}
	return out.String() + Escape(text[plain:])
}
