package docs

import (
	"fmt"
	"strings"
	"testing"
)

// The index is the pages for each kind of reader, each with a sentence.
func TestIndexIsInChapters(t *testing.T) {
	all := pages(t)
	index := string(all["docs/index.html"])
	for _, c := range chapters {
		_, part, found := strings.Cut(index, "<h2>"+escape(c.reader)+"</h2>")
		part, _, _ = strings.Cut(part, "</section>")
		if !found {
			t.Errorf("the index has no chapter %q", c.reader)
			continue
		}
		for _, e := range c.entries {
			_, entry, found := strings.Cut(part, `><a href="`+strings.TrimPrefix(e.address, "docs/")+`">`+escape(e.title)+"</a><br>")
			if sentence, _, _ := strings.Cut(entry, "</li>"); !found || !strings.HasSuffix(sentence, ".") {
				t.Errorf("%s: the index says %q of %s", c.reader, sentence, e.address)
			}
		}
	}
	// What a newcomer reads first has one name, in the list and on the page.
	for _, e := range chapters[0].entries[:4] {
		if !strings.Contains(string(all[e.address]), ">"+e.title+"</h1>") {
			t.Errorf("%s: the page has another title than %q", e.address, e.title)
		}
	}
}

// The search takes the kind of an entry from its list, which tells a theorem from the proof of the same name.
func TestListsNameTheirKind(t *testing.T) {
	index := string(pages(t)["docs/index.html"])
	for kind, folder := range map[string]string{"theorem": "theorems/", "proof": "proofs/"} {
		_, part, _ := strings.Cut(index, `<ul class="list found" data-kind="`+kind+`">`)
		part, _, _ = strings.Cut(part, "</ul>")
		if n := strings.Count(part, "<li"); n == 0 || strings.Count(part, `<a href="`+folder) != n {
			t.Errorf("the list of kind %s has %d entries, want all of them in %s", kind, n, folder)
		}
	}
}

// Every page of a chapter but the last leads to the next one, by its title.
func TestPagesLeadOn(t *testing.T) {
	all := pages(t)
	for _, c := range chapters {
		for i, e := range c.entries {
			page := string(all[e.address])
			if i == len(c.entries)-1 {
				if strings.Contains(page, `rel="next"`) {
					t.Errorf("%s is the last of its chapter and has a next page", e.address)
				}
				continue
			}
			to := c.entries[i+1]
			root := strings.Repeat("../", strings.Count(e.address, "/"))
			want := fmt.Sprintf(`<a rel="next" href="%s%s"><span>Next page</span> %s</a>`, root, to.address, escape(to.title))
			if strings.Count(page, `rel="next"`) != 1 || !strings.Contains(page, want) {
				t.Errorf("%s does not lead to %s", e.address, to.address)
			}
		}
	}
}
