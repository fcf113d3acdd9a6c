package number

import (
	"fmt"
	"strconv"
	"strings"
)

// superscripts in the order of their plain counterparts "0123456789-+".
var superscripts = []rune("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")

// plainSigns replaces typographic signs and wide digits by those of a keyboard, superscripts by ^ and their digits, and tabs,
// line breaks, and no-break, figure and thin spaces by a space.
func plainSigns(text string) string {
	var b strings.Builder
	raised := false
	for _, r := range text {
		wasRaised := raised
		raised = false
		for i, s := range superscripts {
			if r == s {
				if !wasRaised {
					b.WriteByte('^')
				}
				r, raised = rune("0123456789-+"[i]), true
				break
			}
		}
		switch r {
		case '−', '–', '‒':
			r = '-'
		case '×', '·', '⋅', '∙':
			r = '*'
		case '⁄', '∕':
			r = '/'
		case '\u00a0', '\u2007', '\u2009', '\u202f', '\t', '\n', '\r':
			r = ' '
		case '’', 'ʼ':
			r = '\''
		}
		if wide := r - '０'; wide >= 0 && wide <= 9 {
			r = '0' + wide
		}
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}

// oneGroup reports whether text, or either side of its fraction bar, has the form d.ddd, dd.ddd or ddd.ddd, where mark is the
// point and the first digit is not 0. Some people read 1.000 as a thousand, others as one. A suffix k or M is ignored; a number
// in e or 10^ notation never matches.
func oneGroup(text, mark string) bool {
	for one := range strings.SplitSeq(plainSigns(text), "/") {
		body := strings.Trim(one, "+- ")
		if strings.HasSuffix(body, "k") || strings.HasSuffix(body, "K") || strings.HasSuffix(body, "M") {
			body = strings.TrimSpace(body[:len(body)-1])
		}
		before, after, found := strings.Cut(body, mark)
		if found && len(after) == 3 && onlyDigits(after) && before != "" && thousands([]string{before, after}) {
			return true
		}
	}
	return false
}

// Unclear is the error for a number with points or commas that may be for thousands.
type Unclear struct {
	Text string
	Says string // "may mean 50 or 50000: write it in one of these ways"
}

func (u Unclear) Error() string { return quote(u.Text) + " " + u.Says }

// eitherWay returns the error for a text that may mean two numbers, because it has a mark before three digits.
func eitherWay(text, mark string) error {
	var meant [2]string
	for i, instead := range []string{".", ""} {
		x, err := Parse(strings.ReplaceAll(text, mark, instead))
		if err != nil {
			return err
		}
		meant[i] = strconv.FormatFloat(x, 'f', -1, 64)
	}
	return Unclear{text, "may mean " + meant[0] + " or " + meant[1] + ": write it in one of these ways"}
}

// splitExponent separates body into the written digits and the decimal exponent after them, such as e-5, *10^-5, k or M; a bare
// 10^-5 is 1*10^-5. whole is the number as typed, for the error.
func splitExponent(whole, body string) (mantissa, exponent string, err error) {
	mantissa, exponent = body, "0"
	if power, found := strings.CutPrefix(body, "10^"); found {
		mantissa, exponent = "1", power
	} else if before, after, found := strings.Cut(body, "*"); found {
		if power, found = strings.CutPrefix(strings.TrimSpace(after), "10^"); !found {
			return "", "", notANumber(whole)
		}
		mantissa, exponent = before, power
	} else if i := strings.IndexAny(body, "eE"); i >= 0 {
		mantissa, exponent = body[:i], body[i+1:]
	} else if before, found := cutAnySuffix(body, "kK"); found {
		mantissa, exponent = before, "3"
	} else if before, found := strings.CutSuffix(body, "M"); found {
		mantissa, exponent = before, "6"
	} else if strings.HasSuffix(body, "m") {
		return "", "", fmt.Errorf("%s could mean millions or thousandths: write M for millions, e-3 for thousandths", quote(whole))
	}
	unsigned := strings.TrimPrefix(exponent, "-")
	if unsigned == exponent {
		unsigned = strings.TrimPrefix(exponent, "+")
	}
	if unsigned == "" || !onlyDigits(unsigned) {
		return "", "", notANumber(whole)
	}
	return strings.TrimSpace(mantissa), exponent, nil
}

func cutAnySuffix(s, letters string) (string, bool) {
	for _, letter := range letters {
		if before, found := strings.CutSuffix(s, string(letter)); found {
			return before, true
		}
	}
	return s, false
}

// ungroup removes the separators between the digits. Commas, blanks and apostrophes must separate groups of exactly three
// digits before the point; underscores may stand between any two digits, as in program text.
func ungroup(whole, mantissa string) (string, error) {
	before, after, hasPoint := strings.Cut(mantissa, ".")
	separator := ","
	switch {
	case strings.Contains(mantissa, ","):
	case strings.Contains(mantissa, "'"):
		separator = "'"
	default:
		separator = " "
	}
	if strings.Contains(after, ",") || !thousands(strings.Split(before, separator)) {
		return "", badGroups(whole, mantissa)
	}
	before, ok1 := joinUnderscores(strings.ReplaceAll(before, separator, ""))
	after, ok2 := joinUnderscores(after)
	if groups := strings.Split(mantissa, "."); len(groups) > 2 && thousands(groups) {
		return "", Unclear{whole, "groups thousands by points: write " + strings.ReplaceAll(whole, ".", "")}
	}
	if !ok1 || !ok2 || before+after == "" || hasPoint && strings.Contains(after, ".") {
		return "", notANumber(whole)
	}
	return before + "." + after, nil
}

// thousands reports whether the groups are digits grouped in threes, or one
// group that is not divided at all.
func thousands(groups []string) bool {
	if len(groups) == 1 {
		return true
	}
	first := groups[0]
	if len(first) < 1 || len(first) > 3 || first[0] == '0' || !onlyDigits(first) {
		return false
	}
	for _, g := range groups[1:] {
		if len(g) != 3 || !onlyDigits(g) {
			return false
		}
	}
	return true
}

// badGroups explains separators that do not group thousands, and suggests the number that was probably meant if there is only
// one candidate.
func badGroups(whole, mantissa string) error {
	const rule = "a comma only groups thousands, as in 60,000"
	before, after, one := strings.Cut(mantissa, ",")
	meant := strings.ReplaceAll(before, ".", "") + "." + after
	if strings.HasPrefix(whole, "-") {
		meant = "-" + meant
	}
	switch digits := strings.Trim(strings.ReplaceAll(meant, ".", ""), "-"); {
	case strings.Trim(mantissa, "0123456789.,_ ") != "":
		return notANumber(whole)
	case !strings.Contains(mantissa, ","):
		return fmt.Errorf("%s has a blank between its digits: write it without", quote(whole))
	case !one || strings.ContainsAny(after, ",.") || after == "" || before == "" || !onlyDigits(digits):
		return fmt.Errorf("%s has a comma in an unexpected place: %s", quote(whole), rule)
	default:
		return fmt.Errorf("%s is ambiguous: %s; write %s", quote(whole), rule, meant)
	}
}

// joinUnderscores removes underscores that stand between digits; ok is false if an underscore stands elsewhere or other
// characters remain.
func joinUnderscores(s string) (digits string, ok bool) {
	if strings.HasPrefix(s, "_") || strings.HasSuffix(s, "_") || strings.Contains(s, "__") {
		return "", false
	}
	digits = strings.ReplaceAll(s, "_", "")
	return digits, onlyDigits(digits)
}

func onlyDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }
