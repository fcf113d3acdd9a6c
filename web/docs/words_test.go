package docs

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Who searches for what a page is about finds it, although neither its title nor its sentence says so.
func TestPagesAreFoundByTheirText(t *testing.T) {
	index := strings.ToLower(string(pages(t)["docs/index.html"]))
	for page, query := range map[string]string{"loader": "shuffle dataloader", "laboratory": "attack", "pitfalls": "accumulate checkpoint microbatch",
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

// A name with dots is found as it is typed, although search.js cuts it at the dots and its first part has two letters; so is
// a name of two capitals, and an abbreviation on every page that treats what it stands for.
func TestNamesWithDotsAreFound(t *testing.T) {
	index := string(pages(t)["docs/index.html"])
	parts := regexp.MustCompile(`[^\p{L}\p{N}]+`) // where search.js cuts words
	for _, c := range []struct{ query, page string }{{"tf.data", "loader"}, {"np.random.choice", "loader"}, {"TF", "loader"},
		{"EMA", "pitfalls"}, {"EMA", "coverage"}, {"EMA", "glossary"}} {
		query, page := c.query, c.page
		entry := regexp.MustCompile(`<li data-words="([^"]*)"[^>]*><a href="` + page + `.html">`).FindStringSubmatch(index)
		if entry == nil {
			t.Fatalf("%s has no words", page)
		}
		known := parts.Split(entry[1], -1)
		for _, word := range parts.Split(strings.ToLower(query), -1) {
			if !slices.Contains(known, word) {
				t.Errorf("%s is not found by the %q of %q", page, word, query)
			}
		}
	}
}

// Each term of the glossary is a name that the search weighs most, and a place that it leads to; headings are
// weighed, too.
func TestTermsAndHeadingsAreNamed(t *testing.T) {
	all := pages(t)
	index, terms := string(all["docs/index.html"]), string(all["docs/glossary.html"])
	entry := regexp.MustCompile(`data-terms="([^"]*)"><a href="glossary.html">`).FindStringSubmatch(index)
	if entry == nil || strings.Count(index, "data-terms=") != 1 {
		t.Fatal("the glossary is not searched by its terms")
	}
	for _, want := range []string{"DDP, distributed data parallel", "Moving average (EMA), weight averaging (SWA)", "Amplification", "Subsampling, subsampled batches"} {
		if !strings.Contains("|"+entry[1]+"|", "|"+want+"|") {
			t.Errorf("%s is no term", want)
		}
	}
	for _, want := range []string{`<p id="term-ddp-distributed-data-parallel"><strong>DDP`, `<p id="term-amplification"><strong>`} {
		if !strings.Contains(terms, want) {
			t.Errorf("the glossary lacks %s", want)
		}
	}
	if !regexp.MustCompile(`data-heads="[^"]*Several devices: DDP[^"]*"><a href="loader.html">Which loader am I\?<`).MatchString(index) {
		t.Error("the page of loaders is not searched by its headings")
	}
}
