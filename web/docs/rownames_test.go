package docs

import (
	"regexp"
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
)

// Articles call rows by their names, as the page does; an id stands in code only, where links and messages are the subject.
func TestArticlesNameRows(t *testing.T) {
	var ids []string
	for _, row := range catalog.All() {
		if strings.Contains(row.ID, "-") {
			ids = append(ids, regexp.QuoteMeta(row.ID))
		}
	}
	anID := regexp.MustCompile(`(?:^|[^\w-])(` + strings.Join(ids, "|") + `)(?:$|[^\w-])`)
	code := regexp.MustCompile(`(?s)<code>.*?</code>|<pre.*?</pre>`)
	all := pages(t)
	for _, a := range articles {
		_, body, _ := strings.Cut(string(all["docs/"+a.file+".html"]), "<article")
		text := anyTag.ReplaceAllString(code.ReplaceAllString(body, ""), " ")
		for _, id := range anID.FindAllString(text, -1) {
			t.Errorf("%s has the id %q, not the row's name", a.file, id)
		}
	}
	if page := string(all["docs/coverage.html"]); !strings.Contains(page, `<a href="theorems/last-step.html">Last step</a>`) {
		t.Error("a link to a row does not have its name")
	}
}
