package docs

import (
	"regexp"
	"strings"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
)

// A proof's page opens in words, before any formula, and names the rows that rest on it; every summary is of a note.
func TestProofsOpenInWords(t *testing.T) {
	all, seen := pages(t), 0
	for _, file := range notes(t) {
		name := proofName(file)
		_, body, _ := strings.Cut(string(all["docs/proofs/"+name+".html"]), "</h1>\n")
		text, opens := strings.CutPrefix(body, "<p>"+summaries[name]+"</p>\n")
		if !opens || strings.ContainsAny(summaries[name], "<$=") || !strings.HasSuffix(summaries[name], ".") {
			t.Errorf("%s opens with %.80q", file, body)
		}
		seen++
		next, _, _ := strings.Cut(text, "</p>")
		for id, note := range map[string]string{"shift": "shift", "contraction": "contraction", "joint": "contraction",
			"chien-wang-chen-li": "chienwang"} {
			if link := `theorems/` + id + `.html`; note == name && !strings.Contains(next, link) {
				t.Errorf("%s does not name the row %s first", file, id)
			}
		}
	}
	if seen != len(summaries) {
		t.Errorf("%d notes and %d summaries", seen, len(summaries))
	}
	if page := string(all["docs/proofs/chienwang.html"]); !strings.Contains(page, "<h1 id=") || strings.Contains(page, "chien-wang-chen-li holds") {
		t.Error("the title has the id of a row")
	}
}

// A theorem's page says what it says, when it applies and how it is used, in words before its formula. The kinds of runs
// agree with the table of what is covered: a row that answers in a cell applies there.
func TestTheoremsOpenInWords(t *testing.T) {
	all := pages(t)
	for _, row := range catalog.All() {
		page := string(all["docs/theorems/"+row.ID+".html"])
		before, _, _ := strings.Cut(page, "<h2>")
		if !strings.Contains(before, "<strong>When it applies.</strong>") || !strings.Contains(before, "<strong>How it is used.</strong>") ||
			strings.Contains(before, `class="formula"`) {
			t.Errorf("%s: the page does not open in words", row.ID)
		}
		if floor := strings.Contains(before, "no valid upper bound is below"); floor != (row.Side == claim.Lower && row.Status == claim.Proved) {
			t.Errorf("%s: called a floor: %v", row.ID, floor)
		}
		if answers := strings.Contains(before, "answers with the smallest"); answers != (row.Side == claim.Upper && row.Status == claim.Proved) {
			t.Errorf("%s: can be the answer: %v", row.ID, answers)
		}
	}
	for id, want := range map[string]string{
		"ye-shokri-D.6": "Batches: full batch; Neighbouring datasets: replace one or zero out one; Losses: strongly convex; " +
			"Projection: onto a bounded domain, or none",
		"contraction": "Batches: any but random allocation; Neighbouring datasets: replace one, zero out one, or add or remove one " +
			"(batches: Poisson); Losses: any; Projection: onto a bounded domain",
		"shuffle-floor": "Losses: strongly convex (projection: onto a bounded domain), convex",
	} {
		row, _ := catalog.ByID(id)
		if got := strings.Join(when(row), "; "); !strings.Contains(got, want) {
			t.Errorf("%s: %s", id, got)
		}
	}
	seen, aLine := 0, regexp.MustCompile(`(?m)^\| ([a-zA-Z ]+) \|(.*theorems.*)$`)
	covered, err := texts.ReadFile("coverage.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(covered), "<!-- losses, add or remove one -->")
	table, _, _ = strings.Cut(table, "<!-- end")
	for _, line := range aLine.FindAllStringSubmatch(table, -1) {
		for _, id := range regexp.MustCompile(`theorems/([^)]*)\.html`).FindAllStringSubmatch(line[2], -1) {
			seen++
			applies := false
			for _, s := range settings()[id[1]] {
				applies = applies || s.batches == line[1] && s.neighbours == "add or remove one"
			}
			if !applies {
				t.Errorf("%s answers %s batches, and is said not to apply", id[1], line[1])
			}
		}
	}
	if seen < 3 {
		t.Errorf("%d cells", seen)
	}
}
