package lab

import (
	"strings"
	"unicode"
)

// Piece is a part of a sentence: words, the letters of a formula, or an exponent.
type Piece struct {
	Text    string
	Letters bool
	Raised  bool
}

// Pieces finds the letters of formulas in a sentence, which are set in another face: Greek letters with
// their neighbours, as in "ηL", and single Latin letters, unless they are a word, an initial or part of a
// place in a paper, as in "Lemma D.2". The text in brackets after "^" is an exponent.
func Pieces(text string) (list []Piece) {
	runes := []rune(text)
	plain := 0
	add := func(from, to int, p Piece) {
		if plain < from {
			list = append(list, Piece{Text: string(runes[plain:from])})
		}
		list = append(list, p)
		plain = to
	}
	for i := 0; i < len(runes); i++ {
		if end := exponent(runes[i:]); end > 0 {
			add(i, i+end, Piece{Text: string(runes[i+2 : i+end-1]), Raised: true})
			i += end - 1
			continue
		}
		end := i
		for end < len(runes) && (isLetter(runes[end]) || end > i && unicode.Is(unicode.Mn, runes[end])) {
			end++
		}
		if end == i {
			continue
		}
		if inFormula(runes[i:end], runes[:i], runes[end:]) {
			add(i, end, Piece{Text: string(runes[i:end]), Letters: true})
		}
		i = end - 1
	}
	if plain < len(runes) {
		list = append(list, Piece{Text: string(runes[plain:])})
	}
	return list
}

// isLetter reports whether r is a letter but not a raised one, which needs no other face.
func isLetter(r rune) bool { return unicode.IsLower(r) || unicode.IsUpper(r) }

// exponent is the length of the "^(…)" with which a text begins; 0 if it begins with none.
func exponent(runes []rune) int {
	if len(runes) < 3 || runes[0] != '^' || runes[1] != '(' {
		return 0
	}
	for i, r := range runes {
		if r == ')' {
			return i + 1
		}
	}
	return 0
}

// inFormula reports whether letters belong to a formula, to judge by the text around them.
func inFormula(letters, before, after []rune) bool {
	greek, n := false, 0
	for _, r := range letters {
		greek = greek || 'Α' <= r && r <= 'ω'
		if isLetter(r) {
			n++
		}
	}
	last, next, then := at(before, len(before)-1), at(after, 0), at(after, 1)
	switch {
	case greek:
		return n <= 3
	case n == 2:
		return unicode.IsDigit(last) // 4mE
	case n > 1 || strings.ContainsRune("aAI", letters[0]) || strings.ContainsRune("’'.", last):
		return false
	case next == '.':
		return !unicode.IsDigit(then) && !isLetter(then) // D.2, e.g.
	}
	return !(last == '(' && next == ')' && unicode.IsDigit(at(before, len(before)-2))) // Figure 3(b)
}

// at returns a character of a text; 0 beyond its ends.
func at(runes []rune, i int) rune {
	if i < 0 || i >= len(runes) {
		return 0
	}
	return runes[i]
}
