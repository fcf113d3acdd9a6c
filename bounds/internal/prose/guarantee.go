package prose

import (
	"fmt"
	"math"
	"strings"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// statementDigits is the number of significant digits of ε in a statement, rounded up, as in the page's first sentence.
const statementDigits = 3

// SaidEpsilon writes ε with all its digits, zeros at the end among them, like the page's first sentence.
func SaidEpsilon(epsilon float64) string {
	text := DecimalUp(epsilon)
	if epsilon == 0 || math.IsInf(epsilon, 1) || strings.Contains(text, "e") {
		return text
	}
	for len(strings.TrimLeft(strings.Replace(text, ".", "", 1), "0")) < statementDigits {
		if !strings.Contains(text, ".") {
			text += "."
		}
		text += "0"
	}
	return text
}

// Guarantee writes the proved guarantee, with ε rounded up.
func Guarantee(q claim.Question, epsilon float64) string {
	e := SaidEpsilon(epsilon)
	if q.Renyi() {
		return fmt.Sprintf("(α, ε)-Rényi differentially private with ε ≤ %s at order α = %s", e, run.FormatNumber(q.Alpha))
	}
	return fmt.Sprintf("(ε, δ)-differentially private with ε ≤ %s and δ = %s", e, run.FormatNumber(q.Delta))
}

// DecimalUp writes ε ≥ 0 as statements do, never less.
func DecimalUp(epsilon float64) string {
	return run.FormatNumber(run.DigitsUp(epsilon, statementDigits))
}
