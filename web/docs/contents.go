package docs

import (
	"crypto/sha512"
	_ "embed"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lastiterate/bounds/catalog"
)

// Scripts of the documentation, beside its index: the search of the index, and what puts the
// site's own address into samples.
const (
	SearchScript  = "search.js"
	AddressScript = "address.js"
)

//go:embed search.js
var searching []byte

//go:embed address.js
var addressing []byte

// Integrity is the integrity attribute of a script: browsers run the script only
// if its SHA-384 is this (https://www.w3.org/TR/sri-2/).
func Integrity(content []byte) string {
	sum := sha512.Sum384(content)
	return "sha384-" + base64.StdEncoding.EncodeToString(sum[:])
}

// script loads one of them, by the path from the page to the site's root; a browser runs
// it only if it has the hash.
func script(root, name string, content []byte) string {
	return fmt.Sprintf(`<script src="%sdocs/%s" integrity="%s" defer></script>`, root, name, Integrity(content))
}

// otherPages are the pages that are neither an article nor a theorem, each in a sentence.
var otherPages = map[string]string{
	"docs/theorems/index.html": "Every row of the calculator: its statement, its assumptions and its source.",
	"docs/proofs/index.html":   "The calculator's own results, derived in full.",
	"docs/errata.html":         "Errors in papers: the printed text, the correction, and how to check it.",
	"docs/engine.html":         "The messages with which a page or a program uses the engine alone.",
}

// contents is the index: where to start, then the pages that every page links to, each with a
// sentence, theorems and proofs. Its search covers all but the start, which names pages twice. said are the sentences of the
// articles by their addresses.
func (s Site) contents(pages map[string][]byte, said map[string]string, derivations map[string][]byte) string {
	var out strings.Builder
	list := func(title string) {
		fmt.Fprintf(&out, "<h2>%s</h2>\n<ul class=\"list found\">\n", escape(title))
	}
	item := func(address, title, text string) {
		fmt.Fprintf(&out, `<li><a href="%s">%s</a><br>%s</li>`+"\n", strings.TrimPrefix(address, "docs/"), escape(title), escape(text))
	}
	out.WriteString(`<article class="text"><h1>Documentation</h1>` +
		`<p class="search" hidden><label for="search">Search titles and statements</label> <input type="search" id="search" ` +
		`autocomplete="off" spellcheck="false"> <span id="search-found" role="status"></span></p>` + "\n" + start(pages))
	list("Pages")
	for _, e := range nav {
		text := said[e.address]
		if text == "" {
			text = otherPages[e.address]
		}
		if pages[e.address] != nil {
			item(e.address, e.title, text)
		}
	}
	out.WriteString("</ul>\n")
	list("Theorems")
	for _, t := range catalog.All() {
		item("docs/theorems/"+t.ID+".html", t.Name, t.Note)
	}
	out.WriteString("</ul>\n")
	list("Proofs")
	for _, file := range slices.Sorted(maps.Keys(derivations)) {
		item("docs/proofs/"+proofName(file)+".html", heading(string(derivations[file])), statementsOf(string(derivations[file])))
	}
	out.WriteString("</ul>\n" + script("../", SearchScript, searching) + "</article>")
	return out.String()
}

// statementsOf are the headings of a proof's parts, or how a proof in one part begins.
func statementsOf(text string) string {
	var parts []string
	first := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "## "); ok && !strings.Contains(title, "$") {
			parts = append(parts, title)
		}
		if first == "" && line != "" && !strings.HasPrefix(line, "#") {
			first, _, _ = strings.Cut(line, ". ")
		}
	}
	if len(parts) == 0 {
		return strings.TrimSuffix(marks.Replace(first), ".") + "."
	}
	return strings.Join(parts, " · ")
}

// marks strips the marks of Markdown, which the index does not render.
var marks = strings.NewReplacer("$`", "", "`$", "", "`", "", "**", "", "*", "")
