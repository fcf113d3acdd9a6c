package docs

import (
	"fmt"
	"html"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lastiterate/app/form"
	"lastiterate/app/lab"
	"lastiterate/app/link"
	"lastiterate/app/tex"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/catalog"
	"lastiterate/bounds/lab/errata"
)

var site = Site{Style: "assets/style-1.css", Icon: "assets/icon-1.svg"}

func pages(t *testing.T) map[string][]byte {
	t.Helper()
	read := func(pattern string) map[string][]byte {
		files, err := filepath.Glob("../../" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string][]byte{}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			texts[strings.TrimPrefix(filepath.ToSlash(file), "../../")] = text
		}
		return texts
	}
	derivations, sources := read("bounds/*/*.md"), read("bounds/internal/row/*/*.go")
	maps.Copy(derivations, read("bounds/internal/*/*.md"))
	maps.Copy(derivations, read("bounds/internal/row/*/*.md"))
	all, err := site.Pages(map[string][]byte{"engine": []byte("# Messages\n\n`{}`\n"), "licences": []byte("# Licences\n")},
		derivations, sources)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEveryTheoremHasItsPage(t *testing.T) {
	all := pages(t)
	for _, th := range catalog.All() {
		page := string(all["docs/theorems/"+th.ID+".html"])
		if !strings.Contains(page, tex.Prose(th.Note)) || !strings.Contains(page, "<math") {
			t.Errorf("%s: the page lacks the statement or its formula", th.ID)
		}
		for _, part := range reference.Split(tex.Prose(th.Errata), -1) { // between names of proofs, which are links
			if !strings.Contains(page, part) {
				t.Errorf("%s: the page lacks the remark on the printed text", th.ID)
			}
		}
		if th.Source.URL != "" && !strings.Contains(page, `href="`+escape(th.Source.URL)+`"`) {
			t.Errorf("%s: the page does not link to its source", th.ID)
		}
	}
}

// indexScripts are the scripts of the index: the words of the guides, and the search that reads them.
func indexScripts(all map[string][]byte) string {
	return script("../", WordsScript, all["docs/"+WordsScript]) + script("../", SearchScript, searching)
}

// Pages keep to the policy: nothing inline, and no address from the root,
// since the site may lie anywhere.
func TestPagesAreSelfContained(t *testing.T) {
	all := pages(t)
	for name, page := range all {
		if path.Ext(name) != ".html" {
			continue
		}
		if name == "docs/index.html" {
			page = []byte(strings.Replace(string(page), indexScripts(all), "", 1)) // they look through the index
		}
		if strings.Contains(string(page), exampleHost) {
			page = []byte(strings.Replace(string(page), script("../", AddressScript, addressing), "", 1)) // it names the site
		}
		if strings.Contains(string(page), replayFigure) {
			page = []byte(strings.Replace(string(page), script("../", ReplayScript, replaying), "", 1)) // it moves its picture
		}
		for _, forbidden := range []string{" style=", "<style", "<script", `href="/`, `src="/`, "{{", "FORMULA", "CALCULATOR"} {
			if strings.Contains(string(page), forbidden) {
				t.Errorf("%s contains %s", name, forbidden)
			}
		}
		if got := strings.Count(string(page), "<h1"); got != 1 {
			t.Errorf("%s has %d first headings", name, got)
		}
	}
}

var aHead = regexp.MustCompile(`<th(?: [^>]*)?>(.*?)</th>`)

