package docs

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestLatex(t *testing.T) {
	for formula, want := range map[string]string{
		`σ²`:           `σ^{2}`,
		`z_k²`:         `z_{k}^{2}`,
		`10⁻⁵`:         `10^{-5}`,
		`W'_{t+1}`:     `W_{t+1}'`,
		`z'²`:          `z^{\mathrm{′}2}`,
		`c''`:          `c^{\mathrm{′′}}`,
		`(x−y)_+²`:     `(x-y)_{+}^{2}`,
		`a ≤ b`:        `a \le  b`,
		`√(1−β)x`:      `\sqrt{1-β}x`,
		`√(2(1−β))`:    `\sqrt{2(1-β)}`,
		`√R_S/σ`:       `\sqrt{R_{S}}/σ`,
		`√2·x`:         `\sqrt{2}\cdot x`,
		`Σ_{i<n} c^i`:  `\sum _{i<n} c^{i}`,
		`P ‖ Q`:        `P\;\|\;Q`,
		`‖x‖`:          `\|x\|`,
		`X | Y`:        `X\mid Y`,
		`\tilde X_t`:   `\tilde  X_{t}`,
		`\text{a² of}`: `\text{a² of}`,
		`\{i^*\}`:      `\{i^{*}\}`,
		`\frac{1}{2}`:  `\frac {1}{2}`,
		`r \bmod B`:    `r \;\mathrm{mod}\; B`,
	} {
		if got, err := latex(formula); err != nil || got != want {
			t.Errorf("%s is %s, %v, not %s", formula, got, err, want)
		}
	}
	for formula, want := range map[string]string{
		`2^−512`: "needs braces", `x_12`: "needs braces", `ln x`: "set as a product", `√Σa`: "needs brackets",
		`x ~ y`: "write", "X\u0303": "write", `√(x`: ") is missing", `x^2²`: "two scripts", `x_`: "missing at the end",
	} {
		if got, err := latex(formula); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is %s, %v; want an error with %q", formula, got, err, want)
		}
	}
}

// A long formula is set in pieces, between which a line breaks, and nothing of it is lost.
func TestBreaks(t *testing.T) {
	for formula, want := range map[string]string{
		`x = 1`:                               `x=1`,
		`∫|f(s)|ds < a^{b+c} =: F_t(p) ≤ 1`:   `∫|f(s)|ds|<ab+c|=:Ft(p)|≤1`,
		`P(r' > a) = Φ(d−a) + Φ(d+a) − 1`:     `P(r′>a)|=Φ(d−a)+Φ(d+a)|−1`,
		`E_γ(P‖Q) = ∫(dP − γdQ)_+`:            `Eγ(P‖Q)=∫(dP−γdQ)+`,
		`f(a, b, c, d, e, f, g, h, i, j) = k`: `f(a,b,c,d,e,f,|g,h,i,j)|=k`,
	} {
		statements, err := set(formula, false)
		if err != nil || len(statements) != 1 {
			t.Fatal(statements, err)
		}
		got := tag.ReplaceAllString(strings.Join(statements[0], "|"), "")
		if got = strings.NewReplacer("&lt;", "<", "&gt;", ">").Replace(got); got != want {
			t.Errorf("%s is set as %s, not %s", formula, got, want)
		}
	}
	statements, err := set(`a ≤ b, \quad c = d`, true)
	if err != nil || len(statements) != 2 {
		t.Errorf("two statements are set as %d, %v", len(statements), err)
	}
}

// A comma stays with the formula before it, a bracket with the one behind it.
func TestGlued(t *testing.T) {
	page, err := render("for ($`x`$, $`y`$) and $`z`$ it is $`σ`$-close.\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<span class="whole">(<math><mi>x</mi></math>,</span> <span class="whole"><math><mi>y</mi></math>)</span> and <math><mi>z</mi></math> it`, `</math>-close.</span>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s: %s", want, page)
		}
	}
}

var (
	fenced   = regexp.MustCompile("(?s)```[a-z]*\n.*?\n```")
	codeSpan = regexp.MustCompile("`[^`\n]+`")
	// What code may be: a name of at least three letters, perhaps of a package, a file,
	// a command.
	isCode = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9]{2,}(\.[A-Za-z]+)?|[a-z0-9A-Z_./]+\.(go|md|json)|(\.\./)?[a-z]+(/[a-z]+)*|(go|make) .+)$`)
)

// inWords are signs that words do not have.
var inWords = regexp.MustCompile(`[\p{Greek}⁰¹²³⁴-⁹⁻₀-₉≤≥±∓∞∫∈‖]`)

// In the notes mathematics is marked as such, not as code, and a reader of the file finds
// lines that an editor shows whole.
func TestNotesMarkTheirMathematics(t *testing.T) {
	files := notes(t)
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range unmarked(string(content)) {
			t.Errorf("%s: %s", file, wrong)
		}
	}
	for text, want := range map[string]int{
		"`σ`": 1, "`a_i`": 1, "`x^2`": 1, "`T`": 1, "`a ≤ b`": 1, "a\n\n    x = y\n": 1, "| $`|x|`$ |": 1, "at δ it is": 1, "# For δ\n": 0,
		"`TestX`, `step.go`, `../errfloat/errfloat.md`, `go test ./bounds -run X`, `float64`, $`σ`$": 0, "```math\nσ_1 = 2\n```\n": 0,
	} {
		if got := unmarked(text); len(got) != want {
			t.Errorf("in %q is unmarked: %q", text, got)
		}
	}
}

// unmarked is the mathematics of a text that is not marked, or would not be set in a table.
func unmarked(text string) []string {
	var out []string
	text = fenced.ReplaceAllString(text, "")
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "    ") {
			out = append(out, "an indented block: "+line)
		}
		if strings.HasPrefix(line, "|") {
			for _, f := range inlineMath.FindAllString(line, -1) {
				if strings.Contains(f, "|") {
					out = append(out, "a bar within a table, write \\lvert: "+f)
				}
			}
		}
	}
	words := codeSpan.ReplaceAllString(inlineMath.ReplaceAllString(text, ""), "")
	for line := range strings.Lines(words) {
		if found := inWords.FindString(line); found != "" && !strings.HasPrefix(line, "#") {
			out = append(out, "mathematics among words, "+found+": "+line)
		}
	}
	for _, span := range codeSpan.FindAllString(inlineMath.ReplaceAllString(text, ""), -1) {
		if !isCode.MatchString(strings.Trim(span, "`")) {
			out = append(out, "neither code nor marked as mathematics: "+span)
		}
	}
	return out
}
