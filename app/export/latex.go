package export

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lastiterate/app/form"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// LaTeX is a table of the rows that have a value, the answer first, for the packages booktabs and url. Its citations are the
// keys of BibTeX. Its caption says how values are rounded and of which run they are, and the link below repeats that run.
func (d Document) LaTeX() string {
	s := d.Subject
	var b strings.Builder
	b.WriteString(d.latexHead())
	fmt.Fprintf(&b, "\\begin{table}\n  \\centering\n  \\caption{%s}\n", tex(d.caption()))
	// Names and places are long: they are broken, at slashes too.
	b.WriteString("\\begin{tabular}{@{}p{0.3\\linewidth}p{0.28\\linewidth}rr@{}}\n  \\toprule\n")
	of := s.EpsilonName() + ", Rényi DP" // so that nobody takes it for the ε of (ε, δ)
	if !s.Question.Renyi() {
		of = s.EpsilonName() + " " + s.At()
	}
	fmt.Fprintf(&b, "  Theorem & Source & %s & $\\times$ the answer \\\\\n  \\midrule\n", tex(of))
	for _, row := range words.Ordered(s.Result.Rows) {
		if row.Epsilon == nil {
			continue
		}
		name := tex(row.Name)
		if kind := words.Kind(row); kind != "" {
			name += " (" + tex(kind) + ")"
		}
		value, ratio := tex(words.Rounded(row, words.TableDigits)), tex(words.Ratio(row, s.Result.Answer))
		fmt.Fprintf(&b, "  \\raggedright %s & \\raggedright %s & %s & %s \\\\\n", name, citation(row), value, ratio)
	}
	b.WriteString("  \\bottomrule\n\\end{tabular}\n" + d.latexFoot())
	return b.String()
}

// caption says how the values of the table are rounded, and states the run: in the paragraph to quote or, if there is none, in the
// words of the form's headings, with how the training departs from the run.
func (d Document) caption() string {
	s := d.Subject
	text := fmt.Sprintf("Bounds on the privacy loss, to %d digits. %s ", words.TableDigits, words.Roundings)
	if statement := s.OnSite(d.Link); statement != "" {
		return text + statement
	}
	text += summary(s, form.Length(s.Run)) + "."
	if departures := words.Departing(s.Departures); departures != "" {
		text += " The training also has " + departures + "; the table lists the bounds that still hold."
	}
	return text
}

// summary states the run, with its length as given in words, and the question in the words of the form's headings.
func summary(s words.Subject, length string) string {
	parts := []string{"Neighbouring datasets: " + run.Words(s.Run.Adjacency)}
	for _, group := range form.Groups() {
		parts = append(parts, form.SummaryFor(length, s.Query, group.ID, s.Departures.Lacking()...))
	}
	return strings.Join(parts, "; ")
}

// latexHead says in comments where a table is from, and what it needs.
func (d Document) latexHead() string {
	return fmt.Sprintf("%% Last Iterate %s\n%% %s\n%% needs \\usepackage{booktabs,url}\n", d.Engine, strings.ReplaceAll(d.Link, "\n", " "))
}

// latexFoot closes the table with a link to the same result. The link is not in the caption, where LaTeX would read the link's #
// as a parameter.
func (d Document) latexFoot() string {
	return fmt.Sprintf("\\par\\smallskip\\footnotesize Computed by Last Iterate %s: \\url{%s}\n\\end{table}\n", d.Engine, d.Link)
}

// citation cites the row's sources.
func citation(row protocol.Row) string {
	var cites []string
	for _, s := range words.Sources(row) {
		cite := `\cite`
		if s.Where != "" {
			cite += `[` + strings.ReplaceAll(tex(s.Where), "/", `/\allowbreak{}`) + `]`
		}
		cites = append(cites, cite+`{`+cmp.Or(s.Key, ourKey)+`}`)
	}
	return strings.Join(cites, ", ")
}

// Paragraph is the statement for a paper as LaTeX, with the link in \url; empty if there is no statement. Its words are the
// page's; only signs are written differently.
func (d Document) Paragraph() string {
	text := strings.TrimSuffix(d.Subject.Cited(d.Engine, d.Link), d.Link)
	if text == "" {
		return ""
	}
	return prose(strings.TrimSpace(text)) + ` \url{` + d.Link + `}`
}

