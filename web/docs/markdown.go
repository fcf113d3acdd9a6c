package docs

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"

	"lastiterate/app/tex"
)

var (
	// A link to another file of the repository leads nowhere from the site.
	toSource   = regexp.MustCompile(`\[([^\]]+)\]\((?:\.\./[^)]*|[a-z_]+\.go)\)`)
	blockMath  = regexp.MustCompile("(?s)```math\n(.*?)\n```")
	inlineMath = regexp.MustCompile("\\$`([^`]+)`\\$")
)

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
)

// render turns Markdown into HTML, its formulas into MathML. A formula that
// cannot be set is an error.
func render(text string) (string, error) {
	var formulas []string
	var fault error
	place := func(formula string, display bool) string {
		toMathML := func(f string) (string, error) { return tex.MathML(f, false) }
		if display {
			toMathML = tex.Display
		}
		set, err := toMathML(strings.TrimSpace(formula))
		if err != nil && fault == nil {
			fault = fmt.Errorf("the formula %s: %w", formula, err)
		}
		if display {
			set = `<span class="formula" tabindex="0" role="group" aria-label="formula">` + set + `</span>`
		}
		formulas = append(formulas, set)
		return stand(len(formulas) - 1)
	}
	text = toSource.ReplaceAllString(text, "$1")
	text = blockMath.ReplaceAllStringFunc(text, func(s string) string { return place(blockMath.FindStringSubmatch(s)[1], true) })
	text = inlineMath.ReplaceAllStringFunc(text, func(s string) string { return place(inlineMath.FindStringSubmatch(s)[1], false) })
	if fault != nil {
		return "", fault
	}
	var out bytes.Buffer
	if err := markdown.Convert([]byte(text), &out); err != nil {
		return "", err
	}
	page := out.String()
	for i, set := range formulas {
		page = strings.Replace(page, stand(i), set, 1)
	}
	// Tables and listings may be wider than a telephone.
	page = strings.NewReplacer("</table>", "</table></div>", "<pre>", `<pre tabindex="0">`).Replace(page)
	parts := strings.Split(page, "<table>")
	page = parts[0]
	for i, part := range parts[1:] {
		page += fmt.Sprintf(`<div class="scrolls" tabindex="0" role="region" aria-label="table %d"><table>`, i+1) + part
	}
	return page, nil
}

// stand holds a formula's place while the text around it is converted.
func stand(i int) string { return fmt.Sprintf("FORMULA%dFORMULA", i) }

// heading is the text of the first heading of a Markdown text.
func heading(text string) string {
	for line := range strings.Lines(text) {
		if title, found := strings.CutPrefix(line, "# "); found {
			return strings.TrimSpace(title)
		}
	}
	return ""
}

// escape writes text as HTML.
func escape(text string) string { return html.EscapeString(text) }
