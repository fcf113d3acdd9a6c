package tex

import "strings"

// Display converts a formula for a line of its own to an element of the class
// "statements" with one math element for each statement: those that a comma and a
// wide blank set apart. A narrow page can break the line between them.
func Display(formula string) (string, error) {
	var set strings.Builder
	set.WriteString(`<span class="statements">`)
	for _, s := range statements(formula) {
		element, err := MathML(s, true)
		if err != nil {
			return MathML(formula, true) // which tells what is wrong with the whole
		}
		set.WriteString(element)
	}
	set.WriteString("</span>")
	return set.String(), nil
}

// statements cuts a formula at its wide blanks, where they follow a comma and
// stand in no braces and no growing brackets.
func statements(formula string) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(formula); i++ {
		switch rest := formula[i:]; {
		case strings.HasPrefix(rest, `\{`), strings.HasPrefix(rest, `\}`):
			i++
		case rest[0] == '{', strings.HasPrefix(rest, `\left`) && !isLetter(after(rest, `\left`)):
			depth++
		case rest[0] == '}', strings.HasPrefix(rest, `\right`) && !isLetter(after(rest, `\right`)):
			depth--
		case depth == 0 && (strings.HasPrefix(rest, `\quad`) || strings.HasPrefix(rest, `\qquad`)):
			before := strings.TrimRight(formula[start:i], " \t\n")
			if strings.HasSuffix(before, ",") {
				out = append(out, before)
				start = i + strings.Index(rest, "quad") + len("quad")
			}
		}
	}
	return append(out, formula[start:])
}

// after is the byte behind a prefix, 0 at the end.
func after(s, prefix string) byte {
	if len(s) == len(prefix) {
		return 0
	}
	return s[len(prefix)]
}
