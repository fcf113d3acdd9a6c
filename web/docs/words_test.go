package docs

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// givenWords are the words that the script gives a guide.
func givenWords(t *testing.T, all map[string][]byte, guide string) (out []string) {
	t.Helper()
	found := regexp.MustCompile(`entries = "([^"]*)"(?s:.*) of "([^"]*)"`).FindStringSubmatch(string(all["docs/"+WordsScript]))
	if found == nil {
		t.Fatal("the script of words has no pages and no groups")
	}
	place := strconv.Itoa(slices.Index(strings.Fields(found[1]), guide+".html"))
	for group := range strings.SplitSeq(found[2], ";") {
		places, words, _ := strings.Cut(group, ":")
		if slices.Contains(strings.Split(places, "."), place) {
			out = append(out, strings.Fields(words)...)
		}
	}
	return out
}

// Who searches for what a page is about finds it, although neither its title nor its sentence says so.
func TestPagesAreFoundByTheirText(t *testing.T) {
	all := pages(t)
	index := string(all["docs/index.html"])
	for page, query := range map[string]string{"loader": "shuffle dataloader", "laboratory": "attack", "pitfalls": "accumulate checkpoint microbatch",
		"glossary": "adjacency lipschitz convex smooth microbatch"} {
		given := givenWords(t, all, page)
		for word := range strings.FieldsSeq(query) {
			if !slices.ContainsFunc(given, func(other string) bool { return strings.HasPrefix(other, word) }) {
				t.Errorf("%s is not found by %q: %s", page, word, given)
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
	all := pages(t)
	parts := regexp.MustCompile(`[^\p{L}\p{N}]+`) // where search.js cuts words
	for _, c := range []struct{ query, page string }{{"tf.data", "loader"}, {"np.random.choice", "loader"}, {"TF", "loader"},
		{"EMA", "pitfalls"}, {"EMA", "coverage"}, {"EMA", "glossary"}} {
		query, page := c.query, c.page
		known := parts.Split(strings.Join(givenWords(t, all, page), " "), -1)
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

// Every word of a sentence of a theorem or a proof finds an entry, such as the names of authors whom only a proof cites.
func TestWordsOfProofsAreFound(t *testing.T) {
	all := pages(t)
	index := string(all["docs/index.html"])
	known := map[string]bool{}
	for address := range all {
		for _, word := range givenWords(t, all, strings.TrimSuffix(strings.TrimPrefix(address, "docs/"), ".html")) {
			known[word] = true
		}
	}
	entries := map[string][]string{}
	for _, found := range regexp.MustCompile(`<li[^>]* data-words="([^"]*)"[^>]*><a href="((?:theorems|proofs)/[^"]*)"`).FindAllStringSubmatch(index, -1) {
		entries[found[2]] = strings.Fields(found[1])
		for _, word := range entries[found[2]] {
			known[word] = true
		}
	}
	if len(entries) < 60 {
		t.Fatalf("%d theorems and proofs have words", len(entries))
	}
	for page, names := range map[string]string{"proofs/profile.html": "asoodeh diaz dobrushin calmon 2023", "proofs/contraction.html": "raginsky dobrushin",
		"proofs/firstepoch.html": "dobrushin"} {
		for name := range strings.FieldsSeq(names) {
			if !slices.Contains(entries[page], name) {
				t.Errorf("%s is not found by %s", page, name)
			}
		}
	}
	for address, page := range all {
		if !strings.HasPrefix(address, "docs/proofs/") && !strings.HasPrefix(address, "docs/theorems/") || strings.HasSuffix(address, "/index.html") {
			continue
		}
		for _, word := range proseOf(page) {
			if !known[word] {
				t.Errorf("%s has the word %s, by which nothing is found", address, word)
			}
		}
	}
}

// An abbreviation finds the row whose sentence spells it out.
func TestAbbreviationsFindRows(t *testing.T) {
	index := string(pages(t)["docs/index.html"])
	for short, row := range map[string]string{"pabi": "feldman", "gdp": "bok-su-altschuler"} {
		if !regexp.MustCompile(`<li data-short="([^"]* )?` + short + `[ "][^>]*><a href="theorems/` + row + `\.html"`).MatchString(index) {
			t.Errorf("%s does not find %s", short, row)
		}
	}
}
