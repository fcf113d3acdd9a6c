package docs

import (
	"fmt"
	"strings"
	"unicode"
)

// latex turns a formula in the notes' notation into the LaTeX that app/tex sets.
//
// A note is read in an editor, on GitHub, and here. So its formulas are LaTeX with Unicode signs in place of most commands: σ²,
// ≤, √(1−β), Σ_{i<n}, ‖x‖. Formulas that GitHub would set wrongly are errors: a script of several characters without braces,
// and a name such as ln without its backslash.
func latex(formula string) (string, error) {
	r := &unicodeReader{src: []rune(formula)}
	out, err := r.row(0)
	if err != nil {
		return "", fmt.Errorf("%w in %s", err, formula)
	}
	return out, nil
}

// signs are LaTeX for Unicode signs that app/tex does not accept.
var signs = map[rune]string{
	'−': "-", '·': `\cdot `, '×': `\times `, '±': `\pm `, '∓': `\mp `, '½': `\tfrac12 `,
	'≤': `\le `, '≥': `\ge `, '≠': `\ne `, '≈': `\approx `, '≡': `\equiv `, '∝': `\propto `, '∼': `\sim `,
	'∈': `\in `, '⊂': `\subset `, '∪': `\cup `, '∩': `\cap `, '→': `\to `, '←': `\leftarrow `, '↦': `\mapsto `,
	'Σ': `\sum `, '∏': `\prod `, '∫': `\mathrm{∫}`, '∂': `\partial `, '∇': `\nabla `, '⋯': `\cdots `, '‖': `\|`,
	'Γ': `\Gamma `, 'Δ': `\Delta `, 'Θ': `\Theta `, 'Λ': `\Lambda `, 'Π': `\Pi `, 'Φ': `\Phi `, 'Ψ': `\Psi `, 'Ω': `\Omega `,
	'⊥': `\mathrm{⊥}`, '∤': `\;\mathrm{∤}\;`,
}

// commands are LaTeX for commands that app/tex does not know.
var commands = map[string]string{
	"bmod": `\;\mathrm{mod}\;`, "sinh": `\operatorname{sinh}`, "cosh": `\operatorname{cosh}`, "arcsin": `\operatorname{arcsin}`,
}

// Raised and lowered digits, with the signs that may stand among them.
const (
	raised, raisedAs   = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿᵀ", "0123456789+-nT"
	lowered, loweredAs = "₀₁₂₃₄₅₆₇₈₉₊₋", "0123456789+-"
)

// names are words that are not a product of letters.
var names = map[string]bool{"ln": true, "log": true, "exp": true, "min": true, "max": true, "inf": true, "sup": true,
	"sin": true, "cos": true, "tanh": true, "sinh": true, "cosh": true, "artanh": true, "arcsin": true, "erf": true, "erfc": true,
	"mod": true, "mean": true, "sign": true, "clip": true, "for": true, "and": true, "where": true, "TV": true, "KL": true, "Bin": true}

type unicodeReader struct {
	src []rune
	pos int
}

// at is the rune that far ahead, 0 beyond the end.
func (r *unicodeReader) at(ahead int) rune {
	if r.pos+ahead >= len(r.src) {
		return 0
	}
	return r.src[r.pos+ahead]
}

// row reads up to and including the bracket end; end = 0 means the end of the formula.
func (r *unicodeReader) row(end rune) (string, error) {
	var out strings.Builder
	for depth := 0; ; {
		switch c := r.at(0); {
		case c == 0 && end == 0:
			return out.String(), nil
		case c == 0:
			return "", fmt.Errorf("%c is missing at the end", end)
		case c == end && depth == 0:
			r.pos++
			return out.String(), nil
		case end == ')' && c == '(':
			depth++
		case end == ')' && c == ')':
			depth--
		}
		item, err := r.item()
		if err != nil {
			return "", err
		}
		out.WriteString(item)
	}
}

// item reads an element with its scripts.
func (r *unicodeReader) item() (string, error) {
	base, err := r.base()
	if err != nil {
		return "", err
	}
	var sub, sup string
	primes := 0
	for {
		into := &sup
		var script string
		switch c := r.at(0); {
		case c == '\'':
			r.pos++
			primes++
			continue
		case c == '_' || c == '^':
			r.pos++
			if script, err = r.script(); err != nil {
				return "", err
			}
			if c == '_' {
				into = &sub
			}
		case strings.ContainsRune(raised, c) && c != 0:
			script = r.figures(raised, raisedAs)
		case strings.ContainsRune(lowered, c) && c != 0:
			script, into = r.figures(lowered, loweredAs), &sub
		default:
			return base + scripts(sub, sup, primes), nil
		}
		if *into != "" {
			return "", fmt.Errorf("two scripts in one place at %d", r.pos)
		}
		*into = script
	}
}

