package docs

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// A theorem's page cites the papers on privacy loss distributions only where the row's values come from them.
func TestMethodsAreCitedWhereUsed(t *testing.T) {
	all := pages(t)
	for id, want := range map[string]string{
		"composition": "For sampled batches", "sampled-window": "For sampled batches", "profile": "If several iterates are released",
		"shift": "", "ye-shokri-D.6": "", "last-step": "",
	} {
		page := string(all["docs/theorems/"+id+".html"])
		if cited := strings.Contains(page, "1906.03049"); cited != (want != "") || !strings.Contains(page, want) {
			t.Errorf("%s: loss distributions cited: %v, want %q", id, cited, want)
		}
	}
}

// A theorem's page has every paper that the row cites with its value in the calculator.
func TestPagesHaveWhatRowsCite(t *testing.T) {
	all := pages(t)
	var rows []string
	for _, th := range catalog.All() {
		if th.Profile || th.Losses != nil {
			rows = append(rows, th.ID)
		}
	}
	cited := 0
	for _, scheme := range choices("scheme") {
		for _, question := range []claim.Question{{Delta: 1e-5}, {Alpha: 4}} {
			s, ok := openingWith(scheme, string(run.ZeroOut))
			if !ok {
				s = example
			}
			s.Run.T = 10
			found, err := bounds.Rows(t.Context(), s.Run, question, bounds.Settings{Rows: rows})
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range found {
				for _, by := range row.By {
					cited++
					if !strings.Contains(string(all["docs/theorems/"+row.Theorem.ID+".html"]), source(by)) {
						t.Errorf("%s, %s: the page lacks %s %d, which the row cites", row.Theorem.ID, scheme, by.Authors, by.Year)
					}
				}
			}
		}
	}
	if cited < 20 {
		t.Errorf("only %d papers were cited", cited)
	}
}

var (
	aTableRow = regexp.MustCompile(`(?s)<tr>(.*?)</tr>`)
	aRowsPage = regexp.MustCompile(`href="(theorems/[^"]+\.html)"`)
	aCredit   = regexp.MustCompile(`((?:\p{Lu}\p{L}+, )*\p{Lu}\p{L}+)( and \p{Lu}\p{L}+| et al\.)? (20\d\d)`)
)

// The search finds a theorem by the authors and the year of what its page cites, and an article by the year of a paper.
func TestTheoremsAreFoundByAuthors(t *testing.T) {
	all := pages(t)
	entry := regexp.MustCompile(`<li data-words="([^"]*)"><a href="theorems/composition.html">`).FindSubmatch(all["docs/index.html"])
	if entry == nil {
		t.Fatal("the entry of composition has no words")
	}
	words := strings.Fields(html.UnescapeString(string(entry[1])))
	for _, word := range []string{"mironov", "talwar", "zhang", "2019", "dong", "balle", "wang", "abadi"} {
		if !slices.Contains(words, word) {
			t.Errorf("composition is not found by %s", word)
		}
	}
	if glossary := searched(glossary, all[glossary]); !strings.Contains(glossary, "2016") || !strings.Contains(glossary, "abadi") {
		t.Error("the glossary is not found by Abadi 2016")
	}
}

// Each paper to which the list of rows credits a row is on the page of that row, or of one in the same line.
func TestCreditsAreOnPages(t *testing.T) {
	all, seen := pages(t), 0
	for _, tr := range aTableRow.FindAllStringSubmatch(string(all["docs/rows.html"]), -1) {
		text := ""
		for _, page := range aRowsPage.FindAllStringSubmatch(tr[1], -1) {
			text += anyTag.ReplaceAllString(string(all["docs/"+page[1]]), "")
		}
		_, credits, _ := strings.Cut(tr[1], "</td>")
		for _, credit := range aCredit.FindAllStringSubmatch(html.UnescapeString(anyTag.ReplaceAllString(credits, "")), -1) {
			seen++
			authors := regexp.QuoteMeta(credit[1] + credit[2])
			if credit[2] == " et al." { // the page may name them all
				authors = credit[1] + `[\p{L}, .]+`
			}
			if !regexp.MustCompile(authors + ` \(?` + credit[3]).MatchString(text) {
				t.Errorf("rows.html credits %q, which the row's page lacks", credit[0])
			}
		}
	}
	if seen < 15 {
		t.Errorf("only %d credits were found", seen)
	}
}

// The numbers in assumptions are those of the run that the page names; the case T = 1 is no number of a run.
func TestNumbersOfAssumptionsNameTheirRun(t *testing.T) {
	all := pages(t)
	for id, want := range map[string]string{
		"composition": "opening run with batches of one example: n = 5, b = 1.", "bok-su-altschuler": "opening run, in which n = b = 5.",
		"one-step": "", "last-step": "",
	} {
		page := string(all["docs/theorems/"+id+".html"])
		if !strings.Contains(page, want) || (want == "") == strings.Contains(page, "The numbers in the assumptions") {
			t.Errorf("%s does not say %q", id, want)
		}
	}
	some := assumptionSet{needed: []claim.Hypothesis{{Needed: "K ≥ B = 1"}}}
	if got := numbersFrom([]assumptionSet{some, some}); !strings.HasSuffix(got, "; those for other batches are from that run with b = 1.") {
		t.Error(got)
	}
}
