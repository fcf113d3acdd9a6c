package numbers

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lastiterate/app/number"
	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
)

// A text may contain a number as a part of something longer: 60O00, 0x10, 1,5. Such a part is never read as the whole.

// counts are the fields whose numbers count things, so that a point before three digits may group thousands.
var counts = strings.Fields("n b T epochs accumulation microbatches group")

// scales are words and letters that multiply the number before them.
var scales = map[string]float64{"k": 1e3, "K": 1e3, "M": 1e6, "thousand": 1e3, "million": 1e6}

// literal reads the number of a token that has just been read, with its scale or exponent: 60 k, 1 e-5.
func (e *evaluator) literal(t source.Token) (float64, bool) {
	if strings.Contains(t.Text, " ") && !strings.HasSuffix(t.Text, " 000") && t.Kind == source.Numeral {
		return 0, false
	}
	x, err := number.Parse(t.Text)
	next := e.peek()
	if scale, ok := scales[next.Text]; ok && next.Kind == source.Name && !e.gives(e.at+1) {
		e.at++
		return scale * x, err == nil
	}
	if power, ok := e.exponent(t); ok {
		x, err = number.Parse(t.Text + power)
		return x, err == nil
	}
	return x, err == nil && !e.runsOn(t)
}

// exponent reads the power of ten after a blank, as in 1 e-5.
func (e *evaluator) exponent(before source.Token) (power string, ok bool) {
	first := e.peek()
	if first.Kind != source.Name || strings.Trim(first.Text, "eE0123456789") != "" || len(first.Text) == 0 || first.Text[0] < 'A' {
		return "", false
	}
	at, power := e.at+1, first.Text
	for last := first; at < len(e.in) && follows(last, e.in[at]); at++ {
		if last = e.in[at]; last.Kind != source.Numeral && !source.IsSign(last, "+-") {
			break
		}
		power += last.Text
	}
	if digits := strings.TrimLeft(power[1:], "+-"); digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", false
	}
	e.at = at
	return power, true
}

// gives reports whether the token gives the name before it a value.
func (e *evaluator) gives(at int) bool {
	return at < len(e.in) && source.IsSign(e.in[at], "=:")
}

// follows reports whether next begins directly after t.
func follows(t, next source.Token) bool {
	return t.Kind != source.Quoted && next.From == t.From+utf8.RuneCountInString(t.Text)
}

// runsOn reports whether the number of a token that has just been read continues in the next tokens: 60O00, 0x10, 1.5 2, 2½. A
// unit, 15epochs, and a setting, 256 lr=0.1, do not continue it.
func (e *evaluator) runsOn(t source.Token) bool {
	rest := e.all[min(e.at, len(e.all)):]
	if len(rest) == 0 || t.Kind == source.Quoted {
		return false
	}
	adjoins := follows(t, rest[0])
	switch next := rest[0]; next.Kind {
	case source.Name:
		return adjoins && !e.gives(e.at+1) && !(len([]rune(next.Text)) > 1 && lexicon.IsField(next.Text))
	case source.Numeral: // 12 500, but not 0.1 15 epochs
		if len(rest) > 1 && rest[1].Kind == source.Name {
			field, _ := lexicon.FieldOf(rest[1].Text)
			return !source.Has([]string{"n", "T", "epochs"}, field)
		}
		return true
	case source.Quoted:
		return adjoins
	case source.Sign:
		first, _ := utf8.DecodeRuneInString(next.Text)
		return adjoins && first >= utf8.RuneSelf && !unicode.IsPunct(first)
	}
	return false
}

// FindPoints notes the numbers of the text that may be a thousand times as large, under their values as decimals: 50.000.
func (s *Script) FindPoints() {
	s.points = map[float64]string{}
	for _, t := range s.Tokens {
		if x, err := number.Parse(t.Text); err == nil && meant(number.ParseCount, t.Text) != "" &&
			(t.Kind == source.Numeral || t.Kind == source.Quoted) {
			s.points[x] = t.Text
		}
	}
}

// meant says which two numbers a text may mean; empty if it has one meaning.
func meant(parse func(string) (float64, error), text string) string {
	var unclear number.Unclear
	if _, err := parse(text); errors.As(err, &unclear) {
		return unclear.Says
	}
	return ""
}

// Grouped says that points group the thousands of a numeral, as in 1.281.167; empty if none do.
func (s *Script) Grouped(at int) (why string) {
	if at >= len(s.Tokens) || s.Tokens[at].Kind != source.Numeral && s.Tokens[at].Kind != source.Quoted {
		return ""
	}
	return meant(number.Parse, s.Tokens[at].Text)
}

// Pointed says why a field's number is unclear, because a point or a comma in it may group thousands or mark decimals; empty if
// it is clear. A number that is computed with is a decimal, unless it has only zeros after the point.
func (s *Script) Pointed(field, said string, x float64) (why string) {
	parse, counts := number.ParseMeasure, source.Has(counts, field)
	if counts {
		parse = number.ParseCount
	}
	words := strings.FieldsFunc(said, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune("()[]:;=", c) })
	words = slices.DeleteFunc(words, func(w string) bool { _, err := number.Parse(w); return err != nil })
	for _, word := range words {
		if both := meant(parse, word); both != "" && (len(words) == 1 || strings.HasSuffix(word, "000")) {
			return both
		}
	}
	if text := s.points[x]; text != "" && len(words) == 0 && counts {
		return "is " + text + ", which " + meant(parse, text)
	}
	return ""
}

// Broken says why the number between two tokens is not all that is written there, and where the rest ends; empty if it is all.
// A text that is not a program may contain a range, 10-15.
func (s *Script) Broken(from, to int, code bool) (why string, end int) {
	if to <= from || to > len(s.Tokens) {
		return "", to
	}
	last := s.Tokens[to-1]
	if to+1 < len(s.Tokens) && s.Is(to, ",") && last.Kind == source.Numeral && follows(last, s.Tokens[to]) &&
		s.Tokens[to+1].Kind == source.Numeral && follows(s.Tokens[to], s.Tokens[to+1]) {
		if names, _ := s.Unpacked(s.LineOf(from)); names == nil && !s.countFollows(to+1) {
			return "has a comma in its number: write a decimal point, as in 0.1, and no comma between two values", to + 2
		}
	}
	if code || last.Kind != source.Numeral {
		return "", to
	}
	if word := s.Word(to); (word == "to" || word == "or") && to+1 < len(s.Tokens) && s.Tokens[to+1].Kind == source.Numeral {
		return aRange, to + 2
	}
	if to-from == 3 && s.Is(from+1, "-") && s.Tokens[from].Kind == source.Numeral && follows(s.Tokens[from], s.Tokens[from+1]) {
		return aRange, to
	}
	return "", to
}

const aRange = "gives more than one value: enter the one that counts"

// countFollows reports whether a unit or a setting's sign follows the token.
func (s *Script) countFollows(at int) bool {
	field, _ := lexicon.FieldOf(s.Name(at + 1))
	return source.Has([]string{"n", "T", "epochs"}, field)
}

// Progress is the total of a progress line that a training prints, such as Epoch 3/15, between two tokens.
func (s *Script) Progress(from, to int) (total float64, ok bool) {
	if to-from != 3 || !s.Is(from+1, "/") || s.Tokens[from].Kind != source.Numeral || s.Tokens[from+2].Kind != source.Numeral {
		return 0, false
	}
	done, err := number.ParseWhole(s.Tokens[from].Text)
	of, fault := number.ParseWhole(s.Tokens[from+2].Text)
	return float64(of), err == nil && fault == nil && done <= of
}
