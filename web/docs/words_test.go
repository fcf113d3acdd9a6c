package docs

import (
	"regexp"
	"strings"
	"testing"
)

// Who searches for what a page is about finds it, although neither its title nor its sentence says so.
func TestPagesAreFoundByTheirText(t *testing.T) {
	index := strings.ToLower(string(pages(t)["docs/index.html"]))
	for page, query := range map[string]string{"loader": "shuffled dataloader", "laboratory": "attack", "pitfalls": "accumulated checkpoints microbatch",
		"glossary": "adjacency lipschitz convex smooth microbatch"} {
		entry := regexp.MustCompile(`<li data-words="([^"]*)"[^>]*><a href="` + page + `.html">`).FindStringSubmatch(index)
		if entry == nil {
			t.Errorf("%s has no words", page)
			continue
		}
		for word := range strings.FieldsSeq(query) {
			if !strings.Contains(entry[1], word) {
				t.Errorf("%s is not found by %q: %s", page, word, entry[1])
			}
		}
	}
	if len(index) > 400_000 {
		t.Errorf("the index has %d bytes", len(index))
	}
}
