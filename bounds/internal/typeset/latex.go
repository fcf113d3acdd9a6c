package typeset

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// AtOrder writes the order α of an answer and α − 1 in LaTeX, "17.3" and "(17.3 − 1)".
func AtOrder(found claim.Bound) (alpha, less string) {
	return Number(found.Alpha), "(" + Number(found.Alpha) + " - 1)"
}

// Direct writes the answer at δ in LaTeX if it does not follow from ε(α) alone.
func Direct(found claim.Bound) string {
	if !found.Direct() {
		return ""
	}
	return `, \quad ` + Answered(found)
}

// Answered writes an upper bound, at the question's order or δ, in LaTeX.
func Answered(found claim.Bound) string {
	if q := found.Question; q.Renyi() {
		return fmt.Sprintf(`\varepsilon(%s) \le %s`, Number(q.Alpha), Number(found.Epsilon))
	}
	return fmt.Sprintf(`\delta(%s) \le %s`, Number(found.Epsilon), Number(found.Question.Delta))
}

// Number writes a number in LaTeX with at most six significant digits.
func Number(x float64) string {
	if math.IsInf(x, 1) {
		return `\infty`
	}
	mantissa, exponent, found := strings.Cut(strconv.FormatFloat(x, 'e', 5, 64), "e")
	e, err := strconv.Atoi(exponent)
	if !found || err != nil || (e >= -4 && e < 7) {
		return Short(x)
	}
	mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	power := "10^{" + strconv.Itoa(e) + "}"
	if mantissa == "1" {
		return power
	}
	return mantissa + `\cdot ` + power
}

// Base writes a number in LaTeX, in brackets if an exponent after it needs them.
func Base(x float64) string {
	text := Number(x)
	if strings.Contains(text, "^") || x < 0 {
		return `\left(` + text + `\right)`
	}
	return text
}

// Squared writes the square of a number in LaTeX.
func Squared(x float64) string { return Base(x) + "^2" }

// Between writes a range of numbers in LaTeX.
func Between(least float64, name string, most float64) string {
	if Number(least) == Number(most) {
		return name + " = " + Number(most)
	}
	return fmt.Sprintf(`%s \le %s \le %s`, Number(least), name, Number(most))
}

// Listed writes numbers in LaTeX, only the first and the last ones if they are many.
func Listed(list []float64) string {
	const most = 6 // numbers that are written without dots
	var out []string
	for i, x := range list {
		switch {
		case len(list) <= most || i < most/2 || i >= len(list)-most/2:
			out = append(out, Number(x))
		case i == most/2:
			out = append(out, `\ldots`)
		}
	}
	return strings.Join(out, `,\, `)
}

// AveragedOver writes (1/B)Σ_{j=1}^B in LaTeX.
func AveragedOver(b int) string { return fmt.Sprintf(`\frac{1}{%d} \sum_{j=1}^{%d}`, b, b) }

// Short writes a number for a sentence: at most six significant digits.
func Short(x float64) string {
	if math.IsInf(x, 1) {
		return "∞"
	}
	return run.FormatNumber(run.Digits(x, 6))
}