// prose writes sentences for LaTeX, with addresses that can be broken between lines, and letters and their values as mathematics.
func prose(text string) string {
	var b strings.Builder
	begins := true // a word begins here
	for text != "" {
		written, n := "", 0
		if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") {
			n = len(strings.TrimRight(text[:until(text, " )")], ",;."))
			written = `\url{` + text[:n] + `}`
		} else if begins {
			written, n = valued(text)
		}
		if n == 0 {
			_, n = utf8.DecodeRuneInString(text)
			written = tex(text[:n])
		}
		begins = text[n-1] == ' ' || text[n-1] == '('
		b.WriteString(written)
		text = text[n:]
	}
	return b.String()
}

// until is the length of the text before the first of the characters, or of all of it.
func until(text, characters string) int {
	if i := strings.IndexAny(text, characters); i >= 0 {
		return i
	}
	return len(text)
}

// valued writes a letter and its value at the beginning of a text, "δ = 1e-5", as mathematics; n is the length of what it has
// written, 0 if the text does not begin so.
func valued(text string) (written string, n int) {
	letter, size := utf8.DecodeRuneInString(text)
	parts := strings.SplitN(text[size:], " ", 4) // "", the relation, the value and the rest
	if !unicode.IsLetter(letter) || len(parts) < 3 || parts[0] != "" || !slices.Contains([]string{"=", "≤", "≥"}, parts[1]) {
		return "", 0
	}
	value := strings.TrimRight(parts[2][:len(parts[2])-len(strings.TrimLeft(parts[2], "0123456789,.e-"))], ",.e-")
	mantissa, exponent, _ := strings.Cut(value, "e")
	if mantissa == "" || mantissa[0] < '0' || mantissa[0] > '9' {
		return "", 0
	}
	signs := strings.ReplaceAll(tex(string(letter)+" "+parts[1]), "$", "")
	return "$" + signs + " " + power(mantissa, exponent) + "$", size + len(" ") + len(parts[1]) + len(" ") + len(value)
}

// power is mantissa·10^exponent within mathematics.
func power(mantissa, exponent string) string {
	mantissa = strings.ReplaceAll(mantissa, ",", "{,}")
	switch {
	case exponent == "":
		return mantissa
	case mantissa == "1":
		return "10^{" + exponent + "}"
	}
	return mantissa + ` \cdot 10^{` + exponent + "}"
}

// tex writes text so that LaTeX prints it, with the Greek letters and powers in the catalogue's names. An unknown character is
// printed as U+ and its number, and never dropped.
func tex(text string) string {
	var b strings.Builder
	for _, r := range text {
		if known, ok := inLaTeX[r]; ok {
			b.WriteString(known)
		} else if r < 127 {
			b.WriteRune(r)
		} else {
			b.WriteString("U+" + strings.ToUpper(strconv.FormatInt(int64(r), 16)))
		}
	}
	return b.String()
}

var inLaTeX = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '%': `\%`, '#': `\#`, '_': `\_`,
	'<': `$<$`, '>': `$>$`, '|': `$|$`, '"': "''",
	'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '[': `{[}`, ']': `{]}`,
	'–': `--`, '—': `---`, '’': `'`, '“': "``", '”': `''`, '…': `\dots{}`, '×': `$\times$`, '·': `$\cdot$`, '−': `$-$`,
	'≤': `$\le$`, '≥': `$\ge$`, '∞': `$\infty$`, '≈': `$\approx$`,
	'√': `$\surd$`, '‖': `$\|$`, '⌈': `$\lceil$`, '⌉': `$\rceil$`, '⌊': `$\lfloor$`,
	'⌋': `$\rfloor$`,
	'é': `\'e`, 'ö': `\"o`, 'ó': `\'o`,
	'α': `$\alpha$`, 'β': `$\beta$`, 'γ': `$\gamma$`, 'δ': `$\delta$`, 'ε': `$\varepsilon$`, 'η': `$\eta$`, 'θ': `$\theta$`,
	'κ': `$\kappa$`, 'λ': `$\lambda$`, 'μ': `$\mu$`, 'σ': `$\sigma$`, 'τ': `$\tau$`, 'ψ': `$\psi$`, 'Δ': `$\Delta$`, 'Σ': `$\Sigma$`,
	'⁻': `$^{-}$`, '⁰': `$^{0}$`, '¹': `$^{1}$`, '²': `$^{2}$`, '³': `$^{3}$`, '⁴': `$^{4}$`, '⁵': `$^{5}$`, '⁶': `$^{6}$`, '⁷': `$^{7}$`,
	'⁸': `$^{8}$`, '⁹': `$^{9}$`,
	'₀': `$_{0}$`, '₁': `$_{1}$`, '\u00a0': `~`, '\u202f': `\,`,
}
