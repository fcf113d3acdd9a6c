package catalog

import (
	"regexp"
	"strings"
	"testing"
)

// Letters that the form, the answer or the list of theorems explain: those of the
// run, of the question, and indices.
const common = "n b B T η C σ s D α ε δ L m w λ q γ τ e d i j k l t"

var (
	upright = regexp.MustCompile(`\\(text|operatorname|mathrm|mathcal|mathbb)\{[^}]*\}`)
	letters = regexp.MustCompile(`\\[a-zA-Z]+|[a-zA-Z]`)
)

// greek are the letters that LaTeX writes as commands; other commands are none.
var greek = map[string]string{`\alpha`: "α", `\beta`: "β", `\gamma`: "γ", `\delta`: "δ", `\Delta`: "Δ", `\varepsilon`: "ε", `\eta`: "η",
	`\theta`: "θ",
	`\kappa`: "κ", `\lambda`: "λ", `\mu`: "μ", `\rho`: "ρ", `\sigma`: "σ", `\tau`: "τ", `\varphi`: "φ", `\Pi`: "Π", `\otimes`: "⊗",
	`\leftarrow`: "←"}

// Every letter of a formula is one that all rows share, is defined by the formula
// itself, or is explained with it.
func TestLettersAreExplained(t *testing.T) {
	shared := strings.Fields(common)
	for _, row := range All() {
		formula := upright.ReplaceAllString(row.Formula, "")
		words := map[string]bool{}
		for _, word := range regexp.MustCompile(`[\pL⊗←]+`).FindAllString(row.Symbols, -1) {
			words[word] = true
		}
		for _, letter := range shared {
			words[letter] = true
		}
		words["a"] = regexp.MustCompile(`a_|\ba (is|that)\b`).MatchString(row.Symbols) // else it is an article
		for _, found := range letters.FindAllString(formula, -1) {
			letter := found
			if strings.HasPrefix(found, `\`) {
				if letter = greek[found]; letter == "" {
					continue
				}
			}
			defined := regexp.MustCompile(`(^|quad )` + regexp.QuoteMeta(found) +
				`(_\{?[a-z0-9]+\}?)?(\([^)]*\))?(\^2)? = `).MatchString(formula)
			if !words[letter] && !defined {
				t.Errorf("%s: nothing says what %s is in %s", row.ID, letter, row.Formula)
			}
		}
	}
}
