package theorem

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// atOrder is the order of an answer and that less 1 in LaTeX, the latter as a difference:
// "17.3" and "(17.3 − 1)".
func atOrder(found claim.Bound) (alpha, less string) {
	return tex(found.Alpha), "(" + tex(found.Alpha) + " - 1)"
}

// direct says what the answer at δ is where it does not come from ε(α) alone.
func direct(found claim.Bound) string {
	if !found.Direct() {
		return ""
	}
	return `, \quad ` + answered(found)
}

// answered is an upper bound at the order or the δ that was asked for.
func answered(found claim.Bound) string {
	if q := found.Question; q.Renyi() {
		return fmt.Sprintf(`\varepsilon(%s) \le %s`, tex(q.Alpha), tex(found.Epsilon))
	}
	return fmt.Sprintf(`\delta(%s) \le %s`, tex(found.Epsilon), tex(found.Question.Delta))
}

// tex writes a number in LaTeX with at most six significant digits.
func tex(x float64) string {
	if math.IsInf(x, 1) {
		return `\infty`
	}
	mantissa, exponent, found := strings.Cut(strconv.FormatFloat(x, 'e', 5, 64), "e")
	e, err := strconv.Atoi(exponent)
	if !found || err != nil || (e >= -4 && e < 7) {
		return short(x)
	}
	mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	power := "10^{" + strconv.Itoa(e) + "}"
	if mantissa == "1" {
		return power
	}
	return mantissa + `\cdot ` + power
}

// base is a number in LaTeX to which an exponent can be set.
func base(x float64) string {
	text := tex(x)
	if strings.Contains(text, "^") || x < 0 {
		return `\left(` + text + `\right)`
	}
	return text
}

// squared is the square of a number in LaTeX.
func squared(x float64) string { return base(x) + "^2" }

// between is a range of numbers in LaTeX.
func between(least float64, name string, most float64) string {
	if tex(least) == tex(most) {
		return name + " = " + tex(most)
	}
	return fmt.Sprintf(`%s \le %s \le %s`, tex(least), name, tex(most))
}

// listed writes numbers in LaTeX, the first and the last ones where they are many.
func listed(list []float64) string {
	const most = 6
	var out []string
	for i, x := range list {
		switch {
		case len(list) <= most || i < most/2 || i >= len(list)-most/2:
			out = append(out, tex(x))
		case i == most/2:
			out = append(out, `\ldots`)
		}
	}
	return strings.Join(out, `,\, `)
}

// averagedOver is (1/B)Σ_{j=1}^B in LaTeX.
func averagedOver(b int) string { return fmt.Sprintf(`\frac{1}{%d} \sum_{j=1}^{%d}`, b, b) }

// short writes a number for a sentence: at most six significant digits.
func short(x float64) string {
	if math.IsInf(x, 1) {
		return "∞"
	}
	return run.FormatNumber(run.Digits(x, 6))
}