// The heads of a table have words or figures beside their formulas: programs that read
// pages aloud, and the rules that test them, take a formula alone for nothing.
func TestHeadsOfTablesHaveWords(t *testing.T) {
	formula, seen := regexp.MustCompile(`<math.*?</math>`), 0
	for name, page := range pages(t) {
		for _, head := range aHead.FindAllStringSubmatch(string(page), -1) {
			seen++
			if strings.TrimSpace(formula.ReplaceAllString(head[1], "")) == "" {
				t.Errorf("%s: the head %s has no words", name, head[0])
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d heads of tables", seen)
	}
}

var aLink = regexp.MustCompile(`<a [^>]*href="([^"#]*)(#[^"]*)?"`)

// Links within the documentation lead to pages that are there; a theorem of ours
// leads to its proof, and proofs to those that they build on.
func TestLinksLead(t *testing.T) {
	all := pages(t)
	leads, toLab := map[string]bool{}, 0
	for name, page := range all {
		for _, found := range aLink.FindAllStringSubmatch(string(page), -1) {
			if strings.Contains(found[1], ":") || strings.HasSuffix(found[1], "../") || found[1] == "" {
				continue // another site, the calculator, this page
			}
			to := path.Join(path.Dir(name), found[1])
			if to == "lab/index.html" && found[2] == "" {
				continue // the laboratory itself, from every page's head
			}
			if found[1] == laboratory {
				toLab++
				if _, _, problems := lab.Decode(html.UnescapeString(strings.TrimPrefix(found[2], "#"))); len(problems) > 0 {
					t.Errorf("%s leads to %s in the laboratory: %v", name, found[2], problems)
				}
				continue
			}
			if all[to] == nil {
				t.Errorf("%s leads to %s, which is not there", name, to)
			}
			leads[name+" "+to] = true
			if place := strings.TrimPrefix(found[2], "#"); place != "" && !strings.Contains(string(all[to]), `id="`+place+`"`) {
				t.Errorf("%s leads to %s in %s, which is not there", name, place, to)
			} else if place != "" && place != "file" {
				leads[name+" "+to+"#"+place] = true
			}
		}
	}
	for _, want := range []string{
		"docs/theorems/profile.html docs/proofs/profile.html",
		"docs/proofs/profile.html docs/proofs/contraction.html",
		"docs/proofs/contraction.html docs/proofs/shift.html",
		"docs/proofs/index.html docs/proofs/discretisation.html",
		"docs/proofs/firstepoch.html docs/proofs/shift.html#theorem-1",
		"docs/proofs/adversary.html docs/proofs/shift.html#proposition-3",
	} {
		if !leads[want] {
			t.Errorf("no link: %s", want)
		}
	}
	if toLab < 15 {
		t.Errorf("%d links to the laboratory", toLab)
	}
	// The calculator links to this part of the pages of our own theorems, where the statement that is proved is read.
	part := regexp.MustCompile(`(?s)<h2 id="proof">(?:Proof|Derivation)</h2><p><a href="\.\./(proofs/[a-z]+\.html)#([a-z]+-1)">([^<]+)` +
		`</a>: [^<]+</p><blockquote><p><strong>(?:Theorem|Proposition) 1\b.{40,}?</blockquote>`)
	for _, th := range catalog.All() {
		page := string(all["docs/theorems/"+th.ID+".html"])
		found := part.FindStringSubmatch(page)
		switch {
		case !th.Source.Ours():
			if strings.Contains(page, `id="proof"`) {
				t.Errorf("%s is published, and its page has a proof of ours", th.ID)
			}
		case found == nil || strings.Index(page, found[0]) > strings.Index(page, "<h2>Assumptions"):
			t.Errorf("%s is ours, and its page does not lead to a proof below its statement", th.ID)
		case !strings.Contains(string(all["docs/"+found[1]]), "<h1>"+found[3]) &&
			!strings.Contains(string(all["docs/"+found[1]]), `">`+found[3]+"</h1>"):
			t.Errorf("%s: %s is not called %s", th.ID, found[1], found[3])
		case !strings.Contains(string(all["docs/"+found[1]]), `id="`+found[2]+`"`):
			t.Errorf("%s: %s has no %s", th.ID, found[1], found[2])
		}
	}
}

// The way from a row's page to its file, from the file to the proof that it names, and
// from the proof back to the file.
func TestTheWayFromARowToItsProof(t *testing.T) {
	all := pages(t)
	toProofs := 0
	for _, th := range catalog.All() {
		name := "docs/theorems/" + th.ID + ".html"
		led := regexp.MustCompile(`href="\.\./(files/[a-z_]+\.html)"`).FindStringSubmatch(string(all[name]))
		if led == nil {
			t.Fatalf("%s: the page does not lead to its file", th.ID)
		}
		_, file, shown := strings.Cut(string(all["docs/"+led[1]]), `<h1>`)
		if !shown || !strings.Contains(file, "theorem.Theorem{\n") || !strings.Contains(file, `"`+th.ID+`"`) &&
			!strings.Contains(file, "&#34;"+th.ID+"&#34;") {
			t.Errorf("%s: the page does not lead to the file that defines it", th.ID)
		}
		_, listing, _ := strings.Cut(file, "<pre")
		for _, found := range regexp.MustCompile(`href="(\.\./proofs/[a-z]+\.html)"`).FindAllStringSubmatch(listing, -1) {
			toProofs++
			proof := string(all[path.Join(path.Dir(name), found[1])])
			back := regexp.MustCompile(`href="\.\./theorems/([A-Za-z0-9.-]+)\.html#file"`).FindAllStringSubmatch(proof, -1)
			leads := false
			for _, to := range back {
				leads = leads || strings.Contains(string(all["docs/theorems/"+to[1]+".html"]), `href="../`+led[1]+`"`)
			}
			if !leads {
				t.Errorf("%s leads to %s, which does not lead back to its file", name, found[1])
			}
			if !strings.Contains(proof, `href="../theorems/`+th.ID+`.html"`) {
				t.Errorf("%s does not lead to the row %s, whose file names it", found[1], th.ID)
			}
		}
		if th.Source.Ours() && !strings.Contains(listing, `href="../proofs/`) {
			t.Errorf("%s is ours, and its file does not lead to a proof", th.ID)
		}
	}
	if toProofs < 12 {
		t.Errorf("only %d links lead from files to proofs", toProofs)
	}
}

var (
	linked = regexp.MustCompile(`#(v=1&amp;n=[^"]*)"`)
	saying = regexp.MustCompile(`composition gives .* = ([0-9.]+), and the last iterate has ([0-9]+\.[0-9]+)`)
)

// The numbers in the explanation are those of the run it links to.
func TestNumbersOfTheExplanation(t *testing.T) {
	text, err := texts.ReadFile("hidden-state.md")
	if err != nil {
		t.Fatal(err)
	}
	said := saying.FindStringSubmatch(string(text))
	address := linked.FindStringSubmatch(string(pages(t)["docs/hidden-state.html"]))
	if said == nil || address == nil {
		t.Fatal("the explanation names no numbers, or no run")
	}
	state, problems := link.DecodeFrom(link.State{}, strings.ReplaceAll(address[1], "&amp;", "&"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	report, err := bounds.Evaluate(t.Context(), state.Run, state.Question, bounds.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%.2f", report.AllIterates.Epsilon); got != said[1] {
		t.Errorf("composition is %s, the text says %s", got, said[1])
	}
	if got := fmt.Sprintf("%.2f", report.Answer.Epsilon); got != said[2] {
		t.Errorf("the last iterate has %s, the text says %s", got, said[2])
	}
	if report.Lower.Epsilon < report.Answer.Epsilon*(1-1e-6) {
		t.Errorf("the text says that %v is attained; the lower bound is %v", report.Answer.Epsilon, report.Lower.Epsilon)
	}
}

// A label of the page that an article names is the page's own.
func TestNamedLabels(t *testing.T) {
	for file, label := range map[string]string{
		"reporting.md":  "**" + words.StatementTitle + "**",
		"unlearning.md": "*" + form.Find + "*",
	} {
		text, err := texts.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), label) {
			t.Errorf("%s does not name %s", file, label)
		}
	}
}

// The page of errata tells every one of them with its numbers.
func TestErrataAreTold(t *testing.T) {
	all, err := errata.All()
	if err != nil || len(all) < 7 {
		t.Fatalf("%d errata, %v", len(all), err)
	}
	page := string(pages(t)["docs/errata.html"])
	for _, e := range all {
		if !strings.Contains(page, ">"+e.Place+"</h3>") || !strings.Contains(page, `href="`+e.URL+`"`) {
			t.Errorf("%s is not told", e.ID)
		}
		for _, n := range e.Evidence {
			if !strings.Contains(page, ">"+n.Value+"</td>") {
				t.Errorf("%s: the page lacks %s", e.ID, n.Value)
			}
		}
	}
}

// The index names every page once, with a sentence, and its search has a script.
func TestIndexNamesEveryPage(t *testing.T) {
	all := pages(t)
	index := string(all["docs/index.html"])
	for name := range all {
		address := strings.TrimPrefix(name, "docs/")
		if strings.HasPrefix(address, "files/") || address == "index.html" || path.Ext(address) == ".js" ||
			address == "licences.html" {
			continue
		}
		if n := strings.Count(index, `><a href="`+address+`">`); n != 1 {
			t.Errorf("the index names %s %d times", address, n)
		}
	}
	if empty := regexp.MustCompile(`<li><a [^>]*>([^<]*)</a><br></li>`).FindAllStringSubmatch(index, -1); len(empty) > 0 {
		t.Errorf("nothing is said of %v", empty)
	}
	if folded := strings.Count(index, `<details class="chapter">`); folded != 2 {
		t.Errorf("%d lists are folded", folded)
	}
	if !strings.Contains(index, indexScripts(all)) {
		t.Error("the index has no search")
	}
}
