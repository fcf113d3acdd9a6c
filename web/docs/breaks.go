package docs

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"lastiterate/app/tex"
)

// Browsers do not break a line within a math element. So a long formula becomes several elements, between which a line may
// break: before relations and signs, after commas, and within brackets only if there is no other place nearby.

// part is an element of a formula's row.
type part struct {
	markup string
	sign   string // the sign of an operator, or ""
	length int    // approximate width in characters
}

const (
	relations = "=≤≥<>≈∼≡∝→←↦∈≠:"
	opens     = "([{⌈⌊⟨"
	closes    = ")]}⌉⌋⟩"
)

// asSet corrects the markup of app/tex, which reads an integral as a letter and := as two signs, and leaves blanks around a
// bar.
var asSet = strings.NewReplacer(`<mi mathvariant="normal">∫</mi>`, "<mo>∫</mo>", "<mo>:</mo><mo>=</mo>", "<mo>:=</mo>",
	"<mo>=</mo><mo>:</mo>", "<mo>=:</mo>",
	`<mo fence="true" stretchy="false">|</mo>`, `<mo fence="true" stretchy="false" lspace="0" rspace="0">|</mo>`)

// set converts a formula to math elements: for each of its statements a list of pieces between which
// a line may break. Only a displayed formula may have several statements.
func set(formula string, display bool) ([][]string, error) {
	source, err := latex(formula)
	if err != nil {
		return nil, err
	}
	whole, err := tex.MathML(source, display)
	if err != nil {
		return nil, err
	}
	whole = asSet.Replace(whole)
	begin := strings.Index(whole, ">") + 1
	head, row := strings.Replace(whole[:begin], ` xmlns="http://www.w3.org/1998/Math/MathML"`, "", 1),
		strings.TrimSuffix(whole[begin:], "</math>")
	inner, isRow := strings.CutPrefix(row, "<mrow>")
	if !isRow {
		return [][]string{{head + row + "</math>"}}, nil
	}
	all, err := parts(strings.TrimSuffix(inner, "</mrow>"))
	if err != nil {
		return nil, fmt.Errorf("%w in %s", err, formula)
	}
	var out [][]string
	for _, statement := range statements(all, display) {
		var pieces []string
		for _, piece := range cutRow(statement, display) {
			pieces = append(pieces, head+"<mrow>"+piece+"</mrow></math>")
		}
		out = append(out, pieces)
	}
	return out, nil
}

var tag = regexp.MustCompile(`<(/?)([a-z]+)[^>]*?(/?)>`)

// parts splits the markup of a row into its children. It returns an error if an element is not closed.
func parts(row string) ([]part, error) {
	var out []part
	depth, start := 0, 0
	for _, at := range tag.FindAllStringSubmatchIndex(row, -1) {
		closing, empty := at[3] > at[2], at[7] > at[6]
		switch {
		case closing:
			depth--
		case !empty:
			depth++
		}
		if depth != 0 {
			continue
		}
		p := part{markup: row[start:at[1]]}
		seen := tag.ReplaceAllString(p.markup, "")
		seen = strings.NewReplacer("&lt;", "<", "&gt;", ">", "\u2061", "").Replace(seen)
		p.length = utf8.RuneCountInString(seen)
		if strings.HasPrefix(p.markup, "<mo") && !strings.HasPrefix(p.markup, "<mover") {
			p.sign = seen
			if !strings.Contains(p.markup, "fence") {
				p.length += 2
			}
		}
		out = append(out, p)
		start = at[1]
	}
	if depth != 0 || start != len(row) {
		return nil, fmt.Errorf("elements are not closed")
	}
	return out, nil
}

// statements cuts a displayed row at the wide blanks that follow a comma.
func statements(all []part, display bool) [][]part {
	var out [][]part
	start := 0
	for i, p := range all {
		wide := strings.HasPrefix(p.markup, `<mspace width="1em"`) || strings.HasPrefix(p.markup, `<mspace width="2em"`)
		if display && wide && i > 0 && all[i-1].sign == "," {
			out = append(out, all[start:i])
			start = i + 1
		}
	}
	return append(out, all[start:])
}

// cutRow cuts a row where a line may break.
func cutRow(all []part, display bool) []string {
	total := 0
	for _, p := range all {
		total += p.length
	}
	if total <= 16 {
		return []string{join(all, true)}
	}
	var out []string
	depth, bar, start, length := 0, false, 0, 0
	for i, p := range all {
		if strings.Contains(closes, p.sign) && p.sign != "" {
			depth--
		}
		inside := depth
		if bar {
			inside++
		}
		if i > start && length >= leastBefore(all, i, inside, display) && total-length >= 4 {
			out = append(out, join(all[start:i], start == 0))
			total -= length
			start, length = i, 0
		}
		switch {
		case p.sign == "":
		case strings.Contains(opens, p.sign):
			depth++
		case p.sign == "|" || p.sign == "‖":
			bar = !bar && depth == 0
		}
		length += p.length
	}
	return append(out, join(all[start:], start == 0))
}

// leastBefore is the least number of characters before part i for which a line may break there; the part is inside this many
// brackets. It is smaller for better places.
func leastBefore(all []part, i, inside int, display bool) int {
	const never = 1 << 20
	sign, before := all[i].sign, all[i-1].sign
	least := never
	switch {
	case strings.ContainsAny(sign, relations) && inside == 0 && fitsPhone(all) && leftSide(all, i):
		least = 12 // a divergence stays with the sign that defines it
	case strings.ContainsAny(sign, relations):
		least = 6
	case (sign == "+" || sign == "−") && !strings.Contains(all[i].markup, "prefix"):
		least = 14
	case before == "," && inside == 0:
		least = 6
	case before == ",":
		least = 14
	case sign == "⋅":
		least = 22
	case sign != "" && strings.Contains(opens, sign) || strings.Contains(all[i].markup, "<msqrt>"):
		least = 34
	default:
		return never
	}
	if before != "" && strings.Contains(opens, before) {
		return never
	}
	if display && least < 34 {
		least += 4
	}
	return least + 10*inside
}

// fitsPhone reports whether a row fits on a line of a phone.
func fitsPhone(all []part) bool {
	length := 0
	for _, p := range all {
		length += p.length
	}
	return length <= 28
}

// leftSide reports whether part i is the first relation outside brackets, so that the formula's left side precedes it.
func leftSide(all []part, i int) bool {
	depth := 0
	for _, p := range all[:i] {
		switch {
		case p.sign == "":
		case strings.Contains(opens, p.sign):
			depth++
		case strings.Contains(closes, p.sign):
			depth--
		case depth == 0 && strings.Contains(relations, p.sign):
			return false
		}
	}
	return true
}

// join is the markup of a piece of a row. An operator at the beginning of a piece that is not the first keeps the
// blanks of an operator between two terms.
func join(all []part, first bool) string {
	var out strings.Builder
	for i, p := range all {
		if i == 0 && !first && p.sign != "" && strings.HasPrefix(p.markup, "<mo>") {
			p.markup = `<mo form="infix">` + strings.TrimPrefix(p.markup, "<mo>")
		}
		out.WriteString(p.markup)
	}
	return out.String()
}