// scripts writes the scripts below and above an element.
func scripts(sub, sup string, primes int) string {
	out := ""
	if sub != "" {
		out = "_{" + sub + "}"
	}
	switch {
	case primes == 1 && sup == "":
		out += "'"
	case primes > 0:
		out += `^{\mathrm{` + strings.Repeat("′", primes) + "}" + sup + "}"
	case sup != "":
		out += "^{" + sup + "}"
	}
	return out
}

// figures reads raised or lowered digits.
func (r *unicodeReader) figures(from, to string) string {
	out := ""
	for ; r.at(0) != 0 && strings.ContainsRune(from, r.at(0)); r.pos++ {
		before, _, _ := strings.Cut(from, string(r.at(0)))
		out += string([]rune(to)[len([]rune(before))])
	}
	return out
}

// script reads the script after _ or ^: a group, a command or one character.
func (r *unicodeReader) script() (string, error) {
	c, next := r.at(0), r.at(1)
	number := unicode.IsDigit(c) && (unicode.IsDigit(next) || next == '.' && unicode.IsDigit(r.at(2)))
	sign := (c == '−' || c == '-') && (unicode.IsLetter(next) || unicode.IsDigit(next) || next == '\\')
	if sign || number {
		return "", fmt.Errorf("the script at %d needs braces", r.pos)
	}
	if c == '{' {
		r.pos++
		return r.row('}')
	}
	return r.base()
}

// base reads an element without scripts.
func (r *unicodeReader) base() (string, error) {
	c := r.at(0)
	switch {
	case c == 0:
		return "", fmt.Errorf("something is missing at the end")
	case c == '\\':
		return r.command()
	case c == '{':
		r.pos++
		group, err := r.row('}')
		return "{" + group + "}", err
	case c == '√':
		r.pos++
		return r.root()
	case unicode.IsDigit(c):
		return r.number(), nil
	case c < unicode.MaxASCII && unicode.IsLetter(c):
		return r.letter()
	case unicode.Is(unicode.Latin, c) && unicode.IsLetter(c) || c == '~' || unicode.Is(unicode.Mn, c):
		return "", fmt.Errorf("%q at %d: write \\hat, \\tilde, \\bar or ∼", c, r.pos)
	}
	r.pos++
	if c == ' ' && r.at(1) == ' ' { // a bar with blanks on both sides separates its neighbours
		switch r.at(0) {
		case '|':
			r.pos += 2
			return `\mid `, nil
		case '‖':
			r.pos += 2
			return `\;\|\;`, nil
		}
	}
	if s, known := signs[c]; known {
		return s, nil
	}
	return string(c), nil
}

// command reads a command, and the words that are its argument.
func (r *unicodeReader) command() (string, error) {
	start := r.pos
	r.pos++
	for r.at(0) < unicode.MaxASCII && unicode.IsLetter(r.at(0)) {
		r.pos++
	}
	name := string(r.src[start+1 : r.pos])
	if name == "" {
		r.pos = min(r.pos+1, len(r.src)) // a command of one sign
		return string(r.src[start:r.pos]), nil
	}
	switch name {
	case "text", "mathrm", "operatorname", "mathbb", "mathcal":
		for r.at(0) != 0 && r.at(0) != '}' {
			r.pos++
		}
		r.pos = min(r.pos+1, len(r.src))
		return string(r.src[start:r.pos]), nil
	case "left", "right":
		r.pos = min(r.pos+1, len(r.src))
		return string(r.src[start:r.pos]), nil
	}
	if s, known := commands[name]; known {
		return s, nil
	}
	return `\` + name + " ", nil
}

// root reads the content of a root: brackets, which the line of the root makes unnecessary, or one element with its scripts.
func (r *unicodeReader) root() (string, error) {
	var inner string
	var err error
	switch c := r.at(0); {
	case c == '(':
		r.pos++
		inner, err = r.row(')')
	case c == ' ' || c == 'Σ' || c == '∫' || c == '∏':
		err = fmt.Errorf("how far the root at %d goes needs brackets", r.pos)
	default:
		inner, err = r.item()
	}
	return `\sqrt{` + inner + "}", err
}

// number reads digits with at most one point inside.
func (r *unicodeReader) number() string {
	start := r.pos
	for unicode.IsDigit(r.at(0)) || r.at(0) == '.' && unicode.IsDigit(r.at(1)) {
		r.pos++
	}
	return string(r.src[start:r.pos])
}

// letter reads a letter, which must not begin a name.
func (r *unicodeReader) letter() (string, error) {
	ascii := func(i int) bool {
		return i >= 0 && i < len(r.src) && r.src[i] < unicode.MaxASCII && unicode.IsLetter(r.src[i])
	}
	end := r.pos
	for ascii(end) {
		end++
	}
	if word := string(r.src[r.pos:end]); names[word] && !ascii(r.pos-1) {
		return "", fmt.Errorf(`%s at %d is set as a product: write \%s or \mathrm{%s}`, word, r.pos, word, word)
	}
	r.pos++
	return string(r.src[r.pos-1]), nil
}
