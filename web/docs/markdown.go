package docs

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
)

var (
	// A link to another file of the repository does not work on the site; a link to the laboratory does.
	toSource   = regexp.MustCompile(`\[([^\]]+)\]\((?:\.\./[^)]*|[a-z_]+\.go)\)`)
	blockMath  = regexp.MustCompile("(?s)```math\n(.*?)\n```")
	inlineMath = regexp.MustCompile("\\$`([^`]+)`\\$")
)

// laboratory is the laboratory's address from a page of the documentation.
const laboratory = "../lab/index.html"

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
)

// render turns Markdown into HTML, and its formulas into MathML. It returns an error for a formula that it cannot set.
func render(text string) (string, error) {
	var formulas []formulaHTML
	var fault error
	place := func(formula string, display bool) string {
		statements, err := set(strings.TrimSpace(formula), display)
		if err != nil && fault == nil {
			fault = fmt.Errorf("the formula %s: %w", formula, err)
		}
		formulas = append(formulas, formulaHTML{statements, display})
		return stand(len(formulas) - 1)
	}
	text = toSource.ReplaceAllStringFunc(text, func(s string) string {
		if strings.Contains(s, "]("+laboratory) {
			return s
		}
		return toSource.FindStringSubmatch(s)[1]
	})
	text = blockMath.ReplaceAllStringFunc(text, func(s string) string { return place(blockMath.FindStringSubmatch(s)[1], true) })
	text = inlineMath.ReplaceAllStringFunc(text, func(s string) string { return place(inlineMath.FindStringSubmatch(s)[1], false) })
	if fault != nil {
		return "", fault
	}
	var out bytes.Buffer
	if err := markdown.Convert([]byte(text), &out); err != nil {
		return "", err
	}
	page, err := insertReplays(insertPictures(inHeading.ReplaceAllString(out.String(), "")))
	if err != nil {
		return "", err
	}
	page = among.ReplaceAllStringFunc(page, func(s string) string { return joinFormulas(s, formulas) })
	// Tables and listings may be wider than a phone.
	page = strings.NewReplacer("</table>", "</table></div>", "<pre>", `<pre tabindex="0">`, "<!-- raw HTML omitted -->\n", "").Replace(page)
	page = aCell.ReplaceAllStringFunc(page, func(cell string) string {
		return inCode.ReplaceAllStringFunc(cell, func(code string) string {
			return "<code>" + breaks.Replace(inCode.FindStringSubmatch(code)[1]) + "</code>"
		})
	})
	parts := strings.Split(page, "<table>")
	page = parts[0]
	for i, part := range parts[1:] {
		table, rest, _ := strings.Cut(part, "</table>")
		page += fmt.Sprintf(`<div class="scrolls" tabindex="0" role="region" aria-label="table %d">`, i+1)
		page += openTable(table) + "</table>" + rest
	}
	return page, nil
}

// Code in a cell of a table may break after a bracket, a slash, an equals sign or an underscore. Otherwise its column would
// leave too little width for the others.
var (
	aCell  = regexp.MustCompile(`<td[ >].*</td>`)
	inCode = regexp.MustCompile(`<code>([^<]*)</code>`)
	breaks = strings.NewReplacer("(", "(<wbr>", "=", "=<wbr>", "_", "_<wbr>", "/", "/<wbr>")
)

// formulaHTML is a formula of a text: for each of its statements the math elements between which a line may break.
type formulaHTML struct {
	statements [][]string
	display    bool
}

// stand is the placeholder of a formula while the text around it is converted.
func stand(i int) string { return fmt.Sprintf("FORMULA%dFORMULA", i) }

var (
	aStand    = regexp.MustCompile(`FORMULA(\d+)FORMULA`)
	among     = regexp.MustCompile(`[^\s<>]*FORMULA\d+FORMULA[^\s<>]*`) // a word that contains formulas
	inHeading = regexp.MustCompile(`-?formula\d+formula`)               // in the ids of headings
)

// joinFormulas puts the formulas of a word into it. It prevents a line break between a formula and a comma, a bracket or a syllable
// that touches it.
func joinFormulas(word string, formulas []formulaHTML) string {
	var out, whole strings.Builder
	pieces := 0
	flush := func() {
		s := whole.String()
		if pieces > 1 || pieces == 1 && !(strings.HasPrefix(s, "<math") && strings.HasSuffix(s, "</math>")) {
			out.WriteString(`<span class="whole">` + s + `</span>`)
		} else {
			out.WriteString(s)
		}
		whole.Reset()
		pieces = 0
	}
	plain := 0
	for _, at := range aStand.FindAllStringSubmatchIndex(word, -1) {
		whole.WriteString(word[plain:at[0]])
		plain = at[1]
		i, _ := strconv.Atoi(word[at[2]:at[3]])
		f := formulas[i]
		if f.display {
			out.WriteString(displayFormula(f.statements))
			continue
		}
		for k, piece := range f.statements[0] {
			if k > 0 {
				flush()
				out.WriteString("<wbr>")
			}
			whole.WriteString(piece)
			pieces++
		}
	}
	whole.WriteString(word[plain:])
	flush()
	return out.String()
}

// displayFormula is a formula on lines of its own. A narrow page can break it between statements and between their pieces.
func displayFormula(statements [][]string) string {
	var out strings.Builder
	out.WriteString(`<span class="formula" tabindex="0" role="group" aria-label="formula"><span class="statements">`)
	for _, pieces := range statements {
		out.WriteString(`<span class="chain">` + strings.Join(pieces, "") + `</span>`)
	}
	out.WriteString("</span></span>")
	return out.String()
}

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
