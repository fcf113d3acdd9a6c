package tex

import "strings"

// Display converts a formula for a line of its own to an element of the class "statements", with a math element for each
// statement. Statements are separated by a comma and a wide blank. A narrow page can break the line between them, and before
// the second equals sign of a chain.
func Display(formula string) (string, error) {
	var set strings.Builder
	set.WriteString(`<span class="statements">`)
	for _, s := range statements(formula) {
		set.WriteString(`<span class="chain">`)
		for _, link := range equalities(s) {
			element, err := MathML(link, true)
			if err != nil {
				return MathML(formula, true) // its error is about the whole formula
			}
			set.WriteString(element)
		}
		set.WriteString("</span>")
	}
	set.WriteString("</span>")
	return set.String(), nil
}

// statements cuts a formula at wide blanks after a comma, outside of braces and growing brackets.
func statements(formula string) []string {
	return cut(formula, func(before, rest string) int {
		if (strings.HasPrefix(rest, `\quad`) || strings.HasPrefix(rest, `\qquad`)) &&
			strings.HasSuffix(strings.TrimRight(before, " \t\n"), ",") {
			return strings.Index(rest, "quad") + len("quad")
		}
		return -1
	})
}

// equalities cuts a statement before its second and later equals signs.
func equalities(statement string) []string {
	seen := 0
	return cut(statement, func(_, rest string) int {
		if rest[0] != '=' {
			return -1
		}
		if seen++; seen == 1 {
			return -1
		}
		return 0
	})
}

// cut cuts a formula at places chosen by `at`, which is given the part before and the rest, and returns how much of the rest to
// leave out, or -1 for no cut. Braces and growing brackets stay whole.
func cut(formula string, at func(before, rest string) int) []string {
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
		case depth == 0 && i >= start:
			if skip := at(formula[start:i], rest); skip >= 0 {
				out = append(out, strings.TrimRight(formula[start:i], " \t\n"))
				start = i + skip
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
