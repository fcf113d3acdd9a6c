package docs

import (
	"strings"
	"testing"
)

// The index begins with a few pages for each kind of reader, in order, each with a sentence. All of
// them are pages that the list below names, too.
func TestIndexBeginsWithAStart(t *testing.T) {
	all := pages(t)
	index := string(all["docs/index.html"])
	_, text, found := strings.Cut(index, `<h2 id="start-here">`)
	text, rest, closed := strings.Cut(text, "</section>")
	if !found || !closed || !strings.Contains(rest, "<h2>Pages</h2>") || strings.Contains(strings.Split(index, `id="start"`)[0], "<h2") {
		t.Fatal("the index does not begin with a start")
	}
	if !strings.Contains(text, `<a href="glossary.html">Glossary</a>`) {
		t.Error("the start does not lead to the glossary")
	}
	if len(routes) != 3 {
		t.Errorf("%d kinds of readers", len(routes))
	}
	for _, r := range routes {
		if n := len(r.stops); n < 3 || n > 4 {
			t.Errorf("%s: %d pages", r.reader, n)
		}
		for _, s := range r.stops {
			if titleOf(s.address) == "" || all[s.address] == nil {
				t.Errorf("%s: %s is in no list, or not there", r.reader, s.address)
			}
			if strings.Count(s.why, ".") != 1 || !strings.HasSuffix(s.why, ".") {
				t.Errorf("%s: %q is not one sentence", s.address, s.why)
			}
			if !strings.Contains(text, `<li><a href="`+strings.TrimPrefix(s.address, "docs/")+`">`) {
				t.Errorf("%s: the start does not lead to %s", r.reader, s.address)
			}
			// What a newcomer reads first has one name, in the list and on the page.
			if r.reader == routes[0].reader && !strings.Contains(string(all[s.address]), ">"+titleOf(s.address)+"</h1>") {
				t.Errorf("%s: the page has another title than %q", s.address, titleOf(s.address))
			}
		}
	}
}
