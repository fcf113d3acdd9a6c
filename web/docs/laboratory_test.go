package docs

import (
	"strings"
	"testing"

	"lastiterate/app/lab"
)

// Each tool of the laboratory links to the part of the page that says what it computes, and that part
// links back to it.
func TestEveryToolIsExplained(t *testing.T) {
	page := string(pages(t)["docs/laboratory.html"])
	for _, tool := range lab.Tools() {
		to, place, _ := strings.Cut(tool.Page(), "#")
		if to != "docs/laboratory.html" {
			t.Errorf("%s is explained in %s", tool.Name, to)
		}
		_, part, found := strings.Cut(page, `<h2 id="`+place+`">`)
		part, _, _ = strings.Cut(part, "<h2")
		if !found || !strings.HasPrefix(strings.ToLower(part), strings.ToLower(tool.Tab)+"</h2>") {
			t.Errorf("%s has no part named %s, headed %q", tool.Name, place, tool.Tab)
			continue
		}
		if !strings.Contains(part, `<a href="`+laboratory+`#v=1&amp;lab=`+tool.Name+`">Open the tool</a>`) {
			t.Errorf("the part on %s does not lead to it", tool.Name)
		}
		if !strings.Contains(part, "<math") {
			t.Errorf("the part on %s has no formula", tool.Name)
		}
	}
}
