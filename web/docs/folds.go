package docs

import "regexp"

// coveragePage is the page of what is covered, whose tables fold.
const coveragePage = "docs/coverage.html"

// tabled is a heading with a table below it.
var tabled = regexp.MustCompile(`(?s)<h3 id="([^"]+)">([^\n]*)</h3>\s*(<div class="scrolls".*?</table></div>)`)

// foldTables puts each table below a heading of the third level into a fold with that heading, the first of them open. The style sheet
// shows all of them where the page is wide or printed. The anchor is inside the fold, so that a link to it opens the fold.
func foldTables(body string) string {
	first := true
	return tabled.ReplaceAllStringFunc(body, func(part string) string {
		open := ""
		if first {
			open, first = " open", false
		}
		return tabled.ReplaceAllString(part,
			`<details class="tabled"`+open+`><summary><h3>$2</h3></summary><div id="$1">$3</div></details>`)
	})
}
