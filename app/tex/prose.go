package tex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unbroken keeps the equations and bounds of a sentence, "α = 2" and "ε ≤ 1", on one line each.
func Unbroken(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, " = ", "\u00a0=\u00a0"), " ≤ ", "\u00a0≤\u00a0")
}

// Prose returns a sentence, unbroken, as HTML. It sets letters with an index, "L_η" or "σ_DP", roots before them, "√2·L_η", and
// letters with an exponent in brackets, "c^(2j−2)", as mathematics.
func Prose(text string) string {
	text = Unbroken(text)
	var out strings.Builder
	plain := 0 // beginning of the text that is not written yet
	for i, r := range text {
		if r != '_' && r != '^' || i < plain {
			continue
		}
		letter, size := utf8.DecodeLastRuneInString(text[:i])
		if r == '^' {
			inner := bracketed(text[i+1:])
			set, err := MathML(string(letter)+"^{"+strings.ReplaceAll(inner, "−", "-")+"}", false)
			if unicode.IsLetter(letter) && inner != "" && err == nil && i-size >= plain {
				out.WriteString(Escape(text[plain:i-size]) + set)
				plain = i + len("^()") + len(inner)
			}
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(text[:i-size])
		index := indexOf(text[i+1:])
		// In a product of letters without a sign, one of them is Greek.
		if !unicode.IsLetter(letter) || isPart(before) && letter < utf8.RuneSelf && before < utf8.RuneSelf || index == "" {
			continue // a name in a program
		}
		start, end := i-size, i+1+len(index)
		formula := string(letter) + "_" + index
		if len(index) > 1 && index[0] < utf8.RuneSelf {
			formula = string(letter) + `_\mathrm{` + index + "}"
		}
		if head, root := strings.CutSuffix(text[plain:start], "√2·"); root {
			start, formula = plain+len(head), `\sqrt{2}\,`+formula
		}
		set, err := MathML(formula, false)
		if err != nil {
			continue
		}
		out.WriteString(Escape(text[plain:start]) + set)
		plain = end
	}
	return out.String() + Escape(text[plain:])
}

// bracketed is the content of the bracket or brace with which a text begins; empty if it begins with none.
func bracketed(text string) string {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth == 0 {
				return text[1:i]
			}
		}
		if depth == 0 {
			break
		}
	}
	return ""
}

// indexOf is the index with which a text begins: one letter or digit, or capitals; empty if it is a part of a name.
func indexOf(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	end := size
	for end < len(text) && unicode.IsUpper(first) && 'A' <= text[end] && text[end] <= 'Z' {
		end++
	}
	after, _ := utf8.DecodeRuneInString(text[end:])
	if !isPart(first) || first == '_' || isPart(after) {
		return ""
	}
	return text[:end]
}

func isPart(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
