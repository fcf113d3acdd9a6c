package docs

import (
	"crypto/sha512"
	_ "embed"
	"encoding/base64"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"lastiterate/bounds/catalog"
)

// Scripts of the documentation, in the folder of its index: the search of the index, and the script that puts the site's own
// address into samples.
const (
	SearchScript  = "search.js"
	AddressScript = "address.js"
)

//go:embed search.js
var searching []byte

//go:embed address.js
var addressing []byte

// Integrity is the integrity attribute of a script: browsers run a script only if it has this SHA-384
// (https://www.w3.org/TR/sri-2/).
func Integrity(content []byte) string {
	sum := sha512.Sum384(content)
	return "sha384-" + base64.StdEncoding.EncodeToString(sum[:])
}

// script loads a script, by the path from the page to the site's root, with its integrity attribute.
func script(root, name string, content []byte) string {
	return fmt.Sprintf(`<script src="%sdocs/%s" integrity="%s" defer></script>`, root, name, Integrity(content))
}

// otherPages are the pages that are neither an article nor a theorem, each with a sentence.
var otherPages = map[string]string{
	"docs/theorems/index.html": "Every row of the calculator: its statement, its assumptions and its source.",
	"docs/proofs/index.html":   "The calculator's own results, derived in full.",
	"docs/errata.html":         "Errors in papers: the printed text, the correction, and how to check it.",
	"docs/engine.html":         "The messages with which a page or a program uses the engine alone.",
	"docs/licences.html":       "The licences of the program, its fonts and the modules in it.",
}

// glossary is the page of terms.
const glossary = "docs/glossary.html"

// contents is the index: the pages that every page links to, for each kind of reader in order and each with a sentence, then
// theorems and proofs, two long lists that open. said has the sentences of the articles by their addresses.
func (s Site) contents(pages map[string][]byte, said map[string]string, derivations map[string][]byte) string {
	var out strings.Builder
	list := func(title, what, kind string) {
		fmt.Fprintf(&out, "<details class=\"chapter\"><summary><h2>%s</h2> <span>%s</span></summary>\n"+
			"<ul class=\"list found\" data-kind=\"%s\">\n", escape(title), escape(what), kind)
	}
	item := func(address, title, text string, page []byte) {
		data := ""
		if words := searched(address, page); words != "" {
			parts := []struct{ name, text string }{{"words", words}, {"heads", named(page, aHeading)}, {"terms", named(page, toTerm)}}
			for _, part := range parts {
				if part.text != "" && (part.name != "terms" || address == glossary) {
					data += ` data-` + part.name + `="` + escape(part.text) + `"`
				}
			}
		}
		fmt.Fprintf(&out, `<li%s><a href="%s">%s</a><br>%s</li>`+"\n", data, strings.TrimPrefix(address, "docs/"), escape(title),
			escape(text))
	}
	out.WriteString(`<article class="text"><h1>Documentation</h1>` +
		`<p class="search" hidden><label for="search">Search the documentation</label> <input type="search" id="search" ` +
		`autocomplete="off" spellcheck="false"> <span id="search-found" role="status"></span></p>` +
		"\n<ul class=\"list found\" id=\"results\" hidden></ul>\n")
	for _, c := range chapters {
		fmt.Fprintf(&out, "<section class=\"chapter\"><h2>%s</h2>\n<ul class=\"list found\">\n", escape(c.reader))
		for _, e := range c.entries {
			text := said[e.address]
			if text == "" {
				text = otherPages[e.address]
			}
			if page := pages[e.address]; page != nil {
				item(e.address, e.title, text, page)
			}
		}
		out.WriteString("</ul></section>\n")
	}
	list("Theorems", fmt.Sprintf("%d rows", len(catalog.All())), "theorem")
	for _, t := range catalog.All() {
		item("docs/theorems/"+t.ID+".html", t.Name, t.Note, nil)
	}
	out.WriteString("</ul></details>\n")
	list("Proofs", fmt.Sprintf("%d derivations", len(derivations)), "proof")
	for _, file := range slices.Sorted(maps.Keys(derivations)) {
		name, text := proofName(file), string(derivations[file])
		item("docs/proofs/"+name+".html", heading(text), statementsOf(name, text), nil)
	}
	out.WriteString("</ul></details>\n" + script("../", SearchScript, searching) + "</article>")
	return out.String()
}

// wholeNotes are the notes without parts, each with a sentence, by their names.
var wholeNotes = map[string]string{
	"errfloat":  "Double precision with a proved bound on the error of every operation.",
	"interval":  "Intervals that hold the exact value: how their ends are rounded.",
	"law":       "Batches that have the same law under two descriptions of a run get the same answer.",
	"liang":     "For which orders the strengthened form of Liang et al. is a bound.",
	"selection": "What is lost at least by the best of several runs.",
	"shuffled":  "With every iterate public, a fresh order every epoch hides only so much: a floor for every accounting method.",
}

// statementsOf lists the headings of a note's parts, or the sentence of a note without parts.
func statementsOf(name, text string) string {
	var parts []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "## "); ok && !strings.Contains(title, "$") {
			parts = append(parts, besides.ReplaceAllString(title, ""))
		}
	}
	if len(parts) == 0 {
		return wholeNotes[name]
	}
	return strings.Join(parts, " · ")
}

// besides matches the number of a heading and the source files that it names.
var besides = regexp.MustCompile("^[0-9]+\\. | \\(`?[a-z_]+\\.go[^)]*\\)")
